"""The house stays as it was drawn: its top level, its names, its size, its silence."""

import re
from pathlib import Path

import pytest

from tests.house.source_tree import GENERATED, ROOT, python_sources, tracked_files

TOP_LEVEL = {
    "arena", "docs", "engines", "proto", "referee", "tests", ".ci", ".gitignore",
    "Makefile", "README.md", "buf.yaml", "pyproject.toml", "LICENSE",
}  # fmt: skip
PACKAGES = ("arena", "referee", "engines", "proto/podesta")
MAX_LINES = 400
NAMELESS = {"util", "utils", "helper", "helpers", "common", "misc"}


def test_top_level_is_as_given() -> None:
    assert {path.parts[0] for path in tracked_files()} <= TOP_LEVEL


def test_proto_itself_is_no_package() -> None:
    assert not (ROOT / "proto" / "__init__.py").exists()


@pytest.mark.parametrize("package", PACKAGES)
def test_packages_tell_that_they_are_typed(package: str) -> None:
    assert (ROOT / package / "py.typed").is_file()


def test_no_module_is_named_after_nothing() -> None:
    assert [
        str(p) for p in tracked_files() if NAMELESS & {part.split(".")[0] for part in p.parts}
    ] == []


def test_one_concept_a_file() -> None:
    long = {
        str(path): lines
        for path in python_sources()
        if path.parts[0] != "tests"
        and (lines := len((ROOT / path).read_text(encoding="utf-8").splitlines())) > MAX_LINES
    }
    assert long == {}


def test_every_source_package_has_an_init() -> None:
    folders = {
        path.parent for path in python_sources() if path.parts[0] in {"arena", "referee", "engines"}
    }
    assert [str(f) for f in sorted(folders) if not (ROOT / f / "__init__.py").is_file()] == []


def texts() -> list[tuple[Path, str]]:
    found = []
    for path in tracked_files():
        if path.name.endswith(GENERATED):
            continue
        try:
            found.append((path, (ROOT / path).read_text(encoding="utf-8")))
        except UnicodeDecodeError:
            continue
    return found


def test_no_path_of_a_machine_stands_in_the_project() -> None:
    pattern = re.compile(r"(?<![\w.])/(?:work|home|root|Users)/")
    here = Path(__file__).resolve().relative_to(ROOT)
    assert [str(p) for p, text in texts() if p != here and pattern.search(text)] == []


def test_nothing_is_left_open() -> None:
    pattern = re.compile(r"\b(?:TODO|FIXME|XXX)\b")
    here = Path(__file__).resolve().relative_to(ROOT)
    found = [
        str(p) for p, text in texts() if p.suffix == ".py" and p != here and pattern.search(text)
    ]
    assert found == []


def test_tests_do_not_sleep() -> None:
    pattern = re.compile(r"\b(?:time|asyncio|anyio)\.sleep\((?!0\))")
    here = Path(__file__).resolve().relative_to(ROOT)
    found = [
        str(p)
        for p, text in texts()
        if p.parts[0] == "tests"
        and p.parts[1] not in {"zoo", "bench"}
        and p.suffix == ".py"
        and p != here
        and pattern.search(text)
    ]
    assert found == []

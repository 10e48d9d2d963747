"""Whatever a file holds, it is a document or one problem that names the file."""

import contextlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.config.toml_text import MAX_FILE_BYTES, read_toml
from arena.errors import ConfigError


def refusal(path: Path) -> str:
    with pytest.raises(ConfigError) as caught:
        read_toml(path)
    [problem] = caught.value.problems
    assert problem.file == path
    return problem.message


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"a = ", "is no TOML"),
        (b"\0", "is no TOML"),
        (b"a = 1 # \xe9", "is not UTF-8"),
        ("a = 1".encode("utf-16"), "is not UTF-8"),
        (b"#" * (MAX_FILE_BYTES + 1), "is longer than 1 MiB"),
        (b"a = " + b"[" * 50_000 + b"]" * 50_000, "is nested too deeply"),
        (b"a = " + b"{b = " * 50_000 + b"1" + b"}" * 50_000, "is nested too deeply"),
        (b"a = " + b"9" * 5_000, "thousands of digits"),
        (b'a = "\\ud800"', "is no TOML"),
    ],
    ids=range(9),
)
def test_what_is_no_document_is_told(tmp_path: Path, content: bytes, told: str) -> None:
    path = tmp_path / "league.toml"
    path.write_bytes(content)
    assert told in refusal(path)


def test_what_is_no_file_is_told(tmp_path: Path) -> None:
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    assert refusal(tmp_path) == "Is a directory"
    assert refusal(loop) == "Too many levels of symbolic links"
    assert refusal(tmp_path / "absent") == "No such file or directory"
    assert refusal(Path("/dev/zero")) == "is longer than 1 MiB"


@settings(max_examples=200)
@given(st.text(alphabet='ab="[]{}.#\n\\\0\u20ac019-_,', max_size=60))
def test_any_text_is_read_or_refused(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    path = tmp_path_factory.getbasetemp() / "any.toml"
    path.write_text(text, encoding="utf-8")
    with contextlib.suppress(ConfigError):
        assert isinstance(read_toml(path), dict)

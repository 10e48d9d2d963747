"""The files that docs/adding-a-game.md prescribes, written into a copy of the source tree."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "adding-a-game.md"
GENERATED = Path(__file__).with_name("generated")
"""What `make proto` makes of the page's .proto file; the first line of the stub is ours."""

LINKED = ("arena", "docs", "engines", "referee", "tests", "buf.yaml", "pyproject.toml")
PROTO = "proto/podesta/kuhn/v1"

_FILE = re.compile(r"^`([\w./]+)`\n\n```(?:python|proto)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def files_of_the_page() -> dict[str, str]:
    """Every file that the page shows, by its path."""
    return dict(_FILE.findall(PAGE.read_text(encoding="utf-8")))


def all_files() -> dict[str, str]:
    """Those that the page shows, the empty ones that it names, and generated code."""
    generated = {
        f"{PROTO}/{path.name}": path.read_text(encoding="utf-8")
        for path in GENERATED.iterdir()
        if path.suffix in (".py", ".pyi")
    }
    empty = {"proto/podesta/kuhn/__init__.py": "", f"{PROTO}/__init__.py": ""}
    return files_of_the_page() | empty | generated


def write_tree(target: Path) -> None:
    """The source tree with the new files in it: links, but for the folders on their way."""
    files = all_files()
    on_the_way = {parent for path in files for parent in Path(path).parents}
    for name in (*LINKED, "proto"):
        _link(Path(name), target, on_the_way)
    for path, content in files.items():
        (target / path).parent.mkdir(parents=True, exist_ok=True)
        (target / path).write_text(content, encoding="utf-8")


def _link(path: Path, target: Path, on_the_way: set[Path]) -> None:
    if path not in on_the_way:
        (target / path).symlink_to(ROOT / path)
        return
    (target / path).mkdir()
    for child in (ROOT / path).iterdir():
        if child.name != "__pycache__":
            _link(path / child.name, target, on_the_way)

"""The annotated tree of docs/architecture.md says what the files themselves say."""

import ast
import os
from pathlib import Path

from tests.house.source_tree import ROOT, python_sources

PAGE = ROOT / "docs" / "architecture.md"
BEGIN, END = "<!-- tree -->\n", "<!-- end of tree -->"
SHOWN = ("arena", "referee", "engines")
WIDTH = 28


def first_line(path: Path) -> str:
    docstring = ast.get_docstring(ast.parse((ROOT / path).read_text(encoding="utf-8")))
    return docstring.splitlines()[0] if docstring else ""


def is_shown(path: Path) -> bool:
    """All files of people, but of a game only its package."""
    if path.parts[0] not in SHOWN:
        return False
    in_a_game = path.parts[:2] == ("referee", "games") and len(path.parts) > 3
    return path.name == "__init__.py" or not (in_a_game or path.name == "__main__.py")


def tree() -> str:
    lines = []
    for path in sorted(filter(is_shown, python_sources()), key=lambda p: (p.parent, p.name)):
        depth = len(path.parts) - 1
        if path.name == "__init__.py":
            name = "  " * (depth - 1) + path.parent.name + "/"
        else:
            name = "  " * depth + path.name
        lines.append(f"{name:{WIDTH}}  {first_line(path)}".rstrip())
    return "```\n" + "\n".join(lines) + "\n```\n"


def test_the_tree_is_true() -> None:
    page = PAGE.read_text(encoding="utf-8")
    head, rest = page.split(BEGIN)
    shown, tail = rest.split(END)
    if os.environ.get("PODESTA_GOLDEN") == "write":
        PAGE.write_text(head + BEGIN + tree() + END + tail, encoding="utf-8")
        return
    assert shown == tree()


def test_every_page_is_reached_from_the_readme_or_this_page() -> None:
    reachable = PAGE.read_text("utf-8") + (ROOT / "README.md").read_text("utf-8")
    pages = [p.name for p in (ROOT / "docs").glob("*.md") if p.name != PAGE.name]
    assert [
        name
        for name in sorted(pages)
        if f"({name})" not in reachable and f"docs/{name}" not in reachable
    ] == []

"""Who may import whom: one direction, read from the sources."""

import pytest

from tests.house.source_tree import ROOT, imported_modules, module_name, python_sources

OURS = ("arena", "referee", "engines", "podesta", "tests")

# The first prefix that fits a module says which of our packages it may import.
ALLOWED = (
    ("arena", ("arena", "referee", "podesta")),
    ("referee.games", ("referee.games", "podesta")),
    ("referee", ("referee", "podesta")),
    ("engines.kit", ("engines.kit", "referee.games", "podesta")),
    ("engines", ("engines", "referee.games", "podesta")),
    ("podesta", ("podesta",)),
)


def within(name: str, prefixes: tuple[str, ...]) -> bool:
    return any(name == prefix or name.startswith(prefix + ".") for prefix in prefixes)


def breaches(module: str, imported: set[str]) -> list[str]:
    """Imports of our own packages that a module may not have."""
    for prefix, allowed in ALLOWED:
        if within(module, (prefix,)):
            return sorted(n for n in imported if within(n, OURS) and not within(n, allowed))
    return []


def test_nobody_imports_against_the_direction() -> None:
    found = {}
    for path in python_sources():
        source = (ROOT / path).read_text(encoding="utf-8")
        is_package = path.name == "__init__.py"
        names = imported_modules(source, module_name(path), is_package=is_package)
        if bad := breaches(module_name(path), names):
            found[str(path)] = bad
    assert found == {}


def test_a_game_knows_no_other_game() -> None:
    found = {}
    for path in python_sources():
        parts = module_name(path).split(".")
        if parts[:2] != ["referee", "games"] or len(parts) < 3:
            continue
        source = (ROOT / path).read_text(encoding="utf-8")
        names = imported_modules(source, ".".join(parts), is_package=path.name == "__init__.py")
        packages = {
            p.parent.name for p in python_sources() if p.match("referee/games/*/__init__.py")
        }
        others = packages - {parts[2]}
        if parts[2] not in packages:
            continue
        bad = {
            n for n in names for o in others if within(n, (f"referee.games.{o}", f"podesta.{o}"))
        }
        if bad:
            found[str(path)] = sorted(bad)
    assert found == {}


@pytest.mark.parametrize(
    ("module", "source", "bad"),
    [
        ("referee.play", "import arena.league", ["arena.league"]),
        (
            "referee.games.nim.state",
            "from referee.clock import SeatClock",
            ["referee.clock", "referee.clock.SeatClock"],
        ),
        (
            "referee.games.nim.state",
            "from ...clock import SeatClock",
            ["referee.clock", "referee.clock.SeatClock"],
        ),
        ("engines.kit.serve", "def f():\n    import referee.play", ["referee.play"]),
        ("arena.cli", "from engines import kit", ["engines", "engines.kit"]),
        ("arena.cli", "import referee.play, podesta.v1.game_pb2, rich", []),
    ],
)
def test_breaches_are_seen(module: str, source: str, bad: list[str]) -> None:
    assert breaches(module, imported_modules(source, module, is_package=False)) == bad

"""A stand-in for the registry of games: one open game and one with hidden cards."""

from collections.abc import Mapping
from typing import Any, cast

from referee.games import AnyGame, Option, OptionError

OPTIONS = (
    Option("heaps", "3", "how many heaps: 1 to 9"),
    Option("last", "wins", "who takes the last one", choices=("wins", "loses")),
)


class FakeGame:
    """As much of a game as a league file is checked against."""

    seats = (2, 3)
    default_seats = 2
    options = OPTIONS

    def __init__(self, name: str, perfect_information: bool) -> None:
        self.name = name
        self.perfect_information = perfect_information

    def parse_options(self, given: Mapping[str, str], seats: int) -> dict[str, str]:
        options = {option.name: option.default for option in OPTIONS} | dict(given)
        problems = []
        if not options["heaps"].isdecimal() or not 1 <= int(options["heaps"]) <= 9:
            problems.append(f"heaps: {options['heaps']!r} is not 1 to 9")
        if seats == 3 and options["last"] == "loses":
            problems.append("last: with three seats the last one wins")
        if problems:
            raise OptionError(problems)
        return options


GAMES = {"nim": FakeGame("nim", True), "poker": FakeGame("poker", False)}
NAMES = tuple(GAMES)


def load(name: str) -> AnyGame:
    return cast("AnyGame", GAMES[name])


def registry() -> dict[str, Any]:
    return {"names": NAMES, "load": load}

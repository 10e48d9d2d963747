"""What files of results hold, entry by entry; lines count from 1. Hostile until read."""

from dataclasses import dataclass

from arena.ratings import MAX_SEATS, Result

__all__ = [
    "LONGEST_LINE_BYTES",
    "LONGEST_NAME",
    "Entry",
    "Fault",
    "Played",
    "Unfinished",
    "Unrated",
    "name_problem",
]

LONGEST_LINE_BYTES = 1 << 16
LONGEST_NAME = 200
"""Characters."""


@dataclass(frozen=True, slots=True)
class Played:
    """A match that has a result; its engines are named as in the file.

    `deal_told` says that the file tells its deal; else the match is one of its own.
    """

    line: int
    result: Result
    deal_told: bool


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A match without a result, which is nobody's fault."""

    line: int


@dataclass(frozen=True, slots=True)
class Unrated:
    """A match that says of itself that it counts for no rating: a debugger held it up."""

    line: int


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that can't be read, and why, for people; the entry it belongs to is left out."""

    line: int
    text: str


Entry = Played | Unfinished | Unrated | Fault


def name_problem(name: str) -> str | None:
    """Why a name can't be used, or None."""
    if not name or name == "?":
        return "a player without a name"
    if len(name) > LONGEST_NAME:
        return f"a name of {len(name)} characters; {LONGEST_NAME} are allowed"
    return None


def seats_problem(seats: int) -> str | None:
    """Why so many engines can't meet in a match, or None."""
    return None if 2 <= seats <= MAX_SEATS else f"a match of {seats} seats"

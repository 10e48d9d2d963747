"""Pairings, and what has become of them: all that the next one may depend on."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from arena.ratings import Result
from arena.schedule.table import Table

__all__ = ["Field", "History", "Pairing", "PastPairing", "pair_halves", "seat_halves"]


@dataclass(frozen=True, slots=True)
class Field:
    """The engines of a league as a format sees them.

    `lots` orders them by chance: a text for each, from the secret of the league. Engines of one
    owner (`owners` leaves out those of nobody's) do not meet.
    """

    engines: tuple[str, ...]
    seats: int
    owners: Mapping[str, str] = field(default_factory=dict)
    lots: Mapping[str, str] = field(default_factory=dict)

    def drawn(self, seeds: Sequence[str] = ()) -> tuple[str, ...]:
        """All engines: the seeds that take part, then the others by lot."""
        first = [engine for engine in seeds if engine in self.engines]
        rest = [engine for engine in self.engines if engine not in first]
        return (*first, *sorted(rest, key=lambda engine: (self.lots.get(engine, ""), engine)))

    def apart(self, one: str, other: str) -> bool:
        """Whether two engines have one owner."""
        owner = self.owners.get(one)
        return owner is not None and owner == self.owners.get(other)


@dataclass(frozen=True, slots=True)
class Pairing:
    """Engines that a format has sent to a table, or a ruling without one: a bye, who goes on.

    `label` is its place in the format, unique in the league. The order of `engines` means what the
    format makes of it; `table` seats the same ones.
    """

    label: str
    engines: tuple[str, ...]
    table: Table | None = None


@dataclass(frozen=True, slots=True)
class PastPairing:
    """A pairing that was committed. `results` are its matches so far that count or were forfeited;
    once it is `closed`, no more come."""

    pairing: Pairing
    closed: bool
    results: tuple[Result, ...] = ()

    @property
    def label(self) -> str:
        """The place of the pairing in its format."""
        return self.pairing.label

    @property
    def engines(self) -> tuple[str, ...]:
        """Who was paired."""
        return self.pairing.engines

    def halves(self) -> dict[str, int]:
        """What each engine scored: 2 for every opponent beaten in a match, 1 for a tie."""
        total = dict.fromkeys(self.pairing.engines, 0)
        for result in self.results:
            for engine, halves in zip(result.engines, seat_halves(result), strict=True):
                total[engine] += halves
        return total


@dataclass(frozen=True, slots=True)
class History:
    """What the ledger holds: pairings in the order of their commits.

    `present` are the engines that can be paired: they take part still and are not suspended.
    """

    pairings: Sequence[PastPairing] = ()
    present: frozenset[str] = frozenset()


def pair_halves(result: Result) -> Iterator[tuple[int, int, int, int]]:
    """Every pair of seats with what both scored against each other: (seat, seat, halves, halves).

    Nobody scores where neither started.
    """
    for one, other in combinations(range(len(result.engines)), 2):
        if result.forfeit and {one, other} <= result.faulty:
            yield one, other, 0, 0
            continue
        mine, theirs = result.placements[one], result.placements[other]
        halves = 2 if mine < theirs else 1 if mine == theirs else 0
        yield one, other, halves, 2 - halves


def seat_halves(result: Result) -> tuple[int, ...]:
    """What each seat scored against all others."""
    total = [0] * len(result.engines)
    for one, other, mine, theirs in pair_halves(result):
        total[one] += mine
        total[other] += theirs
    return tuple(total)

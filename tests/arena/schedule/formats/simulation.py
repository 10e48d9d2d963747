"""Playing a format without engines: results by strength, ends of tables in any order."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from arena.ratings import Result
from arena.schedule import Field, Format, History, Pairing, PastPairing

Placements = Callable[[tuple[str, ...]], tuple[int, ...]]


def ids(count: int) -> tuple[str, ...]:
    return tuple("abcdefghijklmnopqrstuvwxyz"[:count])


def field_of(count: int, seats: int = 2, **changes: object) -> Field:
    return Field(ids(count), seats, **changes)  # type: ignore[arg-type]


def by_letter(engines: tuple[str, ...]) -> tuple[int, ...]:
    """The earlier letter wins."""
    return tuple(1 + sorted(engines).index(engine) for engine in engines)


def all_level(engines: tuple[str, ...]) -> tuple[int, ...]:
    return (1,) * len(engines)


def by_chance(seed: int) -> Placements:
    """Results that depend on who sits where alone, whenever they are asked for."""

    def placements(engines: tuple[str, ...]) -> tuple[int, ...]:
        points = [random.Random(f"{seed} {engines} {e}").randrange(4) for e in engines]
        return tuple(1 + sum(other > mine for other in points) for mine in points)

    return placements


def results_of(
    pairing: Pairing, placements: Placements, faulty: frozenset[str] = frozenset()
) -> tuple[Result, ...]:
    if pairing.table is None:
        return ()
    return tuple(
        Result(
            pairing.table.key,
            seating,
            placements(seating),
            faulty=frozenset(s for s, engine in enumerate(seating) if engine in faulty),
        )
        for seating in pairing.table.seatings
    )


@dataclass
class Simulation:
    """A format being played; `at_once` tables are open at a time, and any of them ends next."""

    format: Format
    present: set[str]
    placements: Placements = by_letter
    faulty: frozenset[str] = frozenset()
    past: list[PastPairing] = field(default_factory=list)

    def history(self) -> History:
        return History(tuple(self.past), frozenset(self.present))

    def decide(self) -> tuple[Pairing, ...]:
        """Ask once; what is new is open now, or closed where there is nothing to play."""
        made = self.format.next_tables(self.history())
        self.past += [PastPairing(pairing, pairing.table is None) for pairing in made]
        return made

    def open_places(self) -> list[int]:
        return [place for place, past in enumerate(self.past) if not past.closed]

    def close(self, place: int) -> None:
        pairing = self.past[place].pairing
        results = results_of(pairing, self.placements, self.faulty)
        self.past[place] = PastPairing(pairing, True, results)

    def play(
        self,
        *,
        at_once: int = 1,
        most: int = 10_000,
        choose: Callable[[Sequence[int]], int] = min,
        after: Callable[[], None] = lambda: None,
    ) -> list[Pairing]:
        """Play until nothing is left, or `most` tables were paired; all pairings in order.

        `choose` picks which open table ends next, `after` is called whenever one has.
        """
        while True:
            while len(self.past) < most and (
                not self.format.on_demand or len(self.open_places()) < at_once
            ):
                if not self.decide():
                    break
            playing = self.open_places()
            if not playing:
                return [past.pairing for past in self.past]
            self.close(choose(playing[:at_once]))
            after()

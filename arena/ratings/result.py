"""What a match means for ratings and standings, one by one and as columns of a million."""

from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["MAX_SEATS", "Result", "ResultColumns", "ResultColumnsBuilder"]

MAX_SEATS = 8
ALL_PAIRS = -1


@dataclass(frozen=True, slots=True)
class Result:
    """The outcome of one match that counts; void and interrupted matches have none.

    `deal` names the initial state; matches of one table share it and are not independent of each
    other. `engines` and `placements` go by seat; placements count from 1 and seats that tie share
    one. `rated_pairs` are the pairs of seats (lower seat first) that count for ratings, None for
    all: after a stand-in played on, only the pairs with the faulty seat. A `forfeit` was not
    played: it gives points, but no rating and no statistics of seats. `faulty` are the seats that
    committed the fault, or that forfeited.

    Raises `ValueError` when the fields do not fit each other.
    """

    deal: str
    engines: tuple[str, ...]
    placements: tuple[int, ...]
    rated_pairs: frozenset[tuple[int, int]] | None = None
    forfeit: bool = False
    faulty: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        seats = len(self.engines)
        if not 1 <= seats <= MAX_SEATS:
            raise ValueError(f"a match has 1 to {MAX_SEATS} seats, not {seats}")
        if len(self.placements) != seats:
            raise ValueError(f"{seats} seats, but {len(self.placements)} placements")
        if min(self.placements) < 1:
            raise ValueError(f"placements count from 1: {self.placements}")
        if self.rated_pairs:
            for first, second in self.rated_pairs:
                if not 0 <= first < second < seats:
                    raise ValueError(f"no pair of seats, lower seat first: ({first}, {second})")
        if self.faulty and not (min(self.faulty) >= 0 and max(self.faulty) < seats):
            raise ValueError(f"no such seat among {seats}: {sorted(self.faulty)}")


@dataclass(frozen=True, slots=True, eq=False)
class ResultColumns:
    """Many results as columns; row m is match m, column s its seat s.

    `engine_ids` are sorted, and may hold engines without a match. `deals` (matches) numbers the
    deals. `engines` and `placements` (matches, seats) hold -1 and 0 where a match has fewer seats
    than the widest. `rated_pairs` (matches) has bit `8 a + b` set where the pair of seats a < b is
    rated, `faulty` (matches) bit `s` where seat s is faulty.
    """

    engine_ids: tuple[str, ...]
    deals: NDArray[np.int64]
    engines: NDArray[np.int32]
    placements: NDArray[np.int32]
    rated_pairs: NDArray[np.int64]
    forfeit: NDArray[np.bool_]
    faulty: NDArray[np.int64]

    @property
    def matches(self) -> int:
        """How many matches there are."""
        return len(self.deals)

    @property
    def seats(self) -> int:
        """Seats of the widest match."""
        return int(self.engines.shape[1])

    @staticmethod
    def of(results: Iterable[Result], roster: Iterable[str] = ()) -> "ResultColumns":
        """The columns of these results; `roster` adds engines that may have no match yet."""
        builder = ResultColumnsBuilder(roster)
        for result in results:
            builder.add(result)
        return builder.build()

    @staticmethod
    def of_kinds(
        kinds: Iterable[Result], kind: Sequence[int], deal: Sequence[int], roster: Iterable[str]
    ) -> "ResultColumns":
        """The columns of matches that are alike but for their deals, as those of a league are.

        Match m is what result number `kind[m]` of `kinds` says, played with deal number `deal[m]`.
        """
        table = ResultColumns.of(kinds, roster)
        chosen = np.asarray(kind, dtype=np.int64)
        return ResultColumns(
            engine_ids=table.engine_ids,
            deals=np.asarray(deal, dtype=np.int64),
            engines=table.engines[chosen],
            placements=table.placements[chosen],
            rated_pairs=table.rated_pairs[chosen],
            forfeit=table.forfeit[chosen],
            faulty=table.faulty[chosen],
        )

    def __post_init__(self) -> None:
        matches = len(self.deals)
        if self.engines.shape != self.placements.shape or self.engines.ndim != 2:
            raise ValueError("engines and placements are one table each, of one shape")
        lengths = {len(self.engines), len(self.rated_pairs), len(self.forfeit), len(self.faulty)}
        if lengths != {matches}:
            raise ValueError(f"columns of different lengths: {sorted({*lengths, matches})}")
        if self.seats > MAX_SEATS:
            raise ValueError(f"a match has at most {MAX_SEATS} seats, not {self.seats}")
        if self.engines.size and not (
            self.engines.min() >= -1 and self.engines.max() < len(self.engine_ids)
        ):
            raise ValueError("an engine number outside of the engine ids")


class ResultColumnsBuilder:
    """Gathers results one by one, as a ledger streams them, without keeping objects of them."""

    def __init__(self, roster: Iterable[str] = ()) -> None:
        self._engine_numbers: dict[str, int] = {}
        # The same seatings come again and again; looking them up whole saves half of the time.
        self._seatings: dict[tuple[str, ...], array[int]] = {}
        self._deal_numbers: dict[str, int] = {}
        self._deals = array("q")
        self._widths = array("b")
        self._engines = array("i")
        self._placements = array("i")
        self._rated_pairs = array("q")
        self._forfeit = array("b")
        self._faulty = array("q")
        for engine in roster:
            self._engine_numbers.setdefault(engine, len(self._engine_numbers))

    def add(self, result: Result) -> None:
        """Append one match."""
        seating = self._seatings.get(result.engines)
        if seating is None:
            numbers = self._engine_numbers
            seating = array("i", [numbers.setdefault(e, len(numbers)) for e in result.engines])
            self._seatings[result.engines] = seating
        self._deals.append(self._deal_numbers.setdefault(result.deal, len(self._deal_numbers)))
        self._widths.append(len(result.engines))
        self._engines.extend(seating)
        self._placements.extend(result.placements)
        pairs = result.rated_pairs
        self._rated_pairs.append(
            ALL_PAIRS if pairs is None else sum(1 << (8 * a + b) for a, b in pairs)
        )
        self._forfeit.append(result.forfeit)
        self._faulty.append(sum(1 << seat for seat in result.faulty) if result.faulty else 0)

    def build(self) -> ResultColumns:
        """The columns of all matches so far; the order of engine ids is that of their texts."""
        widths = np.array(self._widths, dtype=np.int64)
        seats = int(widths.max(initial=0))
        filled = np.arange(seats) < widths[:, np.newaxis]
        engine_ids, renumbered = _sorted_ids(self._engine_numbers)
        engines = np.full(filled.shape, -1, dtype=np.int32)
        engines[filled] = renumbered[np.array(self._engines, dtype=np.int64)]
        placements = np.zeros(filled.shape, dtype=np.int32)
        placements[filled] = np.array(self._placements, dtype=np.int32)
        return ResultColumns(
            engine_ids=engine_ids,
            deals=np.array(self._deals, dtype=np.int64),
            engines=engines,
            placements=placements,
            rated_pairs=np.array(self._rated_pairs, dtype=np.int64),
            forfeit=np.array(self._forfeit, dtype=np.bool_),
            faulty=np.array(self._faulty, dtype=np.int64),
        )


def _sorted_ids(numbers: Mapping[str, int]) -> tuple[tuple[str, ...], NDArray[np.int32]]:
    """The ids in order, and for each number given on arrival its place in that order."""
    engine_ids = tuple(sorted(numbers))
    renumbered = np.zeros(len(numbers), dtype=np.int32)
    for place, engine in enumerate(engine_ids):
        renumbered[numbers[engine]] = place
    return engine_ids, renumbered

"""The count at the end (rules 45-53, 57)."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.games.bomarzo.data import KINDS, RESOURCES, TRACKS
from referee.games.bomarzo.variant import bits
from referee.games.game import Outcome, SeatOutcome

if TYPE_CHECKING:
    from referee.games.bomarzo.state import BomarzoState

__all__ = ["DivinityCount", "FinalCount", "category_values", "count", "rank"]


@dataclass(frozen=True, slots=True)
class DivinityCount:
    """What one divinity pays, by seat; `values` are halves for kinds of cards."""

    divinity: int
    devotion: int
    values: tuple[int, ...]
    points: tuple[int, ...]
    leaders: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FinalCount:
    """All points at the end; `divinities` by final position, the rest by seat."""

    divinities: tuple[DivinityCount, ...]
    track_points: tuple[int, ...]
    temple_points: tuple[int, ...]
    worship_points: tuple[int, ...]
    totals: tuple[int, ...]


def category_values(state: "BomarzoState", category: str) -> tuple[int, ...]:
    """How far each seat is in a category; kinds of cards are counted in halves (rules 37, 51)."""
    seats = range(state.variant.seats)
    if category in TRACKS:
        return tuple(state.board[TRACKS.index(category) :: 3])
    if category in RESOURCES:
        return tuple(state.goods[RESOURCES.index(category) :: 3])
    kind = KINDS.index(category)
    halves = state.variant.half_points
    return tuple(sum(halves[card][kind] for card in bits(state.level_2[seat])) for seat in seats)


def _points(values: tuple[int, ...], first: int, second: int) -> tuple[int, ...]:
    """Rules 46-49: every leader gets `first`, the next value below `second`; 0 gets nothing."""
    best = max(values)
    next_best = max((value for value in values if value < best), default=0)
    return tuple(
        0 if not value else first if value == best else second if value == next_best else 0
        for value in values
    )


def count(state: "BomarzoState") -> FinalCount:
    """Everything that is counted after the last season; changes nothing."""
    variant = state.variant
    seats = range(variant.seats)
    devotion = [0] * len(state.order)
    for _, divinity, card, _ in state.devoted:
        devotion[divinity] += variant.devotion[card]
    # Sorting is stable: ties keep their previous order (rule 45).
    order = sorted(state.order, key=lambda divinity: -devotion[divinity])
    counts = []
    for divinity, (first, second) in zip(order, variant.points, strict=True):
        values = category_values(state, variant.category[divinity])
        best = max(values)
        leaders = tuple(seat for seat in seats if values[seat] == best > 0)
        points = _points(values, first, second)
        counts.append(DivinityCount(divinity, devotion[divinity], values, points, leaders))
    temples = tuple(
        variant.temple_points[len({variant.temples[card] for card in bits(state.level_1[seat])})]
        for seat in seats
    )
    leaders_of = {each.divinity: each.leaders for each in counts}
    worship = [0] * variant.seats
    for seat, card, _ in state.worship_takes:
        worship[seat] += variant.worship_points[seat in leaders_of[card]]
    totals = tuple(
        state.points[seat]
        + sum(each.points[seat] for each in counts)
        + temples[seat]
        + worship[seat]
        for seat in seats
    )
    return FinalCount(tuple(counts), tuple(state.points), temples, tuple(worship), totals)


def rank(final: FinalCount, seasons: int) -> Outcome:
    """Rule 53: most points win, ties share."""
    return Outcome(
        tuple(
            SeatOutcome(1 + sum(other > total for other in final.totals), total)
            for total in final.totals
        ),
        f"{seasons} seasons",
    )

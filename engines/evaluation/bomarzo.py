"""What a position of Bomarzo is worth to each seat, in victory points.

Points won; point spaces that are near; what each divinity would pay by its likely place in the
order, to whoever is likely to lead its category; temple symbols; and what keeps a village going:
resources, cards, pawns, income and powers, for as many seasons as are left. While an action is
under way, also what its favor is about to bring.
"""

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import ClassVar

from engines.evaluation.evaluator import Evaluator
from referee.games.bomarzo.data import KINDS, RESOURCES, SEASONS, TRACKS
from referee.games.bomarzo.payments import tribute
from referee.games.bomarzo.state import BomarzoState
from referee.games.bomarzo.variant import (
    ADVANCE,
    BUILDING,
    CARD,
    CHARACTER,
    DEVOTE,
    DRAW,
    NONE,
    PAWN,
    TAKE,
    VILLAGE_STEPS,
    Variant,
)

__all__ = ["EVALUATOR", "BomarzoEvaluator"]

_RESOURCE = (0.09, 0.09, 0.13)
_HAND_CARD = 0.13
_INCOME = (0.09, 0.09, 0.13, 0.13)
"""What one symbol of a village track gives in a production, as above."""

_STEP = 0.4
"""A step towards the next symbol, as part of a symbol."""

_PAWN_ACTION, _LAST_PAWN_ACTION = 0.5, 0.2
"""What placing a pawn brings, and in the last season."""

_TURN = 0.3
"""What a turn brings on average beyond that, measured."""

_TO_BUILD_ON = 0.25
"""A card that can still be upgraded, in each of the first seasons."""

_POWER = 0.08
_TEMPLES_BEGUN = (0.0, 0.15, 0.4, 1.0, 2.0, 4.0)
_FAVOR = {DRAW: 0.3, VILLAGE_STEPS: 0.45, ADVANCE: 0.3, DEVOTE: 0.3}
_DEVELOPMENT = 0.6
_UNDER_WAY = frozenset(
    (
        *("declare", "pay", "virtual", "overpay", "raise"),
        *("take", "village", "develop", "cards", "advance", "devote"),
    )
)
_BEFORE_PAYMENT = frozenset(("declare", "pay"))
_NEAR = 4.0
_QUICK = frozenset(("overpay", "raise", "virtual", "declare", "one", "discard", "more", "give"))


class BomarzoEvaluator(Evaluator[BomarzoState]):
    """Judges positions, hands and devoted cards as they lie in them."""

    scale: ClassVar[float] = 1.5
    exploration: ClassVar[float] = 0.05
    temperature: ClassVar[float] = 0.3
    search_width: ClassVar[int] = 8
    worlds: ClassVar[int] = 2
    whole_rounds: ClassVar[bool] = True
    greedy_widths: ClassVar[tuple[int, ...]] = (11, 3, 1)
    decisions_a_turn: ClassVar[float] = 3.3

    __slots__ = ()

    def points(self, state: BomarzoState) -> Sequence[float]:
        """See `Evaluator.points`."""
        variant = state.variant
        seats = variant.seats
        left = SEASONS - state.season
        points = [float(won) for won in state.points]
        _add_spaces(state, points, left)
        _add_divinities(state, points, left)
        for seat in range(seats):
            points[seat] += self._village(state, seat, left)
        if state.stage in _UNDER_WAY and state.divinity != NONE:
            points[state.acting_seat] += _pending(state)
        next_seat = state.turn_of if state.stage == "place" else state.turn_of + 1
        self.add_tempo(points, next_seat, _TURN)
        return points

    def _village(self, state: BomarzoState, seat: int, left: int) -> float:
        """What one seat has to go on with, and its temples."""
        variant = state.variant
        # Pawns still to be placed, now and in the seasons to come, give a use to all the rest.
        to_place = state.pawns_left[seat] + left * state.pawns[seat]
        use = to_place / 4 if to_place < 4 else 1.0
        most = 3 + 2 * to_place
        food, coin, wine = state.goods[3 * seat : 3 * seat + 3]
        worth = (_PAWN_ACTION if left else _LAST_PAWN_ACTION) * to_place + use * (
            _RESOURCE[0] * min(food, most)
            + _RESOURCE[1] * min(coin, most)
            + _RESOURCE[2] * min(wine, most)
            + _HAND_CARD * min(state.hands[seat].bit_count(), 2 + to_place)
        )
        level_1, level_2 = state.level_1[seat], state.level_2[seat]
        if left:
            village = tuple(state.village[5 * seat : 5 * seat + 5])
            more_pawns = state.pawns[seat] < variant.most_pawns
            worth += left * _growth(variant, village, level_2, more_pawns)
        worth += _TO_BUILD_ON * min(level_1.bit_count(), to_place) * min(1.0, to_place / 6)
        return worth + _temples(variant, level_1, to_place > 0)

    def decisions_left(self, state: BomarzoState, seat: int) -> float:
        """See `Evaluator.decisions_left`: so many for each pawn still to be placed."""
        left = SEASONS - max(1, state.season)
        pawns = state.pawns_left[seat] + left * state.pawns[seat]
        return max(1.0, pawns * self.decisions_a_turn)

    def weight(self, state: BomarzoState) -> float:
        """See `Evaluator.weight`: where a pawn goes matters most, small change least."""
        if state.stage == "place":
            return 2.0
        return 0.3 if state.stage in _QUICK else 1.0


@lru_cache(maxsize=1 << 14)
def _bits(mask: int) -> tuple[int, ...]:
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)


@lru_cache(maxsize=1 << 16)
def _growth(variant: Variant, village: tuple[int, ...], level_2: int, more_pawns: bool) -> float:
    """What village and cards give in each season to come."""
    worth = _POWER * (level_2 & ~variant.income_mask).bit_count()
    for track in range(CARD + 1):
        symbols = variant.village_symbols[track][village[track]]
        symbols += (level_2 & variant.gain_masks[track]).bit_count()
        worth += _INCOME[track] * (symbols + _STEP * _toward(variant, track, village[track]))
    if more_pawns:
        worth += _PAWN_ACTION * _STEP * _toward(variant, PAWN, village[PAWN])
    return worth


@lru_cache(maxsize=1 << 14)
def _temples(variant: Variant, level_1: int, going_on: bool) -> float:
    symbols = len({variant.temples[card] for card in _bits(level_1)})
    return _TEMPLES_BEGUN[symbols] if going_on else variant.temple_points[symbols]


def _toward(variant: Variant, track: int, step: int) -> float:
    """How far a worker is from its last symbol towards the next one, 0..1."""
    symbols = variant.village_symbols[track]
    here = symbols[step]
    first = step
    while first and symbols[first - 1] == here:
        first -= 1
    following = step
    while following <= variant.village_length and symbols[following] == here:
        following += 1
    if following > variant.village_length:
        return 0.0
    return (step - first) / (following - first)


def _add_spaces(state: BomarzoState, points: list[float], left: int) -> None:
    """Point spaces that nobody has reached: likelier for whoever is nearer (rule 38)."""
    spaces = state.variant.point_spaces
    taken = (1 << len(spaces)) - 1
    for track in range(3):
        claimed = state.claimed >> track * len(spaces) & taken
        for seat, worth in enumerate(_spaces(tuple(state.board[track::3]), spaces, claimed, left)):
            points[seat] += worth


@lru_cache(maxsize=1 << 15)
def _spaces(
    steps: tuple[int, ...], spaces: tuple[int, ...], claimed: int, left: int
) -> tuple[float, ...]:
    """What the free spaces of one track are worth to each seat."""
    reach = 0.5 + 0.8 * left
    worth = [0.0] * len(steps)
    for place, space in enumerate(spaces):
        if claimed >> place & 1:
            continue
        near = [math.exp(-(space - step) / reach) for step in steps]
        total = sum(near) + 0.25
        for seat, nearness in enumerate(near):
            worth[seat] += nearness * nearness / total
    return tuple(worth)


def _add_divinities(state: BomarzoState, points: list[float], left: int) -> None:
    """What the divinities will pay, by the order as it is likely to be (rules 45-51)."""
    variant = state.variant
    devotion = [0] * len(state.order)
    for _, divinity, card, _ in state.devoted:
        devotion[divinity] += variant.devotion[card]
    idle = max(state.pawns_left)
    for divinity, first, second in _pays(variant, state.order, tuple(devotion), left):
        category = variant.category[divinity]
        if category in TRACKS:
            values = tuple(state.board[TRACKS.index(category) :: 3])
            spread = 0.35 + 0.35 * left
        elif category in RESOURCES:
            values = tuple(state.goods[RESOURCES.index(category) :: 3])
            spread = 0.5 + 1.2 * left + 0.3 * idle
        else:
            kind = KINDS.index(category)
            values = tuple([_halves(variant, kind, cards) for cards in state.level_2])
            spread = 0.5 + 0.4 * left
        for seat, (lead, follow) in enumerate(_standing(values, spread)):
            points[seat] += lead * first + follow * second


@lru_cache(maxsize=1 << 12)
def _pays(
    variant: Variant, before: tuple[int, ...], devotion: tuple[int, ...], left: int
) -> tuple[tuple[int, float, float], ...]:
    """Each divinity with what it is likely to pay to the first and the second."""
    order = sorted(before, key=lambda divinity: -devotion[divinity])
    firm = 1.0 - left / (SEASONS + 3)
    mean_first, mean_second = (
        sum(pay) / len(variant.points) for pay in zip(*variant.points, strict=True)
    )
    return tuple(
        (divinity, firm * first + (1 - firm) * mean_first, firm * second + (1 - firm) * mean_second)
        for divinity, (first, second) in zip(order, variant.points, strict=True)
    )


@lru_cache(maxsize=1 << 14)
def _halves(variant: Variant, kind: int, cards: int) -> int:
    halves = variant.half_points
    return sum(halves[card][kind] for card in _bits(cards))


@lru_cache(maxsize=1 << 16)
def _standing(values: tuple[int, ...], spread: float) -> tuple[tuple[float, float], ...]:
    """For each seat, how surely it leads a category, and how surely it comes second.

    A pure function, so remembering is safe.
    """
    best = max(values)
    weights = [
        math.exp((value - best) / spread) * (1.0 if value else min(0.5, 0.12 * spread))
        for value in values
    ]
    total = sum(weights)
    if not total:
        return ((0.0, 0.0),) * len(values)
    # Ties pay in full to everybody, so that shares of leaders are more than they add up to.
    lead = [weight / total for weight in weights]
    tied = sum(value == best for value in values)
    if tied > 1 and best:
        lead = [
            share * (1 + (tied - 1) * 0.6 / (1 + spread)) if value == best else share
            for share, value in zip(lead, values, strict=True)
        ]
    follow = []
    for seat, weight in enumerate(weights):
        second = 0.0
        for other, first in enumerate(lead):
            if other != seat and total > weights[other]:
                second += min(1.0, first) * weight / (total - weights[other])
        follow.append(min(1.0, second))
    return tuple(zip(lead, follow, strict=True))


def _pending(state: BomarzoState) -> float:
    """What the favor of the action under way brings, less what is still to be paid for it."""
    variant, seat, divinity = state.variant, state.acting_seat, state.divinity
    favor = variant.favors[divinity]
    if favor == TAKE:
        cubes = [state.cubes[3 * d + k] for d in range(8) if d != divinity for k in (0, 1)]
        spread = sum(1 for d in range(8) if d != divinity and any(state.cubes[3 * d : 3 * d + 2]))
        worth = _RESOURCE[0] * max(max(cubes), spread)
    elif BUILDING <= favor <= CHARACTER:
        worth = _DEVELOPMENT
    else:
        worth = _FAVOR[favor]
    if state.stage in _BEFORE_PAYMENT:
        due = tribute(state, divinity, state.placed[divinity] == 1 << 2 * seat)
        worth -= sum(due) * _RESOURCE[0]
    return worth


EVALUATOR = BomarzoEvaluator

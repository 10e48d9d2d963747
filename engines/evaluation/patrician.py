"""What a position of Patrician is worth to each seat, in points.

Four parts: the tokens won; for each city still building, both tokens for whoever is likely to lead
the tower that gets them; the portraits played and in hand, sets and beginnings of sets; and the
cards in hand that do something special. Every card will be played, and the crests of a city's cards
fill it exactly, so a hand tells where its owner will still build.
"""

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import ClassVar

from engines.evaluation.evaluator import Evaluator
from referee.games.patrician.data import PORTRAITS, SET_POINTS, SET_SIZE
from referee.games.patrician.state import PatricianState
from referee.games.patrician.towers import building_sites, leader, place
from referee.games.patrician.variant import NOBODY, Variant

__all__ = ["EVALUATOR", "PatricianEvaluator"]

_BEGUN = (0.0, 1.3, 3.2)
"""One and two portraits of a kind beyond whole sets, while cards can still be taken."""

_NOISE = 1e-9
"""Less is no difference, but the order of sums."""

_MOVE_CARD, _ANY_CARD = 1.2, 0.5
_HAND_FLOOR = 0.35
"""A floor in hand for a city, as part of a floor of each of its towers."""

_TOP = 0.45
"""The highest floor, which wins ties, as part of a floor."""

_FIRM = 1.5
_TURN, _TURN_LESS = 7.2, 0.5
"""What a turn brings on average, measured, and how much less with each seat."""

_TURN_LENGTH = 2.2


class PatricianEvaluator(Evaluator[PatricianState]):
    """Judges positions, each hand as it lies in them."""

    scale: ClassVar[float] = 6.0
    temperature: ClassVar[float] = 1.5
    search_width: ClassVar[int] = 12
    worlds: ClassVar[int] = 3
    greedy_widths: ClassVar[tuple[int, ...]] = (9, 3)
    decisions_a_turn: ClassVar[float] = 2.2

    __slots__ = ()

    def points(self, state: PatricianState) -> Sequence[float]:
        """See `Evaluator.points`."""
        variant = state.variant
        seats = variant.seats
        cards_left = len(state.pile) + len(state.plates) - state.plates.count(NOBODY)
        open_share = min(1.0, cards_left / (3 * seats))
        points = [float(bonus) for bonus in state.bonus]
        in_hand = []
        for seat in range(seats):
            hand = state.known_hands[seat] + state.unknown_hands[seat]
            certain, begun, crests = _holdings(variant, hand, state.stacks[seat])
            points[seat] += certain + begun * open_share
            in_hand.append(crests)
        if variant.architetto != NOBODY:
            in_hand.append((0,) * len(variant.cities))
        hands_by_city = list(zip(*in_hand, strict=True))
        markers = _markers(state) if variant.trade_routes else None
        for city, won in enumerate(state.tokens):
            higher, lower = variant.tokens[city]
            if won[0] != NOBODY:
                points[won[0]] += higher
                points[won[1]] += lower
                continue
            bonus = markers[city] if markers else 0
            expected = self._city(state, city, hands_by_city[city], bonus)
            for owner, worth in enumerate(expected):
                points[owner] += worth
        points = points[:seats]
        next_seat = state.acting_seat if state.stage == "card" else state.acting_seat + 1
        self.add_tempo(points, next_seat, _TURN - _TURN_LESS * seats)
        return points

    def _city(
        self, state: PatricianState, city: int, in_hand: tuple[int, ...], bonus: int
    ) -> Sequence[float]:
        """What each owner may expect of a city that is not complete."""
        variant = state.variant
        towers = state.towers[city]
        capacity = variant.capacity[city]
        tokens = variant.tokens[city]
        higher, lower = tokens[0] + bonus, tokens[1] + bonus
        if state.stage != "site" or variant.card_city[state.played] != city:
            return _expected(towers, capacity, higher, lower, in_hand)
        # The floors of the card just played are still to be placed: where its owner likes best.
        seat = state.acting_seat
        room = capacity - len(towers[0]) - len(towers[1])
        best: Sequence[float] = ()
        best_lead = -math.inf
        for sites in building_sites(
            len(towers[0]), len(towers[1]), room, variant.crests[state.played]
        ):
            after = towers
            for site in sites:
                after = place(after, int(site), seat)
            found = _expected(after, capacity, higher, lower, in_hand)
            lead = 2 * found[seat] - sum(found)
            if lead > best_lead + _NOISE:
                best, best_lead = found, lead
        return best

    def decisions_left(self, state: PatricianState, seat: int) -> float:
        """See `Evaluator.decisions_left`: by the cards that this seat will still play."""
        cards = len(state.pile) + sum(card != NOBODY for card in state.plates)
        share = cards / (state.variant.owners + (0.5 if state.variant.architetto != NOBODY else 0))
        return max(1.0, (len(state.hand(seat)) + share) * _TURN_LENGTH)


def _markers(state: PatricianState) -> list[int]:
    """What the tokens of each city are worth more or less by its markers."""
    found = [0] * len(state.variant.cities)
    for side, (a, b) in zip(state.marker_sides, state.variant.roads, strict=True):
        if side:
            found[a] += side
            found[b] += side
    return found


@lru_cache(maxsize=1 << 16)
def _holdings(
    variant: Variant, hand: tuple[int, ...], stack: tuple[int, ...]
) -> tuple[float, float, tuple[int, ...]]:
    """Of one seat: points for sets and specials, for sets begun, and crests in hand by city.

    A pure function, so remembering is safe.
    """
    portraits = [0] * len(PORTRAITS)
    crests = [0] * len(variant.cities)
    certain = 0.0
    for card in hand:
        crests[variant.card_city[card]] += variant.crests[card]
        special = variant.special[card]
        if special is not None:
            certain += _MOVE_CARD if special == "move" else _ANY_CARD
    for card in hand + stack:
        for kind, count in enumerate(variant.portraits[card]):
            portraits[kind] += count
    certain += SET_POINTS * sum(count // SET_SIZE for count in portraits)
    return certain, sum(_BEGUN[count % SET_SIZE] for count in portraits), tuple(crests)


@lru_cache(maxsize=1 << 16)
def _expected(
    towers: tuple[bytes, bytes], capacity: int, higher: int, lower: int, in_hand: tuple[int, ...]
) -> tuple[float, ...]:
    """Points that each owner may expect of a city: a pure function, so remembering is safe."""
    first, second = towers
    room = capacity - len(first) - len(second)
    lead = len(first) - len(second)
    if room == 0:
        taller = 1.0 if lead > 0 else 0.0
    else:
        taller = 1.0 / (1.0 + math.exp(-2.0 * lead / (0.6 + 0.8 * room)))
    worth = (taller * higher + (1 - taller) * lower, taller * lower + (1 - taller) * higher)
    sums = [0.0] * len(in_hand)
    for tower, value in zip(towers, worth, strict=True):
        if room == 0:
            winner = leader(tower)
            if winner is not None:
                sums[winner] += value
            continue
        top = tower[-1] if tower else -1
        firm = _FIRM / math.sqrt(0.4 + 0.6 * room)
        weights = [
            math.exp(firm * (tower.count(owner) + _TOP * (owner == top) + _HAND_FLOOR * hand))
            for owner, hand in enumerate(in_hand)
        ]
        # Who has neither a floor nor a card there counts for less than exp(0).
        weights = [
            w if owner in tower or in_hand[owner] else 0.5 * w for owner, w in enumerate(weights)
        ]
        total = sum(weights)
        for owner, weight in enumerate(weights):
            sums[owner] += value * weight / total
    return tuple(sums)


EVALUATOR = PatricianEvaluator

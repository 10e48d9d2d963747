"""What a position of Die Türme von Bologna is worth to each seat, in points.

Points scored; each tower for its owner at every scoring still to come, less where it is likely to
be taken over or burnt before; and what may still be made of the hand, the stones and the roofs.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import ClassVar

from engines.evaluation.evaluator import Evaluator
from referee.games.game import Move
from referee.games.tuerme.cards import POSITIONS, SCORING
from referee.games.tuerme.fields import BASILICA, BLOCK_MASK, BLOCKS, SIDE
from referee.games.tuerme.moves import Build, Fire, Plague
from referee.games.tuerme.state import TuermeState

__all__ = ["EVALUATOR", "TuermeEvaluator"]

_KEPT = 0.93
"""Chance that a tower keeps its owner for one turn of any seat."""

_KEPT_FIRM = 0.96
"""The same for a tower that its owner secures with the next stone, or that can only burn."""

_GROWING = 0.35
"""A lone stone: what may become of it, as part of a tower of two."""

_PLAGUE_STAYS = 0.5
_SPECIAL = 0.7
_HEALING = 2.0
_STONE = 0.12
_ROOF = 1.1
_HAND = 0.25
"""The best field that a hand reaches, as part of what it holds."""

_TURN = 11.0
"""What a turn brings on average, measured; less at the beginning and near the end."""

_PLAYED = 0.8
"""How much of the pile comes up before towers end the match, on average."""

_STONES_A_TURN = 2.4


class TuermeEvaluator(Evaluator[TuermeState]):
    """Judges positions, each hand as it lies in them."""

    scale: ClassVar[float] = 7.0
    temperature: ClassVar[float] = 1.5
    search_width: ClassVar[int] = 6
    worlds: ClassVar[int] = 2
    greedy_widths: ClassVar[tuple[int, ...]] = (8, 2, 1)
    decisions_a_turn: ClassVar[float] = 2.1

    __slots__ = ()

    def points(self, state: TuermeState) -> Sequence[float]:
        """See `Evaluator.points`."""
        seats = state.variant.seats
        points = [float(won) for won in state.tokens]
        for scoring in state.scorings:
            for seat, one in enumerate(scoring):
                points[seat] += one.points
        turns = _turns_to_scorings(state)
        kept = sum([round(_KEPT**turn, 2) for turn in turns])
        firm = sum([round(_KEPT_FIRM**turn, 2) for turn in turns])
        roofs, full, plague = state.roofs, state.full, BLOCK_MASK[state.zone]
        for field, tower in enumerate(state.towers):
            if not tower:
                continue
            bit = 1 << field
            height = len(tower)
            owner = tower[-1]
            if roofs & bit:
                worth = float(height * len(turns))
            elif full & bit:
                worth = height * firm
            elif height == 1:
                worth = _GROWING * kept
            else:
                worth = height * (firm if height > 2 and tower[-2] == owner else kept)
            if plague & bit:
                worth *= _PLAGUE_STAYS
            points[owner] += worth
        left = turns[-1] / seats
        for seat in range(seats):
            points[seat] += self._means(state, seat, left)
        next_seat = state.turn_seat if state.stage == "action" else state.turn_seat + 1
        begun = min(1.1, (state.turn_index + 3) / (4 * seats))
        self.add_tempo(points, next_seat, _TURN * min(begun, left / 2))
        return points

    def _means(self, state: TuermeState, seat: int, turns_left: float) -> float:
        """What a seat can still do, with so many turns of its own."""
        stones = state.stones_left[seat]
        worth = _STONE * min(stones, turns_left * _STONES_A_TURN)
        worth += _ROOF * min(state.roofs_left[seat], turns_left / 2)
        hand = state.known_hands[seat] + state.unknown_hands[seat]
        numbers = [card for card in hand if card in POSITIONS]
        worth += _SPECIAL * (len(hand) - len(numbers)) * min(1.0, turns_left)
        if stones and turns_left > 0 and len(numbers) > 1:
            blocked = state.full | state.roofs | BLOCK_MASK[state.zone] | 1 << BASILICA
            towers = state.towers
            best = 0
            for field in _reached(tuple(numbers)):
                if not blocked >> field & 1:
                    tower = towers[field]
                    if tower:
                        height = len(tower)
                        gain = height + 1 if tower[-1] != seat else 1 + (height > 2) * 2
                        best = max(best, gain)
            worth += _HAND * best
        return worth

    def promising(self, state: TuermeState, moves: Sequence[Move], most: int) -> Sequence[Move]:
        """See `Evaluator.promising`: actions by what they do to the towers they touch."""
        if state.stage != "action" or len(moves) <= most:
            return moves
        seat, towers = state.turn_seat, state.towers
        gains = [_gain(tower, seat) for tower in towers]
        ranked: list[tuple[float, int]] = []
        for place, move in enumerate(moves):
            if isinstance(move, Build):
                worth = sum([gains[field] for field in move.fields])
            elif isinstance(move, Plague | Fire):
                worth = 0.0
                for field in BLOCKS[move.block]:
                    tower = towers[field]
                    if len(tower) > 1 and not (isinstance(move, Fire) and state.roofs >> field & 1):
                        worth += -len(tower) if tower[-1] == seat else len(tower)
            else:
                worth = _HEALING
            ranked.append((-worth, place))
        ranked.sort()
        return [moves[place] for _, place in sorted(ranked[:most], key=_by_place)]

    def decisions_left(self, state: TuermeState, seat: int) -> float:
        """See `Evaluator.decisions_left`: the pile gives two cards a turn, if it is used up."""
        turns = _PLAYED * len(state.pile) / 2 / state.variant.seats
        return max(1.0, (turns + 1) * self.decisions_a_turn)

    def weight(self, state: TuermeState) -> float:
        """See `Evaluator.weight`: what to do matters more than what to draw."""
        return 1.5 if state.stage == "action" else 0.6


def _by_place(ranked: tuple[float, int]) -> int:
    return ranked[1]


def _gain(tower: bytes, seat: int) -> float:
    """About what a stone on a tower brings its owner against the others."""
    height = len(tower)
    if not height:
        return _GROWING
    if tower[-1] != seat:
        return 2.0 * height + 1
    return 3.0 if height > 2 else 1.0


def _turns_to_scorings(state: TuermeState) -> tuple[float, ...]:
    """Turns of any seat until each scoring still to come, as everybody can estimate them."""
    variant = state.variant
    cards = len(state.pile)
    for card in state.pile:
        cards -= card == SCORING
    turned_up = variant.pile_cards - cards
    end = cards / 2
    towers_missing = variant.towers_to_end - state.full.bit_count()
    if towers_missing < 2:
        end = min(end, 3.0 + 4.0 * towers_missing)
    done = len(state.scorings)
    turns = [
        max(0.5, (places.start + places.stop - 1 - 2 * turned_up) / 4)
        for places in variant.scoring_ranges[done:]
    ]
    return (*[turn for turn in turns if turn < end], max(0.5, end))


@lru_cache(maxsize=1 << 14)
def _reached(numbers: tuple[int, ...]) -> tuple[int, ...]:
    """The action fields of position cards."""
    fields = {
        a * SIDE + b
        for place, a in enumerate(numbers)
        for other, b in enumerate(numbers)
        if place != other
    }
    return tuple(sorted(fields))


EVALUATOR = TuermeEvaluator

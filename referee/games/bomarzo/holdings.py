"""All cubes, cards and pawns of Bomarzo, counted where they lie."""

from collections import Counter
from typing import TYPE_CHECKING

from referee.games.bomarzo.data import RESOURCES
from referee.games.bomarzo.variant import bits

if TYPE_CHECKING:
    from referee.games.bomarzo.state import BomarzoState

__all__ = ["holdings"]


def holdings(state: "BomarzoState") -> Counter[str]:
    """Cubes by kind, each card, and the pawns of each seat, those in the box too."""
    found: Counter[str] = Counter()
    for kind, name in enumerate(RESOURCES):
        found[name] = state.reserve[kind] + sum(state.goods[kind::3]) + sum(state.cubes[kind::3])
    cards = [*state.deck[: state.deck_left], *(card for _, _, card, _ in state.devoted)]
    for mask in (state.discards, state.drawn, *state.hands, *state.level_1, *state.level_2):
        cards += bits(mask)
    found.update(state.variant.card_names[card] for card in cards)
    for seat in range(state.variant.seats):
        on_divinities = sum(placed >> 2 * seat & 3 for placed in state.placed)
        harvesting = sum(by >> seat & 1 for by in state.harvested)
        boxed = state.variant.most_pawns - state.pawns[seat]
        found[f"pawns of seat {seat}"] = state.pawns_left[seat] + on_divinities + harvesting + boxed
    return found

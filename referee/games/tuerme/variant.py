"""The data compiled for one number of seats, without or with the option sammel."""

from functools import cache

from referee.games.tuerme.cards import POSITIONS
from referee.games.tuerme.data import (
    HAND_CARDS,
    OPEN_CARDS,
    SCORING_CARDS,
    SCORING_SPREAD,
    GameData,
    load_data,
    scoring_places,
)

__all__ = ["Variant", "variant_for"]


class Variant:
    """What never changes in a match; shared by all its positions."""

    def __init__(self, data: GameData, seats: int, sammel: bool) -> None:
        self.data = data
        self.seats = seats
        self.sammel = sammel
        self.stones = data.stones
        self.roofs = data.roofs
        self.tokens = data.tokens if sammel else 0
        """Tokens for takeovers in the game (TB-37)."""

        self.counts = data.deck(seats).counts()
        """Cards of each kind, the scoring cards apart."""

        positions = POSITIONS.stop
        self.positions = [k for k, n in enumerate(self.counts[:positions]) for _ in range(n)]
        """All position cards, in card order."""
        self.specials = [
            k for k, n in enumerate(self.counts[positions:], positions) for _ in range(n)
        ]
        """All special cards, in card order."""
        self.pile_cards = sum(self.counts) - seats * HAND_CARDS - OPEN_CARDS
        """Cards in the pile at the start, the scoring cards apart."""
        self.scoring_ranges = tuple(
            range(mean - SCORING_SPREAD, mean + SCORING_SPREAD + 1)
            for mean in scoring_places(self.pile_cards)
        )
        """How many of those cards may lie above each scoring card (TB-04)."""
        self.pile_size = self.pile_cards + SCORING_CARDS
        self.towers_to_end = seats + 1
        """Towers of six stones that end the match (TB-35)."""


@cache
def variant_for(seats: int, sammel: bool) -> Variant:
    """The variant, made once a process."""
    return Variant(load_data(), seats, sammel)

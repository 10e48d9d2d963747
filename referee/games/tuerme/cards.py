"""The kinds of cards. Inside a position a card is the number of its kind: all of a kind are alike.

0..6 are the position cards 2..8, 7..13 the plague cards P2..P8, 14..20 the fire cards F2..F8, and
21 is the scoring card, which never comes into a hand.
"""

from collections.abc import Iterable

__all__ = [
    "CARD_NAMES",
    "CARD_NUMBER",
    "FIRE",
    "LOWEST",
    "NUMBERS",
    "NUMBER_OF",
    "PLAGUE",
    "POSITIONS",
    "SCORING",
    "SPECIAL_NUMBERS",
    "names",
]

LOWEST = 2
"""The first row and column."""

NUMBERS = tuple(range(2, 9))
SPECIAL_NUMBERS = tuple(n for n in NUMBERS if n != 5)
"""No special card leads to the Basilica."""

POSITIONS = range(7)
PLAGUE = range(7, 14)
FIRE = range(14, 21)
SCORING = 21

CARD_NAMES = tuple(f"{letter}{n}" for letter in ("", "P", "F") for n in NUMBERS)
"""By kind, in the order that every list of cards keeps."""

NUMBER_OF = tuple(kind % 7 for kind in range(21))
"""Row or column that a card gives, 0..6, by kind."""

CARD_NUMBER = {name: kind for kind, name in enumerate(CARD_NAMES)}


def names(cards: Iterable[int]) -> list[str]:
    """The names of cards."""
    return [CARD_NAMES[card] for card in cards]

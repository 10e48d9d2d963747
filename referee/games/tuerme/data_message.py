"""The data as a message, so that foreign engines need no files of ours."""

from podesta.tuerme.v1 import tuerme_pb2 as pb

from referee.games.tuerme.cards import CARD_NAMES
from referee.games.tuerme.data import (
    HAND_CARDS,
    MOST_STONES,
    OPEN_CARDS,
    SCORING_CARDS,
    SCORING_SPREAD,
    GameData,
)

__all__ = ["data_message"]


def data_message(data: GameData) -> pb.TuermeData:
    """Everything in the data file, and the numbers of the rules."""
    return pb.TuermeData(
        decks=[
            pb.Deck(
                seats=deck.seats,
                cards=[
                    pb.CardCount(card=name, count=count)
                    for name, count in zip(CARD_NAMES, deck.counts(), strict=True)
                    if count
                ],
            )
            for deck in data.decks
        ],
        stones=data.stones,
        roofs=data.roofs,
        hand_cards=HAND_CARDS,
        open_cards=OPEN_CARDS,
        scoring_cards=SCORING_CARDS,
        scoring_spread=SCORING_SPREAD,
        tokens=data.tokens,
        most_stones=MOST_STONES,
    )

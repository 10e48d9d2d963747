"""What happened, as messages; all of it happens in the open."""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

from podesta.tuerme.v1 import tuerme_pb2 as pb

from referee.games.game import Event
from referee.games.tuerme.cards import names
from referee.games.tuerme.fields import NOWHERE, place
from referee.games.tuerme.moves import Pair
from referee.games.tuerme.scoring import SeatScoring

__all__ = [
    "cards_discarded",
    "cards_drawn",
    "cards_turned_up",
    "field_message",
    "fire_raged",
    "match_ended",
    "plague_broken",
    "plague_lifted",
    "scoring_message",
    "securing_declined",
    "stones_placed",
    "token_won",
    "tower_secured",
    "towers_scored",
]


@cache
def field_message(field: int) -> pb.Field:
    """A field; shared, never to be changed."""
    row, column = place(field)
    return pb.Field(row=row, column=column)


@lru_cache(maxsize=256)
def scoring_message(scoring: tuple[SeatScoring, ...]) -> pb.Scoring:
    """One scoring; shared like fields."""
    return pb.Scoring(seats=[pb.SeatScoring(points=s.points, towers=s.towers) for s in scoring])


def stones_placed(seat: int, cards: Pair, fields: Sequence[int]) -> Event:
    """TB-06."""
    placed = pb.StonesPlaced(
        seat=seat, cards=names(cards), fields=[field_message(f) for f in fields]
    )
    return Event(pb.TuermeEvent(stones_placed=placed))


def plague_broken(seat: int, cards: Pair, zone: int) -> Event:
    """TB-22."""
    broken = pb.PlagueBroken(seat=seat, cards=names(cards), zone=field_message(zone))
    return Event(pb.TuermeEvent(plague_broken=broken))


def plague_lifted(seat: int, cards: Pair) -> Event:
    """TB-25."""
    return Event(pb.TuermeEvent(plague_lifted=pb.PlagueLifted(seat=seat, cards=names(cards))))


def fire_raged(seat: int, cards: Pair, block: int, burnt: Sequence[tuple[int, int]]) -> Event:
    """TB-26; `burnt` holds fields and owners."""
    raged = pb.FireRaged(
        seat=seat,
        cards=names(cards),
        block=field_message(block),
        burnt=[pb.BurntStone(field=field_message(f), owner=owner) for f, owner in burnt],
    )
    return Event(pb.TuermeEvent(fire_raged=raged))


def cards_discarded(seat: int, cards: Pair) -> Event:
    """TB-29."""
    return Event(pb.TuermeEvent(cards_discarded=pb.CardsDiscarded(seat=seat, cards=names(cards))))


def token_won(seat: int, field: int) -> Event:
    """TB-37."""
    return Event(pb.TuermeEvent(token_won=pb.TokenWon(seat=seat, field=field_message(field))))


def tower_secured(seat: int, field: int, moved_from: int = NOWHERE) -> Event:
    """TB-13 to 15."""
    secured = pb.TowerSecured(
        seat=seat,
        field=field_message(field),
        moved_from=field_message(moved_from) if moved_from != NOWHERE else None,
    )
    return Event(pb.TuermeEvent(tower_secured=secured))


def securing_declined(seat: int, field: int) -> Event:
    """TB-14, 16."""
    declined = pb.SecuringDeclined(seat=seat, field=field_message(field))
    return Event(pb.TuermeEvent(securing_declined=declined))


def cards_drawn(seat: int, cards: Pair) -> Event:
    """TB-17."""
    return Event(pb.TuermeEvent(cards_drawn=pb.CardsDrawn(seat=seat, cards=names(cards))))


def cards_turned_up(cards: Iterable[int]) -> Event:
    """TB-17."""
    return Event(pb.TuermeEvent(cards_turned_up=pb.CardsTurnedUp(cards=names(cards))))


def towers_scored(number: int, scoring: tuple[SeatScoring, ...]) -> Event:
    """TB-19, 33."""
    scored = pb.TowersScored(number=number, scoring=scoring_message(scoring))
    return Event(pb.TuermeEvent(towers_scored=scored))


def match_ended(ending: "pb.Ending") -> Event:
    """TB-34, 35."""
    return Event(pb.TuermeEvent(match_ended=pb.MatchEnded(ending=ending)))

"""What happened, as messages; all of it happens in the open."""

from typing import TYPE_CHECKING

from podesta.patrician.v1 import patrician_pb2 as pb

from referee.games.game import Event
from referee.games.patrician.messages import final_scores, marker

if TYPE_CHECKING:
    from referee.games.patrician.state import PatricianState

__all__ = [
    "architetto_revealed",
    "card_played",
    "card_taken",
    "card_turned_up",
    "city_scored",
    "final",
    "floor_moved",
    "floors_placed",
    "marker_placed",
    "passed",
]


def card_played(state: "PatricianState", seat: int, card: int) -> Event:
    """Rule 10."""
    name = state.variant.cards[card].name
    return Event(pb.PatricianEvent(card_played=pb.CardPlayed(seat=seat, card=name)))


def floors_placed(state: "PatricianState", owner: int, city: int, sites: list[int]) -> Event:
    """Rules 11-16, 42-46."""
    name = state.variant.cities[city].name
    placed = pb.FloorsPlaced(owner=owner, city=name, sites=sites)
    return Event(pb.PatricianEvent(floors_placed=placed))


def city_scored(state: "PatricianState", city: int, bonus: int) -> Event:
    """Rules 29-34, 58."""
    higher, lower = state.tokens[city]
    scored = pb.CityScored(
        city=state.variant.cities[city].name,
        higher_owner=higher,
        lower_owner=lower,
        bonus=bonus,
    )
    return Event(pb.PatricianEvent(city_scored=scored))


def card_taken(state: "PatricianState", seat: int, city: int, card: int) -> Event:
    """Rules 17-20."""
    variant = state.variant
    taken = pb.CardTaken(seat=seat, city=variant.cities[city].name, card=variant.cards[card].name)
    return Event(pb.PatricianEvent(card_taken=taken))


def floor_moved(state: "PatricianState", seat: int, owner: int, city: int, from_site: int) -> Event:
    """Rule 21."""
    name = state.variant.cities[city].name
    moved = pb.FloorMoved(seat=seat, owner=owner, city=name, from_site=from_site)
    return Event(pb.PatricianEvent(floor_moved=moved))


def passed(seat: int, decision: str) -> Event:
    """No floor moved, no marker placed."""
    return Event(pb.PatricianEvent(passed=pb.Passed(seat=seat, decision=decision)))


def card_turned_up(state: "PatricianState", city: int, card: int) -> Event:
    """Rule 27."""
    variant = state.variant
    turned = pb.CardTurnedUp(city=variant.cities[city].name, card=variant.cards[card].name)
    return Event(pb.PatricianEvent(card_turned_up=turned))


def marker_placed(state: "PatricianState", seat: int, road: int) -> Event:
    """Rule 54."""
    placed = pb.MarkerPlaced(seat=seat, marker=marker(state, road))
    return Event(pb.PatricianEvent(marker_placed=placed))


def architetto_revealed(state: "PatricianState", card: int, set_aside: bool) -> Event:
    """Rules 40, 50."""
    name = state.variant.cards[card].name
    revealed = pb.ArchitettoRevealed(card=name, set_aside=set_aside)
    return Event(pb.PatricianEvent(architetto_revealed=revealed))


def final(state: "PatricianState") -> Event:
    """Rule 35."""
    return Event(pb.PatricianEvent(final=final_scores(state)))

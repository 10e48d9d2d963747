"""Positions and events as messages."""

from functools import lru_cache
from typing import TYPE_CHECKING

from podesta.bologna.v1 import bologna_pb2 as messages

from referee.games.bologna.city import City
from referee.games.bologna.courtyards import Courtyard
from referee.games.bologna.moves import Space
from referee.games.bologna.scoring import DistrictScore
from referee.games.bologna.side import mask_spaces
from referee.games.game import Event
from referee.games.wire import LengthDelimited

if TYPE_CHECKING:
    from referee.games.bologna.state import BolognaState

__all__ = [
    "courtyard_event",
    "district_event",
    "played_event",
    "public_bytes",
    "public_message",
]

_MOST_IN_A_BYTE = 1 << 7
_SUPPLIES = LengthDelimited(messages.BolognaPublic, "supplies")
_BUILDINGS = LengthDelimited(messages.Supply, "buildings")
_SCHOOLS = tuple(messages.Supply(schools=n).SerializeToString() for n in range(_MOST_IN_A_BYTE))


def public_message(state: "BolognaState") -> messages.BolognaPublic:
    """The whole position."""
    return messages.BolognaPublic.FromString(public_bytes(state))


def public_bytes(state: "BolognaState") -> bytes:
    """The whole position, serialized."""
    city = state.city
    wire = city.wire
    parts = [wire[code] for code in state.placed]
    rest = messages.BolognaPublic(
        pawn=state.pawn,
        landmark_due=0 if state.due is None else state.due + 1,
        turn=state.turn,
        to_act=state.to_act,
        ending=state.ending,
    )
    parts.append(rest.SerializeToString())
    counts = state.counts
    parts.append(_supply_bytes(*counts[0:6]))
    parts.append(_supply_bytes(*counts[6:12]))
    parts.append(_landmarks_bytes(*state.landmarks_left))
    parts.append(_city_bytes(city))
    return b"".join(parts)


@lru_cache(maxsize=1 << 13)
def _supply_bytes(*counts: int) -> bytes:
    """What a seat has left: buildings of each size, then schools."""
    *buildings, schools = counts
    if max(counts) < _MOST_IN_A_BYTE:
        # A packed list of small numbers is its bytes; most moves leave a supply not seen before.
        left = _BUILDINGS.field(bytes(buildings)) + (_SCHOOLS[schools] if schools else b"")
        return _SUPPLIES.field(left)
    supply = messages.Supply(buildings=buildings, schools=schools)
    return messages.BolognaPublic(supplies=[supply]).SerializeToString()


@lru_cache(maxsize=1024)
def _landmarks_bytes(*left: int) -> bytes:
    return messages.BolognaPublic(landmarks_left=left).SerializeToString()


@lru_cache(maxsize=128)
def _city_bytes(city: City) -> bytes:
    """What stays the same for a whole match."""
    message = messages.BolognaPublic(city=city.letters)
    if not city.city_map.shipped:
        for side in city.sides:
            message.districts.add(rows=side.rows)
        message.track_length = city.city_map.tracks
    return message.SerializeToString()


def played_event(seat: int, text: str) -> Event:
    """A decision was made."""
    return Event(messages.BolognaEvent(played=messages.Played(seat=seat, move=text)))


def courtyard_event(courtyard: Courtyard, stride: int, pawn: int) -> Event:
    """A courtyard was closed; `pawn` after all courtyards of the turn."""
    scored = messages.CourtyardScored(
        district=courtyard.district + 1,
        squares=_spaces(mask_spaces(courtyard.squares, stride)),
        houses=courtyard.houses,
        touching=courtyard.touching,
        pawn=pawn,
    )
    if courtyard.winner is not None:
        scored.winner = courtyard.winner
    return Event(messages.BolognaEvent(courtyard=scored))


def district_event(step: DistrictScore) -> Event:
    """A district was scored at the end."""
    scored = messages.DistrictScored(district=step.district + 1, value=step.value, pawn=step.pawn)
    if step.winner is not None:
        scored.winner = step.winner
    return Event(messages.BolognaEvent(district=scored))


def _spaces(spaces: tuple[Space, ...]) -> list[messages.Space]:
    return [messages.Space(row=space.row, column=space.column) for space in spaces]

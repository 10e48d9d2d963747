"""Positions and events as messages."""

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from podesta.bologna.v1 import bologna_pb2 as messages

from referee.games.bologna.city import City
from referee.games.bologna.courtyards import Courtyard
from referee.games.bologna.moves import House, Landmark, Space, Tower
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

_PIECES = LengthDelimited(messages.BolognaPublic, "pieces")


def public_message(state: "BolognaState") -> messages.BolognaPublic:
    """The whole position."""
    return messages.BolognaPublic.FromString(public_bytes(state))


def public_bytes(state: "BolognaState") -> bytes:
    """The whole position, serialized.

    The pieces are joined from bytes made once for each placement: that is many times as fast as
    building their messages anew.
    """
    city = state.city
    wire = city.wire
    known = wire.get
    parts = [known(code) or _wired(city, code) for code in state.placed]
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
    supply = messages.Supply(buildings=counts[:-1], schools=counts[-1])
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


def _wired(city: City, code: int) -> bytes:
    """As `_piece_bytes`, and kept."""
    piece = city.wire[code] = _piece_bytes(city, code)
    return piece


def _piece_bytes(city: City, code: int) -> bytes:
    """The field `pieces` of BolognaPublic with what one entry of `placed` put down."""
    number, seat = divmod(code, 2)
    if number >= len(city.moves):
        landmark = _landmark_piece(city, number - len(city.moves))
        return messages.BolognaPublic(pieces=[landmark]).SerializeToString(deterministic=True)
    move = city.moves[number]
    if isinstance(move, Tower):
        return _building_bytes(
            messages.PIECE_KIND_TOWER, seat, move.district, (move.square,), move.size
        )
    assert isinstance(move, House)
    house = _building_bytes(messages.PIECE_KIND_HOUSE, seat, move.district, move.squares, move.size)
    if move.school is None:
        return house
    return house + _building_bytes(
        messages.PIECE_KIND_SCHOOL, None, move.district, (move.school,), 0
    )


def _building_bytes(
    kind: "messages.PieceKind",
    seat: int | None,
    district: int,
    spaces: tuple[Space, ...],
    size: int,
) -> bytes:
    """One field `pieces`, joined of parts that are made once: every decision adds one or two."""
    parts = [_head_bytes(kind, seat, district, size)]
    parts += [_space_bytes(space) for space in spaces]
    body = b"".join(parts)
    return _PIECES.prefix(len(body)) + body


@cache
def _head_bytes(kind: "messages.PieceKind", seat: int | None, district: int, size: int) -> bytes:
    return messages.Piece(kind=kind, seat=seat, district=district, size=size).SerializeToString()


@cache
def _space_bytes(space: Space) -> bytes:
    return messages.Piece(spaces=_spaces((space,))).SerializeToString()


def _landmark_piece(city: City, number: int) -> messages.Piece:
    move = city.landmark_moves[number]
    assert isinstance(move, Landmark)
    return messages.Piece(
        kind=messages.PIECE_KIND_LANDMARK,
        district=move.district,
        spaces=_spaces(move.squares),
        size=city.city_map.landmarks[move.kind].value,
        landmark=move.kind,
    )

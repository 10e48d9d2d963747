"""Positions and events as messages."""

from functools import lru_cache
from typing import TYPE_CHECKING

from podesta.bologna.v1 import bologna_pb2 as messages

from referee.games.bologna.city import City
from referee.games.bologna.courtyards import Courtyard
from referee.games.bologna.moves import SIZES, House, Landmark, Space, Tower
from referee.games.bologna.scoring import DistrictScore
from referee.games.bologna.side import mask_spaces
from referee.games.game import Event

if TYPE_CHECKING:
    from referee.games.bologna.state import BolognaState

__all__ = [
    "courtyard_event",
    "district_event",
    "played_event",
    "public_bytes",
    "public_message",
]


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
    try:
        parts = [wire[code] for code in state.placed]
    except KeyError:
        for code in state.placed:
            if code not in wire:
                wire[code] = _piece_bytes(city, code)
        parts = [wire[code] for code in state.placed]
    rest = messages.BolognaPublic(
        pawn=state.pawn,
        landmark_due=0 if state.due is None else state.due + 1,
        turn=state.turn,
        to_act=state.to_act,
        ending=state.ending,
    )
    parts.append(rest.SerializeToString())
    parts.append(_supply_bytes(*state.counts, *state.landmarks_left))
    parts.append(_city_bytes(city))
    return b"".join(parts)


@lru_cache(maxsize=1024)
def _supply_bytes(*counts: int) -> bytes:
    """What is left: of the first seat, of the second, and landmarks."""
    return messages.BolognaPublic(
        supplies=(
            messages.Supply(buildings=counts[0:5], schools=counts[5]),
            messages.Supply(buildings=counts[6:11], schools=counts[11]),
        ),
        landmarks_left=counts[12:],
    ).SerializeToString()


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


def _piece_bytes(city: City, code: int) -> bytes:
    """The field `pieces` of BolognaPublic with what one entry of `placed` put down."""
    number, seat = divmod(code, 2)
    if number < len(city.moves):
        pieces = _building_pieces(city, number, seat)
    else:
        pieces = [_landmark_piece(city, number - len(city.moves))]
    return messages.BolognaPublic(pieces=pieces).SerializeToString(deterministic=True)


def _building_pieces(city: City, number: int, seat: int) -> list[messages.Piece]:
    move = city.moves[number]
    assert isinstance(move, House | Tower)
    flat = isinstance(move, House)
    pieces = [
        messages.Piece(
            kind=messages.PIECE_KIND_HOUSE if flat else messages.PIECE_KIND_TOWER,
            seat=seat,
            district=move.district,
            spaces=_spaces(move.squares if isinstance(move, House) else (move.square,)),
            size=city.placements[number].size + SIZES[0],
        )
    ]
    if isinstance(move, House) and move.school is not None:
        pieces.append(
            messages.Piece(
                kind=messages.PIECE_KIND_SCHOOL,
                district=move.district,
                spaces=_spaces((move.school,)),
            )
        )
    return pieces


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

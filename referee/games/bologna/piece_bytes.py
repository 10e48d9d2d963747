"""What was placed, as bytes of an observation, made once for each placement.

Every question holds all pieces: joining them from such bytes is many times as fast as building
their messages anew.
"""

from functools import cache

from podesta.bologna.v1 import bologna_pb2 as messages

from referee.games.bologna.moves import House, Landmark, Space, Tower
from referee.games.wire import LengthDelimited

__all__ = ["building_bytes", "landmark_bytes"]

_PIECES = LengthDelimited(messages.BolognaPublic, "pieces")


def building_bytes(move: House | Tower, seat: int) -> bytes:
    """The fields `pieces` of BolognaPublic for a building of a seat, and for its school."""
    if isinstance(move, Tower):
        return _pieces(messages.PIECE_KIND_TOWER, seat, move.district, (move.square,), move.size)
    house = _pieces(messages.PIECE_KIND_HOUSE, seat, move.district, move.squares, move.size)
    if move.school is None:
        return house
    return house + _pieces(messages.PIECE_KIND_SCHOOL, None, move.district, (move.school,), 0)


def landmark_bytes(move: Landmark, value: int) -> bytes:
    """The field `pieces` for a landmark, which is worth `value`."""
    landmark = messages.Piece(
        kind=messages.PIECE_KIND_LANDMARK,
        district=move.district,
        spaces=[messages.Space(row=space.row, column=space.column) for space in move.squares],
        size=value,
        landmark=move.kind,
    )
    return messages.BolognaPublic(pieces=[landmark]).SerializeToString(deterministic=True)


def _pieces(
    kind: "messages.PieceKind",
    seat: int | None,
    district: int,
    spaces: tuple[Space, ...],
    size: int,
) -> bytes:
    """One field `pieces`, joined of parts that many share."""
    parts = [_head_bytes(kind, seat, district, size)]
    parts += [_space_bytes(space) for space in spaces]
    return _PIECES.field(b"".join(parts))


@cache
def _head_bytes(kind: "messages.PieceKind", seat: int | None, district: int, size: int) -> bytes:
    return messages.Piece(kind=kind, seat=seat, district=district, size=size).SerializeToString()


@cache
def _space_bytes(space: Space) -> bytes:
    place = messages.Space(row=space.row, column=space.column)
    return messages.Piece(spaces=[place]).SerializeToString()

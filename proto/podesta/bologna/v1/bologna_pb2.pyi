from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Ending(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ENDING_UNSPECIFIED: _ClassVar[Ending]
    ENDING_IMMEDIATE_VICTORY: _ClassVar[Ending]
    ENDING_FINAL_SCORING: _ClassVar[Ending]

class PieceKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PIECE_KIND_UNSPECIFIED: _ClassVar[PieceKind]
    PIECE_KIND_HOUSE: _ClassVar[PieceKind]
    PIECE_KIND_TOWER: _ClassVar[PieceKind]
    PIECE_KIND_SCHOOL: _ClassVar[PieceKind]
    PIECE_KIND_LANDMARK: _ClassVar[PieceKind]
ENDING_UNSPECIFIED: Ending
ENDING_IMMEDIATE_VICTORY: Ending
ENDING_FINAL_SCORING: Ending
PIECE_KIND_UNSPECIFIED: PieceKind
PIECE_KIND_HOUSE: PieceKind
PIECE_KIND_TOWER: PieceKind
PIECE_KIND_SCHOOL: PieceKind
PIECE_KIND_LANDMARK: PieceKind

class BolognaData(_message.Message):
    __slots__ = ("tiles", "landmarks", "buildings", "schools", "track_length")
    TILES_FIELD_NUMBER: _ClassVar[int]
    LANDMARKS_FIELD_NUMBER: _ClassVar[int]
    BUILDINGS_FIELD_NUMBER: _ClassVar[int]
    SCHOOLS_FIELD_NUMBER: _ClassVar[int]
    TRACK_LENGTH_FIELD_NUMBER: _ClassVar[int]
    tiles: _containers.RepeatedCompositeFieldContainer[Tile]
    landmarks: _containers.RepeatedCompositeFieldContainer[LandmarkKind]
    buildings: _containers.RepeatedScalarFieldContainer[int]
    schools: int
    track_length: int
    def __init__(self, tiles: _Optional[_Iterable[_Union[Tile, _Mapping]]] = ..., landmarks: _Optional[_Iterable[_Union[LandmarkKind, _Mapping]]] = ..., buildings: _Optional[_Iterable[int]] = ..., schools: _Optional[int] = ..., track_length: _Optional[int] = ...) -> None: ...

class Tile(_message.Message):
    __slots__ = ("name", "side_a", "side_b")
    NAME_FIELD_NUMBER: _ClassVar[int]
    SIDE_A_FIELD_NUMBER: _ClassVar[int]
    SIDE_B_FIELD_NUMBER: _ClassVar[int]
    name: str
    side_a: _containers.RepeatedScalarFieldContainer[str]
    side_b: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, name: _Optional[str] = ..., side_a: _Optional[_Iterable[str]] = ..., side_b: _Optional[_Iterable[str]] = ...) -> None: ...

class LandmarkKind(_message.Message):
    __slots__ = ("name", "count", "value", "height", "width")
    NAME_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    HEIGHT_FIELD_NUMBER: _ClassVar[int]
    WIDTH_FIELD_NUMBER: _ClassVar[int]
    name: str
    count: int
    value: int
    height: int
    width: int
    def __init__(self, name: _Optional[str] = ..., count: _Optional[int] = ..., value: _Optional[int] = ..., height: _Optional[int] = ..., width: _Optional[int] = ...) -> None: ...

class BolognaPublic(_message.Message):
    __slots__ = ("city", "pawn", "supplies", "landmarks_left", "pieces", "landmark_due", "turn", "to_act", "ending", "districts", "track_length")
    CITY_FIELD_NUMBER: _ClassVar[int]
    PAWN_FIELD_NUMBER: _ClassVar[int]
    SUPPLIES_FIELD_NUMBER: _ClassVar[int]
    LANDMARKS_LEFT_FIELD_NUMBER: _ClassVar[int]
    PIECES_FIELD_NUMBER: _ClassVar[int]
    LANDMARK_DUE_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    TO_ACT_FIELD_NUMBER: _ClassVar[int]
    ENDING_FIELD_NUMBER: _ClassVar[int]
    DISTRICTS_FIELD_NUMBER: _ClassVar[int]
    TRACK_LENGTH_FIELD_NUMBER: _ClassVar[int]
    city: str
    pawn: int
    supplies: _containers.RepeatedCompositeFieldContainer[Supply]
    landmarks_left: _containers.RepeatedScalarFieldContainer[int]
    pieces: _containers.RepeatedCompositeFieldContainer[Piece]
    landmark_due: int
    turn: int
    to_act: int
    ending: Ending
    districts: _containers.RepeatedCompositeFieldContainer[District]
    track_length: int
    def __init__(self, city: _Optional[str] = ..., pawn: _Optional[int] = ..., supplies: _Optional[_Iterable[_Union[Supply, _Mapping]]] = ..., landmarks_left: _Optional[_Iterable[int]] = ..., pieces: _Optional[_Iterable[_Union[Piece, _Mapping]]] = ..., landmark_due: _Optional[int] = ..., turn: _Optional[int] = ..., to_act: _Optional[int] = ..., ending: _Optional[_Union[Ending, str]] = ..., districts: _Optional[_Iterable[_Union[District, _Mapping]]] = ..., track_length: _Optional[int] = ...) -> None: ...

class District(_message.Message):
    __slots__ = ("rows",)
    ROWS_FIELD_NUMBER: _ClassVar[int]
    rows: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, rows: _Optional[_Iterable[str]] = ...) -> None: ...

class Supply(_message.Message):
    __slots__ = ("buildings", "schools")
    BUILDINGS_FIELD_NUMBER: _ClassVar[int]
    SCHOOLS_FIELD_NUMBER: _ClassVar[int]
    buildings: _containers.RepeatedScalarFieldContainer[int]
    schools: int
    def __init__(self, buildings: _Optional[_Iterable[int]] = ..., schools: _Optional[int] = ...) -> None: ...

class Piece(_message.Message):
    __slots__ = ("kind", "seat", "district", "spaces", "size", "landmark")
    KIND_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    DISTRICT_FIELD_NUMBER: _ClassVar[int]
    SPACES_FIELD_NUMBER: _ClassVar[int]
    SIZE_FIELD_NUMBER: _ClassVar[int]
    LANDMARK_FIELD_NUMBER: _ClassVar[int]
    kind: PieceKind
    seat: int
    district: int
    spaces: _containers.RepeatedCompositeFieldContainer[Space]
    size: int
    landmark: str
    def __init__(self, kind: _Optional[_Union[PieceKind, str]] = ..., seat: _Optional[int] = ..., district: _Optional[int] = ..., spaces: _Optional[_Iterable[_Union[Space, _Mapping]]] = ..., size: _Optional[int] = ..., landmark: _Optional[str] = ...) -> None: ...

class Space(_message.Message):
    __slots__ = ("row", "column")
    ROW_FIELD_NUMBER: _ClassVar[int]
    COLUMN_FIELD_NUMBER: _ClassVar[int]
    row: int
    column: int
    def __init__(self, row: _Optional[int] = ..., column: _Optional[int] = ...) -> None: ...

class BolognaEvent(_message.Message):
    __slots__ = ("played", "courtyard", "district")
    PLAYED_FIELD_NUMBER: _ClassVar[int]
    COURTYARD_FIELD_NUMBER: _ClassVar[int]
    DISTRICT_FIELD_NUMBER: _ClassVar[int]
    played: Played
    courtyard: CourtyardScored
    district: DistrictScored
    def __init__(self, played: _Optional[_Union[Played, _Mapping]] = ..., courtyard: _Optional[_Union[CourtyardScored, _Mapping]] = ..., district: _Optional[_Union[DistrictScored, _Mapping]] = ...) -> None: ...

class Played(_message.Message):
    __slots__ = ("seat", "move")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    MOVE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    move: str
    def __init__(self, seat: _Optional[int] = ..., move: _Optional[str] = ...) -> None: ...

class CourtyardScored(_message.Message):
    __slots__ = ("district", "squares", "houses", "touching", "winner", "pawn")
    DISTRICT_FIELD_NUMBER: _ClassVar[int]
    SQUARES_FIELD_NUMBER: _ClassVar[int]
    HOUSES_FIELD_NUMBER: _ClassVar[int]
    TOUCHING_FIELD_NUMBER: _ClassVar[int]
    WINNER_FIELD_NUMBER: _ClassVar[int]
    PAWN_FIELD_NUMBER: _ClassVar[int]
    district: int
    squares: _containers.RepeatedCompositeFieldContainer[Space]
    houses: _containers.RepeatedScalarFieldContainer[int]
    touching: _containers.RepeatedScalarFieldContainer[int]
    winner: int
    pawn: int
    def __init__(self, district: _Optional[int] = ..., squares: _Optional[_Iterable[_Union[Space, _Mapping]]] = ..., houses: _Optional[_Iterable[int]] = ..., touching: _Optional[_Iterable[int]] = ..., winner: _Optional[int] = ..., pawn: _Optional[int] = ...) -> None: ...

class DistrictScored(_message.Message):
    __slots__ = ("district", "value", "winner", "pawn")
    DISTRICT_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    WINNER_FIELD_NUMBER: _ClassVar[int]
    PAWN_FIELD_NUMBER: _ClassVar[int]
    district: int
    value: int
    winner: int
    pawn: int
    def __init__(self, district: _Optional[int] = ..., value: _Optional[int] = ..., winner: _Optional[int] = ..., pawn: _Optional[int] = ...) -> None: ...

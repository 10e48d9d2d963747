from google.protobuf import any_pb2 as _any_pb2
from podesta.v1 import game_pb2 as _game_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Position(_message.Message):
    __slots__ = ("game", "game_options", "seats", "seed", "draws", "moves")
    class GameOptionsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    GAME_FIELD_NUMBER: _ClassVar[int]
    GAME_OPTIONS_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    DRAWS_FIELD_NUMBER: _ClassVar[int]
    MOVES_FIELD_NUMBER: _ClassVar[int]
    game: str
    game_options: _containers.ScalarMap[str, str]
    seats: int
    seed: bytes
    draws: ChanceDraws
    moves: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, game: _Optional[str] = ..., game_options: _Optional[_Mapping[str, str]] = ..., seats: _Optional[int] = ..., seed: _Optional[bytes] = ..., draws: _Optional[_Union[ChanceDraws, _Mapping]] = ..., moves: _Optional[_Iterable[str]] = ...) -> None: ...

class ChanceDraws(_message.Message):
    __slots__ = ("values",)
    VALUES_FIELD_NUMBER: _ClassVar[int]
    values: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, values: _Optional[_Iterable[int]] = ...) -> None: ...

class DescribeRequest(_message.Message):
    __slots__ = ("game",)
    GAME_FIELD_NUMBER: _ClassVar[int]
    game: str
    def __init__(self, game: _Optional[str] = ...) -> None: ...

class DescribeResponse(_message.Message):
    __slots__ = ("games",)
    GAMES_FIELD_NUMBER: _ClassVar[int]
    games: _containers.RepeatedCompositeFieldContainer[GameDescription]
    def __init__(self, games: _Optional[_Iterable[_Union[GameDescription, _Mapping]]] = ...) -> None: ...

class GameDescription(_message.Message):
    __slots__ = ("name", "title", "seats", "options", "rules_version", "perfect_information", "game_data")
    NAME_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    RULES_VERSION_FIELD_NUMBER: _ClassVar[int]
    PERFECT_INFORMATION_FIELD_NUMBER: _ClassVar[int]
    GAME_DATA_FIELD_NUMBER: _ClassVar[int]
    name: str
    title: str
    seats: _containers.RepeatedScalarFieldContainer[int]
    options: _containers.RepeatedCompositeFieldContainer[_game_pb2.OptionDeclaration]
    rules_version: str
    perfect_information: bool
    game_data: _any_pb2.Any
    def __init__(self, name: _Optional[str] = ..., title: _Optional[str] = ..., seats: _Optional[_Iterable[int]] = ..., options: _Optional[_Iterable[_Union[_game_pb2.OptionDeclaration, _Mapping]]] = ..., rules_version: _Optional[str] = ..., perfect_information: bool = ..., game_data: _Optional[_Union[_any_pb2.Any, _Mapping]] = ...) -> None: ...

class LegalMovesRequest(_message.Message):
    __slots__ = ("position",)
    POSITION_FIELD_NUMBER: _ClassVar[int]
    position: Position
    def __init__(self, position: _Optional[_Union[Position, _Mapping]] = ...) -> None: ...

class LegalMovesResponse(_message.Message):
    __slots__ = ("moves", "to_act", "kind")
    MOVES_FIELD_NUMBER: _ClassVar[int]
    TO_ACT_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    moves: _containers.RepeatedScalarFieldContainer[str]
    to_act: int
    kind: str
    def __init__(self, moves: _Optional[_Iterable[str]] = ..., to_act: _Optional[int] = ..., kind: _Optional[str] = ...) -> None: ...

class ValidateRequest(_message.Message):
    __slots__ = ("position", "move")
    POSITION_FIELD_NUMBER: _ClassVar[int]
    MOVE_FIELD_NUMBER: _ClassVar[int]
    position: Position
    move: str
    def __init__(self, position: _Optional[_Union[Position, _Mapping]] = ..., move: _Optional[str] = ...) -> None: ...

class ValidateResponse(_message.Message):
    __slots__ = ("legal", "reason", "canonical")
    LEGAL_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    CANONICAL_FIELD_NUMBER: _ClassVar[int]
    legal: bool
    reason: str
    canonical: str
    def __init__(self, legal: bool = ..., reason: _Optional[str] = ..., canonical: _Optional[str] = ...) -> None: ...

class ApplyRequest(_message.Message):
    __slots__ = ("position", "move")
    POSITION_FIELD_NUMBER: _ClassVar[int]
    MOVE_FIELD_NUMBER: _ClassVar[int]
    position: Position
    move: str
    def __init__(self, position: _Optional[_Union[Position, _Mapping]] = ..., move: _Optional[str] = ...) -> None: ...

class ApplyResponse(_message.Message):
    __slots__ = ("to_act", "kind", "observation", "events", "digest", "outcome")
    TO_ACT_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    OBSERVATION_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    DIGEST_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    to_act: int
    kind: str
    observation: _game_pb2.Observation
    events: _containers.RepeatedCompositeFieldContainer[_any_pb2.Any]
    digest: bytes
    outcome: _game_pb2.Outcome
    def __init__(self, to_act: _Optional[int] = ..., kind: _Optional[str] = ..., observation: _Optional[_Union[_game_pb2.Observation, _Mapping]] = ..., events: _Optional[_Iterable[_Union[_any_pb2.Any, _Mapping]]] = ..., digest: _Optional[bytes] = ..., outcome: _Optional[_Union[_game_pb2.Outcome, _Mapping]] = ...) -> None: ...

class ObservationRequest(_message.Message):
    __slots__ = ("position", "seat")
    POSITION_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    position: Position
    seat: int
    def __init__(self, position: _Optional[_Union[Position, _Mapping]] = ..., seat: _Optional[int] = ...) -> None: ...

class ObservationResponse(_message.Message):
    __slots__ = ("observation",)
    OBSERVATION_FIELD_NUMBER: _ClassVar[int]
    observation: _game_pb2.Observation
    def __init__(self, observation: _Optional[_Union[_game_pb2.Observation, _Mapping]] = ...) -> None: ...

class PerftRequest(_message.Message):
    __slots__ = ("position", "depth")
    POSITION_FIELD_NUMBER: _ClassVar[int]
    DEPTH_FIELD_NUMBER: _ClassVar[int]
    position: Position
    depth: int
    def __init__(self, position: _Optional[_Union[Position, _Mapping]] = ..., depth: _Optional[int] = ...) -> None: ...

class PerftResponse(_message.Message):
    __slots__ = ("nodes", "by_move")
    class ByMoveEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: int
        def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
    NODES_FIELD_NUMBER: _ClassVar[int]
    BY_MOVE_FIELD_NUMBER: _ClassVar[int]
    nodes: int
    by_move: _containers.ScalarMap[str, int]
    def __init__(self, nodes: _Optional[int] = ..., by_move: _Optional[_Mapping[str, int]] = ...) -> None: ...

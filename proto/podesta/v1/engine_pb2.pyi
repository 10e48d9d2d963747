from google.protobuf import any_pb2 as _any_pb2
from podesta.v1 import game_pb2 as _game_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class PlayRequest(_message.Message):
    __slots__ = ("hello", "ready", "move", "info", "log", "resign")
    HELLO_FIELD_NUMBER: _ClassVar[int]
    READY_FIELD_NUMBER: _ClassVar[int]
    MOVE_FIELD_NUMBER: _ClassVar[int]
    INFO_FIELD_NUMBER: _ClassVar[int]
    LOG_FIELD_NUMBER: _ClassVar[int]
    RESIGN_FIELD_NUMBER: _ClassVar[int]
    hello: Hello
    ready: Ready
    move: Move
    info: Info
    log: Log
    resign: Resign
    def __init__(self, hello: _Optional[_Union[Hello, _Mapping]] = ..., ready: _Optional[_Union[Ready, _Mapping]] = ..., move: _Optional[_Union[Move, _Mapping]] = ..., info: _Optional[_Union[Info, _Mapping]] = ..., log: _Optional[_Union[Log, _Mapping]] = ..., resign: _Optional[_Union[Resign, _Mapping]] = ...) -> None: ...

class PlayResponse(_message.Message):
    __slots__ = ("welcome", "new_match", "observe", "decide", "rejected", "match_over", "goodbye")
    WELCOME_FIELD_NUMBER: _ClassVar[int]
    NEW_MATCH_FIELD_NUMBER: _ClassVar[int]
    OBSERVE_FIELD_NUMBER: _ClassVar[int]
    DECIDE_FIELD_NUMBER: _ClassVar[int]
    REJECTED_FIELD_NUMBER: _ClassVar[int]
    MATCH_OVER_FIELD_NUMBER: _ClassVar[int]
    GOODBYE_FIELD_NUMBER: _ClassVar[int]
    welcome: Welcome
    new_match: NewMatch
    observe: Observe
    decide: Decide
    rejected: Rejected
    match_over: MatchOver
    goodbye: Goodbye
    def __init__(self, welcome: _Optional[_Union[Welcome, _Mapping]] = ..., new_match: _Optional[_Union[NewMatch, _Mapping]] = ..., observe: _Optional[_Union[Observe, _Mapping]] = ..., decide: _Optional[_Union[Decide, _Mapping]] = ..., rejected: _Optional[_Union[Rejected, _Mapping]] = ..., match_over: _Optional[_Union[MatchOver, _Mapping]] = ..., goodbye: _Optional[_Union[Goodbye, _Mapping]] = ...) -> None: ...

class Hello(_message.Message):
    __slots__ = ("protocol_version", "name", "version", "author", "games", "options", "omit_legal_moves", "omit_events")
    PROTOCOL_VERSION_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    AUTHOR_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    OMIT_LEGAL_MOVES_FIELD_NUMBER: _ClassVar[int]
    OMIT_EVENTS_FIELD_NUMBER: _ClassVar[int]
    protocol_version: int
    name: str
    version: str
    author: str
    games: _containers.RepeatedScalarFieldContainer[str]
    options: _containers.RepeatedCompositeFieldContainer[_game_pb2.OptionDeclaration]
    omit_legal_moves: bool
    omit_events: bool
    def __init__(self, protocol_version: _Optional[int] = ..., name: _Optional[str] = ..., version: _Optional[str] = ..., author: _Optional[str] = ..., games: _Optional[_Iterable[str]] = ..., options: _Optional[_Iterable[_Union[_game_pb2.OptionDeclaration, _Mapping]]] = ..., omit_legal_moves: bool = ..., omit_events: bool = ...) -> None: ...

class Welcome(_message.Message):
    __slots__ = ("protocol_version", "referee_version", "max_message_bytes")
    PROTOCOL_VERSION_FIELD_NUMBER: _ClassVar[int]
    REFEREE_VERSION_FIELD_NUMBER: _ClassVar[int]
    MAX_MESSAGE_BYTES_FIELD_NUMBER: _ClassVar[int]
    protocol_version: int
    referee_version: str
    max_message_bytes: int
    def __init__(self, protocol_version: _Optional[int] = ..., referee_version: _Optional[str] = ..., max_message_bytes: _Optional[int] = ...) -> None: ...

class SeatInfo(_message.Message):
    __slots__ = ("name", "version")
    NAME_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    name: str
    version: str
    def __init__(self, name: _Optional[str] = ..., version: _Optional[str] = ...) -> None: ...

class NewMatch(_message.Message):
    __slots__ = ("match_id", "game", "game_options", "seats", "your_seat", "time_control", "ready_limit_us", "engine_options", "seed_commitment", "engine_seed", "rules_version", "game_data", "grace_us", "resumed")
    class GameOptionsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    class EngineOptionsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    GAME_OPTIONS_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    YOUR_SEAT_FIELD_NUMBER: _ClassVar[int]
    TIME_CONTROL_FIELD_NUMBER: _ClassVar[int]
    READY_LIMIT_US_FIELD_NUMBER: _ClassVar[int]
    ENGINE_OPTIONS_FIELD_NUMBER: _ClassVar[int]
    SEED_COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    ENGINE_SEED_FIELD_NUMBER: _ClassVar[int]
    RULES_VERSION_FIELD_NUMBER: _ClassVar[int]
    GAME_DATA_FIELD_NUMBER: _ClassVar[int]
    GRACE_US_FIELD_NUMBER: _ClassVar[int]
    RESUMED_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    game: str
    game_options: _containers.ScalarMap[str, str]
    seats: _containers.RepeatedCompositeFieldContainer[SeatInfo]
    your_seat: int
    time_control: _game_pb2.TimeControl
    ready_limit_us: int
    engine_options: _containers.ScalarMap[str, str]
    seed_commitment: bytes
    engine_seed: int
    rules_version: str
    game_data: _any_pb2.Any
    grace_us: int
    resumed: Resumption
    def __init__(self, match_id: _Optional[str] = ..., game: _Optional[str] = ..., game_options: _Optional[_Mapping[str, str]] = ..., seats: _Optional[_Iterable[_Union[SeatInfo, _Mapping]]] = ..., your_seat: _Optional[int] = ..., time_control: _Optional[_Union[_game_pb2.TimeControl, _Mapping]] = ..., ready_limit_us: _Optional[int] = ..., engine_options: _Optional[_Mapping[str, str]] = ..., seed_commitment: _Optional[bytes] = ..., engine_seed: _Optional[int] = ..., rules_version: _Optional[str] = ..., game_data: _Optional[_Union[_any_pb2.Any, _Mapping]] = ..., grace_us: _Optional[int] = ..., resumed: _Optional[_Union[Resumption, _Mapping]] = ...) -> None: ...

class Resumption(_message.Message):
    __slots__ = ("ply", "observation", "events", "clocks")
    PLY_FIELD_NUMBER: _ClassVar[int]
    OBSERVATION_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    CLOCKS_FIELD_NUMBER: _ClassVar[int]
    ply: int
    observation: _game_pb2.Observation
    events: _containers.RepeatedCompositeFieldContainer[_any_pb2.Any]
    clocks: _containers.RepeatedCompositeFieldContainer[_game_pb2.SeatClock]
    def __init__(self, ply: _Optional[int] = ..., observation: _Optional[_Union[_game_pb2.Observation, _Mapping]] = ..., events: _Optional[_Iterable[_Union[_any_pb2.Any, _Mapping]]] = ..., clocks: _Optional[_Iterable[_Union[_game_pb2.SeatClock, _Mapping]]] = ...) -> None: ...

class Ready(_message.Message):
    __slots__ = ("match_id",)
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    def __init__(self, match_id: _Optional[str] = ...) -> None: ...

class Observe(_message.Message):
    __slots__ = ("match_id", "ply", "events")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    PLY_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    ply: int
    events: _containers.RepeatedCompositeFieldContainer[_any_pb2.Any]
    def __init__(self, match_id: _Optional[str] = ..., ply: _Optional[int] = ..., events: _Optional[_Iterable[_Union[_any_pb2.Any, _Mapping]]] = ...) -> None: ...

class Decide(_message.Message):
    __slots__ = ("match_id", "decision_id", "ply", "kind", "observation", "events", "legal_moves", "legal_count", "clocks", "limit_us", "turn")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    DECISION_ID_FIELD_NUMBER: _ClassVar[int]
    PLY_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    OBSERVATION_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    LEGAL_MOVES_FIELD_NUMBER: _ClassVar[int]
    LEGAL_COUNT_FIELD_NUMBER: _ClassVar[int]
    CLOCKS_FIELD_NUMBER: _ClassVar[int]
    LIMIT_US_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    decision_id: int
    ply: int
    kind: str
    observation: _game_pb2.Observation
    events: _containers.RepeatedCompositeFieldContainer[_any_pb2.Any]
    legal_moves: _containers.RepeatedScalarFieldContainer[str]
    legal_count: int
    clocks: _containers.RepeatedCompositeFieldContainer[_game_pb2.SeatClock]
    limit_us: int
    turn: int
    def __init__(self, match_id: _Optional[str] = ..., decision_id: _Optional[int] = ..., ply: _Optional[int] = ..., kind: _Optional[str] = ..., observation: _Optional[_Union[_game_pb2.Observation, _Mapping]] = ..., events: _Optional[_Iterable[_Union[_any_pb2.Any, _Mapping]]] = ..., legal_moves: _Optional[_Iterable[str]] = ..., legal_count: _Optional[int] = ..., clocks: _Optional[_Iterable[_Union[_game_pb2.SeatClock, _Mapping]]] = ..., limit_us: _Optional[int] = ..., turn: _Optional[int] = ...) -> None: ...

class Move(_message.Message):
    __slots__ = ("match_id", "decision_id", "text", "index", "evaluation", "thinking_us")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    DECISION_ID_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    INDEX_FIELD_NUMBER: _ClassVar[int]
    EVALUATION_FIELD_NUMBER: _ClassVar[int]
    THINKING_US_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    decision_id: int
    text: str
    index: int
    evaluation: _game_pb2.Evaluation
    thinking_us: int
    def __init__(self, match_id: _Optional[str] = ..., decision_id: _Optional[int] = ..., text: _Optional[str] = ..., index: _Optional[int] = ..., evaluation: _Optional[_Union[_game_pb2.Evaluation, _Mapping]] = ..., thinking_us: _Optional[int] = ...) -> None: ...

class Info(_message.Message):
    __slots__ = ("match_id", "decision_id", "evaluation")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    DECISION_ID_FIELD_NUMBER: _ClassVar[int]
    EVALUATION_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    decision_id: int
    evaluation: _game_pb2.Evaluation
    def __init__(self, match_id: _Optional[str] = ..., decision_id: _Optional[int] = ..., evaluation: _Optional[_Union[_game_pb2.Evaluation, _Mapping]] = ...) -> None: ...

class Log(_message.Message):
    __slots__ = ("text",)
    TEXT_FIELD_NUMBER: _ClassVar[int]
    text: str
    def __init__(self, text: _Optional[str] = ...) -> None: ...

class Resign(_message.Message):
    __slots__ = ("match_id",)
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    def __init__(self, match_id: _Optional[str] = ...) -> None: ...

class Rejected(_message.Message):
    __slots__ = ("match_id", "decision_id", "kind", "reason", "expected", "legal_count", "may_retry")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    DECISION_ID_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    EXPECTED_FIELD_NUMBER: _ClassVar[int]
    LEGAL_COUNT_FIELD_NUMBER: _ClassVar[int]
    MAY_RETRY_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    decision_id: int
    kind: _game_pb2.FaultKind
    reason: str
    expected: str
    legal_count: int
    may_retry: bool
    def __init__(self, match_id: _Optional[str] = ..., decision_id: _Optional[int] = ..., kind: _Optional[_Union[_game_pb2.FaultKind, str]] = ..., reason: _Optional[str] = ..., expected: _Optional[str] = ..., legal_count: _Optional[int] = ..., may_retry: bool = ...) -> None: ...

class MatchOver(_message.Message):
    __slots__ = ("match_id", "outcome", "termination", "reason", "your_faults", "seed", "nonce", "events")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    TERMINATION_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    YOUR_FAULTS_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    NONCE_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    outcome: _game_pb2.Outcome
    termination: _game_pb2.Termination
    reason: str
    your_faults: _containers.RepeatedCompositeFieldContainer[_game_pb2.Fault]
    seed: bytes
    nonce: bytes
    events: _containers.RepeatedCompositeFieldContainer[_any_pb2.Any]
    def __init__(self, match_id: _Optional[str] = ..., outcome: _Optional[_Union[_game_pb2.Outcome, _Mapping]] = ..., termination: _Optional[_Union[_game_pb2.Termination, str]] = ..., reason: _Optional[str] = ..., your_faults: _Optional[_Iterable[_Union[_game_pb2.Fault, _Mapping]]] = ..., seed: _Optional[bytes] = ..., nonce: _Optional[bytes] = ..., events: _Optional[_Iterable[_Union[_any_pb2.Any, _Mapping]]] = ...) -> None: ...

class Goodbye(_message.Message):
    __slots__ = ("reason",)
    REASON_FIELD_NUMBER: _ClassVar[int]
    reason: str
    def __init__(self, reason: _Optional[str] = ...) -> None: ...

from podesta.v1 import game_pb2 as _game_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Transport(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TRANSPORT_UNSPECIFIED: _ClassVar[Transport]
    TRANSPORT_UNIX: _ClassVar[Transport]
    TRANSPORT_TCP: _ClassVar[Transport]

class FaultRule(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FAULT_RULE_UNSPECIFIED: _ClassVar[FaultRule]
    FAULT_RULE_STAND_IN: _ClassVar[FaultRule]
    FAULT_RULE_END: _ClassVar[FaultRule]

class OffMove(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    OFF_MOVE_UNSPECIFIED: _ClassVar[OffMove]
    OFF_MOVE_ALLOW: _ClassVar[OffMove]
    OFF_MOVE_FREEZE: _ClassVar[OffMove]

class Decider(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DECIDER_UNSPECIFIED: _ClassVar[Decider]
    DECIDER_ENGINE: _ClassVar[Decider]
    DECIDER_OPENING: _ClassVar[Decider]
    DECIDER_STAND_IN: _ClassVar[Decider]
TRANSPORT_UNSPECIFIED: Transport
TRANSPORT_UNIX: Transport
TRANSPORT_TCP: Transport
FAULT_RULE_UNSPECIFIED: FaultRule
FAULT_RULE_STAND_IN: FaultRule
FAULT_RULE_END: FaultRule
OFF_MOVE_UNSPECIFIED: OffMove
OFF_MOVE_ALLOW: OffMove
OFF_MOVE_FREEZE: OffMove
DECIDER_UNSPECIFIED: Decider
DECIDER_ENGINE: Decider
DECIDER_OPENING: Decider
DECIDER_STAND_IN: Decider

class EngineSpec(_message.Message):
    __slots__ = ("id", "name", "command", "directory", "environment", "options", "version_digest", "transport", "remote", "limits", "confinement")
    class EnvironmentEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    class OptionsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    COMMAND_FIELD_NUMBER: _ClassVar[int]
    DIRECTORY_FIELD_NUMBER: _ClassVar[int]
    ENVIRONMENT_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    VERSION_DIGEST_FIELD_NUMBER: _ClassVar[int]
    TRANSPORT_FIELD_NUMBER: _ClassVar[int]
    REMOTE_FIELD_NUMBER: _ClassVar[int]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    CONFINEMENT_FIELD_NUMBER: _ClassVar[int]
    id: str
    name: str
    command: _containers.RepeatedScalarFieldContainer[str]
    directory: str
    environment: _containers.ScalarMap[str, str]
    options: _containers.ScalarMap[str, str]
    version_digest: str
    transport: Transport
    remote: RemoteEngine
    limits: EngineLimits
    confinement: EngineConfinement
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., command: _Optional[_Iterable[str]] = ..., directory: _Optional[str] = ..., environment: _Optional[_Mapping[str, str]] = ..., options: _Optional[_Mapping[str, str]] = ..., version_digest: _Optional[str] = ..., transport: _Optional[_Union[Transport, str]] = ..., remote: _Optional[_Union[RemoteEngine, _Mapping]] = ..., limits: _Optional[_Union[EngineLimits, _Mapping]] = ..., confinement: _Optional[_Union[EngineConfinement, _Mapping]] = ...) -> None: ...

class RemoteEngine(_message.Message):
    __slots__ = ("token_name", "wait_limit_us", "reconnect_grace_us")
    TOKEN_NAME_FIELD_NUMBER: _ClassVar[int]
    WAIT_LIMIT_US_FIELD_NUMBER: _ClassVar[int]
    RECONNECT_GRACE_US_FIELD_NUMBER: _ClassVar[int]
    token_name: str
    wait_limit_us: int
    reconnect_grace_us: int
    def __init__(self, token_name: _Optional[str] = ..., wait_limit_us: _Optional[int] = ..., reconnect_grace_us: _Optional[int] = ...) -> None: ...

class EngineLimits(_message.Message):
    __slots__ = ("memory_bytes", "processes", "file_size_bytes", "cpu_time_us")
    MEMORY_BYTES_FIELD_NUMBER: _ClassVar[int]
    PROCESSES_FIELD_NUMBER: _ClassVar[int]
    FILE_SIZE_BYTES_FIELD_NUMBER: _ClassVar[int]
    CPU_TIME_US_FIELD_NUMBER: _ClassVar[int]
    memory_bytes: int
    processes: int
    file_size_bytes: int
    cpu_time_us: int
    def __init__(self, memory_bytes: _Optional[int] = ..., processes: _Optional[int] = ..., file_size_bytes: _Optional[int] = ..., cpu_time_us: _Optional[int] = ...) -> None: ...

class EngineConfinement(_message.Message):
    __slots__ = ("isolation", "readable", "hidden", "image", "scratch_bytes", "open_files")
    ISOLATION_FIELD_NUMBER: _ClassVar[int]
    READABLE_FIELD_NUMBER: _ClassVar[int]
    HIDDEN_FIELD_NUMBER: _ClassVar[int]
    IMAGE_FIELD_NUMBER: _ClassVar[int]
    SCRATCH_BYTES_FIELD_NUMBER: _ClassVar[int]
    OPEN_FILES_FIELD_NUMBER: _ClassVar[int]
    isolation: str
    readable: _containers.RepeatedScalarFieldContainer[str]
    hidden: _containers.RepeatedScalarFieldContainer[str]
    image: str
    scratch_bytes: int
    open_files: int
    def __init__(self, isolation: _Optional[str] = ..., readable: _Optional[_Iterable[str]] = ..., hidden: _Optional[_Iterable[str]] = ..., image: _Optional[str] = ..., scratch_bytes: _Optional[int] = ..., open_files: _Optional[int] = ...) -> None: ...

class MatchSpec(_message.Message):
    __slots__ = ("match_id", "league_id", "deal_id", "attempt", "game", "game_options", "engines", "time_control", "seed", "nonce", "opening_plies", "fault_rule", "retries", "ready_limit_us", "grace_us", "reveal_seed", "fresh_engines", "off_move")
    class GameOptionsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    LEAGUE_ID_FIELD_NUMBER: _ClassVar[int]
    DEAL_ID_FIELD_NUMBER: _ClassVar[int]
    ATTEMPT_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    GAME_OPTIONS_FIELD_NUMBER: _ClassVar[int]
    ENGINES_FIELD_NUMBER: _ClassVar[int]
    TIME_CONTROL_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    NONCE_FIELD_NUMBER: _ClassVar[int]
    OPENING_PLIES_FIELD_NUMBER: _ClassVar[int]
    FAULT_RULE_FIELD_NUMBER: _ClassVar[int]
    RETRIES_FIELD_NUMBER: _ClassVar[int]
    READY_LIMIT_US_FIELD_NUMBER: _ClassVar[int]
    GRACE_US_FIELD_NUMBER: _ClassVar[int]
    REVEAL_SEED_FIELD_NUMBER: _ClassVar[int]
    FRESH_ENGINES_FIELD_NUMBER: _ClassVar[int]
    OFF_MOVE_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    league_id: str
    deal_id: str
    attempt: int
    game: str
    game_options: _containers.ScalarMap[str, str]
    engines: _containers.RepeatedCompositeFieldContainer[EngineSpec]
    time_control: str
    seed: bytes
    nonce: bytes
    opening_plies: int
    fault_rule: FaultRule
    retries: int
    ready_limit_us: int
    grace_us: int
    reveal_seed: bool
    fresh_engines: bool
    off_move: OffMove
    def __init__(self, match_id: _Optional[str] = ..., league_id: _Optional[str] = ..., deal_id: _Optional[str] = ..., attempt: _Optional[int] = ..., game: _Optional[str] = ..., game_options: _Optional[_Mapping[str, str]] = ..., engines: _Optional[_Iterable[_Union[EngineSpec, _Mapping]]] = ..., time_control: _Optional[str] = ..., seed: _Optional[bytes] = ..., nonce: _Optional[bytes] = ..., opening_plies: _Optional[int] = ..., fault_rule: _Optional[_Union[FaultRule, str]] = ..., retries: _Optional[int] = ..., ready_limit_us: _Optional[int] = ..., grace_us: _Optional[int] = ..., reveal_seed: bool = ..., fresh_engines: bool = ..., off_move: _Optional[_Union[OffMove, str]] = ...) -> None: ...

class MatchEvent(_message.Message):
    __slots__ = ("match_id", "at_us", "started", "asked", "move", "thought", "fault", "ended")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    AT_US_FIELD_NUMBER: _ClassVar[int]
    STARTED_FIELD_NUMBER: _ClassVar[int]
    ASKED_FIELD_NUMBER: _ClassVar[int]
    MOVE_FIELD_NUMBER: _ClassVar[int]
    THOUGHT_FIELD_NUMBER: _ClassVar[int]
    FAULT_FIELD_NUMBER: _ClassVar[int]
    ENDED_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    at_us: int
    started: MatchStarted
    asked: DecisionAsked
    move: MoveMade
    thought: Thought
    fault: _game_pb2.Fault
    ended: MatchEnded
    def __init__(self, match_id: _Optional[str] = ..., at_us: _Optional[int] = ..., started: _Optional[_Union[MatchStarted, _Mapping]] = ..., asked: _Optional[_Union[DecisionAsked, _Mapping]] = ..., move: _Optional[_Union[MoveMade, _Mapping]] = ..., thought: _Optional[_Union[Thought, _Mapping]] = ..., fault: _Optional[_Union[_game_pb2.Fault, _Mapping]] = ..., ended: _Optional[_Union[MatchEnded, _Mapping]] = ...) -> None: ...

class MatchStarted(_message.Message):
    __slots__ = ("game", "names", "observation", "clocks")
    GAME_FIELD_NUMBER: _ClassVar[int]
    NAMES_FIELD_NUMBER: _ClassVar[int]
    OBSERVATION_FIELD_NUMBER: _ClassVar[int]
    CLOCKS_FIELD_NUMBER: _ClassVar[int]
    game: str
    names: _containers.RepeatedScalarFieldContainer[str]
    observation: _game_pb2.Observation
    clocks: _containers.RepeatedCompositeFieldContainer[_game_pb2.SeatClock]
    def __init__(self, game: _Optional[str] = ..., names: _Optional[_Iterable[str]] = ..., observation: _Optional[_Union[_game_pb2.Observation, _Mapping]] = ..., clocks: _Optional[_Iterable[_Union[_game_pb2.SeatClock, _Mapping]]] = ...) -> None: ...

class DecisionAsked(_message.Message):
    __slots__ = ("seat", "ply", "kind", "clocks", "limit_us")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PLY_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    CLOCKS_FIELD_NUMBER: _ClassVar[int]
    LIMIT_US_FIELD_NUMBER: _ClassVar[int]
    seat: int
    ply: int
    kind: str
    clocks: _containers.RepeatedCompositeFieldContainer[_game_pb2.SeatClock]
    limit_us: int
    def __init__(self, seat: _Optional[int] = ..., ply: _Optional[int] = ..., kind: _Optional[str] = ..., clocks: _Optional[_Iterable[_Union[_game_pb2.SeatClock, _Mapping]]] = ..., limit_us: _Optional[int] = ...) -> None: ...

class MoveMade(_message.Message):
    __slots__ = ("seat", "ply", "kind", "text", "charged_us", "legal_count", "clocks", "observation", "evaluation", "decider")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PLY_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    CHARGED_US_FIELD_NUMBER: _ClassVar[int]
    LEGAL_COUNT_FIELD_NUMBER: _ClassVar[int]
    CLOCKS_FIELD_NUMBER: _ClassVar[int]
    OBSERVATION_FIELD_NUMBER: _ClassVar[int]
    EVALUATION_FIELD_NUMBER: _ClassVar[int]
    DECIDER_FIELD_NUMBER: _ClassVar[int]
    seat: int
    ply: int
    kind: str
    text: str
    charged_us: int
    legal_count: int
    clocks: _containers.RepeatedCompositeFieldContainer[_game_pb2.SeatClock]
    observation: _game_pb2.Observation
    evaluation: _game_pb2.Evaluation
    decider: Decider
    def __init__(self, seat: _Optional[int] = ..., ply: _Optional[int] = ..., kind: _Optional[str] = ..., text: _Optional[str] = ..., charged_us: _Optional[int] = ..., legal_count: _Optional[int] = ..., clocks: _Optional[_Iterable[_Union[_game_pb2.SeatClock, _Mapping]]] = ..., observation: _Optional[_Union[_game_pb2.Observation, _Mapping]] = ..., evaluation: _Optional[_Union[_game_pb2.Evaluation, _Mapping]] = ..., decider: _Optional[_Union[Decider, str]] = ...) -> None: ...

class Thought(_message.Message):
    __slots__ = ("seat", "evaluation")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    EVALUATION_FIELD_NUMBER: _ClassVar[int]
    seat: int
    evaluation: _game_pb2.Evaluation
    def __init__(self, seat: _Optional[int] = ..., evaluation: _Optional[_Union[_game_pb2.Evaluation, _Mapping]] = ...) -> None: ...

class MatchEnded(_message.Message):
    __slots__ = ("outcome", "termination", "reason")
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    TERMINATION_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    outcome: _game_pb2.Outcome
    termination: _game_pb2.Termination
    reason: str
    def __init__(self, outcome: _Optional[_Union[_game_pb2.Outcome, _Mapping]] = ..., termination: _Optional[_Union[_game_pb2.Termination, str]] = ..., reason: _Optional[str] = ...) -> None: ...

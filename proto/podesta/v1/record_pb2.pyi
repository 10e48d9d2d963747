from podesta.v1 import game_pb2 as _game_pb2
from podesta.v1 import match_pb2 as _match_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class MatchRecord(_message.Message):
    __slots__ = ("format", "spec", "rules_version", "game_options", "seats", "time_control", "chance_draws", "initial_digest", "decisions", "faults", "outcome", "termination", "reason", "kinds", "started_at_us", "duration_us", "environment", "max_lag_us", "notes", "resignations", "lag_counts", "unrated")
    class GameOptionsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    FORMAT_FIELD_NUMBER: _ClassVar[int]
    SPEC_FIELD_NUMBER: _ClassVar[int]
    RULES_VERSION_FIELD_NUMBER: _ClassVar[int]
    GAME_OPTIONS_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    TIME_CONTROL_FIELD_NUMBER: _ClassVar[int]
    CHANCE_DRAWS_FIELD_NUMBER: _ClassVar[int]
    INITIAL_DIGEST_FIELD_NUMBER: _ClassVar[int]
    DECISIONS_FIELD_NUMBER: _ClassVar[int]
    FAULTS_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    TERMINATION_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    KINDS_FIELD_NUMBER: _ClassVar[int]
    STARTED_AT_US_FIELD_NUMBER: _ClassVar[int]
    DURATION_US_FIELD_NUMBER: _ClassVar[int]
    ENVIRONMENT_FIELD_NUMBER: _ClassVar[int]
    MAX_LAG_US_FIELD_NUMBER: _ClassVar[int]
    NOTES_FIELD_NUMBER: _ClassVar[int]
    RESIGNATIONS_FIELD_NUMBER: _ClassVar[int]
    LAG_COUNTS_FIELD_NUMBER: _ClassVar[int]
    UNRATED_FIELD_NUMBER: _ClassVar[int]
    format: int
    spec: _match_pb2.MatchSpec
    rules_version: str
    game_options: _containers.ScalarMap[str, str]
    seats: _containers.RepeatedCompositeFieldContainer[SeatRecord]
    time_control: _game_pb2.TimeControl
    chance_draws: _containers.RepeatedScalarFieldContainer[int]
    initial_digest: bytes
    decisions: _containers.RepeatedCompositeFieldContainer[DecisionRecord]
    faults: _containers.RepeatedCompositeFieldContainer[_game_pb2.Fault]
    outcome: _game_pb2.Outcome
    termination: _game_pb2.Termination
    reason: str
    kinds: _containers.RepeatedScalarFieldContainer[str]
    started_at_us: int
    duration_us: int
    environment: Environment
    max_lag_us: int
    notes: _containers.RepeatedScalarFieldContainer[str]
    resignations: _containers.RepeatedCompositeFieldContainer[Resignation]
    lag_counts: _containers.RepeatedScalarFieldContainer[int]
    unrated: bool
    def __init__(self, format: _Optional[int] = ..., spec: _Optional[_Union[_match_pb2.MatchSpec, _Mapping]] = ..., rules_version: _Optional[str] = ..., game_options: _Optional[_Mapping[str, str]] = ..., seats: _Optional[_Iterable[_Union[SeatRecord, _Mapping]]] = ..., time_control: _Optional[_Union[_game_pb2.TimeControl, _Mapping]] = ..., chance_draws: _Optional[_Iterable[int]] = ..., initial_digest: _Optional[bytes] = ..., decisions: _Optional[_Iterable[_Union[DecisionRecord, _Mapping]]] = ..., faults: _Optional[_Iterable[_Union[_game_pb2.Fault, _Mapping]]] = ..., outcome: _Optional[_Union[_game_pb2.Outcome, _Mapping]] = ..., termination: _Optional[_Union[_game_pb2.Termination, str]] = ..., reason: _Optional[str] = ..., kinds: _Optional[_Iterable[str]] = ..., started_at_us: _Optional[int] = ..., duration_us: _Optional[int] = ..., environment: _Optional[_Union[Environment, _Mapping]] = ..., max_lag_us: _Optional[int] = ..., notes: _Optional[_Iterable[str]] = ..., resignations: _Optional[_Iterable[_Union[Resignation, _Mapping]]] = ..., lag_counts: _Optional[_Iterable[int]] = ..., unrated: bool = ...) -> None: ...

class Resignation(_message.Message):
    __slots__ = ("seat", "ply", "faults_before")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PLY_FIELD_NUMBER: _ClassVar[int]
    FAULTS_BEFORE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    ply: int
    faults_before: int
    def __init__(self, seat: _Optional[int] = ..., ply: _Optional[int] = ..., faults_before: _Optional[int] = ...) -> None: ...

class SeatRecord(_message.Message):
    __slots__ = ("engine_id", "name", "version", "author", "version_digest", "isolation", "cpu_us", "peak_memory_bytes", "stderr_tail", "stdout_tail", "log", "late_messages", "cpu_source", "memory_source", "peak_processes", "cpus", "frozen_by")
    ENGINE_ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    AUTHOR_FIELD_NUMBER: _ClassVar[int]
    VERSION_DIGEST_FIELD_NUMBER: _ClassVar[int]
    ISOLATION_FIELD_NUMBER: _ClassVar[int]
    CPU_US_FIELD_NUMBER: _ClassVar[int]
    PEAK_MEMORY_BYTES_FIELD_NUMBER: _ClassVar[int]
    STDERR_TAIL_FIELD_NUMBER: _ClassVar[int]
    STDOUT_TAIL_FIELD_NUMBER: _ClassVar[int]
    LOG_FIELD_NUMBER: _ClassVar[int]
    LATE_MESSAGES_FIELD_NUMBER: _ClassVar[int]
    CPU_SOURCE_FIELD_NUMBER: _ClassVar[int]
    MEMORY_SOURCE_FIELD_NUMBER: _ClassVar[int]
    PEAK_PROCESSES_FIELD_NUMBER: _ClassVar[int]
    CPUS_FIELD_NUMBER: _ClassVar[int]
    FROZEN_BY_FIELD_NUMBER: _ClassVar[int]
    engine_id: str
    name: str
    version: str
    author: str
    version_digest: str
    isolation: str
    cpu_us: int
    peak_memory_bytes: int
    stderr_tail: bytes
    stdout_tail: bytes
    log: _containers.RepeatedScalarFieldContainer[str]
    late_messages: int
    cpu_source: str
    memory_source: str
    peak_processes: int
    cpus: _containers.RepeatedScalarFieldContainer[int]
    frozen_by: str
    def __init__(self, engine_id: _Optional[str] = ..., name: _Optional[str] = ..., version: _Optional[str] = ..., author: _Optional[str] = ..., version_digest: _Optional[str] = ..., isolation: _Optional[str] = ..., cpu_us: _Optional[int] = ..., peak_memory_bytes: _Optional[int] = ..., stderr_tail: _Optional[bytes] = ..., stdout_tail: _Optional[bytes] = ..., log: _Optional[_Iterable[str]] = ..., late_messages: _Optional[int] = ..., cpu_source: _Optional[str] = ..., memory_source: _Optional[str] = ..., peak_processes: _Optional[int] = ..., cpus: _Optional[_Iterable[int]] = ..., frozen_by: _Optional[str] = ...) -> None: ...

class DecisionRecord(_message.Message):
    __slots__ = ("seat", "kind", "move", "raw_us", "charged_us", "remaining_us", "engine_us", "queue_us", "legal_count", "evaluation", "digest", "decider", "arrival_queue_us")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    MOVE_FIELD_NUMBER: _ClassVar[int]
    RAW_US_FIELD_NUMBER: _ClassVar[int]
    CHARGED_US_FIELD_NUMBER: _ClassVar[int]
    REMAINING_US_FIELD_NUMBER: _ClassVar[int]
    ENGINE_US_FIELD_NUMBER: _ClassVar[int]
    QUEUE_US_FIELD_NUMBER: _ClassVar[int]
    LEGAL_COUNT_FIELD_NUMBER: _ClassVar[int]
    EVALUATION_FIELD_NUMBER: _ClassVar[int]
    DIGEST_FIELD_NUMBER: _ClassVar[int]
    DECIDER_FIELD_NUMBER: _ClassVar[int]
    ARRIVAL_QUEUE_US_FIELD_NUMBER: _ClassVar[int]
    seat: int
    kind: int
    move: str
    raw_us: int
    charged_us: int
    remaining_us: int
    engine_us: int
    queue_us: int
    legal_count: int
    evaluation: _game_pb2.Evaluation
    digest: bytes
    decider: _match_pb2.Decider
    arrival_queue_us: int
    def __init__(self, seat: _Optional[int] = ..., kind: _Optional[int] = ..., move: _Optional[str] = ..., raw_us: _Optional[int] = ..., charged_us: _Optional[int] = ..., remaining_us: _Optional[int] = ..., engine_us: _Optional[int] = ..., queue_us: _Optional[int] = ..., legal_count: _Optional[int] = ..., evaluation: _Optional[_Union[_game_pb2.Evaluation, _Mapping]] = ..., digest: _Optional[bytes] = ..., decider: _Optional[_Union[_match_pb2.Decider, str]] = ..., arrival_queue_us: _Optional[int] = ...) -> None: ...

class Environment(_message.Message):
    __slots__ = ("referee_version", "python_version", "grpc_version", "platform", "cpus")
    REFEREE_VERSION_FIELD_NUMBER: _ClassVar[int]
    PYTHON_VERSION_FIELD_NUMBER: _ClassVar[int]
    GRPC_VERSION_FIELD_NUMBER: _ClassVar[int]
    PLATFORM_FIELD_NUMBER: _ClassVar[int]
    CPUS_FIELD_NUMBER: _ClassVar[int]
    referee_version: str
    python_version: str
    grpc_version: str
    platform: str
    cpus: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, referee_version: _Optional[str] = ..., python_version: _Optional[str] = ..., grpc_version: _Optional[str] = ..., platform: _Optional[str] = ..., cpus: _Optional[_Iterable[int]] = ...) -> None: ...

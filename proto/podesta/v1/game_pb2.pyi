from google.protobuf import any_pb2 as _any_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class OptionType(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    OPTION_TYPE_UNSPECIFIED: _ClassVar[OptionType]
    OPTION_TYPE_TEXT: _ClassVar[OptionType]
    OPTION_TYPE_INTEGER: _ClassVar[OptionType]
    OPTION_TYPE_NUMBER: _ClassVar[OptionType]
    OPTION_TYPE_BOOLEAN: _ClassVar[OptionType]
    OPTION_TYPE_CHOICE: _ClassVar[OptionType]

class Termination(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TERMINATION_UNSPECIFIED: _ClassVar[Termination]
    TERMINATION_COMPLETED: _ClassVar[Termination]
    TERMINATION_RESIGNATION: _ClassVar[Termination]
    TERMINATION_FAULT: _ClassVar[Termination]
    TERMINATION_FORFEIT: _ClassVar[Termination]
    TERMINATION_VOID: _ClassVar[Termination]

class FaultKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    FAULT_KIND_UNSPECIFIED: _ClassVar[FaultKind]
    FAULT_KIND_START: _ClassVar[FaultKind]
    FAULT_KIND_ILLEGAL_MOVE: _ClassVar[FaultKind]
    FAULT_KIND_UNREADABLE_MOVE: _ClassVar[FaultKind]
    FAULT_KIND_UNKNOWN_DECISION: _ClassVar[FaultKind]
    FAULT_KIND_SECOND_ANSWER: _ClassVar[FaultKind]
    FAULT_KIND_OUT_OF_ORDER: _ClassVar[FaultKind]
    FAULT_KIND_BAD_BYTES: _ClassVar[FaultKind]
    FAULT_KIND_OVERSIZE: _ClassVar[FaultKind]
    FAULT_KIND_FLOOD: _ClassVar[FaultKind]
    FAULT_KIND_TIMEOUT: _ClassVar[FaultKind]
    FAULT_KIND_CRASH: _ClassVar[FaultKind]
    FAULT_KIND_STREAM_CLOSED: _ClassVar[FaultKind]
OPTION_TYPE_UNSPECIFIED: OptionType
OPTION_TYPE_TEXT: OptionType
OPTION_TYPE_INTEGER: OptionType
OPTION_TYPE_NUMBER: OptionType
OPTION_TYPE_BOOLEAN: OptionType
OPTION_TYPE_CHOICE: OptionType
TERMINATION_UNSPECIFIED: Termination
TERMINATION_COMPLETED: Termination
TERMINATION_RESIGNATION: Termination
TERMINATION_FAULT: Termination
TERMINATION_FORFEIT: Termination
TERMINATION_VOID: Termination
FAULT_KIND_UNSPECIFIED: FaultKind
FAULT_KIND_START: FaultKind
FAULT_KIND_ILLEGAL_MOVE: FaultKind
FAULT_KIND_UNREADABLE_MOVE: FaultKind
FAULT_KIND_UNKNOWN_DECISION: FaultKind
FAULT_KIND_SECOND_ANSWER: FaultKind
FAULT_KIND_OUT_OF_ORDER: FaultKind
FAULT_KIND_BAD_BYTES: FaultKind
FAULT_KIND_OVERSIZE: FaultKind
FAULT_KIND_FLOOD: FaultKind
FAULT_KIND_TIMEOUT: FaultKind
FAULT_KIND_CRASH: FaultKind
FAULT_KIND_STREAM_CLOSED: FaultKind

class Observation(_message.Message):
    __slots__ = ("public", "private")
    PUBLIC_FIELD_NUMBER: _ClassVar[int]
    PRIVATE_FIELD_NUMBER: _ClassVar[int]
    public: _any_pb2.Any
    private: _any_pb2.Any
    def __init__(self, public: _Optional[_Union[_any_pb2.Any, _Mapping]] = ..., private: _Optional[_Union[_any_pb2.Any, _Mapping]] = ...) -> None: ...

class SeatOutcome(_message.Message):
    __slots__ = ("placement", "score", "tiebreaks")
    PLACEMENT_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    TIEBREAKS_FIELD_NUMBER: _ClassVar[int]
    placement: int
    score: int
    tiebreaks: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, placement: _Optional[int] = ..., score: _Optional[int] = ..., tiebreaks: _Optional[_Iterable[int]] = ...) -> None: ...

class Outcome(_message.Message):
    __slots__ = ("seats", "reason")
    SEATS_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    seats: _containers.RepeatedCompositeFieldContainer[SeatOutcome]
    reason: str
    def __init__(self, seats: _Optional[_Iterable[_Union[SeatOutcome, _Mapping]]] = ..., reason: _Optional[str] = ...) -> None: ...

class TimeControl(_message.Message):
    __slots__ = ("text", "bank_us", "increment_us", "delay_us", "bronstein_us", "turn_us", "turns_per_period", "byoyomi_periods", "byoyomi_us", "cap_us", "hang_us")
    TEXT_FIELD_NUMBER: _ClassVar[int]
    BANK_US_FIELD_NUMBER: _ClassVar[int]
    INCREMENT_US_FIELD_NUMBER: _ClassVar[int]
    DELAY_US_FIELD_NUMBER: _ClassVar[int]
    BRONSTEIN_US_FIELD_NUMBER: _ClassVar[int]
    TURN_US_FIELD_NUMBER: _ClassVar[int]
    TURNS_PER_PERIOD_FIELD_NUMBER: _ClassVar[int]
    BYOYOMI_PERIODS_FIELD_NUMBER: _ClassVar[int]
    BYOYOMI_US_FIELD_NUMBER: _ClassVar[int]
    CAP_US_FIELD_NUMBER: _ClassVar[int]
    HANG_US_FIELD_NUMBER: _ClassVar[int]
    text: str
    bank_us: int
    increment_us: int
    delay_us: int
    bronstein_us: int
    turn_us: int
    turns_per_period: int
    byoyomi_periods: int
    byoyomi_us: int
    cap_us: int
    hang_us: int
    def __init__(self, text: _Optional[str] = ..., bank_us: _Optional[int] = ..., increment_us: _Optional[int] = ..., delay_us: _Optional[int] = ..., bronstein_us: _Optional[int] = ..., turn_us: _Optional[int] = ..., turns_per_period: _Optional[int] = ..., byoyomi_periods: _Optional[int] = ..., byoyomi_us: _Optional[int] = ..., cap_us: _Optional[int] = ..., hang_us: _Optional[int] = ...) -> None: ...

class SeatClock(_message.Message):
    __slots__ = ("remaining_us", "periods_left", "turns_to_refill", "period_us")
    REMAINING_US_FIELD_NUMBER: _ClassVar[int]
    PERIODS_LEFT_FIELD_NUMBER: _ClassVar[int]
    TURNS_TO_REFILL_FIELD_NUMBER: _ClassVar[int]
    PERIOD_US_FIELD_NUMBER: _ClassVar[int]
    remaining_us: int
    periods_left: int
    turns_to_refill: int
    period_us: int
    def __init__(self, remaining_us: _Optional[int] = ..., periods_left: _Optional[int] = ..., turns_to_refill: _Optional[int] = ..., period_us: _Optional[int] = ...) -> None: ...

class Evaluation(_message.Message):
    __slots__ = ("values", "depth", "nodes", "line", "comment")
    VALUES_FIELD_NUMBER: _ClassVar[int]
    DEPTH_FIELD_NUMBER: _ClassVar[int]
    NODES_FIELD_NUMBER: _ClassVar[int]
    LINE_FIELD_NUMBER: _ClassVar[int]
    COMMENT_FIELD_NUMBER: _ClassVar[int]
    values: _containers.RepeatedScalarFieldContainer[float]
    depth: int
    nodes: int
    line: _containers.RepeatedScalarFieldContainer[str]
    comment: str
    def __init__(self, values: _Optional[_Iterable[float]] = ..., depth: _Optional[int] = ..., nodes: _Optional[int] = ..., line: _Optional[_Iterable[str]] = ..., comment: _Optional[str] = ...) -> None: ...

class OptionDeclaration(_message.Message):
    __slots__ = ("name", "type", "default_value", "min", "max", "choices", "help")
    NAME_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    DEFAULT_VALUE_FIELD_NUMBER: _ClassVar[int]
    MIN_FIELD_NUMBER: _ClassVar[int]
    MAX_FIELD_NUMBER: _ClassVar[int]
    CHOICES_FIELD_NUMBER: _ClassVar[int]
    HELP_FIELD_NUMBER: _ClassVar[int]
    name: str
    type: OptionType
    default_value: str
    min: float
    max: float
    choices: _containers.RepeatedScalarFieldContainer[str]
    help: str
    def __init__(self, name: _Optional[str] = ..., type: _Optional[_Union[OptionType, str]] = ..., default_value: _Optional[str] = ..., min: _Optional[float] = ..., max: _Optional[float] = ..., choices: _Optional[_Iterable[str]] = ..., help: _Optional[str] = ...) -> None: ...

class Fault(_message.Message):
    __slots__ = ("seat", "kind", "ply", "detail", "exit_status", "signal", "overrun_us", "forgiven")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    PLY_FIELD_NUMBER: _ClassVar[int]
    DETAIL_FIELD_NUMBER: _ClassVar[int]
    EXIT_STATUS_FIELD_NUMBER: _ClassVar[int]
    SIGNAL_FIELD_NUMBER: _ClassVar[int]
    OVERRUN_US_FIELD_NUMBER: _ClassVar[int]
    FORGIVEN_FIELD_NUMBER: _ClassVar[int]
    seat: int
    kind: FaultKind
    ply: int
    detail: str
    exit_status: int
    signal: int
    overrun_us: int
    forgiven: bool
    def __init__(self, seat: _Optional[int] = ..., kind: _Optional[_Union[FaultKind, str]] = ..., ply: _Optional[int] = ..., detail: _Optional[str] = ..., exit_status: _Optional[int] = ..., signal: _Optional[int] = ..., overrun_us: _Optional[int] = ..., forgiven: bool = ...) -> None: ...

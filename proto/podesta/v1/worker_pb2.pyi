from podesta.v1 import match_pb2 as _match_pb2
from podesta.v1 import record_pb2 as _record_pb2
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class WorkerReport(_message.Message):
    __slots__ = ("slot", "idle", "event", "record", "leaving")
    SLOT_FIELD_NUMBER: _ClassVar[int]
    IDLE_FIELD_NUMBER: _ClassVar[int]
    EVENT_FIELD_NUMBER: _ClassVar[int]
    RECORD_FIELD_NUMBER: _ClassVar[int]
    LEAVING_FIELD_NUMBER: _ClassVar[int]
    slot: int
    idle: Idle
    event: _match_pb2.MatchEvent
    record: _record_pb2.MatchRecord
    leaving: Leaving
    def __init__(self, slot: _Optional[int] = ..., idle: _Optional[_Union[Idle, _Mapping]] = ..., event: _Optional[_Union[_match_pb2.MatchEvent, _Mapping]] = ..., record: _Optional[_Union[_record_pb2.MatchRecord, _Mapping]] = ..., leaving: _Optional[_Union[Leaving, _Mapping]] = ...) -> None: ...

class Idle(_message.Message):
    __slots__ = ("pid", "secret")
    PID_FIELD_NUMBER: _ClassVar[int]
    SECRET_FIELD_NUMBER: _ClassVar[int]
    pid: int
    secret: str
    def __init__(self, pid: _Optional[int] = ..., secret: _Optional[str] = ...) -> None: ...

class Leaving(_message.Message):
    __slots__ = ("reason",)
    REASON_FIELD_NUMBER: _ClassVar[int]
    reason: str
    def __init__(self, reason: _Optional[str] = ...) -> None: ...

class WorkerOrder(_message.Message):
    __slots__ = ("play", "committed", "stop")
    PLAY_FIELD_NUMBER: _ClassVar[int]
    COMMITTED_FIELD_NUMBER: _ClassVar[int]
    STOP_FIELD_NUMBER: _ClassVar[int]
    play: _match_pb2.MatchSpec
    committed: Committed
    stop: Stop
    def __init__(self, play: _Optional[_Union[_match_pb2.MatchSpec, _Mapping]] = ..., committed: _Optional[_Union[Committed, _Mapping]] = ..., stop: _Optional[_Union[Stop, _Mapping]] = ...) -> None: ...

class Committed(_message.Message):
    __slots__ = ("match_id", "attempt")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    ATTEMPT_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    attempt: int
    def __init__(self, match_id: _Optional[str] = ..., attempt: _Optional[int] = ...) -> None: ...

class Stop(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

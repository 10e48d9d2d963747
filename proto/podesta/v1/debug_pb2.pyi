from podesta.v1 import game_pb2 as _game_pb2
from podesta.v1 import match_pb2 as _match_pb2
from podesta.v1 import record_pb2 as _record_pb2
from podesta.v1 import transcript_pb2 as _transcript_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class DebugOrder(_message.Message):
    __slots__ = ("play", "go")
    PLAY_FIELD_NUMBER: _ClassVar[int]
    GO_FIELD_NUMBER: _ClassVar[int]
    play: DebugPlay
    go: DebugGo
    def __init__(self, play: _Optional[_Union[DebugPlay, _Mapping]] = ..., go: _Optional[_Union[DebugGo, _Mapping]] = ...) -> None: ...

class DebugPlay(_message.Message):
    __slots__ = ("spec", "stepped")
    SPEC_FIELD_NUMBER: _ClassVar[int]
    STEPPED_FIELD_NUMBER: _ClassVar[int]
    spec: _match_pb2.MatchSpec
    stepped: bool
    def __init__(self, spec: _Optional[_Union[_match_pb2.MatchSpec, _Mapping]] = ..., stepped: bool = ...) -> None: ...

class DebugGo(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class DebugReport(_message.Message):
    __slots__ = ("tapped", "event", "reached", "ended", "refused")
    TAPPED_FIELD_NUMBER: _ClassVar[int]
    EVENT_FIELD_NUMBER: _ClassVar[int]
    REACHED_FIELD_NUMBER: _ClassVar[int]
    ENDED_FIELD_NUMBER: _ClassVar[int]
    REFUSED_FIELD_NUMBER: _ClassVar[int]
    tapped: TappedMessage
    event: _match_pb2.MatchEvent
    reached: PlayReached
    ended: PlayEnded
    refused: str
    def __init__(self, tapped: _Optional[_Union[TappedMessage, _Mapping]] = ..., event: _Optional[_Union[_match_pb2.MatchEvent, _Mapping]] = ..., reached: _Optional[_Union[PlayReached, _Mapping]] = ..., ended: _Optional[_Union[PlayEnded, _Mapping]] = ..., refused: _Optional[str] = ...) -> None: ...

class TappedMessage(_message.Message):
    __slots__ = ("seat", "message")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    message: _transcript_pb2.TranscriptMessage
    def __init__(self, seat: _Optional[int] = ..., message: _Optional[_Union[_transcript_pb2.TranscriptMessage, _Mapping]] = ...) -> None: ...

class PlayReached(_message.Message):
    __slots__ = ("ply", "over", "observations", "to_act", "kind", "legal_moves", "clocks")
    PLY_FIELD_NUMBER: _ClassVar[int]
    OVER_FIELD_NUMBER: _ClassVar[int]
    OBSERVATIONS_FIELD_NUMBER: _ClassVar[int]
    TO_ACT_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    LEGAL_MOVES_FIELD_NUMBER: _ClassVar[int]
    CLOCKS_FIELD_NUMBER: _ClassVar[int]
    ply: int
    over: bool
    observations: _containers.RepeatedCompositeFieldContainer[_game_pb2.Observation]
    to_act: int
    kind: str
    legal_moves: _containers.RepeatedScalarFieldContainer[str]
    clocks: _containers.RepeatedCompositeFieldContainer[_game_pb2.SeatClock]
    def __init__(self, ply: _Optional[int] = ..., over: bool = ..., observations: _Optional[_Iterable[_Union[_game_pb2.Observation, _Mapping]]] = ..., to_act: _Optional[int] = ..., kind: _Optional[str] = ..., legal_moves: _Optional[_Iterable[str]] = ..., clocks: _Optional[_Iterable[_Union[_game_pb2.SeatClock, _Mapping]]] = ...) -> None: ...

class PlayEnded(_message.Message):
    __slots__ = ("record", "lost")
    RECORD_FIELD_NUMBER: _ClassVar[int]
    LOST_FIELD_NUMBER: _ClassVar[int]
    record: _record_pb2.MatchRecord
    lost: int
    def __init__(self, record: _Optional[_Union[_record_pb2.MatchRecord, _Mapping]] = ..., lost: _Optional[int] = ...) -> None: ...

from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class TranscriptHeader(_message.Message):
    __slots__ = ("format", "match_id", "game", "seat", "engine", "started_at_us", "referee_version")
    FORMAT_FIELD_NUMBER: _ClassVar[int]
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ENGINE_FIELD_NUMBER: _ClassVar[int]
    STARTED_AT_US_FIELD_NUMBER: _ClassVar[int]
    REFEREE_VERSION_FIELD_NUMBER: _ClassVar[int]
    format: int
    match_id: str
    game: str
    seat: int
    engine: str
    started_at_us: int
    referee_version: str
    def __init__(self, format: _Optional[int] = ..., match_id: _Optional[str] = ..., game: _Optional[str] = ..., seat: _Optional[int] = ..., engine: _Optional[str] = ..., started_at_us: _Optional[int] = ..., referee_version: _Optional[str] = ...) -> None: ...

class TranscriptMessage(_message.Message):
    __slots__ = ("at_us", "from_engine", "to_engine", "closed", "size_bytes")
    AT_US_FIELD_NUMBER: _ClassVar[int]
    FROM_ENGINE_FIELD_NUMBER: _ClassVar[int]
    TO_ENGINE_FIELD_NUMBER: _ClassVar[int]
    CLOSED_FIELD_NUMBER: _ClassVar[int]
    SIZE_BYTES_FIELD_NUMBER: _ClassVar[int]
    at_us: int
    from_engine: bytes
    to_engine: bytes
    closed: str
    size_bytes: int
    def __init__(self, at_us: _Optional[int] = ..., from_engine: _Optional[bytes] = ..., to_engine: _Optional[bytes] = ..., closed: _Optional[str] = ..., size_bytes: _Optional[int] = ...) -> None: ...

class TranscriptEnd(_message.Message):
    __slots__ = ("messages", "lost", "sha256")
    MESSAGES_FIELD_NUMBER: _ClassVar[int]
    LOST_FIELD_NUMBER: _ClassVar[int]
    SHA256_FIELD_NUMBER: _ClassVar[int]
    messages: int
    lost: int
    sha256: bytes
    def __init__(self, messages: _Optional[int] = ..., lost: _Optional[int] = ..., sha256: _Optional[bytes] = ...) -> None: ...

class TranscriptFrame(_message.Message):
    __slots__ = ("header", "message", "end")
    HEADER_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    END_FIELD_NUMBER: _ClassVar[int]
    header: TranscriptHeader
    message: TranscriptMessage
    end: TranscriptEnd
    def __init__(self, header: _Optional[_Union[TranscriptHeader, _Mapping]] = ..., message: _Optional[_Union[TranscriptMessage, _Mapping]] = ..., end: _Optional[_Union[TranscriptEnd, _Mapping]] = ...) -> None: ...

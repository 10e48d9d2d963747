from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class WaitRequest(_message.Message):
    __slots__ = ("protocol_version", "name", "version")
    PROTOCOL_VERSION_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    protocol_version: int
    name: str
    version: str
    def __init__(self, protocol_version: _Optional[int] = ..., name: _Optional[str] = ..., version: _Optional[str] = ...) -> None: ...

class WaitResponse(_message.Message):
    __slots__ = ("waiting", "invitation")
    WAITING_FIELD_NUMBER: _ClassVar[int]
    INVITATION_FIELD_NUMBER: _ClassVar[int]
    waiting: Waiting
    invitation: Invitation
    def __init__(self, waiting: _Optional[_Union[Waiting, _Mapping]] = ..., invitation: _Optional[_Union[Invitation, _Mapping]] = ...) -> None: ...

class Waiting(_message.Message):
    __slots__ = ("next_within_us",)
    NEXT_WITHIN_US_FIELD_NUMBER: _ClassVar[int]
    next_within_us: int
    def __init__(self, next_within_us: _Optional[int] = ...) -> None: ...

class Invitation(_message.Message):
    __slots__ = ("address", "seat_token", "reconnect_grace_us")
    ADDRESS_FIELD_NUMBER: _ClassVar[int]
    SEAT_TOKEN_FIELD_NUMBER: _ClassVar[int]
    RECONNECT_GRACE_US_FIELD_NUMBER: _ClassVar[int]
    address: str
    seat_token: str
    reconnect_grace_us: int
    def __init__(self, address: _Optional[str] = ..., seat_token: _Optional[str] = ..., reconnect_grace_us: _Optional[int] = ...) -> None: ...

class InviteRequest(_message.Message):
    __slots__ = ("token_name", "invitation")
    TOKEN_NAME_FIELD_NUMBER: _ClassVar[int]
    INVITATION_FIELD_NUMBER: _ClassVar[int]
    token_name: str
    invitation: Invitation
    def __init__(self, token_name: _Optional[str] = ..., invitation: _Optional[_Union[Invitation, _Mapping]] = ...) -> None: ...

class InviteResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

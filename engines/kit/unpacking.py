"""From `google.protobuf.Any` to the game's own message, found by its name alone."""

import re
from collections.abc import Iterable
from functools import cache
from importlib import import_module

from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import DecodeError, Message

from engines.kit.errors import ProtocolError

__all__ = ["unpack", "unpack_all"]

_TYPE_URL = re.compile(r"[^/]*/podesta\.([a-z][a-z0-9_]*)\.(v[1-9][0-9]*)\.([A-Za-z][A-Za-z0-9]*)")


@cache
def _message_type(type_url: str) -> type[Message]:
    match = _TYPE_URL.fullmatch(type_url)
    if match is None:
        raise ProtocolError(f"{type_url!r} is no message of a game")
    game, version, name = match.groups()
    try:
        module = import_module(f"podesta.{game}.{version}.{game}_pb2")
    except ModuleNotFoundError as error:
        raise ProtocolError(f"this kit has no messages for {type_url!r}") from error
    found: object = getattr(module, name, None)
    if not (isinstance(found, type) and issubclass(found, Message)):
        raise ProtocolError(f"this kit has no message for {type_url!r}")
    return found


def unpack(packed: AnyMessage) -> Message:
    """The message inside. Raises ProtocolError for a type or bytes that this kit can't read."""
    try:
        return _message_type(packed.type_url).FromString(packed.value)
    except DecodeError as error:
        raise ProtocolError(f"bytes that are no {packed.type_url!r}") from error


def unpack_all(packed: Iterable[AnyMessage]) -> tuple[Message, ...]:
    """The messages inside, in order."""
    return tuple(unpack(one) for one in packed)

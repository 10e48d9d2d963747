"""Game messages as `google.protobuf.Any`."""

from google.protobuf.any_pb2 import Any
from google.protobuf.message import Message

__all__ = ["pack", "pack_into", "type_url"]

_PREFIX = "type.googleapis.com/"
_urls: dict[type[Message], str] = {}


def pack(message: Message) -> Any:
    """The message with the name of its type."""
    packed = Any()
    pack_into(packed, message)
    return packed


def pack_into(packed: Any, message: Message) -> None:
    """As `pack`, into an Any that is there already."""
    packed.type_url = type_url(type(message))
    packed.value = message.SerializeToString()


def type_url(kind: type[Message]) -> str:
    """The name by which an Any says what it holds."""
    url = _urls.get(kind)
    if url is None:
        url = _urls[kind] = _PREFIX + kind.DESCRIPTOR.full_name
    return url

"""Game messages as `google.protobuf.Any`."""

from google.protobuf.any_pb2 import Any
from google.protobuf.message import Message

__all__ = ["pack", "pack_into"]

_PREFIX = "type.googleapis.com/"
_urls: dict[type[Message], str] = {}


def pack(message: Message) -> Any:
    """The message with the name of its type."""
    packed = Any()
    pack_into(packed, message)
    return packed


def pack_into(packed: Any, message: Message) -> None:
    """As `pack`, into an Any that is there already."""
    kind = type(message)
    url = _urls.get(kind)
    if url is None:
        url = _urls[kind] = _PREFIX + message.DESCRIPTOR.full_name
    packed.type_url = url
    packed.value = message.SerializeToString()

"""From `google.protobuf.Any`, which may hold anything, to the message in it."""

from google.protobuf import descriptor_pool, message_factory
from google.protobuf.any_pb2 import Any as PackedMessage
from google.protobuf.message import DecodeError, Message

__all__ = ["unpacked"]


def unpacked(packed: PackedMessage) -> Message | None:
    """The message; None where there is none, its type is not known here, or it is damaged."""
    if not packed.type_url:
        return None
    try:
        descriptor = descriptor_pool.Default().FindMessageTypeByName(packed.TypeName())
        message: Message = message_factory.GetMessageClass(descriptor)()
        return message if packed.Unpack(message) else None
    except (KeyError, DecodeError):
        return None

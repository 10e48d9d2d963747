"""Protobuf's bytes put together by hand, where building the messages first would cost too much.

Only what a question needs: a field of bytes within a field of bytes. Fields may stand in any order
(Protocol Buffers, "Encoding"), so ready-made parts are joined as they come.
"""

from typing import Final

from google.protobuf.message import Message
from podesta.v1 import engine_pb2

__all__ = ["LEGAL_MOVE", "LengthDelimited"]

_MOST_TAGS = 16
"""Numbers below this take one byte together with the wire type."""
_WIRE_TYPE_LEN = 2


class LengthDelimited:
    """A field that holds bytes, a text or a message."""

    __slots__ = ("_short", "_tag")

    def __init__(self, kind: type[Message], name: str) -> None:
        """Field `name` of messages of `kind`. Raises KeyError where there is none."""
        number = kind.DESCRIPTOR.fields_by_name[name].number
        if number >= _MOST_TAGS:
            raise ValueError(f"field {number} of {kind.DESCRIPTOR.full_name} takes a longer tag")
        self._tag: Final = bytes([number << 3 | _WIRE_TYPE_LEN])
        self._short: Final = [self._tag + bytes([size]) for size in range(1 << 7)]

    def field(self, content: bytes) -> bytes:
        """The whole field."""
        return self.prefix(len(content)) + content

    def prefix(self, size_bytes: int) -> bytes:
        """What stands before a content of that size."""
        if size_bytes < 1 << 7:
            return self._short[size_bytes]
        if size_bytes < 1 << 14:
            return self._tag + bytes([size_bytes & 127 | 128, size_bytes >> 7])
        digits = []
        while size_bytes >= 1 << 7:
            digits.append(size_bytes & 127 | 128)
            size_bytes >>= 7
        return self._tag + bytes([*digits, size_bytes])


LEGAL_MOVE: Final = LengthDelimited(engine_pb2.Decide, "legal_moves")
"""One text of a list in a question."""

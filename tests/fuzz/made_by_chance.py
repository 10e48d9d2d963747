"""Bytes and messages made by chance, near to what is right: noise alone gets past no header."""

from collections.abc import Callable
from typing import Any, TypeVar

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message
from hypothesis import strategies as st

__all__ = ["damaged", "disturbed", "messages", "texts"]

_M = TypeVar("_M", bound=Message)
_F = FieldDescriptor
_DEPTH = 4
_MOST_REPEATED = 3

texts = st.one_of(
    st.text(max_size=40),
    st.sampled_from(["", "\0", "\x1b[2J", "‮", "a" * 5_000, "None", "-1", "1e999", "{}", "%s%n"]),
)
"""Some that have made trouble somewhere among them."""

_BYTES = st.one_of(st.binary(max_size=40), st.just(b"\0" * 32))


def _integers(low: int, high: int) -> st.SearchStrategy[int]:
    edges = [low, high, 0, 1, high - 1]
    return st.one_of(st.integers(0, 8), st.sampled_from(edges), st.integers(low, high))


_SCALARS: dict[int, st.SearchStrategy[Any]] = {
    _F.TYPE_DOUBLE: st.floats(),
    _F.TYPE_FLOAT: st.floats(width=32),
    _F.TYPE_BOOL: st.booleans(),
    _F.TYPE_STRING: texts.filter(lambda text: text.isprintable() or text.isascii()),
    _F.TYPE_BYTES: _BYTES,
    _F.TYPE_INT32: _integers(-(2**31), 2**31 - 1),
    _F.TYPE_SINT32: _integers(-(2**31), 2**31 - 1),
    _F.TYPE_INT64: _integers(-(2**63), 2**63 - 1),
    _F.TYPE_SINT64: _integers(-(2**63), 2**63 - 1),
    _F.TYPE_UINT32: _integers(0, 2**32 - 1),
    _F.TYPE_UINT64: _integers(0, 2**64 - 1),
    # Numbers without a name too.
    _F.TYPE_ENUM: _integers(-(2**31), 2**31 - 1),
}


@st.composite
def disturbed(draw: st.DrawFn, message: _M, *, most: int = 4) -> _M:
    """A copy of a message with a few fields somewhere in it changed, taken away or added."""
    copy = type(message)()
    copy.CopyFrom(message)
    for _ in range(draw(st.integers(1, most))):
        _disturb(draw, copy, _DEPTH)
    return copy


def messages(kind: type[_M]) -> st.SearchStrategy[_M]:
    """Messages of a type, every field by chance."""

    @st.composite
    def made(draw: st.DrawFn) -> _M:
        message = kind()
        _fill(draw, message, _DEPTH)
        return message

    return made()


def _fill(draw: st.DrawFn, message: Message, depth: int) -> None:
    fields: list[Any] = list(message.DESCRIPTOR.fields)
    for field in draw(st.lists(st.sampled_from(fields), max_size=6)) if fields else ():
        _set(draw, message, field, depth)


def _disturb(draw: st.DrawFn, message: Message, depth: int) -> None:
    present = [field for field, _ in message.ListFields()]
    inner = [field for field in present if field.message_type and not _is_map(field)]
    if inner and depth and draw(st.integers(0, 3)):
        field = draw(st.sampled_from(inner))
        value = getattr(message, field.name)
        if field.is_repeated:
            value = value[draw(st.integers(0, len(value) - 1))]
        _disturb(draw, value, depth - 1)
        return
    fields: list[Any] = list(message.DESCRIPTOR.fields)
    if not fields:
        return
    field = draw(st.sampled_from(fields))
    if draw(st.booleans()):
        message.ClearField(field.name)
    else:
        _set(draw, message, field, depth - 1)


def _is_map(field: FieldDescriptor) -> bool:
    kind = field.message_type
    return kind is not None and kind.GetOptions().map_entry


def _set(draw: st.DrawFn, message: Message, field: FieldDescriptor, depth: int) -> None:
    value = getattr(message, field.name)
    if _is_map(field):
        assert field.message_type is not None
        kind = field.message_type.fields_by_name["value"]
        if kind.message_type is None:
            value[draw(_SCALARS[_F.TYPE_STRING])] = draw(_SCALARS[kind.type])
    elif field.message_type is not None:
        if not depth:
            return
        if field.is_repeated:
            for _ in range(draw(st.integers(1, _MOST_REPEATED))):
                _fill(draw, value.add(), depth - 1)
        else:
            value.SetInParent()
            _fill(draw, value, depth - 1)
    elif field.is_repeated:
        value.extend(draw(st.lists(_SCALARS[field.type], min_size=1, max_size=_MOST_REPEATED)))
    else:
        setattr(message, field.name, draw(_SCALARS[field.type]))


_Edit = Callable[[st.DrawFn, bytearray], None]


def _change(draw: st.DrawFn, data: bytearray) -> None:
    place = draw(st.integers(0, len(data) - 1))
    data[place] = draw(st.integers(0, 255))


def _cut(draw: st.DrawFn, data: bytearray) -> None:
    del data[draw(st.integers(0, len(data) - 1)) :]


def _drop(draw: st.DrawFn, data: bytearray) -> None:
    place = draw(st.integers(0, len(data) - 1))
    del data[place : place + draw(st.integers(1, 64))]


def _insert(draw: st.DrawFn, data: bytearray) -> None:
    place = draw(st.integers(0, len(data)))
    data[place:place] = draw(st.binary(min_size=1, max_size=64))


def _overwrite(draw: st.DrawFn, data: bytearray) -> None:
    place = draw(st.integers(0, len(data) - 1))
    noise = draw(st.binary(min_size=1, max_size=64))
    data[place : place + len(noise)] = noise


def _double(draw: st.DrawFn, data: bytearray) -> None:
    place = draw(st.integers(0, len(data) - 1))
    data[place:place] = data[place : place + draw(st.integers(1, 256))]


_EDITS: tuple[_Edit, ...] = (_change, _change, _overwrite, _cut, _drop, _insert, _double)


@st.composite
def damaged(draw: st.DrawFn, whole: bytes, *, most: int = 4) -> bytes:
    """The bytes with a few places changed, cut, dropped, inserted or doubled."""
    data = bytearray(whole)
    for _ in range(draw(st.integers(1, most))):
        if data:
            draw(st.sampled_from(_EDITS))(draw, data)
    return bytes(data)

"""What a browser must know of a game's messages to read them from their bytes."""

from functools import cache
from typing import Any

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message

__all__ = ["message_schema", "roles_of"]

_PLAIN, _OPTIONAL, _REPEATED, _MAP = range(4)
_SCALARS = {
    FieldDescriptor.TYPE_INT32: "int32",
    FieldDescriptor.TYPE_INT64: "int64",
    FieldDescriptor.TYPE_UINT32: "uint32",
    FieldDescriptor.TYPE_UINT64: "uint64",
    FieldDescriptor.TYPE_SINT32: "sint32",
    FieldDescriptor.TYPE_SINT64: "sint64",
    FieldDescriptor.TYPE_BOOL: "bool",
    FieldDescriptor.TYPE_DOUBLE: "double",
    FieldDescriptor.TYPE_FLOAT: "float",
    FieldDescriptor.TYPE_STRING: "string",
    FieldDescriptor.TYPE_BYTES: "bytes",
}


def roles_of(public: Message) -> dict[str, str]:
    """Full names of a game's messages by what they are for, found beside its ...Public message."""
    found = {}
    for name, descriptor in public.DESCRIPTOR.file.message_types_by_name.items():
        for role in ("Public", "Private", "Event", "Data"):
            # The game's own name stands before: "BolognaEvent", but not "Event" alone.
            if name == public.DESCRIPTOR.name.removesuffix("Public") + role:
                found[role.lower()] = descriptor.full_name
    return found


@cache
def _schema(root: Descriptor) -> tuple[dict[str, Any], dict[str, Any]]:
    messages: dict[str, Any] = {}
    enums: dict[str, Any] = {}
    waiting = list(root.file.message_types_by_name.values())
    while waiting:
        descriptor = waiting.pop()
        if descriptor.full_name in messages:
            continue
        fields = {}
        for field in descriptor.fields:
            if field.message_type is not None:
                waiting.append(field.message_type)
            if field.enum_type is not None:
                values = {value.number: value.name for value in field.enum_type.values}
                enums[field.enum_type.full_name] = values
            fields[field.number] = [field.name, _type(field), _mode(field)]
        messages[descriptor.full_name] = fields
    return messages, enums


def message_schema(public: Message) -> dict[str, Any]:
    """The messages of the game that `public` belongs to, as static/protobuf.js reads them."""
    messages, enums = _schema(public.DESCRIPTOR)
    return {"messages": messages, "enums": enums, "roles": roles_of(public)}


def _type(field: FieldDescriptor) -> str:
    if field.message_type is not None:
        return str(field.message_type.full_name)
    if field.enum_type is not None:
        return str(field.enum_type.full_name)
    return _SCALARS[field.type]


def _mode(field: FieldDescriptor) -> int:
    if field.message_type is not None and field.message_type.GetOptions().map_entry:
        return _MAP
    if field.is_repeated:
        return _REPEATED
    return _OPTIONAL if field.has_presence and field.message_type is None else _PLAIN

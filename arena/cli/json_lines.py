"""JSON for scripts: one object a line, ASCII only, written out at once."""

import json
import sys
from collections.abc import Mapping
from typing import Any

from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message

__all__ = ["message_json", "write_json"]


def write_json(value: Mapping[str, Any]) -> None:
    """One line to stdout. ASCII, so that no control character or bidi mark reaches a terminal."""
    sys.stdout.write(json.dumps(value, ensure_ascii=True, allow_nan=False) + "\n")
    sys.stdout.flush()


def message_json(message: Message) -> dict[str, Any]:
    """Protobuf's own JSON mapping with the names of the .proto files.

    Zeros and empty lists are written too (seat 0 is a seat), 64-bit numbers are strings, bytes are
    base64, as the mapping says. Keys are sorted. Packed messages need their game to be loaded.
    """
    made: dict[str, Any] = _sorted(
        MessageToDict(
            message, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
        )
    )
    return made


def _sorted(value: Any) -> Any:
    # protobuf gives fields in an order that differs from message to message.
    if isinstance(value, dict):
        return {key: _sorted(value[key]) for key in sorted(value)}
    return [_sorted(item) for item in value] if isinstance(value, list) else value

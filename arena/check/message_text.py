"""Messages of a stream as people read them: what it is, then its fields in short."""

import json
from typing import Any

from google.protobuf.json_format import MessageToDict
from google.protobuf.message import DecodeError, Message
from podesta.v1 import engine_pb2

from arena.check.exchange import MOST_KEPT_BYTES, Speaker, Utterance
from arena.terminal.printable import printable

__all__ = ["utterance_fields", "utterance_text"]

_ARROWS = {Speaker.ENGINE: "->", Speaker.REFEREE: "<-", Speaker.NOTE: "--"}
_MOST_ITEMS = 4
_MOST_TEXT = 80
_MOST_DEPTH = 4
_HEX_BYTES = 32
_LONGEST_LINE = 1_200


def utterance_text(utterance: Utterance) -> str:
    """One line: seconds, who speaks to whom, what. `->` is the engine, `<-` the referee.

    Long lists and texts are shortened, and say by how much; positions are cut where they get deep.
    """
    head = f"{utterance.at_us / 1e6:11.6f} {_ARROWS[utterance.speaker]} "
    if utterance.speaker is Speaker.NOTE:
        return head + printable(utterance.text, _LONGEST_LINE)
    message = _parsed(utterance)
    kind = None if message is None else message.WhichOneof("message")
    if message is None or kind is None:
        shown = utterance.data[:_HEX_BYTES].hex(" ")
        more = " ..." if utterance.size_bytes > _HEX_BYTES else ""
        what = "no message" if message is None else "a message that says nothing known"
        return f"{head}{utterance.size_bytes} bytes, {what}: {shown}{more}".rstrip()
    fields = _short(_as_dict(getattr(message, kind)), 0)
    text = json.dumps(fields, ensure_ascii=False)
    return head + printable(f"{kind} {text}", _LONGEST_LINE)


def utterance_fields(utterance: Utterance) -> dict[str, Any]:
    """The same for machines, nothing shortened: `at_us`, `from`, and `message` or `bytes`.

    `message` is protobuf's JSON mapping with the names of the .proto files.
    """
    fields: dict[str, Any] = {"at_us": utterance.at_us, "from": utterance.speaker.value}
    if utterance.speaker is Speaker.NOTE:
        return fields | {"note": utterance.text}
    message = _parsed(utterance)
    if message is None or message.WhichOneof("message") is None:
        return fields | {"bytes": utterance.data.hex(), "size_bytes": utterance.size_bytes}
    return fields | {"message": _as_dict(message)}


def _parsed(utterance: Utterance) -> engine_pb2.PlayRequest | engine_pb2.PlayResponse | None:
    if utterance.speaker is Speaker.ENGINE and utterance.size_bytes > MOST_KEPT_BYTES:
        return None
    try:
        if utterance.speaker is Speaker.ENGINE:
            return engine_pb2.PlayRequest.FromString(utterance.data)
        return engine_pb2.PlayResponse.FromString(utterance.data)
    except DecodeError:
        return None


def _as_dict(message: Message) -> dict[str, Any]:
    made: dict[str, Any] = MessageToDict(message, preserving_proto_field_name=True)
    return made


def _short(value: Any, depth: int) -> Any:
    if isinstance(value, dict):
        if depth >= _MOST_DEPTH and value:
            return "{...}"
        return {
            key: item.rpartition("/")[2] if key == "@type" else _short(item, depth + 1)
            for key, item in value.items()
        }
    if isinstance(value, list):
        shown = [_short(item, depth + 1) for item in value[:_MOST_ITEMS]]
        more = len(value) - len(shown)
        return [*shown, f"... {more} more"] if more else shown
    if isinstance(value, str) and len(value) > _MOST_TEXT:
        return f"{value[:_MOST_TEXT]}... {len(value) - _MOST_TEXT} more characters"
    return value

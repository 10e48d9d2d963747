"""What was said, as people read it: a line a message, its fields in short; and as machines do."""

import json
from collections.abc import Iterator
from typing import Any

from podesta.v1 import transcript_pb2

from arena.check.exchange import MOST_KEPT_BYTES, Exchange, Speaker, Utterance
from arena.debug.message_text import message_fields, message_words
from arena.debug.said import BAD_BYTES, NOTHING, Said, SaidReader
from arena.terminal.printable import printable

__all__ = ["exchange_fields", "exchange_lines"]

_ARROWS = {Speaker.ENGINE: "->", Speaker.REFEREE: "<-", Speaker.NOTE: "--"}
_MOST_ITEMS = 4
_MOST_TEXT = 80
_MOST_DEPTH = 4
_LONGEST_LINE = 1_200


def exchange_lines(exchange: Exchange, most: int = 0) -> list[str]:
    """A line each: seconds, who speaks, what. `->` is the engine, `<-` the referee, `--` a note.

    Long lists and texts are shortened, and say by how much; positions are cut where they get deep.
    `most` is the most lines, the first and the last; 0 for all that is kept.
    """
    lines = [_line(utterance, said) for utterance, said in _read(exchange)]
    gap, left_out = len(exchange.first), exchange.left_out
    if most and len(lines) > most:
        first = min(gap, most // 3)
        left_out += len(lines) - most
        lines = lines[:first] + lines[len(lines) - (most - first) :]
        gap = first
    if left_out:
        lines.insert(gap, f"            ... {left_out} more ...")
    return lines


def exchange_fields(exchange: Exchange) -> list[dict[str, Any]]:
    """The same for machines, nothing shortened; docs/check.md has the keys."""
    fields = [_fields(utterance, said) for utterance, said in _read(exchange)]
    if exchange.left_out:
        fields.insert(len(exchange.first), {"left_out": exchange.left_out})
    return fields


def _read(exchange: Exchange) -> Iterator[tuple[Utterance, Said | None]]:
    reader = SaidReader(0)
    for utterance in (*exchange.first, *exchange.last):
        if utterance.speaker is Speaker.NOTE:
            yield utterance, None
            continue
        whole = utterance.size_bytes <= MOST_KEPT_BYTES or utterance.speaker is Speaker.REFEREE
        # What is cut can't be read, so that it must not be taken for something else.
        data = utterance.data if whole else b"\xff" + utterance.data
        message = transcript_pb2.TranscriptMessage(
            at_us=utterance.at_us, size_bytes=utterance.size_bytes
        )
        if utterance.speaker is Speaker.ENGINE:
            message.from_engine = data
        else:
            message.to_engine = data
        yield utterance, reader.read(message)


def _line(utterance: Utterance, said: Said | None) -> str:
    head = f"{utterance.at_us / 1e6:11.6f} {_ARROWS[utterance.speaker]} "
    if said is None:
        return head + printable(utterance.text, _LONGEST_LINE)
    if said.kind in (BAD_BYTES, NOTHING):
        if utterance.size_bytes > MOST_KEPT_BYTES:
            return f"{head}{utterance.size_bytes} bytes"
        return f"{head}{said.kind} {message_words(said)}".rstrip()
    fields = message_fields(said) or {}
    text = json.dumps(_short(fields.get(said.kind, {}), 0), ensure_ascii=False)
    meant = f"  = {said.move}" if said.kind == "move" and "index" in text and said.move else ""
    return head + printable(f"{said.kind} {text}{meant}", _LONGEST_LINE)


def _fields(utterance: Utterance, said: Said | None) -> dict[str, Any]:
    fields: dict[str, Any] = {"at_us": utterance.at_us, "from": utterance.speaker.value}
    if said is None:
        return fields | {"note": utterance.text}
    message = message_fields(said)
    if message is None or said.kind == NOTHING:
        return fields | {"bytes": utterance.data.hex(), "size_bytes": utterance.size_bytes}
    return fields | {"message": message}


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

"""Messages as people read them: one line each, or every field."""

import json
from collections.abc import Callable, Sequence
from typing import Any

from google.protobuf.any_pb2 import Any as PackedMessage
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import DecodeError
from podesta.v1 import engine_pb2, game_pb2
from rich.text import Text

from arena.debug.said import BAD_BYTES, CLOSED, NOTHING, Said
from arena.debug.unpacking import unpacked
from arena.terminal.durations import format_clock, format_span
from arena.terminal.evaluation_text import evaluation_text, line_text
from arena.terminal.match_text import TERMINATIONS, fault_text
from arena.terminal.printable import printable

__all__ = ["message_fields", "message_line", "message_lines", "message_words"]

_NAME_WIDTH = 16
_KIND_WIDTH = 10
_LONGEST_LINE = 2_000
_MOST_HEX_BYTES = 32
_US_PER_S = 1_000_000
_ALARMING = (BAD_BYTES, CLOSED, NOTHING, "rejected", "resign")


def message_line(said: Said, names: Sequence[str]) -> Text:
    """A message in one line: time, seat, direction, kind, and what it says in short.

    `names` are those of the engines, by seat.
    """
    name = printable(names[said.seat], _NAME_WIDTH) if said.seat < len(names) else ""
    arrow = "->" if said.from_engine else "<-"
    style = "bad" if said.kind in _ALARMING else "accent" if said.from_engine else ""
    line = Text(f"{_instant(said.at_us)}  {said.seat} {name:<{_NAME_WIDTH}} ")
    line.append(f"{arrow} {said.kind:<{_KIND_WIDTH}}", style)
    line.append(f" {message_words(said)}")
    line.rstrip()
    return line


def message_words(said: Said) -> str:
    """What a message says in short, on one line and harmless for a terminal."""
    if said.kind == CLOSED:
        return printable(said.detail, _LONGEST_LINE)
    if said.kind == BAD_BYTES:
        shown = said.data[:_MOST_HEX_BYTES].hex(" ")
        more = " ..." if len(said.data) > _MOST_HEX_BYTES else ""
        return f"{said.size_bytes} bytes that are no message: {shown}{more}"
    if said.kind == NOTHING or said.message is None:
        return f"{said.size_bytes} bytes"
    words = _WORDS[said.kind](said, getattr(said.message, said.kind))
    return printable(words, _LONGEST_LINE)


def message_lines(said: Said, names: Sequence[str]) -> Text:
    """The line, and below it every field of the message."""
    line = message_line(said, names)
    fields = message_fields(said)
    if fields is None:
        return line.append(f"\n    {said.data.hex(' ')}") if said.data else line
    for written in json.dumps(fields, indent=2, ensure_ascii=True).splitlines():
        line.append(f"\n    {written}")
    return line


def message_fields(said: Said) -> dict[str, Any] | None:
    """Every field, as protobuf maps them to JSON; None where that is not possible.

    What is packed needs its game to be loaded, and to be what it says: a file may hold anything.
    """
    if said.message is None:
        return None
    try:
        made: dict[str, Any] = MessageToDict(said.message, preserving_proto_field_name=True)
    except (TypeError, ValueError, DecodeError, RecursionError):
        return None
    return made


# --- one for each kind ---------------------------------------------------------------------------


def _hello(_: Said, hello: engine_pb2.Hello) -> str:
    parts = [f"{hello.name} {hello.version}".strip(), f"plays {', '.join(hello.games)}"]
    if hello.author:
        parts.insert(1, f"by {hello.author}")
    if hello.options:
        parts.append(f"options {', '.join(option.name for option in hello.options)}")
    wishes = [name for name in ("omit_legal_moves", "omit_events") if getattr(hello, name)]
    return "; ".join([*parts, *wishes, f"protocol {hello.protocol_version}"])


def _welcome(_: Said, welcome: engine_pb2.Welcome) -> str:
    return f"protocol {welcome.protocol_version}; referee {welcome.referee_version}"


def _new_match(_: Said, match: engine_pb2.NewMatch) -> str:
    names = ", ".join(f"{seat} {info.name}" for seat, info in enumerate(match.seats))
    parts = [
        f"{match.game} {match.time_control.text}",
        f"you are seat {match.your_seat} of {names}",
        *(f"{key}={match.game_options[key]}" for key in sorted(match.game_options)),
        *(f"your {key}={match.engine_options[key]}" for key in sorted(match.engine_options)),
        f"engine seed {match.engine_seed}",
    ]
    return "; ".join(parts)


def _observe(_: Said, observe: engine_pb2.Observe) -> str:
    return f"ply {observe.ply}; {_events(observe.events)}"


def _decide(_: Said, decide: engine_pb2.Decide) -> str:
    clocks = " ".join(_clock(clock) for clock in decide.clocks)
    parts = [
        f"#{decide.decision_id} ply {decide.ply} {decide.kind}",
        f"{decide.legal_count} legal",
        f"limit {format_span(max(0, decide.limit_us))}",
    ]
    if clocks.strip("- "):
        parts.append(f"clocks {clocks}")
    if decide.events:
        parts.append(_events(decide.events))
    return "; ".join(parts)


def _move(said: Said, move: engine_pb2.Move) -> str:
    choice = move.WhichOneof("choice")
    text = said.move
    if choice == "index":
        text = f"[{move.index}] {text}".rstrip()
    elif choice is None:
        text = "(no choice)"
    parts = [f"#{move.decision_id} {text}"]
    if said.took_us is not None:
        parts.append(f"after {format_span(max(0, said.took_us))}")
    if move.HasField("thinking_us"):
        parts.append(f"thought {format_span(max(0, move.thinking_us))}")
    if move.HasField("evaluation"):
        parts += _evaluation(move.evaluation)
    return "; ".join(parts)


def _info(_: Said, info: engine_pb2.Info) -> str:
    return "; ".join([f"#{info.decision_id}", *_evaluation(info.evaluation)])


def _log(_: Said, log: engine_pb2.Log) -> str:
    return log.text


def _no_words(_: Said, __: object) -> str:
    return ""


def _rejected(_: Said, rejected: engine_pb2.Rejected) -> str:
    fault = fault_text(game_pb2.Fault(kind=rejected.kind, detail=rejected.reason))
    number = f"#{rejected.decision_id} " if rejected.HasField("decision_id") else ""
    retry = "; may answer again" if rejected.may_retry else ""
    return f"{number}{fault}; expected {rejected.expected}{retry}"


def _match_over(_: Said, over: engine_pb2.MatchOver) -> str:
    parts = [f"{TERMINATIONS.get(over.termination, 'unknown')} ({over.reason})"]
    if over.HasField("outcome"):
        parts.append(
            ", ".join(
                f"seat {seat}: {result.placement}. with {result.score}"
                for seat, result in enumerate(over.outcome.seats)
            )
        )
    parts += [f"your fault: {fault_text(fault)}" for fault in over.your_faults]
    if over.events:
        parts.append(_events(over.events))
    return "; ".join(parts)


def _goodbye(_: Said, goodbye: engine_pb2.Goodbye) -> str:
    return goodbye.reason


_WORDS: dict[str, Callable[[Said, Any], str]] = {
    "hello": _hello,
    "welcome": _welcome,
    "new_match": _new_match,
    "ready": _no_words,
    "observe": _observe,
    "decide": _decide,
    "move": _move,
    "info": _info,
    "log": _log,
    "resign": _no_words,
    "rejected": _rejected,
    "match_over": _match_over,
    "goodbye": _goodbye,
}


# --- parts of them -------------------------------------------------------------------------------


def _instant(at_us: int) -> str:
    return f"{at_us / _US_PER_S:12.6f}"


def _clock(clock: game_pb2.SeatClock) -> str:
    return format_clock(clock.remaining_us) if clock.HasField("remaining_us") else "-"


def _evaluation(evaluation: game_pb2.Evaluation) -> list[str]:
    return [part for part in (evaluation_text(evaluation), line_text(evaluation)) if part]


def _events(events: Sequence[PackedMessage]) -> str:
    count = f"{len(events)} event{'s' if len(events) != 1 else ''}"
    return f"{count}: {', '.join(map(_event_name, events))}" if events else count


def _event_name(packed: PackedMessage) -> str:
    """What happened, by the name of the field that is set."""
    message = unpacked(packed)
    if message is None:
        return "?"
    return " ".join(field.name for field, _ in message.ListFields()) or "nothing"

"""A match in plain lines: one a move, for pipes and logs."""

import re
from collections.abc import Sequence
from itertools import zip_longest

from podesta.v1 import game_pb2, match_pb2, record_pb2

from arena.match.picture import MatchPicture
from arena.terminal.durations import format_clock, format_span
from arena.terminal.evaluation_text import evaluation_text
from arena.terminal.printable import printable
from arena.terminal.record_names import kit_hint, last_words, record_names
from referee.games import game_names, load_game

__all__ = [
    "TERMINATIONS",
    "event_line",
    "fault_line",
    "fault_text",
    "last_words_lines",
    "outcome_lines",
    "record_lines",
    "result_lines",
    "seat_text",
    "tiebreak_names",
]

_NAME_WIDTH = 24

TERMINATIONS = {
    game_pb2.TERMINATION_UNSPECIFIED: "unknown",
    game_pb2.TERMINATION_COMPLETED: "completed",
    game_pb2.TERMINATION_RESIGNATION: "resignation",
    game_pb2.TERMINATION_FAULT: "fault",
    game_pb2.TERMINATION_FORFEIT: "forfeit",
    game_pb2.TERMINATION_VOID: "void",
}
"""How a match ended, a word each."""

_DECIDERS = {
    match_pb2.DECIDER_OPENING: " (opening)",
    match_pb2.DECIDER_STAND_IN: " (stand-in)",
}


def seat_text(names: Sequence[str], seat: int) -> str:
    """A seat and who sits there: "0 greedy"."""
    name = printable(names[seat], _NAME_WIDTH) if seat < len(names) else ""
    return f"{seat} {name}".rstrip()


def fault_text(fault: game_pb2.Fault) -> str:
    """A fault in one line: "timeout: 0.12s over the limit"."""
    kind = game_pb2.FaultKind.Name(fault.kind).removeprefix("FAULT_KIND_").lower()
    parts = [kind.replace("_", " ")]
    if fault.detail:
        parts.append(printable(fault.detail, 200))
    exit_text = ""
    if fault.HasField("signal"):
        exit_text = f"signal {fault.signal}"
    elif fault.HasField("exit_status"):
        exit_text = f"exit status {fault.exit_status}"
    if exit_text and not re.search(rf"\b{exit_text}\b", fault.detail):
        parts.append(exit_text)
    if fault.HasField("overrun_us"):
        parts.append(f"{format_span(fault.overrun_us)} over the limit")
    return ": ".join(parts[:2]) + "".join(f", {part}" for part in parts[2:])


def event_line(picture: MatchPicture, event: match_pb2.MatchEvent) -> str | None:
    """What one event says in plain text, `picture` being the one after it; None for silence."""
    which = event.WhichOneof("event")
    if which == "started":
        seats = ", ".join(seat_text(picture.names, seat) for seat in range(len(picture.names)))
        return f"{event.started.game}: {seats}"
    if which == "move":
        return _move_line(picture, event.move)
    if which == "fault":
        return fault_line(picture.names, event.fault)
    return None


def fault_line(names: Sequence[str], fault: game_pb2.Fault) -> str:
    """Whose fault it was, when and what."""
    return f"fault at ply {fault.ply}: {seat_text(names, fault.seat)}: {fault_text(fault)}"


def _move_line(picture: MatchPicture, move: match_pb2.MoveMade) -> str:
    text = printable(move.text, 60) if move.text else "(hidden)"
    parts = [f"{move.ply + 1:>4}. {seat_text(picture.names, move.seat)}: {text}"]
    by = _DECIDERS.get(move.decider)
    if by:
        return parts[0] + by
    parts.append(format_span(move.charged_us))
    if move.seat < len(move.clocks) and move.clocks[move.seat].HasField("remaining_us"):
        parts.append(f"left {format_clock(move.clocks[move.seat].remaining_us)}")
    if move.HasField("evaluation"):
        parts.append(evaluation_text(move.evaluation))
    return "  ".join(filter(None, parts))


def record_lines(record: record_pb2.MatchRecord) -> list[str]:
    """How a match ended, and what engines at fault wrote to stderr last."""
    return [*result_lines(record), *last_words_lines(record)]


def result_lines(record: record_pb2.MatchRecord) -> list[str]:
    """How a match ended: a headline, then a line a seat in the order of placement."""
    outcome = record.outcome if record.HasField("outcome") else None
    lines = outcome_lines(
        record_names(record),
        outcome,
        record.termination,
        record.reason,
        tiebreak_names(record.spec.game),
    )
    if record.unrated:
        lines.append("unrated: it was held up with a debugger, and counts for no rating")
    return lines


def tiebreak_names(game: str) -> tuple[str, ...]:
    """What the tie-breaks of a game count; nothing for a game that is not known here."""
    return load_game(game).tiebreaks if game in game_names() else ()


def last_words_lines(record: record_pb2.MatchRecord) -> list[str]:
    """What engines at fault wrote to stderr last."""
    names, lines = record_names(record), []
    for seat, words in last_words(record).items():
        lines.append(f"the last that {seat_text(names, seat)} wrote to stderr:")
        lines += [f"  | {printable(line, 300)}" for line in words]
        hint = kit_hint(words)
        if hint:
            lines.append(f"hint: {hint}")
    return lines


def outcome_lines(
    names: Sequence[str],
    outcome: game_pb2.Outcome | None,
    termination: game_pb2.Termination,
    reason: str,
    tiebreaks: Sequence[str] = (),
) -> list[str]:
    """How a match ended: a headline, then a line a seat in the order of placement.

    `tiebreaks` are what the game calls its tie-breaks.
    """
    word = TERMINATIONS.get(termination, "unknown")
    told = printable(reason or (outcome.reason if outcome else ""), 200)
    lines = [f"result: {word}" + (f" ({told})" if told else "")]
    if outcome is None:
        return lines
    order = sorted(range(len(outcome.seats)), key=lambda seat: outcome.seats[seat].placement)
    for seat in order:
        result = outcome.seats[seat]
        ties = ", ".join(
            f"{name} {number}".lstrip()
            for name, number in zip_longest(
                tiebreaks[: len(result.tiebreaks)], result.tiebreaks, fillvalue=""
            )
        )
        tail = f", tie-breaks {ties}" if ties else ""
        lines.append(f"  {result.placement}. {seat_text(names, seat)}: {result.score} points{tail}")
    return lines

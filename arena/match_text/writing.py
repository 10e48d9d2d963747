"""A record as text: headers, an empty line, one line a decision, the result, an empty line."""

from collections.abc import Iterator

from podesta.v1 import game_pb2, match_pb2, record_pb2

from arena.match_text.escapes import escaped
from arena.match_text.headers import headers_of
from arena.match_text.times import time_text

__all__ = ["DECIDERS", "match_text"]

_RESULTS: dict[tuple[int, ...], str] = {(1, 2): "1-0", (2, 1): "0-1", (1, 1): "1/2-1/2"}
_NAME_ENDS = '" '
_VALUE_ENDS = '"'

DECIDERS = {
    match_pb2.DECIDER_ENGINE: "",
    match_pb2.DECIDER_OPENING: "opening",
    match_pb2.DECIDER_STAND_IN: "stand-in",
    match_pb2.DECIDER_UNSPECIFIED: "unknown",
}


def match_text(record: record_pb2.MatchRecord) -> str:
    """The text of a record; what it can't carry is left out (docs/match-text.md)."""
    lines = [
        f'[{escaped(name, _NAME_ENDS)} "{escaped(value, _VALUE_ENDS)}"]'
        for name, value in headers_of(record)
    ]
    lines.append("")
    for ply, decision in enumerate(record.decisions, 1):
        lines.append(f"{ply}. {decision.seat} {_move(decision.move)}{_comment(decision)}")
    lines += [_result(record), "", ""]
    return "\n".join(lines)


def _move(move: str) -> str:
    plain = bool(move) and move.isascii() and move.isprintable() and not set(move) & set(' "{}\\')
    return move if plain else f'"{escaped(move, _VALUE_ENDS)}"'


def _comment(decision: record_pb2.DecisionRecord) -> str:
    parts = [f"[%{name} {value}]" if value else f"[%{name}]" for name, value in _told(decision)]
    comment = decision.evaluation.comment
    if comment:
        parts.append(escaped(comment, "{}["))
    return f" {{{' '.join(parts)}}}" if parts else ""


def _told(decision: record_pb2.DecisionRecord) -> Iterator[tuple[str, str]]:
    if DECIDERS.get(decision.decider, "unknown"):
        yield "by", DECIDERS.get(decision.decider, "unknown")
    if decision.HasField("remaining_us"):
        yield "clk", time_text(decision.remaining_us)
    if decision.charged_us or decision.raw_us:
        yield "emt", time_text(decision.charged_us)
    if decision.raw_us != decision.charged_us:
        yield "raw", time_text(decision.raw_us)
    if decision.HasField("engine_us"):
        yield "own", time_text(decision.engine_us)
    if decision.queue_us:
        yield "queue", time_text(decision.queue_us)
    if decision.arrival_queue_us:
        yield "wait", time_text(decision.arrival_queue_us)
    if decision.HasField("evaluation"):
        yield from _evaluation(decision.evaluation)


def _evaluation(evaluation: game_pb2.Evaluation) -> Iterator[tuple[str, str]]:
    # repr is the shortest text that reads back as the same number.
    values = " ".join(map(repr, evaluation.values))
    depth = f",{evaluation.depth}" if evaluation.HasField("depth") else ""
    # A comment, nodes or a line may stand without a thought; nothing at all is one all the same.
    others = evaluation.HasField("nodes") or any(evaluation.line) or evaluation.comment
    if values or depth or not others:
        yield "eval", f"{values}{depth}"
    if evaluation.HasField("nodes"):
        yield "nodes", str(evaluation.nodes)
    if any(evaluation.line):
        yield "pv", " ".join(escaped(move, "[] ") for move in evaluation.line if move)


def _result(record: record_pb2.MatchRecord) -> str:
    if not record.HasField("outcome"):
        return "*"
    seats = record.outcome.seats
    placements = [seat.placement for seat in seats]
    told = _RESULTS.get(tuple(placements))
    parts = [f"[%scores {' '.join(str(seat.score) for seat in seats)}]" if seats else "[%scores]"]
    if any(seat.tiebreaks for seat in seats):
        ties = ";".join(" ".join(map(str, seat.tiebreaks)) for seat in seats)
        parts.append(f"[%ties {ties}]")
    return f"{told or '#' + ' '.join(map(str, placements))} {{{' '.join(parts)}}}"

"""A record as a text like PGN: for people to read and to compare line by line.

Header lines `[Key "value"]`, an empty line, one line a decision, a result line. Texts from engines
are escaped, so that a name can't forge a header or a move.
"""

import datetime
from collections.abc import Iterator

from podesta.v1 import game_pb2, match_pb2, record_pb2

from arena.terminal.evaluation_text import evaluation_text
from arena.terminal.match_text import TERMINATIONS, fault_text
from arena.terminal.placements_text import placements_text
from arena.terminal.printable import printable
from arena.terminal.record_names import record_names

__all__ = ["record_text"]

_MARKS = {match_pb2.DECIDER_OPENING: " {opening}", match_pb2.DECIDER_STAND_IN: " {stand-in}"}


def record_text(record: record_pb2.MatchRecord) -> str:
    """The whole record in lines; ends with an empty line."""
    lines = [
        *_headers(record),
        "",
        *(_decision(record, ply) for ply in range(len(record.decisions))),
        _result(record),
        "",
    ]
    return "\n".join(lines) + "\n"


def _headers(record: record_pb2.MatchRecord) -> Iterator[str]:
    started = datetime.datetime.fromtimestamp(record.started_at_us / 1e6, datetime.UTC)
    yield _header("Game", record.spec.game)
    yield _header("RulesVersion", record.rules_version)
    yield _header("Match", record.spec.match_id)
    yield _header("Deal", record.spec.deal_id)
    yield _header("Date", started.strftime("%Y-%m-%dT%H:%M:%SZ"))
    yield _header("TimeControl", record.spec.time_control)
    for key, value in sorted(record.game_options.items()):
        yield _header(f"Option.{key}", value)
    for seat, name in enumerate(record_names(record)):
        yield _header(f"Seat{seat}", name)
    if record.chance_draws:
        yield _header("Chance", " ".join(map(str, record.chance_draws)))
    yield _header("Termination", TERMINATIONS.get(record.termination, "unknown"))
    if record.reason:
        yield _header("Reason", record.reason)
    for fault in record.faults:
        yield _header("Fault", f"seat {fault.seat}, ply {fault.ply}: {fault_text(fault)}")


def _header(key: str, value: str) -> str:
    quoted = printable(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'[{key} "{quoted}"]'


def _decision(record: record_pb2.MatchRecord, ply: int) -> str:
    decision = record.decisions[ply]
    line = f"{ply + 1}. {decision.seat} {printable(decision.move)}"
    if decision.decider in _MARKS:
        return line + _MARKS[decision.decider]
    notes = [f"{decision.charged_us / 1e6:.6f}s"]
    if decision.HasField("evaluation"):
        notes.append(evaluation_text(decision.evaluation))
    told = " ".join(filter(None, notes)).replace("}", ")")
    return f"{line} {{{told}}}"


def _result(record: record_pb2.MatchRecord) -> str:
    if record.termination == game_pb2.TERMINATION_VOID or not record.HasField("outcome"):
        return "*"
    seats = record.outcome.seats
    score = placements_text([seat.placement for seat in seats])
    scores = "-".join(str(seat.score) for seat in seats)
    return f"{score} {{scores {scores}}}"

"""Decisions, then and now, as people and scripts read them."""

from typing import Any

from podesta.v1 import game_pb2

from arena.debug.play_back import Comparison
from arena.debug.seat_script import Answer, AnswerKind
from arena.terminal.durations import format_span
from arena.terminal.match_text import fault_text
from arena.terminal.printable import printable

__all__ = ["answer_words", "comparison_json", "comparison_line", "difference"]

_MOVE_WIDTH = 60


def comparison_line(compared: Comparison) -> str:
    """One decision in one line."""
    decide, now, then = compared.decide, compared.now, compared.recorded
    did = printable(now.text, _MOVE_WIDTH) if now.kind is AnswerKind.MOVE else now.kind
    took = format_span(now.took_us or 0)
    before = f", then {format_span(then.took_us)}" if then.took_us is not None else ""
    return (
        f"ply {decide.ply:>3}  #{decide.decision_id:<3} {printable(decide.kind, 20):<12} "
        f"{did:<24} {difference(compared)}  ({took}{before})"
    )


def difference(compared: Comparison) -> str:
    """What is to be said of a decision, in short."""
    now, then = compared.now, compared.recorded
    if now.wrong:
        kind = _kind(now)
        if compared.same and then.wrong:
            return f"{kind}, as recorded"
        return f"{kind}, recorded was {_did(then)}"
    if compared.same:
        return "as recorded"
    return f"different, recorded was {_did(then)}"


def answer_words(answer: Answer) -> str:
    """An answer, the time it took, and what is wrong with it."""
    words = printable(answer.text, 200) or "(no text)"
    if answer.kind is not AnswerKind.MOVE:
        words = answer.kind
    if answer.took_us is not None:
        words += f", after {format_span(max(0, answer.took_us))}"
    if answer.wrong:
        words += f": {fault_text(game_pb2.Fault(kind=answer.fault, detail=answer.detail))}"
    return words


def comparison_json(compared: Comparison) -> dict[str, Any]:
    """One decision for scripts."""
    decide = compared.decide
    return {
        "ply": decide.ply,
        "decision_id": decide.decision_id,
        "kind": decide.kind,
        "same": compared.same,
        "recorded": _answer_json(compared.recorded),
        "now": _answer_json(compared.now),
    }


def _answer_json(answer: Answer) -> dict[str, Any]:
    return {
        "did": answer.kind.value,
        "move": answer.text or None,
        "took_us": answer.took_us,
        "fault": game_pb2.FaultKind.Name(answer.fault) if answer.wrong else None,
        "detail": answer.detail or None,
    }


def _kind(answer: Answer) -> str:
    if answer.fault not in game_pb2.FaultKind.values():
        return "fault"
    name = game_pb2.FaultKind.Name(answer.fault).removeprefix("FAULT_KIND_")
    return name.lower().replace("_", " ")


def _did(answer: Answer) -> str:
    if answer.kind is AnswerKind.MOVE:
        text = printable(answer.text, _MOVE_WIDTH)
        return f"{text} ({_kind(answer)})" if answer.wrong else text
    return answer.kind

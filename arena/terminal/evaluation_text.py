"""An engine's evaluation in a few characters."""

import math
from collections.abc import Sequence

from podesta.v1 import game_pb2

from arena.terminal.durations import format_count
from arena.terminal.printable import printable

__all__ = ["evaluation_text", "line_text", "values_text"]

_MOST_LINE = 60


def values_text(values: Sequence[float]) -> str:
    """Values by seat: "+1.5 -1.5"; empty where there are none."""
    return " ".join(f"{value:+.2f}" if math.isfinite(value) else str(value) for value in values)


def evaluation_text(evaluation: game_pb2.Evaluation | None) -> str:
    """Values, depth and nodes: "+1.50 -1.50 d6 n12.3k"; empty where the engine told nothing."""
    if evaluation is None:
        return ""
    parts = [values_text(evaluation.values)]
    if evaluation.HasField("depth"):
        parts.append(f"d{evaluation.depth}")
    if evaluation.HasField("nodes"):
        parts.append(f"n{format_count(evaluation.nodes)}")
    return " ".join(filter(None, parts))


def line_text(evaluation: game_pb2.Evaluation | None) -> str:
    """The expected moves or, without any, the comment; cut, and harmless for a terminal."""
    if evaluation is None:
        return ""
    line = " ".join(evaluation.line)
    return printable(line or evaluation.comment, _MOST_LINE)

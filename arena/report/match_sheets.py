"""Length of matches, score margins, and how each engine's matches ended."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
from podesta.v1 import game_pb2

from arena.ledger import MatchResult
from arena.report.record_reading import Records
from arena.report.sheet import Column, Kind, Sheet

__all__ = ["length_sheet", "margin_sheet", "termination_name", "terminations_by_engine"]


def termination_name(result: MatchResult) -> str:
    """How a match ended: "completed", "fault"."""
    name = game_pb2.Termination.Name(result.summary.termination)
    return name.removeprefix("TERMINATION_").lower()


def terminations_by_engine(
    results: Sequence[MatchResult], engine_ids: Sequence[str]
) -> dict[str, Counter[str]]:
    """By engine, how often its matches ended in each way."""
    counts: dict[str, Counter[str]] = {engine: Counter() for engine in engine_ids}
    # A league has few seatings and fewer endings, so that counting these first is quick.
    kinds = Counter((result.engines, result.summary.termination) for result in results)
    for (engines, termination), count in kinds.items():
        name = game_pb2.Termination.Name(termination).removeprefix("TERMINATION_").lower()
        for engine in engines:
            counts[engine][name] += count
    return counts


def length_sheet(results: Sequence[MatchResult]) -> Sheet:
    """Plies and time of the matches that were begun, by how they ended."""
    by_ending: dict[str, list[MatchResult]] = {}
    for result in results:
        if result.summary.plies:
            by_ending.setdefault(termination_name(result), []).append(result)
    rows = []
    for ending, ended in sorted(by_ending.items()):
        plies = np.array([result.summary.plies for result in ended])
        length = np.array([result.summary.duration_us for result in ended])
        rows.append(
            (
                ending,
                len(ended),
                int(plies.min()),
                float(np.median(plies)),
                float(plies.mean()),
                int(plies.max()),
                int(np.median(length)),
                int(length.max()),
            )
        )
    return Sheet(
        "length",
        "Length of matches",
        (
            Column("ended", "ended"),
            Column("matches", "matches", Kind.COUNT),
            Column("shortest", "fewest plies", Kind.COUNT),
            Column("median", "median", Kind.NUMBER),
            Column("mean", "mean", Kind.NUMBER),
            Column("longest", "most plies", Kind.COUNT),
            Column("median_us", "median time", Kind.SPAN_US),
            Column("max_us", "longest time", Kind.SPAN_US),
        ),
        tuple(rows),
    )


def margin_sheet(records: Records, names: dict[str, str]) -> Sheet:
    """Final scores of each engine in matches without a fault."""
    engines = np.array([engine for engine, _ in records.scores], dtype=np.int64)
    scores = np.array([score for _, score in records.scores], dtype=np.float64)
    rows = []
    for number, engine in enumerate(records.engine_ids):
        mine = scores[engines == number]
        if len(mine):
            low, middle, high = np.percentile(mine, (5, 50, 95), method="inverted_cdf")
            row = (names.get(engine, engine), len(mine), float(mine.mean()))
            rows.append((*row, float(low), float(middle), float(high), float(mine.max())))
    return Sheet(
        "scores",
        "Final scores",
        (
            Column("engine", "bot"),
            Column("matches", "matches", Kind.COUNT),
            Column("mean", "mean", Kind.NUMBER),
            Column("p5", "p5", Kind.NUMBER),
            Column("median", "median", Kind.NUMBER),
            Column("p95", "p95", Kind.NUMBER),
            Column("best", "best", Kind.NUMBER),
        ),
        tuple(rows),
    )

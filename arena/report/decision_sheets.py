"""Thinking time, fairness of the clocks, evaluations against results, and first moves."""

from collections import defaultdict
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from arena.report.record_reading import Records
from arena.report.sheet import Column, Kind, Sheet

__all__ = [
    "calibration_sheets",
    "clock_sheet",
    "first_moves_sheet",
    "jitter_sheet",
    "lag_sheet",
    "parts_sheet",
    "thinking_sheet",
]

_BINS = 8
_FEWEST_IN_A_BIN = 5
_MOST_FIRST_MOVES = 40
_FEWEST_OF_A_MOVE = 2


def _percentiles(values: NDArray[np.float64] | NDArray[np.int64]) -> tuple[int, int, int, int]:
    median, p95, p99 = np.percentile(values, (50, 95, 99), method="inverted_cdf")
    return int(median), int(p95), int(p99), int(values.max())


def thinking_sheet(records: Records, names: Mapping[str, str]) -> Sheet:
    """How long each engine thought a decision, and how much of its time it used a match."""
    shares: dict[int, list[float]] = defaultdict(list)
    for number, share in records.share_used:
        shares[number].append(share)
    rows = []
    for number, engine in enumerate(records.engine_ids):
        charged = records.decisions.charged_us[records.decisions.engine == number]
        if not len(charged):
            continue
        used = shares.get(number)
        rows.append(
            (
                names.get(engine, engine),
                len(charged),
                *_percentiles(charged),
                int(charged.sum()),
                float(np.mean(used)) if used else None,
                float(np.max(used)) if used else None,
            )
        )
    return Sheet(
        "thinking",
        "Thinking time a decision",
        (
            Column("engine", "bot"),
            Column("decisions", "decisions", Kind.COUNT),
            Column("median_us", "median", Kind.SPAN_US),
            Column("p95_us", "p95", Kind.SPAN_US),
            Column("p99_us", "p99", Kind.SPAN_US),
            Column("max_us", "longest", Kind.SPAN_US),
            Column("total_us", "together", Kind.SPAN_US),
            Column("share", "used of its time", Kind.SHARE, "mean over matches"),
            Column("largest_share", "most in a match", Kind.SHARE),
        ),
        tuple(rows),
    )


def clock_sheet(records: Records, names: Mapping[str, str]) -> Sheet:
    """What the referee measured of the time between question and answer, for each engine alike."""
    rows = []
    decisions = records.decisions
    for number, engine in enumerate(records.engine_ids):
        mine = decisions.engine == number
        if not mine.any():
            continue
        raw = decisions.raw_us[mine]
        queue = decisions.queue_us[mine]
        rows.append(
            (
                names.get(engine, engine),
                int(mine.sum()),
                *_percentiles(raw)[:2],
                *_percentiles(queue)[:2],
                int(queue.max()),
                float(queue.sum() / raw.sum()) if raw.sum() else None,
            )
        )
    return Sheet(
        "clocks",
        "What the time was spent on",
        (
            Column("engine", "bot"),
            Column("decisions", "decisions", Kind.COUNT),
            Column("raw_median_us", "raw median", Kind.SPAN_US, "question written to answer read"),
            Column("raw_p95_us", "raw p95", Kind.SPAN_US),
            Column("queue_median_us", "queued median", Kind.SPAN_US, "waited in the referee"),
            Column("queue_p95_us", "queued p95", Kind.SPAN_US),
            Column("queue_max_us", "queued longest", Kind.SPAN_US),
            Column("queue_share", "queued share", Kind.SHARE, "of all raw time"),
        ),
        tuple(rows),
    )


def parts_sheet(records: Records, names: Mapping[str, str]) -> Sheet:
    """Wire and bot apart, as far as engines tell their own time."""
    rows = []
    decisions = records.decisions
    for number, engine in enumerate(records.engine_ids):
        mine = decisions.engine == number
        if not mine.any():
            continue
        told = mine & ~np.isnan(decisions.bot_us)
        bot, wire = decisions.bot_us[told], decisions.wire_us[told]
        raw_us = float(decisions.raw_us[told].sum())
        rows.append(
            (
                names.get(engine, engine),
                len(bot),
                *(_percentiles(wire)[:2] if len(wire) else (None, None)),
                float(wire.sum()) / raw_us if raw_us else None,
                *(_percentiles(bot)[:2] if len(bot) else (None, None)),
                float(bot.sum()) / raw_us if raw_us else None,
                int(decisions.overclaimed[mine].sum()),
            )
        )
    return Sheet(
        "parts",
        "Wire and bot, where bots tell their own time",
        (
            Column("engine", "bot"),
            Column("told", "decisions told", Kind.COUNT, "of which the bot told its time"),
            Column("wire_median_us", "wire median", Kind.SPAN_US, "raw less queued and bot"),
            Column("wire_p95_us", "wire p95", Kind.SPAN_US),
            Column("wire_share", "wire share", Kind.SHARE, "of the raw time of these decisions"),
            Column("bot_median_us", "bot median", Kind.SPAN_US, "what the bot says it thought"),
            Column("bot_p95_us", "bot p95", Kind.SPAN_US),
            Column("bot_share", "bot share", Kind.SHARE, "of the raw time of these decisions"),
            Column("overclaimed", "overclaimed", Kind.COUNT, "told more time than there was"),
        ),
        tuple(rows),
    )


def jitter_sheet(records: Records) -> Sheet:
    """How late the referee's timers woke in all matches together, against the time control."""
    lags, jitter = records.lags, records.jitter
    row = (
        lags.looks,
        lags.quantile_us(0.5),
        lags.quantile_us(0.99),
        lags.quantile_us(0.999),
        jitter.decision_us,
        jitter.share,
        jitter.late,
    )
    return Sheet(
        "jitter",
        "Jitter: how late the referee's timers woke, ten looks a second",
        (
            Column("looks", "looks", Kind.COUNT),
            Column("median_us", "median", Kind.SPAN_US, "at most; upper end of a power of two"),
            Column("p99_us", "p99", Kind.SPAN_US),
            Column("p999_us", "p99.9", Kind.SPAN_US),
            Column("decision_us", "time of a decision", Kind.SPAN_US, "what it had, the median"),
            Column("share", "p99 of that", Kind.SHARE),
            Column("late", "matches later than the grace", Kind.COUNT),
        ),
        (row,) if lags.looks else (),
    )


def lag_sheet(records: Records) -> Sheet:
    """How late the referee itself woke, the worst of each match."""
    lag = np.array(records.max_lag_us, dtype=np.int64)
    return Sheet(
        "lag",
        "Lag of the referee, the worst of each match",
        (
            Column("matches", "matches", Kind.COUNT),
            Column("median_us", "median", Kind.SPAN_US),
            Column("p95_us", "p95", Kind.SPAN_US),
            Column("p99_us", "p99", Kind.SPAN_US),
            Column("max_us", "worst", Kind.SPAN_US),
        ),
        ((len(lag), *_percentiles(lag)),) if len(lag) else (),
    )


def calibration_sheets(records: Records, names: Mapping[str, str]) -> tuple[Sheet, Sheet]:
    """What engines expected against what came: in bins of equal size, and in one line each."""
    decisions = records.decisions
    told = ~np.isnan(decisions.evaluation)
    bins, lines = [], []
    for number, engine in enumerate(records.engine_ids):
        mine = told & (decisions.engine == number)
        values, points = decisions.evaluation[mine], decisions.points[mine]
        if not len(values):
            continue
        name = names.get(engine, engine)
        decided = (values != 0) & (points != 0.5)
        right = ((values > 0) == (points > 0.5))[decided]
        lines.append(
            (
                name,
                int(mine.sum()),
                int((decisions.engine == number).sum()),
                float(right.mean()) if len(right) else None,
                _correlation(values, points),
            )
        )
        edges = np.unique(np.quantile(values, np.linspace(0, 1, _BINS + 1)))
        place = np.clip(np.searchsorted(edges, values, side="right") - 1, 0, max(len(edges) - 2, 0))
        for number_of_bin in range(max(len(edges) - 1, 1)):
            inside = place == number_of_bin
            if inside.sum() < min(_FEWEST_IN_A_BIN, len(values)):
                continue
            bins.append(
                (
                    name,
                    number_of_bin + 1,
                    float(values[inside].min()),
                    float(values[inside].max()),
                    float(values[inside].mean()),
                    int(inside.sum()),
                    len(np.unique(decisions.match[mine][inside])),
                    float(points[inside].mean()),
                )
            )
    summary = Sheet(
        "evaluations",
        "Evaluations against results",
        (
            Column("engine", "bot"),
            Column("told", "evaluations", Kind.COUNT),
            Column("decisions", "decisions", Kind.COUNT),
            Column("right", "right about who wins", Kind.SHARE, "of those that were not level"),
            Column("correlation", "correlation", Kind.NUMBER, "of evaluation and points"),
        ),
        tuple(lines),
    )
    curve = Sheet(
        "calibration",
        "What was scored after an evaluation",
        (
            Column("engine", "bot"),
            Column("bin", "eighth", Kind.COUNT),
            Column("lowest", "from", Kind.NUMBER, "own value less the mean of the others"),
            Column("highest", "to", Kind.NUMBER),
            Column("mean", "mean", Kind.NUMBER),
            Column("decisions", "decisions", Kind.COUNT),
            Column("matches", "in matches", Kind.COUNT),
            Column("score", "score", Kind.SHARE),
        ),
        tuple(bins),
    )
    return summary, curve


def _correlation(values: NDArray[np.float64], points: NDArray[np.float64]) -> float | None:
    if len(values) < 3 or values.std() == 0 or points.std() == 0:
        return None
    return float(np.corrcoef(values, points)[0, 1])


def first_moves_sheet(records: Records) -> Sheet:
    """First moves that were played more than once, and what they scored."""
    found: dict[tuple[int, str, str], list[float]] = defaultdict(list)
    deals: dict[tuple[int, str, str], set[str]] = defaultdict(set)
    for move in records.first_moves:
        key = move.seat, move.kind, move.move
        found[key].append(move.points)
        deals[key].add(move.deal)
    often = sorted(
        (key for key, points in found.items() if len(points) >= _FEWEST_OF_A_MOVE),
        key=lambda key: (-len(found[key]), key),
    )[:_MOST_FIRST_MOVES]
    rows = tuple(
        (seat, kind, text, len(found[key]), len(deals[key]), float(np.mean(found[key])))
        for key in often
        for seat, kind, text in (key,)
    )
    return Sheet(
        "first_moves",
        "First moves",
        (
            Column("seat", "seat", Kind.COUNT),
            Column("kind", "decision"),
            Column("move", "move"),
            Column("played", "played", Kind.COUNT),
            Column("deals", "in deals", Kind.COUNT),
            Column("score", "score", Kind.SHARE),
        ),
        rows,
        note="The first decision that a bot made itself in each seat, played at least twice. "
        "Where deals differ, one text can mean different things.",
    )

"""What only the records tell: times, evaluations, scores and first moves, from all or a sample.

Records are decoded one at a time and only their numbers are kept. A record that can't be read, that
is not the one that was committed, or that is not true, is told and left out.
"""

from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from podesta.v1 import match_pb2, record_pb2

from arena.errors import LedgerError
from arena.league.checked_record import checked_record
from arena.ledger import LedgerReader, MatchResult
from arena.report.jitter import Jitter, Lags
from arena.report.record_trust import MOST_VERIFIED, false_times, verify_contents
from referee.errors import RecordError
from referee.time_control import DEFAULT_GRACE_US
from referee.time_split import TimeSplit, split_time

__all__ = [
    "DecisionColumns",
    "FirstMove",
    "RecordProblem",
    "Records",
    "read_records",
    "spread",
]

_MOST_PROBLEMS = 1000
_LARGEST_EVALUATION = 1e12


@dataclass(frozen=True, slots=True)
class RecordProblem:
    """A record that was left out, and why."""

    number: int
    match_id: str
    text: str


@dataclass(frozen=True, slots=True, eq=False)
class DecisionColumns:
    """Decisions that engines made, a row each; times in microseconds.

    `engine` numbers `Records.engine_ids`, `match` the records that were read. `evaluation` is what
    the engine expected for itself above the mean of the others, NaN where it told nothing, and
    `points` what it scored in the end. `unaccounted_us` is what the engine did not measure itself
    of the raw time: the wire and the scheduler; NaN where it measured nothing.
    """

    engine: NDArray[np.int32]
    match: NDArray[np.int32]
    raw_us: NDArray[np.int64]
    charged_us: NDArray[np.int64]
    queue_us: NDArray[np.int64]
    wire_us: NDArray[np.float64]
    bot_us: NDArray[np.float64]
    overclaimed: NDArray[np.bool_]
    evaluation: NDArray[np.float64]
    points: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class FirstMove:
    """The first decision of a seat by its engine, and what it came to."""

    seat: int
    kind: str
    move: str
    deal: str
    points: float


@dataclass(slots=True)
class Records:
    """What was read. `share_used` holds (engine number, share of all time that it had)."""

    engine_ids: tuple[str, ...]
    tellable: int
    """Matches whose records may be told."""
    asked: int = 0
    """How many of them were to be read; fewer where a sample was enough."""
    read: int = 0
    verified: int = 0
    """How many were looked at in every step; of all others only what is cheap to check."""
    decisions: DecisionColumns = field(default_factory=lambda: _Builder().build())
    first_moves: list[FirstMove] = field(default_factory=list)
    share_used: list[tuple[int, float]] = field(default_factory=list)
    max_lag_us: list[int] = field(default_factory=list)
    lags: Lags = field(default_factory=Lags)
    late: int = 0
    """Matches whose worst lag passed their grace."""
    decision_us: list[int] = field(default_factory=list)
    """For each seat of a match with a clock, the time that one of its decisions had."""
    margins: list[int] = field(default_factory=list)
    """Best score less the second best, of matches that were played to their end."""
    scores: list[tuple[int, int]] = field(default_factory=list)
    """Engine number and score of each seat of those matches."""
    environments: Counter[str] = field(default_factory=Counter)
    rules_versions: Counter[str] = field(default_factory=Counter)
    engine_versions: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    """Engine id, the name and version that it told."""
    isolation: Counter[str] = field(default_factory=Counter)
    problems: list[RecordProblem] = field(default_factory=list)
    more_problems: int = 0

    @property
    def jitter(self) -> Jitter:
        """How late the referee was, against what decisions had."""
        return Jitter.of(self.lags, self.decision_us, self.read, self.late)

    @property
    def sampled(self) -> bool:
        """Whether not all records that may be told were read."""
        return self.asked < self.tellable


def read_records(
    ledger: LedgerReader,
    results: Sequence[MatchResult],
    engine_ids: Sequence[str],
    most: int,
) -> Records:
    """Read at most `most` records of these results, evenly spread over them.

    `results` are those whose records may be told: see `LeagueState.closed_deals`.
    """
    numbers = {engine: number for number, engine in enumerate(engine_ids)}
    chosen = spread(len(results), most)
    records = Records(tuple(engine_ids), tellable=len(results), asked=len(chosen))
    builder = _Builder()
    untrue = _verify(ledger, [results[place] for place in chosen], records)
    for place in chosen:
        result = results[place]
        try:
            record = checked_record(ledger, result)
            if problem := untrue.get(result.number) or false_times(record):
                raise RecordError(problem)
        except (LedgerError, RecordError) as error:
            if len(records.problems) < _MOST_PROBLEMS:
                records.problems.append(RecordProblem(result.number, result.match_id, str(error)))
            else:
                records.more_problems += 1
            continue
        _take(records, builder, numbers, result, record)
        records.read += 1
    records.decisions = builder.build()
    return records


def _verify(
    ledger: LedgerReader, results: Sequence[MatchResult], records: Records
) -> dict[int, str]:
    """By number what is wrong with those that are verified: all where they are few."""
    numbers, contents = [], []
    for place in spread(len(results), MOST_VERIFIED):
        try:
            content = ledger.record(results[place].match_id, results[place].attempt)
        except LedgerError:  # told where it is read
            continue
        if content is not None:
            numbers.append(results[place].number)
            contents.append(content)
    records.verified = len(contents)
    return dict(zip(numbers, verify_contents(contents), strict=True))


def spread(available: int, most: int) -> list[int]:
    """At most `most` places out of `available`, evenly spread, the same every time."""
    if available <= most:
        return list(range(available))
    return [place * available // most for place in range(max(most, 0))]


def points_of(placements: Sequence[int]) -> list[float]:
    """By seat, the share of the others that were placed behind, a tie one half."""
    others = max(len(placements) - 1, 1)
    return [
        (sum(p < q for q in placements) + (sum(p == q for q in placements) - 1) / 2.0) / others
        for p in placements
    ]


class _Builder:
    def __init__(self) -> None:
        self.engine, self.match = array("i"), array("i")
        self.raw, self.charged = array("q"), array("q")
        self.queue = array("q")
        self.wire, self.bot = array("d"), array("d")
        self.overclaimed = array("b")
        self.evaluation, self.points = array("d"), array("d")

    def build(self) -> DecisionColumns:
        return DecisionColumns(
            np.array(self.engine, dtype=np.int32),
            np.array(self.match, dtype=np.int32),
            np.array(self.raw, dtype=np.int64),
            np.array(self.charged, dtype=np.int64),
            np.array(self.queue, dtype=np.int64),
            np.array(self.wire, dtype=np.float64),
            np.array(self.bot, dtype=np.float64),
            np.array(self.overclaimed, dtype=np.bool_),
            np.array(self.evaluation, dtype=np.float64),
            np.array(self.points, dtype=np.float64),
        )

    def split(self, decision: record_pb2.DecisionRecord) -> None:
        split = split_time(decision) or TimeSplit(0, None, None)
        self.queue.append(split.queue_us)
        self.wire.append(np.nan if split.wire_us is None else split.wire_us)
        self.bot.append(np.nan if split.bot_us is None else split.bot_us)
        self.overclaimed.append(split.overclaimed)


def _take(
    records: Records,
    builder: _Builder,
    numbers: dict[str, int],
    result: MatchResult,
    record: record_pb2.MatchRecord,
) -> None:
    seats = len(result.engines)
    by_seat = [numbers[engine] for engine in result.engines]
    points = points_of(result.summary.placements)
    used, left = [0] * seats, [-1] * seats
    begun = [False] * seats
    per_turn_us = record.time_control.turn_us
    turns = [0] * seats
    for decision in record.decisions:
        if decision.decider in (match_pb2.DECIDER_OPENING, match_pb2.DECIDER_STAND_IN):
            continue
        seat = decision.seat
        builder.engine.append(by_seat[seat])
        builder.match.append(records.read)
        builder.raw.append(decision.raw_us)
        builder.charged.append(decision.charged_us)
        builder.split(decision)
        builder.evaluation.append(_own_evaluation(decision, seat, seats))
        builder.points.append(points[seat])
        used[seat] += decision.charged_us
        turns[seat] += 1
        if decision.HasField("remaining_us"):
            left[seat] = max(decision.remaining_us, 0)
        if not begun[seat]:
            begun[seat] = True
            move = FirstMove(
                seat, record.kinds[decision.kind], decision.move, result.deal_id, points[seat]
            )
            records.first_moves.append(move)
    for seat in range(seats):
        had_us = 0
        if left[seat] >= 0:
            had_us = used[seat] + left[seat]
        elif per_turn_us:
            had_us = turns[seat] * per_turn_us
        if had_us > 0 and turns[seat]:
            records.share_used.append((by_seat[seat], used[seat] / had_us))
            records.decision_us.append(_within_cap(had_us // turns[seat], record))
    _take_lags(records, record)
    records.rules_versions[record.rules_version] += 1
    where = record.environment
    records.environments[
        f"podesta {where.referee_version}, Python {where.python_version}, "
        f"grpcio {where.grpc_version}, {where.platform}"
    ] += 1
    for seat, told in enumerate(record.seats[:seats]):
        records.engine_versions[result.engines[seat], told.name, told.version] += 1
        records.isolation[told.isolation or "unknown"] += 1
    if len(record.outcome.seats) == seats and not result.summary.faulty_seats:
        scores = [outcome.score for outcome in record.outcome.seats]
        records.scores += zip(by_seat, scores, strict=True)
        if seats > 1:
            best, second = sorted(scores, reverse=True)[:2]
            records.margins.append(best - second)


def _within_cap(decision_us: int, record: record_pb2.MatchRecord) -> int:
    cap_us = record.time_control.cap_us
    return min(decision_us, cap_us) if cap_us else decision_us


def _take_lags(records: Records, record: record_pb2.MatchRecord) -> None:
    spec = record.spec
    records.max_lag_us.append(record.max_lag_us)
    records.lags.add(record.lag_counts)
    grace_us = spec.grace_us if spec.HasField("grace_us") else DEFAULT_GRACE_US
    # Where no clock runs, no flag can fall too early.
    records.late += bool(record.time_control.hang_us == 0 and record.max_lag_us > grace_us)


def _own_evaluation(decision: record_pb2.DecisionRecord, seat: int, seats: int) -> float:
    values = decision.evaluation.values
    if len(values) != seats:
        return np.nan
    others = [value for place, value in enumerate(values) if place != seat]
    value = values[seat] - (sum(others) / len(others) if others else 0.0)
    # Engines say "won" with huge numbers or infinities; sums of those mean nothing.
    return value if abs(value) < _LARGEST_EVALUATION else np.nan

"""Collects the record of one match while it is played.

Everything that engines can make long is cut here, so that no engine can make a record grow.
"""

from collections.abc import Iterable, Mapping

from podesta.v1 import game_pb2, match_pb2, record_pb2

from referee.judge import Failure, Verdict, failures_of
from referee.launcher.launcher import Usage
from referee.outcome_message import outcome_message
from referee.time_control import TimeControl

__all__ = ["RECORD_FORMAT", "RecordBuilder", "capped_evaluation", "cut_text"]

RECORD_FORMAT = 1

EVALUATION_TEXT_BYTES = 1024
"""Line and comment of one evaluation, together."""
TEXT_BYTES = 1024
"""One log line, note or detail of a fault."""
NAME_BYTES = 200
"""What an engine calls itself, its version or its author."""
TAIL_BYTES = 64 * 1024
"""The end of stderr or stdout that is kept."""
MOST_LOG_LINES = 200
"""Of one seat."""
MOST_NOTES = 200
MOST_FAULTS = 1000
_MOST_VALUES = 16
_MOST_LINE_MOVES = 256
_PLAIN_EVALUATION_BYTES = 512
_INT64_MAX = 2**63 - 1


class RecordBuilder:
    """The record of a match that is being played; `finish` gives it, whole."""

    __slots__ = ("_add_decision", "_cut_lines", "_kinds", "_record")

    def __init__(
        self,
        spec: match_pb2.MatchSpec,
        *,
        rules_version: str,
        game_options: Mapping[str, str],
        time_control: TimeControl,
        started_at_us: int,
        unrated: bool = False,
    ) -> None:
        """`game_options` are canonical; `started_at_us` is wall time, microseconds since 1970."""
        self._record = record_pb2.MatchRecord(
            format=RECORD_FORMAT,
            spec=spec,
            rules_version=rules_version,
            game_options=game_options,
            seats=[
                record_pb2.SeatRecord(engine_id=engine.id, version_digest=engine.version_digest)
                for engine in spec.engines
            ],
            time_control=time_control.to_proto(),
            started_at_us=started_at_us,
            unrated=unrated,
        )
        self._add_decision = self._record.decisions.add
        self._kinds: dict[str, int] = {}
        self._cut_lines = 0

    @property
    def ply(self) -> int:
        """Decisions recorded so far."""
        return len(self._record.decisions)

    @property
    def failures(self) -> list[Failure]:
        """The seats that failed so far, the first to fail first."""
        record = self._record
        if not record.faults and not record.resignations:  # asked at every decision
            return []
        return failures_of(record.faults, record.resignations)

    def dealt(self, digest: bytes) -> None:
        """The game is set up."""
        self._record.initial_digest = digest

    def decision(
        self,
        seat: int,
        kind: str,
        move: str,
        *,
        legal_count: int,
        digest: bytes,
        decider: match_pb2.Decider = match_pb2.DECIDER_ENGINE,
        raw_us: int = 0,
        charged_us: int = 0,
        remaining_us: int | None = None,
        engine_us: int | None = None,
        queue_us: int = 0,
        arrival_queue_us: int = 0,
        evaluation: game_pb2.Evaluation | None = None,
    ) -> None:
        """A move was made; the times stay 0 and absent where the referee made it.

        `digest` and `remaining_us` are those after the move, `legal_count` the one before.
        """
        number = self._kinds.get(kind)
        if number is None:
            number = self._kinds[kind] = len(self._kinds)
            self._record.kinds.append(kind)
        if engine_us is not None and not 0 <= engine_us <= _INT64_MAX:
            engine_us = None
        self._add_decision(
            seat=seat,
            kind=number,
            move=move,
            raw_us=raw_us,
            charged_us=charged_us,
            remaining_us=remaining_us,
            engine_us=engine_us,
            queue_us=queue_us,
            legal_count=legal_count,
            evaluation=None if evaluation is None else capped_evaluation(evaluation),
            digest=digest,
            decider=decider,
            arrival_queue_us=arrival_queue_us,
        )

    def fault(self, fault: game_pb2.Fault) -> None:
        """An engine did something wrong. Forgiven faults past a thousand are only counted."""
        if fault.forgiven and len(self._record.faults) >= MOST_FAULTS:
            self._cut_lines += 1
            return
        kept = self._record.faults.add()
        kept.CopyFrom(fault)
        kept.detail = cut_text(fault.detail, TEXT_BYTES)

    def resignation(self, seat: int) -> None:
        """A seat gave up, at this ply."""
        record = self._record
        record.resignations.add(seat=seat, ply=self.ply, faults_before=len(record.faults))

    def introduced(self, seat: int, name: str, version: str, author: str) -> None:
        """What the engine of a seat said of itself."""
        kept = self._record.seats[seat]
        kept.name = cut_text(name, NAME_BYTES)
        kept.version = cut_text(version, NAME_BYTES)
        kept.author = cut_text(author, NAME_BYTES)

    def isolated(self, seat: int, isolation: str) -> None:
        """How well the engine of a seat is kept apart, for example "none"."""
        self._record.seats[seat].isolation = isolation

    def used(self, seat: int, usage: Usage) -> None:
        """What the processes of a seat used in this match."""
        kept = self._record.seats[seat]
        if usage.cpu_us is not None:
            kept.cpu_us = usage.cpu_us
            kept.cpu_source = usage.cpu_source
        if usage.peak_memory_bytes is not None:
            kept.peak_memory_bytes = usage.peak_memory_bytes
            kept.memory_source = usage.memory_source
        if usage.peak_processes is not None:
            kept.peak_processes = usage.peak_processes

    def placed(self, seat: int, *, cpus: Iterable[int], frozen_by: str) -> None:
        """The cores that a seat's engine was bound to, and how it was stopped off move."""
        kept = self._record.seats[seat]
        kept.cpus.extend(cpus)
        kept.frozen_by = frozen_by

    def printed(self, seat: int, *, stderr_tail: bytes, stdout_tail: bytes) -> None:
        """The last of what the processes of a seat wrote."""
        kept = self._record.seats[seat]
        kept.stderr_tail = stderr_tail[-TAIL_BYTES:]
        kept.stdout_tail = stdout_tail[-TAIL_BYTES:]

    def log(self, seat: int, text: str) -> None:
        """A line that the engine asked to log; lines past `MOST_LOG_LINES` are only counted."""
        lines = self._record.seats[seat].log
        if len(lines) < MOST_LOG_LINES:
            lines.append(cut_text(text, TEXT_BYTES))
        else:
            self._cut_lines += 1

    def late_message(self, seat: int) -> None:
        """A message was dropped because its decision was closed."""
        self._record.seats[seat].late_messages += 1

    def note(self, text: str) -> None:
        """A line of the referee's own; lines past `MOST_NOTES` are only counted."""
        if len(self._record.notes) < MOST_NOTES:
            self._record.notes.append(cut_text(text, TEXT_BYTES))
        else:
            self._cut_lines += 1

    def lag(self, lag_us: int) -> None:
        """A flag's timer woke this much late; the worst is kept."""
        if lag_us > self._record.max_lag_us:
            self._record.max_lag_us = lag_us

    def looked(self, lag_us: int) -> None:
        """The regular look of the lag probe woke this much late; all are counted."""
        self.lag(lag_us)
        counts, digits = self._record.lag_counts, max(lag_us, 0).bit_length()
        if digits >= len(counts):
            counts.extend([0] * (digits + 1 - len(counts)))
        counts[digits] += 1

    def finish(
        self,
        verdict: Verdict,
        *,
        chance_draws: Iterable[int],
        duration_us: int,
        environment: record_pb2.Environment,
    ) -> record_pb2.MatchRecord:
        """The match ended. The builder is of no use afterwards."""
        record = self._record
        record.termination = verdict.termination
        record.reason = verdict.reason
        if verdict.outcome is not None:
            record.outcome.CopyFrom(outcome_message(verdict.outcome))
        record.chance_draws.extend(chance_draws)
        record.duration_us = duration_us
        record.environment.CopyFrom(environment)
        if self._cut_lines:
            record.notes.append(f"{self._cut_lines} more lines were not kept")
        return record


def cut_text(text: str, most_bytes: int) -> str:
    """The text, or its beginning of at most that many bytes of UTF-8.

    What UTF-8 can't hold (lone surrogates, as in undecodable file names) becomes "?".
    """
    return text.encode("utf-8", "replace")[:most_bytes].decode("utf-8", "ignore")


def capped_evaluation(evaluation: game_pb2.Evaluation) -> game_pb2.Evaluation:
    """The evaluation with line and comment of at most 1 KiB together, and nothing we don't know.

    It may be the same message, without the fields that we don't know.
    Moves of the line are kept whole, from the first; the comment gets what the line leaves.
    """
    evaluation.DiscardUnknownFields()
    if evaluation.ByteSize() <= _PLAIN_EVALUATION_BYTES:
        return evaluation
    left_bytes = EVALUATION_TEXT_BYTES
    line: list[str] = []
    for move in evaluation.line[:_MOST_LINE_MOVES]:
        move_bytes = len(move.encode())
        if move_bytes > left_bytes:
            break
        left_bytes -= move_bytes
        line.append(move)
    return game_pb2.Evaluation(
        values=evaluation.values[:_MOST_VALUES],
        depth=evaluation.depth if evaluation.HasField("depth") else None,
        nodes=evaluation.nodes if evaluation.HasField("nodes") else None,
        line=line,
        comment=cut_text(evaluation.comment, left_bytes),
    )

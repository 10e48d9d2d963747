import pytest
from hypothesis import given
from hypothesis import strategies as st
from podesta.v1 import game_pb2, match_pb2, record_pb2

from referee import record_builder
from referee.judge import Failure, void
from referee.launcher.launcher import Usage
from referee.record_builder import RecordBuilder, capped_evaluation, cut_text
from referee.time_control import parse_time_control
from tests.referee.played_record import play_record, tiny_spec


@pytest.fixture
def builder() -> RecordBuilder:
    return RecordBuilder(
        tiny_spec(),
        rules_version="1",
        game_options={"goal": "25"},
        time_control=parse_time_control("1m+1s"),
        started_at_us=5,
    )


def finish(builder: RecordBuilder) -> record_pb2.MatchRecord:
    return builder.finish(
        void("stopped"),
        chance_draws=[3, 1],
        duration_us=9,
        environment=record_pb2.Environment(platform="test"),
    )


def test_what_was_told_is_in_the_record(builder: RecordBuilder) -> None:
    builder.introduced(1, "Ünï 🤖", "2.0", "me")
    builder.isolated(1, "bwrap")
    builder.used(0, Usage(peak_memory_bytes=5, memory_source="sampled"))
    builder.used(1, Usage(cpu_us=7, peak_processes=2, cpu_source="cgroup"))
    builder.placed(1, cpus=[3], frozen_by="signals")
    builder.printed(0, stderr_tail=b"err", stdout_tail=b"out")
    builder.log(0, "a line")
    builder.late_message(0)
    builder.late_message(0)
    builder.note("noted")
    builder.lag(50)
    builder.lag(20)
    builder.dealt(b"d" * 16)
    assert builder.ply == 0
    evaluation = game_pb2.Evaluation(values=[1.5, -1.5], depth=3, line=["a1"], comment="fine")
    builder.decision(
        1, "place", "a1", legal_count=4, digest=b"e" * 16, raw_us=9, charged_us=8,
        remaining_us=-3, engine_us=5, queue_us=1, arrival_queue_us=2, evaluation=evaluation,
    )  # fmt: skip
    builder.decision(
        0, "roll", "2", legal_count=2, digest=b"f" * 16, decider=match_pb2.DECIDER_STAND_IN
    )
    builder.decision(1, "place", "b1", legal_count=3, digest=b"g" * 16)
    assert builder.ply == 3
    builder.resignation(1)
    builder.fault(game_pb2.Fault(seat=0, kind=game_pb2.FAULT_KIND_CRASH, ply=3))
    assert [f.seat for f in builder.failures] == [1, 0]
    assert builder.failures[0] == Failure(1, 3, None)
    builder.resignation(0)

    record = finish(builder)
    assert record.format == 1
    assert record.spec == tiny_spec()
    assert (record.rules_version, dict(record.game_options)) == ("1", {"goal": "25"})
    assert record.time_control.text == "1m+1s"
    assert (record.started_at_us, record.duration_us, record.max_lag_us) == (5, 9, 50)
    first, second = record.seats
    assert (second.engine_id, second.name, second.version) == ("engine-1", "Ünï 🤖", "2.0")
    assert (second.author, second.isolation, second.version_digest) == ("me", "bwrap", "d" * 64)
    assert (first.HasField("cpu_us"), first.peak_memory_bytes) == (False, 5)
    assert (second.cpu_us, second.HasField("peak_memory_bytes")) == (7, False)
    assert (first.cpu_source, first.memory_source) == ("", "sampled")
    assert (second.cpu_source, second.memory_source, second.peak_processes) == ("cgroup", "", 2)
    assert (list(second.cpus), second.frozen_by) == ([3], "signals")
    assert (first.stderr_tail, first.stdout_tail) == (b"err", b"out")
    assert (list(first.log), first.late_messages) == (["a line"], 2)
    assert list(record.notes) == ["noted"]
    assert list(record.kinds) == ["place", "roll"]
    assert [d.kind for d in record.decisions] == [0, 1, 0]
    decision = record.decisions[0]
    assert (decision.seat, decision.move, decision.legal_count) == (1, "a1", 4)
    assert (decision.raw_us, decision.charged_us, decision.remaining_us) == (9, 8, -3)
    assert (decision.engine_us, decision.queue_us, decision.arrival_queue_us) == (5, 1, 2)
    assert (decision.evaluation, decision.digest) == (evaluation, b"e" * 16)
    assert decision.decider == match_pb2.DECIDER_ENGINE
    assert not record.decisions[1].HasField("remaining_us")
    assert not record.decisions[1].HasField("evaluation")
    assert record.decisions[1].decider == match_pb2.DECIDER_STAND_IN
    assert list(record.chance_draws) == [3, 1]
    assert record.resignations[0] == record_pb2.Resignation(seat=1, ply=3, faults_before=0)
    assert record.resignations[1] == record_pb2.Resignation(seat=0, ply=3, faults_before=1)
    assert record.environment.platform == "test"
    assert not record.HasField("outcome")
    assert (record.termination, record.reason) == (game_pb2.TERMINATION_VOID, "stopped")


def test_looks_are_counted_by_the_binary_digits_of_their_lateness(builder: RecordBuilder) -> None:
    for lag_us in (0, 1, 512, 1023, 600, 3):
        builder.looked(lag_us)
    record = finish(builder)
    assert list(record.lag_counts) == [1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 3]
    assert record.max_lag_us == 1023


def test_no_engine_makes_a_record_grow(builder: RecordBuilder) -> None:
    long = "x" * 1_000_000
    for seat in (0, 1):
        builder.introduced(seat, long, long, long)
        builder.printed(seat, stderr_tail=b"a" + b"z" * 100_000, stdout_tail=b"z" * 100_000)
        for _ in range(1000):
            builder.log(seat, long)
            builder.note(long)
    for number in range(1500):
        builder.fault(
            game_pb2.Fault(
                seat=1,
                kind=game_pb2.FAULT_KIND_FLOOD,
                detail="d" * 5000,
                ply=0,
                forgiven=number < 1499,
            )
        )
    record = finish(builder)
    assert all(len(seat.name) == 200 for seat in record.seats)
    assert all(seat.stderr_tail == b"z" * 65536 for seat in record.seats)
    assert [len(seat.log) for seat in record.seats] == [200, 200]
    assert len(record.faults) == 1001  # the one that decides is always kept
    assert not record.faults[-1].forgiven
    assert max(len(fault.detail) for fault in record.faults) == 1024
    assert len(record.notes) == 201
    assert record.notes[-1] == f"{1600 + 1800 + 499} more lines were not kept"
    assert record.ByteSize() < 2_500_000


@pytest.mark.parametrize("engine_us", [-1, 2**63, None])
def test_nonsense_from_an_engine_is_left_out(builder: RecordBuilder, engine_us: int | None) -> None:
    builder.decision(0, "roll", "1", legal_count=2, digest=b"", engine_us=engine_us)
    assert not finish(builder).decisions[0].HasField("engine_us")


def test_small_evaluations_are_kept_as_they_are() -> None:
    evaluation = game_pb2.Evaluation(values=[0.5], nodes=7, line=["e4"], comment="ok")
    assert capped_evaluation(evaluation) == evaluation


def test_line_keeps_whole_moves_and_the_comment_gets_the_rest() -> None:
    evaluation = game_pb2.Evaluation(depth=2, line=["m" * 100] * 9, comment="c" * 500)
    capped = capped_evaluation(evaluation)
    assert list(capped.line) == ["m" * 100] * 9
    assert capped.comment == "c" * 124
    assert capped.depth == 2
    assert not capped.HasField("nodes")
    capped = capped_evaluation(game_pb2.Evaluation(line=["m" * 100] * 20, comment="c"))
    assert len(capped.line) == 10
    capped = capped_evaluation(game_pb2.Evaluation(line=["m" * 2000], comment="c" * 2000))
    assert (list(capped.line), capped.comment) == ([], "c" * 1024)
    capped = capped_evaluation(game_pb2.Evaluation(line=[""] * 10_000))
    assert len(capped.line) == 256


def test_unknown_fields_of_an_engine_are_not_kept() -> None:
    known = game_pb2.Evaluation(comment="c")
    much = b"\xfa\x3f" + b"\xff\x7f" + b"x" * 16383  # field 1023, 16383 bytes
    little = b"\xfa\x3f" + b"\x05" + b"x" * 5
    for smuggled in (much, little):
        evaluation = game_pb2.Evaluation.FromString(known.SerializeToString() + smuggled)
        assert evaluation.ByteSize() > known.ByteSize()
        assert capped_evaluation(evaluation).SerializeToString() == known.SerializeToString()


@given(
    st.lists(st.text(max_size=300), max_size=30),
    st.text(max_size=2000),
    st.lists(st.floats(), max_size=200),
)
def test_evaluations_are_always_bounded(line: list[str], comment: str, values: list[float]) -> None:
    capped = capped_evaluation(game_pb2.Evaluation(line=line, comment=comment, values=values))
    text_bytes = sum(len(move.encode()) for move in capped.line) + len(capped.comment.encode())
    assert text_bytes <= record_builder.EVALUATION_TEXT_BYTES
    assert capped.ByteSize() <= 3000


@given(st.text(max_size=50), st.integers(0, 60))
def test_text_is_cut_between_characters(text: str, most_bytes: int) -> None:
    cut = cut_text(text, most_bytes)
    assert cut_text("\udcff", 9) == "?"
    assert len(cut.encode()) <= most_bytes
    assert text.startswith(cut)
    if len(text.encode()) <= most_bytes:
        assert cut == text
    else:
        assert len(text[: len(cut) + 1].encode()) > most_bytes


def test_a_record_takes_at_most_300_bytes_a_decision() -> None:
    """Everything but what engines say at their own will: evaluations and output."""
    record = play_record(tiny_spec(3, game_options={"goal": "200"}, time_control="5m+3s"))
    assert len(record.decisions) > 80
    assert record.ByteSize() / len(record.decisions) <= 300
    # A decision of a long game with the longest texts and times.
    decision = record_pb2.DecisionRecord(
        seat=5, kind=20, move="m" * 40, raw_us=10**9, charged_us=10**9, remaining_us=10**10,
        engine_us=10**9, queue_us=10**5, legal_count=1200, digest=bytes(16),
        decider=match_pb2.DECIDER_ENGINE, arrival_queue_us=10**5,
        evaluation=game_pb2.Evaluation(values=[1.0] * 6, depth=20, nodes=10**9, line=["m" * 40]),
    )  # fmt: skip
    assert decision.ByteSize() <= 250

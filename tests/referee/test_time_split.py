from hypothesis import given
from hypothesis import strategies as st
from podesta.v1 import match_pb2, record_pb2

from referee.time_split import ROUNDING_US, TimeSplit, split_time

TIMES = st.integers(min_value=1, max_value=10**10)


def decision(raw_us: int, queue_us: int, engine_us: int | None) -> record_pb2.DecisionRecord:
    return record_pb2.DecisionRecord(
        raw_us=raw_us, queue_us=queue_us, engine_us=engine_us, decider=match_pb2.DECIDER_ENGINE
    )


def test_what_neither_the_queue_nor_the_bot_took_is_the_wire() -> None:
    assert split_time(decision(1_000, 100, 600)) == TimeSplit(100, 300, 600)


def test_without_a_claim_wire_and_bot_are_not_told_apart() -> None:
    assert split_time(decision(1_000, 100, None)) == TimeSplit(100, None, None)


def test_a_claim_of_more_than_there_was_is_not_believed() -> None:
    rounded = decision(5_000, 100, 4_900 + ROUNDING_US)
    assert split_time(rounded) == TimeSplit(100, 0, 4_900)
    rounded.engine_us += 1
    assert split_time(rounded) == TimeSplit(100, None, None, overclaimed=True)


def test_where_the_referee_decided_there_is_no_time_to_split() -> None:
    assert split_time(record_pb2.DecisionRecord(decider=match_pb2.DECIDER_STAND_IN)) is None


@given(TIMES, st.integers(-(10**10), 10**11), st.none() | TIMES)
def test_the_parts_sum_up_to_the_raw_time(
    raw_us: int, queue_us: int, engine_us: int | None
) -> None:
    split = split_time(decision(raw_us, queue_us, engine_us))
    assert split is not None
    assert 0 <= split.queue_us <= raw_us
    if split.bot_us is not None and split.wire_us is not None:
        assert split.queue_us + split.wire_us + split.bot_us == raw_us
        assert min(split.queue_us, split.wire_us, split.bot_us) >= 0
    else:
        assert split.wire_us is split.bot_us is None

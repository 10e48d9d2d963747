"""The clock in a match, with a time that only jumps."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from podesta.v1 import engine_pb2, game_pb2

from referee.answer_reading import read_answer
from referee.time_source import FakeTimeSource
from tests.referee.tiny_room import Room, Script, plays_first_move, spec
from tests.zoo.wire import Wire

BANK_US, GRACE_US = 2_000_000, 100_000


def thinker(time: FakeTimeSource, think_us: Callable[[engine_pb2.Decide], int]) -> Script:
    """Answers after time has jumped."""

    async def play(wire: Wire, heard: list[engine_pb2.PlayResponse]) -> None:
        await wire.hello(games=["tiny"])
        while True:
            response = await wire.hear()
            heard.append(response)
            kind = response.WhichOneof("message")
            if kind == "new_match":
                await wire.ready(response.new_match)
            elif kind == "decide":
                time.jump(think_us(response.decide))
                await wire.answer(response.decide)
            elif kind == "goodbye":
                return

    return play


async def let_the_referee_work() -> None:
    for _ in range(200):
        await asyncio.sleep(0)


def test_time_from_question_to_answer_is_charged_to_the_microsecond() -> None:
    time = FakeTimeSource()
    room = Room(a=thinker(time, lambda _: 123_457), b=thinker(time, lambda _: 1))
    [record] = room.play(spec("a", "b", time_control="5m"), time=time)
    for decision in record.decisions:
        assert decision.raw_us == decision.charged_us == (123_457, 1)[decision.seat]
    used = sum(decision.raw_us for decision in record.decisions if decision.seat == 0)
    last = [decision for decision in record.decisions if decision.seat == 0][-1]
    assert last.remaining_us == 300_000_000 - used


def test_start_up_costs_no_thinking_time() -> None:
    time = FakeTimeSource()

    async def starts_slowly(wire: Wire, heard: list[engine_pb2.PlayResponse]) -> None:
        time.jump(4_000_000)
        match = await wire.begin(games=["tiny"])
        time.jump(4_000_000)
        await wire.ready(match)
        await wire.play_on()

    room = Room(a=starts_slowly, b=plays_first_move)
    [record] = room.play(spec("a", "b", time_control="250ms/move", grace_us=0), time=time)
    assert record.termination == game_pb2.TERMINATION_COMPLETED, record.reason
    assert not record.faults
    assert {decision.charged_us for decision in record.decisions} == {1}


def test_what_the_referee_takes_to_judge_an_answer_is_told_and_charged_to_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    time = FakeTimeSource()

    def slowly(*answer: Any) -> Any:
        time.jump(250)
        return read_answer(*answer)

    monkeypatch.setattr("referee.table.read_answer", slowly)
    room = Room(a=thinker(time, lambda _: 100), b=thinker(time, lambda _: 1000))
    [record] = room.play(spec("a", "b"), time=time)
    assert len(record.decisions) > 2
    for decision in record.decisions:
        assert decision.raw_us == decision.charged_us == (100, 1000)[decision.seat]
        assert (decision.queue_us, decision.arrival_queue_us) == (0, 250)


def test_start_and_preparation_cost_no_time() -> None:
    time = FakeTimeSource()

    async def slow(wire: Wire, heard: list[engine_pb2.PlayResponse]) -> None:
        time.jump(3_000_000)
        await wire.hello(games=["tiny"])
        match = await wire.wait_for("new_match")
        time.jump(3_000_000)
        await wire.ready(match)
        heard.append(await wire.hear())
        await wire.answer(heard[0].decide)
        await wire.play_on()

    room = Room(a=slow, b=plays_first_move)
    [record] = room.play(spec("a", "b", time_control="1s"), time=time)
    assert room.heard["a"][0].decide.clocks[0].remaining_us == 1_000_000
    assert record.termination == game_pb2.TERMINATION_COMPLETED
    assert record.duration_us >= 6_000_000


def test_an_answer_at_the_last_microsecond_of_the_grace_counts_and_shows_a_clock_of_0() -> None:
    time = FakeTimeSource()
    first = [BANK_US + GRACE_US]
    room = Room(a=thinker(time, lambda _: first.pop() if first else 1), b=plays_first_move)
    [record] = room.play(spec("a", "b", time_control="2s+1s"), time=time)
    assert record.decisions[0].raw_us == BANK_US + GRACE_US
    assert record.decisions[0].remaining_us == -GRACE_US
    # The second part of the turn: nothing is left of the bank, nor of the grace.
    second = room.said("a", "decide")[1]
    assert (second.clocks[0].remaining_us, second.limit_us) == (0, 0)
    assert record.faults[0].ply == 1


def test_the_flag_falls_right_after_the_grace() -> None:
    time = FakeTimeSource()
    room = Room(a=thinker(time, lambda _: BANK_US + GRACE_US + 1), b=plays_first_move)
    [record] = room.play(spec("a", "b", time_control="2s+1s"), time=time)
    [fault] = record.faults
    assert fault.kind == game_pb2.FAULT_KIND_TIMEOUT
    assert fault.overrun_us == GRACE_US + 1
    assert fault.detail == "no answer within 2s"
    assert [seat.placement for seat in record.outcome.seats] == [2, 1]
    assert not record.decisions


@pytest.mark.parametrize("grace_us", [0, 250_000])
def test_a_mute_engine_is_judged_at_its_limit_and_grace(grace_us: int) -> None:
    time = FakeTimeSource()

    async def mute(wire: Wire, heard: list[engine_pb2.PlayResponse]) -> None:
        decide = await wire.first_question(games=["tiny"])
        time.jump(decide.limit_us + grace_us)
        await let_the_referee_work()
        # Chat moves no deadline.
        await wire.say(
            info=engine_pb2.Info(match_id=decide.match_id, decision_id=decide.decision_id)
        )
        await let_the_referee_work()
        time.jump(1)
        over = await wire.wait_for("match_over")
        heard.append(engine_pb2.PlayResponse(match_over=over))

    room = Room(a=mute, b=plays_first_move)
    [record] = room.play(spec("a", "b", time_control="2s/move", grace_us=grace_us), time=time)
    assert record.faults[0].kind == game_pb2.FAULT_KIND_TIMEOUT
    assert record.faults[0].overrun_us == grace_us + 1
    [over] = room.said("a", "match_over")
    assert [fault.kind for fault in over.your_faults] == [game_pb2.FAULT_KIND_TIMEOUT]


def test_without_a_clock_a_decision_still_ends() -> None:
    time = FakeTimeSource()
    room = Room(a=thinker(time, lambda _: 10_100_001), b=plays_first_move)
    [record] = room.play(spec("a", "b", time_control="none hang10s"), time=time)
    assert record.faults[0].kind == game_pb2.FAULT_KIND_TIMEOUT


def test_where_the_referee_itself_woke_late_an_answer_makes_the_match_void() -> None:
    time = FakeTimeSource()
    room = Room(a=thinker(time, lambda _: BANK_US + GRACE_US + 700_000), b=plays_first_move)
    [record] = room.play(spec("a", "b", time_control="2s"), time=time)
    assert record.termination == game_pb2.TERMINATION_VOID
    assert record.reason == "the referee woke 700ms late, so the time of seat 0 can't be judged"
    assert record.max_lag_us >= 700_000
    assert not record.faults


def test_where_the_referee_woke_late_a_mute_engine_still_loses() -> None:
    time = FakeTimeSource()

    async def mute(wire: Wire, heard: list[engine_pb2.PlayResponse]) -> None:
        await wire.first_question(games=["tiny"])
        time.jump(BANK_US + GRACE_US + 700_000)
        await let_the_referee_work()
        time.jump(700_000)
        await wire.wait_for("goodbye")

    room = Room(a=mute, b=plays_first_move)
    [record] = room.play(spec("a", "b", time_control="2s"), time=time)
    assert record.faults[0].kind == game_pb2.FAULT_KIND_TIMEOUT


def test_retries_get_no_time_of_their_own() -> None:
    time = FakeTimeSource()

    async def stumbles(wire: Wire, heard: list[engine_pb2.PlayResponse]) -> None:
        decide = await wire.first_question(games=["tiny"])
        time.jump(1_500_000)
        await wire.answer(decide, text="sit")
        await wire.wait_for("rejected")
        time.jump(600_001)
        await wire.answer(decide)
        await wire.wait_for("goodbye")

    room = Room(a=stumbles, b=plays_first_move)
    [record] = room.play(spec("a", "b", time_control="2s", retries=1), time=time)
    kinds = [fault.kind for fault in record.faults]
    assert kinds == [game_pb2.FAULT_KIND_UNREADABLE_MOVE, game_pb2.FAULT_KIND_TIMEOUT]


def test_all_tries_of_a_decision_are_charged() -> None:
    time = FakeTimeSource()

    async def stumbles(wire: Wire, heard: list[engine_pb2.PlayResponse]) -> None:
        decide = await wire.first_question(games=["tiny"])
        time.jump(400_000)
        await wire.answer(decide, text="sit")
        await wire.wait_for("rejected")
        time.jump(300_000)
        await wire.answer(decide)
        await wire.play_on()

    room = Room(a=stumbles, b=plays_first_move)
    [record] = room.play(spec("a", "b", time_control="2s", retries=1), time=time)
    first = record.decisions[0]
    assert first.raw_us == first.charged_us == 700_000
    assert first.remaining_us == 1_300_000


def test_hello_and_ready_have_limits_of_their_own() -> None:
    time = FakeTimeSource()

    async def dreams(wire: Wire, heard: list[engine_pb2.PlayResponse]) -> None:
        await wire.begin(games=["tiny"])
        time.jump(10_000_000)
        await wire.wait_for("goodbye")

    async def sleeps(wire: Wire, heard: list[engine_pb2.PlayResponse]) -> None:
        time.jump(10_000_000)
        await wire.hear()

    [record] = Room(a=dreams, b=plays_first_move).play(spec("a", "b"), time=time)
    assert record.termination == game_pb2.TERMINATION_FORFEIT
    # The other may not have come to its Ready either when time jumped.
    assert (0, "not ready within 10 s") in [(fault.seat, fault.detail) for fault in record.faults]
    [record] = Room(a=sleeps, b=plays_first_move).play(spec("a", "b"), time=time)
    assert record.termination == game_pb2.TERMINATION_FORFEIT
    assert "no hello within 10 s" in [fault.detail for fault in record.faults]

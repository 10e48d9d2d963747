"""Kept engines that are gone when their next match begins: each is replaced once."""

from dataclasses import dataclass
from typing import Any

import pytest
from podesta.v1 import engine_pb2, game_pb2, record_pb2

from referee.time_source import FakeTimeSource
from tests.referee.tiny_room import Room, Script, plays_first_move, spec
from tests.zoo.wire import Wire, stand_still


@dataclass
class Lives:
    """An engine that plays one match and then lives on as told, process after process."""

    second_match: Script
    fresh: Script = plays_first_move
    started: int = 0

    async def __call__(self, wire: Wire, heard: list[engine_pb2.PlayResponse]) -> None:
        self.started += 1
        if self.started > 1:
            await self.fresh(wire, heard)
            return
        await wire.ready(await wire.begin(games=["tiny"]))
        while True:
            response = await wire.hear()
            if response.WhichOneof("message") == "decide":
                await wire.answer(response.decide)
            elif response.WhichOneof("message") == "match_over":
                break
        await self.second_match(wire, heard)

    def play(self, **fields: Any) -> record_pb2.MatchRecord:
        """The second match, in which it has seat 1."""
        room = Room(a=plays_first_move, b=self)
        first, second = room.play(spec("a", "b"), spec("a", "b", match_id="m2"), **fields)
        assert first.termination == game_pb2.TERMINATION_COMPLETED
        assert not first.notes
        return second


async def goes_when_it_is_called(wire: Wire, heard: list[engine_pb2.PlayResponse]) -> None:
    await wire.wait_for("new_match")


async def goes_when_it_is_asked(wire: Wire, heard: list[engine_pb2.PlayResponse]) -> None:
    await wire.ready(await wire.wait_for("new_match"))
    await wire.wait_for("decide")


async def fails_to_start(wire: Wire, heard: list[engine_pb2.PlayResponse]) -> None:
    raise RuntimeError("no network file")


async def begins_and_goes(wire: Wire, heard: list[engine_pb2.PlayResponse]) -> None:
    await wire.begin(games=["tiny"])


async def greets_again(wire: Wire, heard: list[engine_pb2.PlayResponse]) -> None:
    await wire.wait_for("new_match")
    await wire.hello(games=["tiny"])
    await wire.wait_for("goodbye")


async def hangs_up(wire: Wire, heard: list[engine_pb2.PlayResponse]) -> None:
    await wire.wait_for("new_match")
    await wire.close()
    await stand_still()


def test_for_a_kept_engine_that_is_gone_before_it_is_ready_a_fresh_one_plays() -> None:
    engine = Lives(goes_when_it_is_called)
    record = engine.play()
    assert record.termination == game_pb2.TERMINATION_COMPLETED
    assert engine.started == 2
    assert not record.faults
    assert list(record.notes) == [
        "seat 1: the engine kept from an earlier match was gone "
        "(the process ended with exit status 0), a fresh one was started"
    ]


def test_a_kept_engine_that_hangs_up_before_it_is_ready_is_replaced_too() -> None:
    engine = Lives(hangs_up)
    record = engine.play()
    assert record.termination == game_pb2.TERMINATION_COMPLETED
    assert engine.started == 2
    assert "the engine closed the stream" in record.notes[0]


@pytest.mark.parametrize(
    ("fresh", "detail"),
    [
        (fails_to_start, "the process ended with exit status 1 before it said hello"),
        (begins_and_goes, "the process ended with exit status 0"),
    ],
    ids=["before hello", "before ready"],
)
def test_a_fresh_engine_in_place_of_one_that_is_gone_has_no_second_chance(
    fresh: Script, detail: str
) -> None:
    engine = Lives(goes_when_it_is_called, fresh)
    record = engine.play()
    assert record.termination == game_pb2.TERMINATION_FORFEIT
    [fault] = record.faults
    assert (fault.seat, fault.kind) == (1, game_pb2.FAULT_KIND_START)
    assert fault.detail == detail
    assert (b"no network file" in record.seats[1].stderr_tail) == (fresh is fails_to_start)
    assert engine.started == 2


def test_a_kept_engine_that_ends_after_it_was_ready_crashed() -> None:
    engine = Lives(goes_when_it_is_asked)
    record = engine.play()
    assert record.termination == game_pb2.TERMINATION_FAULT
    assert [(f.seat, f.kind) for f in record.faults] == [(1, game_pb2.FAULT_KIND_CRASH)]
    assert engine.started == 1


def test_a_kept_engine_that_says_what_it_may_not_is_not_replaced() -> None:
    engine = Lives(greets_again)
    record = engine.play()
    assert record.termination == game_pb2.TERMINATION_FORFEIT
    assert [(f.seat, f.detail) for f in record.faults] == [(1, "a second hello")]
    assert engine.started == 1


def test_the_fresh_engine_has_the_whole_limit_and_others_no_more_than_theirs() -> None:
    time = FakeTimeSource()
    limit_us = 5_000_000

    async def goes_late(wire: Wire, heard: list[engine_pb2.PlayResponse]) -> None:
        await wire.wait_for("new_match")
        time.jump(limit_us - 1)

    async def is_ready_late(wire: Wire, heard: list[engine_pb2.PlayResponse]) -> None:
        match = await wire.begin(games=["tiny"])
        time.jump(limit_us - 1)
        await wire.ready(match)
        await wire.play_on()

    async def is_never_ready(wire: Wire, heard: list[engine_pb2.PlayResponse]) -> None:
        await wire.begin(games=["tiny"])
        time.jump(limit_us)
        await wire.wait_for("goodbye")

    kept = {"ready_limit_us": limit_us, "match_id": "m2"}
    for fresh, detail in ((is_ready_late, None), (is_never_ready, "not ready within 5 s")):
        room = Room(a=plays_first_move, b=Lives(goes_late, fresh))
        _, record = room.play(spec("a", "b"), spec("a", "b", **kept), time=time)
        assert [fault.detail for fault in record.faults] == ([detail] if detail else [])

    async def is_not_ready_this_time(wire: Wire, heard: list[engine_pb2.PlayResponse]) -> None:
        await wire.wait_for("new_match")
        await wire.wait_for("goodbye")

    async def starts_slowly(wire: Wire, heard: list[engine_pb2.PlayResponse]) -> None:
        time.jump(limit_us)
        await stand_still()

    room = Room(a=Lives(is_not_ready_this_time), b=Lives(goes_when_it_is_called, starts_slowly))
    _, record = room.play(spec("a", "b"), spec("a", "b", **kept), time=time)
    assert {fault.seat for fault in record.faults} >= {0}
    assert record.faults[0].detail == "not ready within 5 s"

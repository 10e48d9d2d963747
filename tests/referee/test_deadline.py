import asyncio
from collections.abc import Callable
from typing import Any

from referee.deadline import Deadline
from referee.time_source import FakeTimeSource


def in_a_loop(test: Callable[[FakeTimeSource, list[int], Deadline], Any]) -> None:
    async def run() -> None:
        time = FakeTimeSource()
        rung: list[int] = []
        deadline = Deadline(time, lambda: rung.append(time.now_us()))
        await test(time, rung, deadline)
        deadline.close()

    asyncio.run(run())


def passed(deadline: Deadline) -> bool:
    return deadline.passed


async def jump(time: FakeTimeSource, by_us: int) -> None:
    time.jump(by_us)
    await asyncio.sleep(0)
    await asyncio.sleep(0)


def test_it_rings_when_the_deadline_has_passed_and_not_before() -> None:
    async def test(time: FakeTimeSource, rung: list[int], deadline: Deadline) -> None:
        deadline.set(100)
        await jump(time, 99)
        assert not passed(deadline)
        assert rung == []
        await jump(time, 1)
        assert passed(deadline)
        assert rung == [100]

    in_a_loop(test)


def test_a_deadline_that_moves_on_does_not_ring_at_the_old_one() -> None:
    async def test(time: FakeTimeSource, rung: list[int], deadline: Deadline) -> None:
        deadline.set(100)
        deadline.set(300)
        await jump(time, 200)
        assert rung == []
        await jump(time, 100)
        assert rung == [300]

    in_a_loop(test)


def test_a_deadline_that_comes_nearer_rings_in_time() -> None:
    async def test(time: FakeTimeSource, rung: list[int], deadline: Deadline) -> None:
        deadline.set(1_000_000)
        deadline.clear()
        deadline.set(50)
        await jump(time, 50)
        assert rung == [50]

    in_a_loop(test)


def test_a_cleared_deadline_neither_rings_nor_passes() -> None:
    async def test(time: FakeTimeSource, rung: list[int], deadline: Deadline) -> None:
        deadline.set(10)
        deadline.clear()
        await jump(time, 20)
        assert not passed(deadline)
        assert rung == []
        deadline.set(30)
        await jump(time, 10)
        assert rung == [30]

    in_a_loop(test)

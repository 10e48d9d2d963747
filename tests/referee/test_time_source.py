import asyncio
import time

import pytest

from referee.time_source import FakeTimeSource, MonotonicTime, elapsed_us


def test_nothing_takes_no_time() -> None:
    assert elapsed_us(5, 9) == 4
    assert elapsed_us(5, 5) == 1


def test_fake_timers_are_done_when_time_jumps_past_them() -> None:
    async def play() -> None:
        fake = FakeTimeSource(100)
        early, late = fake.timer(150), fake.timer(200)
        assert fake.timer(100).done()
        fake.jump(49)
        assert not early.done()
        fake.jump(1)
        assert (early.done(), late.done(), fake.now_us()) == (True, False, 150)
        done, pending = await asyncio.wait({early, late}, return_when=asyncio.FIRST_COMPLETED)
        assert (done, pending) == ({early}, {late})
        fake.jump(1000)
        await late

    asyncio.run(play())


def test_fake_timers_are_done_in_order() -> None:
    async def play() -> None:
        fake = FakeTimeSource()
        order: list[int] = []

        async def wait(at_us: int) -> None:
            await fake.timer(at_us)
            order.append(at_us)

        waits = [asyncio.create_task(wait(at_us)) for at_us in (30, 10, 20)]
        await asyncio.sleep(0)
        fake.jump(50)
        await asyncio.gather(*waits)
        assert order == [10, 20, 30]

    asyncio.run(play())


def test_fake_jumps_to_the_next_timer_that_is_waited_for() -> None:
    async def play() -> None:
        fake = FakeTimeSource()
        fake.timer(10).cancel()
        waited = fake.timer(20)
        fake.timer(30)
        assert fake.jump_to_next_timer()
        assert (fake.now_us(), waited.done()) == (20, True)
        assert fake.jump_to_next_timer()
        assert not fake.jump_to_next_timer()
        assert fake.now_us() == 30
        with pytest.raises(ValueError, match="backwards"):
            fake.jump(-1)

    asyncio.run(play())


def test_real_time_is_the_monotonic_clock() -> None:
    before_us = time.monotonic_ns() // 1000
    now_us = MonotonicTime().now_us()
    assert before_us <= now_us <= time.monotonic_ns() // 1000


def test_real_timers_are_never_early() -> None:
    async def play() -> None:
        source = MonotonicTime()
        for ahead_us in (-5, 0, 1, 300, 2500):
            at_us = source.now_us() + ahead_us
            await source.timer(at_us)
            assert source.now_us() >= at_us

    asyncio.run(play())


def test_a_cancelled_real_timer_leaves_nothing_in_the_loop() -> None:
    async def play() -> None:
        timer = MonotonicTime().timer(MonotonicTime().now_us() + 3_600_000_000)
        timer.cancel()
        await asyncio.sleep(0)
        loop = asyncio.get_running_loop()
        scheduled = loop._scheduled  # type: ignore[attr-defined]
        assert all(handle.cancelled() for handle in scheduled)

    asyncio.run(play())


def test_a_loop_that_wakes_early_waits_for_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        loop = asyncio.get_running_loop()
        source = MonotonicTime()
        now_us = 1_000
        monkeypatch.setattr(MonotonicTime, "now_us", lambda _: now_us)
        delays: list[float] = []
        call_later = loop.call_later

        def at_once(delay: float, callback: object, *args: object) -> asyncio.TimerHandle:
            delays.append(delay)
            return call_later(0, callback, *args)  # type: ignore[arg-type]

        monkeypatch.setattr(loop, "call_later", at_once)
        timer = source.timer(2_000)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert not timer.done()
        assert len(delays) >= 2
        assert set(delays) == {0.001}
        now_us = 2_000
        await timer

    asyncio.run(play())

import asyncio

from referee.lag import LagProbe
from referee.time_source import FakeTimeSource


def test_it_tells_how_late_its_timer_woke() -> None:
    async def run() -> list[int]:
        time, late = FakeTimeSource(), list[int]()
        probe = LagProbe(time, late.append)
        probe.start()
        for jump_us in (100_000, 100_000, 130_000, 99_999, 1):
            time.jump(jump_us)
            await asyncio.sleep(0)
            await asyncio.sleep(0)
        probe.stop()
        time.jump(1_000_000)
        await asyncio.sleep(0)
        return late

    assert asyncio.run(run()) == [0, 0, 30_000, 0]

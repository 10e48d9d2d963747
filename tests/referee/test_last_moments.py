"""Between the end of a stream and the end of its process."""

import asyncio

import pytest

from referee.last_moments import ended_or_alive
from referee.launcher.fake import FakeProcess
from referee.launcher.launcher import ExitStatus
from referee.time_source import FakeTimeSource


class Dying(FakeProcess):
    """Is busy for some looks, and then it ends or does nothing more."""

    looks = 0
    ends = True

    def was_busy(self) -> bool:
        self.looks -= 1
        if self.looks == 0 and self.ends:
            self.exited(ExitStatus(status=1))
        return self.looks > 0


@pytest.mark.parametrize(
    ("looks", "ends", "waited_us"),
    [
        (4, True, 1_500_000),
        (4, False, 1_500_000),
        (0, False, 500_000),
        (1_000, True, 10_000_000),
    ],
    ids=["ends late", "rests late", "rests", "never rests"],
)
def test_who_is_busy_is_waited_for(looks: int, waited_us: int, *, ends: bool) -> None:
    async def test() -> None:
        time = FakeTimeSource()
        process = Dying(asyncio.Event().wait())
        process.looks, process.ends = looks, ends
        waiting = asyncio.create_task(ended_or_alive(process, time))
        while not waiting.done():
            await asyncio.sleep(0)
            time.jump_to_next_timer()
        assert time.now_us() == waited_us
        assert (process.exit is not None) == (ends and looks < 1_000)
        await process.end()

    asyncio.run(test())

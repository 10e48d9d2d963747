"""An event loop beside a person: what is asked of it ends in good order, whoever breaks in."""

import asyncio
import os
import signal
import threading
from collections.abc import Iterator
from types import FrameType

import pytest

from arena.debug.engine_link import EngineLink
from arena.debug.hand_talk import HandTalk
from arena.debug.loop_thread import LoopThread
from arena.terminal.console import make_console
from tests.referee.engine_specs import zoo


def _break_in(number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt if number == signal.SIGINT else SystemExit(128 + number)


@pytest.fixture(params=[signal.SIGINT, signal.SIGTERM], ids=lambda number: number.name)
def number(request: pytest.FixtureRequest) -> Iterator[int]:
    """A signal that breaks into the main thread."""
    asked: int = request.param
    before = signal.signal(asked, _break_in)
    yield asked
    signal.signal(asked, before)


def ask(number: int) -> None:
    os.kill(os.getpid(), number)


def test_what_is_broken_into_has_ended_before_the_tasks_that_it_needs(number: int) -> None:
    told: list[str] = []

    async def helps(asked: "asyncio.Queue[str]") -> None:
        while True:
            told.append(await asked.get())
            asked.task_done()

    async def works() -> None:
        asked: asyncio.Queue[str] = asyncio.Queue()
        helper = asyncio.create_task(helps(asked))
        try:
            ask(number)
            await asyncio.Event().wait()
        finally:
            await asked.put("the end")
            await asked.join()
            told.append(f"helped: {not helper.cancelled()}")

    with pytest.raises((KeyboardInterrupt, SystemExit)), LoopThread() as loop:
        loop.call(works())
    assert told == ["the end", "helped: True"]


def test_no_thread_is_left_by_one_who_breaks_into_the_end(number: int) -> None:
    ended = []

    async def works() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ask(number)
            ended.append("whole")

    before = threading.active_count()
    loop = LoopThread().__enter__()
    asyncio.run_coroutine_threadsafe(works(), loop._loop)
    loop.call(asyncio.sleep(0))
    with pytest.raises((KeyboardInterrupt, SystemExit)):
        loop.__exit__(None, None, None)
    assert ended == ["whole"]
    assert threading.active_count() == before
    assert loop._loop.is_closed()


def test_no_thread_is_left_by_one_who_breaks_into_the_beginning(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = threading.Thread.start

    def broken_into(thread: threading.Thread) -> None:
        ask(number)
        start(thread)

    before = threading.active_count()
    loop = LoopThread()
    monkeypatch.setattr(threading.Thread, "start", broken_into)
    with pytest.raises((KeyboardInterrupt, SystemExit)):
        loop.__enter__()
    assert threading.active_count() == before
    assert loop._loop.is_closed()


def test_a_bot_whose_start_is_broken_into_is_ended(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended: list[EngineLink] = []
    end = EngineLink.end

    async def noted(link: EngineLink) -> None:
        await end(link)
        ended.append(link)

    async def starts(link: EngineLink, _limit_us: int) -> None:
        ask(number)
        await asyncio.Event().wait()

    monkeypatch.setattr(EngineLink, "start", starts)
    monkeypatch.setattr(EngineLink, "end", noted)
    with LoopThread() as loop:
        talk = HandTalk(loop, zoo("hangs"), make_console())
        with pytest.raises((KeyboardInterrupt, SystemExit)):
            talk.start()
        assert len(ended) == 1

"""An end that was begun is finished, whoever is cancelled meanwhile and however often."""

import asyncio
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

import pytest

from referee.orderly_end import run_in_order, to_the_end

Handler = Callable[[int, FrameType | None], object] | signal.Handlers


def _leave(number: int, _frame: FrameType | None) -> None:
    raise SystemExit(128 + number)


@contextmanager
def handled(number: int, handler: Handler) -> Iterator[None]:
    before = signal.signal(number, handler)
    try:
        yield
        assert signal.getsignal(number) is handler
    finally:
        signal.signal(number, before)


async def _turns() -> None:
    """As many turns of the loop as a signal can need to get there."""
    for _ in range(5):
        await asyncio.sleep(0)


async def _cancelled_again_and_again(work: "asyncio.Future[str]") -> "asyncio.Task[str]":
    waiting = asyncio.create_task(to_the_end(work))
    for _ in range(3):
        await _turns()
        waiting.cancel()
    await _turns()
    return waiting


def test_who_is_cancelled_is_so_when_the_end_is_reached() -> None:
    async def whole() -> None:
        work: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        waiting = await _cancelled_again_and_again(work)
        assert not waiting.done()
        assert not work.done()
        work.set_result("ended")
        with pytest.raises(asyncio.CancelledError):
            await waiting

    asyncio.run(whole())


def test_what_goes_wrong_at_the_end_is_not_lost_to_one_who_is_cancelled() -> None:
    async def whole() -> None:
        work: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        waiting = await _cancelled_again_and_again(work)
        work.set_exception(KeyError("left"))
        with pytest.raises(asyncio.CancelledError) as raised:
            await waiting
        assert repr(raised.value.__cause__) == "KeyError('left')"

    asyncio.run(whole())


def test_who_is_not_cancelled_gets_what_came_of_it() -> None:
    async def whole() -> None:
        work: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        work.set_result("ended")
        assert await to_the_end(work) == "ended"
        failed: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        failed.set_exception(KeyError("left"))
        with pytest.raises(KeyError):
            await to_the_end(failed)
        gone: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        gone.cancel()
        with pytest.raises(asyncio.CancelledError):
            await to_the_end(gone)

    asyncio.run(whole())


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_second_request_does_not_break_into_the_end(number: signal.Signals) -> None:
    ended = []

    async def work() -> None:
        try:
            os.kill(os.getpid(), number)
            await asyncio.Event().wait()
        finally:
            for again in (number, signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                os.kill(os.getpid(), again)
                await _turns()
            ended.append(True)

    with (
        handled(signal.SIGINT, signal.default_int_handler),
        handled(signal.SIGTERM, _leave),
        handled(signal.SIGHUP, _leave),
    ):
        if number == signal.SIGINT:
            with pytest.raises(KeyboardInterrupt):
                run_in_order(work())
        else:
            with pytest.raises(SystemExit) as left:
                run_in_order(work())
            assert left.value.code == 128 + number
    assert ended == [True]


def test_a_result_counts_even_where_the_end_was_asked_for() -> None:
    async def work() -> str:
        try:
            os.kill(os.getpid(), signal.SIGTERM)
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            return "told of what was played"
        return "never"

    with handled(signal.SIGTERM, _leave):
        assert run_in_order(work()) == "told of what was played"


def test_what_is_ignored_stays_so() -> None:
    async def work() -> str:
        os.kill(os.getpid(), signal.SIGHUP)
        await _turns()
        return "unmoved"

    with handled(signal.SIGHUP, signal.SIG_IGN):
        assert run_in_order(work()) == "unmoved"


def test_a_cancellation_that_nobody_asked_for_is_an_error() -> None:
    async def work() -> None:
        raise asyncio.CancelledError

    with handled(signal.SIGTERM, _leave), pytest.raises(asyncio.CancelledError):
        run_in_order(work())


def test_a_request_that_comes_before_the_first_step_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        pytest.fail("begun all the same")

    new_loop = asyncio.new_event_loop

    def loop_of_one_who_is_asked() -> asyncio.AbstractEventLoop:
        os.kill(os.getpid(), signal.SIGTERM)
        return new_loop()

    monkeypatch.setattr("asyncio.events.new_event_loop", loop_of_one_who_is_asked)
    with handled(signal.SIGTERM, _leave), pytest.raises(SystemExit):
        run_in_order(work())

"""Requests to end wait for what must not be cut in two."""

import os
import signal
import threading
from collections.abc import Callable
from types import FrameType

import pytest

from referee.undisturbed import in_place_of_handlers, undisturbed
from tests.referee.test_orderly_end import handled


def _ask(*numbers: int) -> None:
    for number in numbers:
        os.kill(os.getpid(), number)


def _leave(number: int, _frame: FrameType | None) -> None:
    raise SystemExit(128 + number)


def test_a_request_waits_for_the_end_of_the_block() -> None:
    done = []

    def work() -> None:
        with undisturbed():
            _ask(signal.SIGTERM)
            done.append("all")
        done.append("never")

    with handled(signal.SIGTERM, _leave), pytest.raises(SystemExit, match="143"):
        work()
    assert done == ["all"]


def test_every_request_is_heard_in_its_order_and_none_twice() -> None:
    heard: list[int] = []
    with handled(signal.SIGTERM, lambda number, _: heard.append(number)):
        with handled(signal.SIGINT, lambda number, _: heard.append(number)), undisturbed():
            _ask(signal.SIGTERM)
            _ask(signal.SIGINT)
            _ask(signal.SIGTERM)
            assert heard == []
        assert heard == [signal.SIGTERM, signal.SIGINT, signal.SIGTERM]


def test_what_goes_wrong_in_the_block_is_the_context_of_the_request() -> None:
    def work() -> None:
        with undisturbed():
            _ask(signal.SIGTERM)
            raise KeyError("wrong")

    with handled(signal.SIGTERM, _leave), pytest.raises(SystemExit) as raised:
        work()
    assert isinstance(raised.value.__context__, KeyError)


def test_what_is_ignored_stays_so() -> None:
    with handled(signal.SIGHUP, signal.SIG_IGN), undisturbed():
        _ask(signal.SIGHUP)


def test_other_threads_are_not_disturbed_anyway() -> None:
    done = []

    def work() -> None:
        with undisturbed():
            done.append("all")

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done == ["all"]


@pytest.mark.parametrize("among", range(1, 40))
def test_all_handlers_are_back_whenever_one_of_them_breaks_in(
    among: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At one of the looks at a handler, of which there are few."""
    looks = 0
    look: Callable[[int], object] = signal.getsignal

    def interrupted(number: int) -> object:
        nonlocal looks
        looks += 1
        if looks == among:
            _ask(signal.SIGTERM)
        return look(number)

    with handled(signal.SIGTERM, _leave), handled(signal.SIGINT, _leave):
        with monkeypatch.context() as patch:
            patch.setattr(signal, "getsignal", interrupted)
            try:
                with undisturbed():
                    pass
            except SystemExit:
                assert looks >= among
            else:
                assert looks < among
        assert signal.getsignal(signal.SIGINT) is _leave


def test_handlers_that_were_changed_in_the_block_stay_so() -> None:
    def other(_number: int, _frame: FrameType | None) -> None:
        pass

    with handled(signal.SIGTERM, _leave):
        with in_place_of_handlers(lambda _number, _frame: None):
            signal.signal(signal.SIGTERM, other)
        assert signal.getsignal(signal.SIGTERM) is other
        signal.signal(signal.SIGTERM, _leave)

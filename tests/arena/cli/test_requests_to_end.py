"""The first request to end is answered, the others change nothing."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from arena.cli import requests_to_end

ASKING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@pytest.fixture(autouse=True)
def as_in_a_program() -> Iterator[None]:
    before = {number: signal.getsignal(number) for number in ASKING}
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    for number, handler in before.items():
        signal.signal(number, handler)
    requests_to_end._answers.heard = []


def ask(*numbers: int) -> None:
    for number in numbers:
        os.kill(os.getpid(), number)


def test_the_first_is_answered_and_those_after_it_break_into_nothing() -> None:
    requests_to_end.hear()
    with pytest.raises(KeyboardInterrupt):
        ask(signal.SIGINT)
    ask(*ASKING, *ASKING)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_the_status_tells_which_it_was(number: int) -> None:
    requests_to_end.hear()
    with pytest.raises(SystemExit, match=str(128 + number)):
        ask(number)
    ask(*ASKING)


def test_one_that_comes_much_later_is_answered_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the first raised may have been swallowed, and what ends may hang."""
    now_s = [1000.0]
    monkeypatch.setattr(requests_to_end._answers, "_now_s", lambda: now_s[0])
    requests_to_end.hear()
    with pytest.raises(KeyboardInterrupt):
        ask(signal.SIGINT)
    now_s[0] += 9.9
    ask(*ASKING)
    now_s[0] += 0.2
    with pytest.raises(SystemExit, match="143"):
        ask(signal.SIGTERM)
    ask(*ASKING)


def test_who_goes_on_hears_again() -> None:
    requests_to_end.hear()
    for _ in range(3):
        with pytest.raises(KeyboardInterrupt):
            ask(signal.SIGINT)
        ask(signal.SIGINT)
        requests_to_end.hear_again()


def test_what_was_ignored_before_us_stays_ignored() -> None:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    requests_to_end.hear()
    requests_to_end.hear_no_more()
    requests_to_end.hear_again()
    assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN


TOGETHER = """
import os, signal
from arena.cli.requests_to_end import hear
asking = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
hear()
signal.pthread_sigmask(signal.SIG_BLOCK, asking)
for number in asking:
    os.kill(os.getpid(), number)
try:
    signal.pthread_sigmask(signal.SIG_UNBLOCK, asking)
except (KeyboardInterrupt, SystemExit):
    print("answered")
"""


def test_those_that_come_together_are_not_complained_of() -> None:
    # A process of its own, that has no other thread to take them one by one.
    done = subprocess.run(
        [sys.executable, "-c", TOGETHER], capture_output=True, text=True, check=True
    )
    assert (done.stdout, done.stderr) == ("answered\n", "")


def test_in_the_end_all_are_ignored() -> None:
    requests_to_end.hear()
    requests_to_end.ignore()
    assert [signal.getsignal(number) for number in ASKING] == [signal.SIG_IGN] * 3

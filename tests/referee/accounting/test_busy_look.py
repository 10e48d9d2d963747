"""Looks at real processes: whether they do anything."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from referee.accounting.busy_look import _BUSY_NS, BusyLook

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only /proc tells")


@contextmanager
def running(program: str) -> Iterator["subprocess.Popen[bytes]"]:
    with subprocess.Popen([sys.executable, "-S", "-c", program]) as process:
        try:
            yield process
        finally:
            process.kill()


def test_one_that_runs_is_busy_and_one_that_sleeps_is_not() -> None:
    child = "subprocess.run([sys.executable, '-S', '-c', 'while True: pass'])"
    for program in ("while True: pass", f"import subprocess, sys; {child}"):
        with running(program) as process:
            look = BusyLook(process.pid)
            assert look.was_busy()
            begun_ns = sum(look._look().values())
            while sum(look._look().values()) - begun_ns <= _BUSY_NS:
                pass
            assert look.was_busy()
    with running("import signal; signal.pause()") as process:
        look = BusyLook(process.pid)
        assert look.was_busy()
        # Its start is over some time.
        while look.was_busy():
            pass


def test_one_that_is_dead_is_not_taken_for_one_that_rests() -> None:
    with running("pass") as process:
        look = BusyLook(process.pid)
        look.was_busy()
        # Ended, and not waited for.
        while look._look():
            pass
        assert look.was_busy()
        process.wait()
        assert look.was_busy()

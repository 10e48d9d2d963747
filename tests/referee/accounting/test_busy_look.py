"""Looks at real processes: whether they do anything."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from referee.accounting import busy_look
from referee.accounting.busy_look import _BUSY_NS, BusyLook

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only /proc tells")


@contextmanager
def running(program: str) -> Iterator["subprocess.Popen[bytes]"]:
    words = [sys.executable, "-S", "-c", program]
    with subprocess.Popen(words, process_group=0) as process:
        try:
            yield process
        finally:
            # Those that it started, too: one that spins would do so for ever.
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


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


def test_a_look_reads_little_whatever_an_engine_has_started(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The referee looks in mid-match: thousands of threads would hold up another seat's answer."""
    many = (
        "import subprocess, sys, threading\n"
        "wait = threading.Event().wait\n"
        "for _ in range(300): threading.Thread(target=wait, daemon=True).start()\n"
        "for _ in range(20): subprocess.Popen([sys.executable, '-S', '-c', 'input()'])\n"
        "print(1, flush=True)\n"
        "input()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-S", "-c", many], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        opened: list[str] = []
        real = Path.open

        def counted(path: Path, *words: Any, **more: Any) -> Any:
            opened.append(str(path))
            return real(path, *words, **more)

        with monkeypatch.context() as patch:
            patch.setattr(Path, "open", counted)
            spent = BusyLook(process.pid)._look()
        assert len(spent) > 1
        assert len(opened) <= 3 * busy_look._MOST_PROCESSES
        process.communicate(b"")

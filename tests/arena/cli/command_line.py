"""The real command line in processes of its own: with pipes, and on a terminal."""

import contextlib
import io
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Collection, Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

from arena.cli import main

PODESTA = (sys.executable, "-m", "arena")
DEADLINE_S = 60
_SHELL = str(Path(__file__).with_name("as_in_a_shell.py"))
_ESCAPE = re.compile(r"\x1b(\[[0-?]*[ -/]*[@-~]|\][^\x07]*\x07|[@-Z\\-_=>78])")
_OURS = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "PODESTA_DEBUG", "TTY_COMPATIBLE")


def environment(**changes: str) -> dict[str, str]:
    """Ours without what changes the output."""
    kept = {key: value for key, value in os.environ.items() if key not in _OURS}
    return {**kept, "TERM": "xterm-256color", **changes}


def podesta(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """Run a command to its end in this process, which saves the start of another one."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main.run([*map(str, words)])
    return subprocess.CompletedProcess(words, int(status), out.getvalue(), err.getvalue())


def podesta_process(
    *words: str | Path, cwd: Path | None = None, env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a command to its end with pipes for its output."""
    return subprocess.run(
        [*PODESTA, *map(str, words)],
        cwd=cwd,
        env=dict(env) if env is not None else environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=DEADLINE_S,
        check=False,
    )


class Terminal:
    """A command on a terminal that we hold the other end of; it is gone after the `with` block."""

    def __init__(
        self,
        *words: str | Path,
        rows: int = 50,
        columns: int = 120,
        env: Mapping[str, str] | None = None,
    ) -> None:
        self._ours, theirs = pty.openpty()
        termios.tcsetwinsize(theirs, (rows, columns))
        self._raw = b""

        try:
            self._process = subprocess.Popen(
                [*_as_in_a_shell(terminal=theirs), *PODESTA, *map(str, words)],
                env=dict(env) if env is not None else environment(),
                pass_fds=(theirs,),
            )
        finally:
            os.close(theirs)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        os.close(self._ours)

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def raw(self) -> str:
        """All that was written, with its escape sequences."""
        return self._raw.decode("utf-8", "replace")

    @property
    def text(self) -> str:
        """All that was written, without them."""
        return _ESCAPE.sub("", self.raw).replace("\r", "")

    def expect(self, wanted: str, after: int = 0) -> int:
        """Wait until a text stands behind `after`; where it ends, for the next call."""
        deadline = time.monotonic() + DEADLINE_S
        while (place := self.text.find(wanted, after)) < 0:
            left_s = deadline - time.monotonic()
            if left_s < 0 or not self._read(left_s):
                raise AssertionError(f"{wanted!r} never came:\n{self.text[after:]}")
        return place + len(wanted)

    def press(self, keys: str) -> None:
        os.write(self._ours, keys.encode())

    def resize(self, rows: int, columns: int) -> None:
        termios.tcsetwinsize(self._ours, (rows, columns))

    def interrupt(self) -> None:
        """Ctrl-C, as the terminal sends it."""
        self.press("\x03")

    def wait(self) -> int:
        """The exit status, after everything has been read; below 0 for a signal."""
        deadline = time.monotonic() + DEADLINE_S
        while (left_s := deadline - time.monotonic()) > 0 and self._read(left_s):
            pass
        return self._process.wait(DEADLINE_S)

    def _read(self, timeout_s: float) -> bool:
        ready, _, _ = select.select([self._ours], [], [], max(timeout_s, 0))
        if not ready:
            return False
        try:
            piece = os.read(self._ours, 65536)
        except OSError:  # EIO: the last process has left the terminal
            return False
        self._raw += piece
        return bool(piece)


def wait_for_line(process: subprocess.Popen[str], wanted: str) -> str:
    """The first line of stdout that holds a text. Raises AssertionError at the end of output."""
    stream = process.stdout
    assert stream is not None
    seen = []
    while line := stream.readline():
        if wanted in line:
            return line
        seen.append(line)
    raise AssertionError(f"{wanted!r} never came: {''.join(seen)}")


def _as_in_a_shell(ignored: Collection[int] = (), terminal: int | None = None) -> tuple[str, ...]:
    """Words before a command."""
    numbers = ",".join(str(int(number)) for number in ignored) or "-"
    return (sys.executable, "-S", _SHELL, numbers, "-" if terminal is None else str(terminal))


def start(
    *words: str | Path, env: Mapping[str, str] | None = None, ignored: Collection[int] = ()
) -> subprocess.Popen[str]:
    """A command that goes on, with pipes; a process group of its own."""
    return subprocess.Popen(
        [*_as_in_a_shell(ignored), *PODESTA, *map(str, words)],
        env=dict(env) if env is not None else environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        process_group=0,
    )


def stop(process: subprocess.Popen[str], number: int = signal.SIGTERM) -> tuple[int, str, str]:
    """Send a signal to the process; its status, stdout and stderr."""
    process.send_signal(number)
    out, err = process.communicate(timeout=DEADLINE_S)
    return process.returncode, out, err


def all_gone(pids: Collection[int]) -> bool:
    """Whether none of these runs, after those that are about to end have had their time."""
    for pid in pids:
        try:
            process = os.pidfd_open(pid)
        except ProcessLookupError:  # between two looks at it, too
            continue
        try:
            select.select([process], [], [], DEADLINE_S)
        finally:
            os.close(process)
    return all(is_gone(pid) for pid in pids)


def is_gone(pid: int) -> bool:
    """Whether no process of that number runs."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return True
    return state in "ZX"

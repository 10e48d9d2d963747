"""Starts the first process of an engine, inside its walls. Part of the keeper: stdlib only."""

import errno
import json
import os
import resource
import select
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from referee.launcher.process_tree import children, die_with_parent
from referee.launcher.walls import Walls

__all__ = ["WalledStart"]

_SETUP_LIMIT_S = 10.0
_FIRST_SIGNAL_STATUS = 128
_EXPENDABLE = "1000"
_STDERR = 2
_FAREWELL_LIMIT_S = 20.0


class WalledStart:
    """The first process of an engine, and where there is a sandbox its own first process.

    Bubblewrap has one process outside, our child, and one inside: process 1 of a process id
    namespace. The kernel kills whatever is in there as soon as that one ends.
    """

    def __init__(self, walls: Walls, *, stdout: int, stderr: int) -> None:
        """`stdout` and `stderr` are descriptors that the engine may write to."""
        self._walls = walls
        self._stdout, self._stderr = stdout, stderr
        # Kept: a Popen that is forgotten may wait for its process in our place.
        self._process: subprocess.Popen[bytes] | None = None
        self._inner: int | None = None
        self._status = -1
        self._told = b""

    def start(
        self,
        argv: Sequence[str],
        directory: str,
        environment: Mapping[str, str],
        prepare: Callable[[], None],
    ) -> int:
        """Start it; its process id, or that of its sandbox.

        `prepare` is called in the new process before all else; it must be safe between fork and
        exec. Where there is bubblewrap, `environment` is only its own. Raises OSError and
        ValueError where there is no such program, SubprocessError where the walls can't be built
        or the machine has no process for it: that is no fault of the program.
        """
        walls = self._walls
        if walls.bwrap:
            self._process = self._start_sandbox(argv, environment, prepare)
        else:
            self._process = self._popen(
                argv,
                directory or None,
                environment,
                lambda: _raise_walls(walls, directory, prepare),
            )
        return self._process.pid

    def _popen(
        self,
        argv: Sequence[str],
        directory: str | None,
        environment: Mapping[str, str],
        preexec: Callable[[], None],
        pass_fds: Sequence[int] = (),
    ) -> "subprocess.Popen[bytes]":
        try:
            return subprocess.Popen(
                argv,
                cwd=directory,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=self._stdout,
                stderr=self._stderr,
                start_new_session=True,
                # Safe here: the keeper has one thread.
                preexec_fn=preexec,
                pass_fds=pass_fds,
            )
        except OSError as error:
            if self._is_of_program(error, argv[0], directory):
                raise
            raise subprocess.SubprocessError(f"no process for an engine: {error}") from error

    def _is_of_program(self, error: OSError, program: str, directory: str | None) -> bool:
        """Whether it could not be executed, or not there; else there was no process to do it."""
        if self._walls.bwrap:
            # The program is ours then, but the words that it passes on are the engine's.
            return error.errno == errno.E2BIG
        return error.filename is not None and error.filename in (program, directory)

    # --- the sandbox ---------------------------------------------------------------------------

    def _start_sandbox(
        self, argv: Sequence[str], environment: Mapping[str, str], prepare: Callable[[], None]
    ) -> "subprocess.Popen[bytes]":
        walls = self._walls
        held: list[int] = []
        try:
            with _ours("no descriptors for a sandbox"):
                # Not on the command line: everybody can read that, and the seat's token is there.
                held.append(options := os.memfd_create("bwrap"))
                self._status, status_writer = os.pipe2(os.O_CLOEXEC)
                held.append(status_writer)
                gate, opener = os.pipe2(os.O_CLOEXEC)
                held += (gate, opener)
            shown = [word for path in walls.shown for word in ("--ro-bind", path, path)]
            words = [*walls.bwrap_first, *shown, *walls.bwrap_last]
            if any("\0" in word for word in words):
                raise ValueError("embedded null byte")  # it would end a word, and begin another
            written = b"".join(os.fsencode(word) + b"\0" for word in words)
            with _ours("the options of a sandbox can't be written"):
                with os.fdopen(os.dup(options), "wb") as file:
                    file.write(written)
                os.lseek(options, 0, os.SEEK_SET)
            words = [walls.bwrap, "--args", str(options), "--json-status-fd", str(status_writer)]
            words += ["--block-fd", str(gate), "--", *argv]
            process = self._popen(
                words,
                "/",
                environment,
                lambda: _raise_walls(walls, "", prepare),
                (options, status_writer, gate),
            )
            os.close(status_writer)
            held.remove(status_writer)
            # The sandbox waits for a word from us before the engine's program starts in it.
            with _ours("a sandbox can't be limited and opened"):
                self._inner = self._told_pid()
                if self._inner is not None:
                    _limit_other(self._inner, walls)
                with suppress(BrokenPipeError):
                    os.write(opener, b"1")
            return process
        finally:
            for fd in held:
                os.close(fd)

    def _told_pid(self) -> int | None:
        """The sandbox's first process as we see it; None where it could not even be made."""
        give_up_at = time.monotonic() + _SETUP_LIMIT_S
        while b"\n" not in self._told:
            left_s = give_up_at - time.monotonic()
            if left_s <= 0 or not select.select([self._status], [], [], left_s)[0]:
                return None
            piece = os.read(self._status, 4096)
            if not piece:
                return None
            self._told += piece
        told: dict[str, int] = json.loads(self._told.partition(b"\n")[0])
        return told["child-pid"]

    # --- while it lives ------------------------------------------------------------------------

    @property
    def top(self) -> int:
        """The process below which all that is of the engine's own making descends."""
        return self._inner if self._inner is not None else os.getpid()

    def left(self, descendants: Sequence[int]) -> bool:
        """Whether processes of the engine live on, when the first one ended."""
        if self._inner is not None and not children(self._inner):
            # Only what the sandbox consists of, which is about to end too.
            return any(pid != self._inner for pid in descendants)
        return bool(descendants)

    def exit_status(self, code: int) -> tuple[int | None, int | None, bool]:
        """Exit status or signal of the engine, and whether there were walls to start it in.

        `code` is the exit code of `process` as subprocess tells it. A sandbox tells a signal as
        shells do.
        """
        if code < 0:
            return None, -code, True
        if not self._walls.bwrap:
            return code, None, True
        if not self._ran():
            return code, None, False
        number = code - _FIRST_SIGNAL_STATUS
        if number in signal.valid_signals():
            return None, number, True
        return code, None, True

    def _ran(self) -> bool:
        """Bubblewrap tells an exit code only of a program that it has started."""
        with suppress(BlockingIOError):
            os.set_blocking(self._status, False)
            while piece := os.read(self._status, 4096):
                self._told += piece
        return b'"exit-code"' in self._told

    def close(self) -> None:
        """All processes are gone: remove what else there is of the engine."""
        if self._status >= 0:
            os.close(self._status)
            self._status = -1
        walls = self._walls
        if walls.remove:
            import shutil  # Only here, where nobody waits for it.

            shutil.rmtree(walls.remove, ignore_errors=True)
        if walls.farewell:
            with suppress(OSError, subprocess.SubprocessError):
                subprocess.run(
                    walls.farewell,
                    env=dict(walls.farewell_environment),
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    timeout=_FAREWELL_LIMIT_S,
                    check=False,
                )


@contextmanager
def _ours(what: str) -> Iterator[None]:
    """What the system refuses here comes before the program is executed: no fault of its own."""
    try:
        yield
    except OSError as error:
        raise subprocess.SubprocessError(f"{what}: {error}") from error


def _raise_walls(walls: Walls, directory: str, prepare: Callable[[], None]) -> None:
    """In the new process, before its program starts."""
    try:
        _raise_walls_or_fail(walls, directory, prepare)
    except BaseException as error:
        # All that subprocess tells is that something was raised here.
        os.write(_STDERR, f"{type(error).__name__}: {error}\n".encode())
        raise


def _raise_walls_or_fail(walls: Walls, directory: str, prepare: Callable[[], None]) -> None:
    # Imported while we may still read it.
    from referee.launcher import landlock
    from referee.launcher.opened_ways import open_ways
    from referee.launcher.seccomp import filter_calls

    prepare()
    if walls.expendable:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        # Not everywhere allowed, and then of no great matter.
        with suppress(OSError):
            Path("/proc/self/oom_score_adj").write_text(_EXPENDABLE, encoding="ascii")
    if not walls.bwrap:
        _limit(0, walls)
    if walls.user is not None:
        open_ways(walls.shown)
        _become(walls.user)
        if directory:
            # What was open to root may be covered now by what is open to that user.
            _change_directory(directory)
        # Forgotten with the user that we were.
        die_with_parent()
    if walls.landlock:
        landlock.restrict_self(
            landlock.LandlockRules(
                (*walls.shown, *walls.readable), walls.writable, walls.ports, walls.listable
            )
        )
        filter_calls()


def _change_directory(directory: str) -> None:
    try:
        os.chdir(directory)
    except OSError:
        os.chdir("/")  # there is nothing in it that the engine may see


def _become(user: int) -> None:
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)


def _limit_other(pid: int, walls: Walls) -> None:
    """Lower the limits of a sandbox from outside when it stands, before its program starts.

    Its tasks are then counted in its own user namespace, and what it needs itself is not limited.
    """
    if walls.user is None:
        _limit(pid, walls)
        return
    # Root need not have the right to do so, but the sandbox's user has.
    helper = os.fork()
    if helper == 0:
        status = 1
        try:
            _become(walls.user)
            _limit(pid, walls)
            status = 0
        finally:
            os._exit(status)
    if os.waitpid(helper, 0)[1] != 0:
        raise subprocess.SubprocessError("the limits of a sandbox can't be set")


def _limit(pid: int, walls: Walls) -> None:
    """Lower the limits of a process, 0 for our own."""
    for kind, value in (
        (resource.RLIMIT_NOFILE, walls.open_files),
        (resource.RLIMIT_NPROC, walls.tasks),
    ):
        if value is None:
            continue
        # It ended already: then its sandbox could not be made, and that is told elsewhere.
        with suppress(ProcessLookupError):
            _, hard = resource.prlimit(pid, kind)
            least = value if hard == resource.RLIM_INFINITY else min(value, hard)
            resource.prlimit(pid, kind, (least, least))

"""The keeper: a small process between the referee and one engine, the parent of the engine.

It adopts every descendant of the engine whose parent ends, so none can slip out of its tree by
setsid or a double fork, and it kills the tree when it is told to or when the referee is gone, even
by `kill -9`: then the socket between both is closed. It also empties stdout and stderr of the
engine, so that an engine that prints without end takes no time of the referee, and it looks
several times a second at what the tree uses.

It is started as `python -m referee.launcher.keeper FD FD` and speaks JSON lines over the socket
that the first names:

    {"do": "start", "argv": [...], "directory": "", "environment": {...}, "scratch": "",
     "limits": {...}, "group": true, "cpus": [], "walls": {...}}
        -> {"says": "started", "pid": 1, "frozen_by": "...", "group": PATH}
           or {"says": "failed", "reason": "...", "ours": false}
    {"do": "printed"}    -> {"says": "printed", "stdout": LATIN1, "stderr": LATIN1, "usage": {...}}
    {"do": "window"}     what is used from now on is another match's
    {"do": "bind", "cpus": [...]}  the tree may run on these cores only
    {"do": "terminate"}  SIGTERM to the tree
    {"do": "end"}        SIGKILL to the tree, -> {"says": "ended", "left": 0, ...}, then it exits
                         -> {"says": "exited", "status": 0, "signal": null, "left": false,
                             "no_walls": "", "usage": {...}}
                            when the first process of the engine ended
                         -> {"says": "breach", "limit": "...", "allowed": 1, "measured": 2}
                            when the tree broke a limit: it is killed then

and single bytes over the other: "f" stops the tree, "t" lets it go on and is answered by "t".

Only the standard library, for a quick start.
"""

import contextlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from referee.accounting.breach import Breach
from referee.accounting.tree_accounts import TreeAccounts
from referee.launcher.core_binding import bind_tree
from referee.launcher.process_tree import become_subreaper, descendants, die_with_parent
from referee.launcher.walled_start import WalledStart
from referee.launcher.walls import Walls

__all__ = ["TAIL_BYTES", "Keeper"]

TAIL_BYTES = 64 * 1024
_CHUNK_BYTES = 64 * 1024
# After this much output in one go the engine has to wait a little: its own fault, and the cores
# that the clocks of a match depend on stay free.
_PAUSE_S = 0.002
_KILL_LIMIT_S = 10.0
_LONGEST_LINE_BYTES = 16 << 20
_NOT_EXECUTED = "bwrap: execvp "


class Keeper:
    """Starts one engine, tells how it goes, ends it."""

    def __init__(self, control: socket.socket, line: socket.socket) -> None:
        self._control = control
        self._line = line
        self._accounts: TreeAccounts | None = None
        self._poll = select.poll()
        self._heard = b""
        self._pid: int | None = None
        self._started: WalledStart | None = None
        self._outputs: dict[int, str] = {}
        self._tails = {"stdout": bytearray(), "stderr": bytearray()}
        self._wakeup, self._wake = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        self._asked_to_end = False
        self._referee_gone = False
        self._beyond = False
        self._scratch = ""

    def run(self) -> None:
        """Until told to end, or until the referee is gone."""
        signal.set_wakeup_fd(self._wake, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, self._end_by_signal)
        self._poll.register(self._control, select.POLLIN)
        self._poll.register(self._wakeup, select.POLLIN)
        self._poll.register(self._line, select.POLLIN)
        while not self._asked_to_end:
            for fd, _ in self._poll.poll(self._look_in_ms()):
                if fd == self._line.fileno():
                    self._stand_still_or_go_on()
                elif fd == self._control.fileno():
                    self._hear()
                elif fd == self._wakeup:
                    self._drain_wakeup()
                    self._reap()
                elif fd in self._outputs and self._read(fd):
                    time.sleep(_PAUSE_S)
            self._look_if_due()
        left = self._kill_tree()
        self._read_all()
        usage = self._usage()
        if self._accounts is not None:
            self._accounts.close()
        if self._started is not None:
            self._started.close()
        self._say(says="ended", left=left, usage=usage, **self._take_tails())
        if self._referee_gone and self._scratch:
            self._remove_scratch()

    # --- the referee ---------------------------------------------------------------------------

    def _hear(self) -> None:
        try:
            data = self._control.recv(_CHUNK_BYTES)
        except ConnectionError:
            data = b""
        if not data or len(self._heard) > _LONGEST_LINE_BYTES:
            self._asked_to_end = self._referee_gone = True
            return
        *lines, self._heard = (self._heard + data).split(b"\n")
        for line in lines:
            order: dict[str, Any] = json.loads(line)
            if order["do"] == "start":
                self._start(order)
            elif order["do"] == "printed":
                self._read_all()
                self._say(says="printed", usage=self._usage(), **self._take_tails())
            elif order["do"] == "window":
                if self._accounts is not None:
                    self._accounts.begin_window()
            elif order["do"] == "bind":
                bind_tree(lambda: descendants(os.getpid()), order["cpus"])
            elif order["do"] == "terminate":
                self._signal_tree(signal.SIGTERM, self._started.top if self._started else 0)
            else:
                self._asked_to_end = True

    def _say(self, **message: Any) -> None:
        # Where the referee is gone nobody listens, and the next look at the socket tells.
        with contextlib.suppress(OSError):
            self._control.sendall(json.dumps(message).encode() + b"\n")

    def _stand_still_or_go_on(self) -> None:
        try:
            orders = self._line.recv(64)
        except ConnectionError:
            orders = b""
        if not orders:
            self._poll.unregister(self._line)
        accounts = self._accounts
        if accounts is None:
            return
        for order in orders:
            if order == ord("f"):
                accounts.freeze()
            else:
                accounts.thaw()
                with contextlib.suppress(OSError):
                    self._line.send(b"t")

    def _usage(self) -> dict[str, Any]:
        return self._accounts.usage() if self._accounts is not None else {}

    def _take_tails(self) -> dict[str, str]:
        taken = {name: tail.decode("latin-1") for name, tail in self._tails.items()}
        for tail in self._tails.values():
            tail.clear()
        return taken

    # --- the engine ----------------------------------------------------------------------------

    def _remove_scratch(self) -> None:
        import shutil  # Only here, where nobody waits for it.

        # Best effort: an engine may have put anything there, or in its place. No link is followed.
        try:
            Path(self._scratch).unlink()
        except OSError:
            shutil.rmtree(self._scratch, ignore_errors=True)

    def _start(self, order: dict[str, Any]) -> None:
        self._scratch = order["scratch"]
        accounts = self._accounts = TreeAccounts(
            order["limits"], lambda: descendants(os.getpid()), group=order["group"]
        )

        def prepare() -> None:
            die_with_parent()
            accounts.confine()
            if order["cpus"]:
                os.sched_setaffinity(0, order["cpus"])

        out, err = os.pipe2(os.O_CLOEXEC), os.pipe2(os.O_CLOEXEC)
        started = self._started = WalledStart(
            Walls.of_order(order["walls"]), stdout=out[1], stderr=err[1]
        )
        try:
            pid = started.start(order["argv"], order["directory"], order["environment"], prepare)
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            self._kill_tree()
            accounts.close()
            ours = isinstance(error, subprocess.SubprocessError)
            told = _last_line(_read_what_is_there(err[0])) if ours else ""
            self._say(says="failed", reason=told or str(error), ours=ours)
            for fd in (*out, *err):
                os.close(fd)
            return
        os.close(out[1])
        os.close(err[1])
        for fd, name in ((out[0], "stdout"), (err[0], "stderr")):
            os.set_blocking(fd, False)
            self._outputs[fd] = name
            self._poll.register(fd, select.POLLIN)
        self._pid = pid
        self._say(
            says="started",
            pid=pid,
            frozen_by=accounts.frozen_by,
            group=accounts.group_path,
        )

    def _read(self, fd: int) -> bool:
        """One piece of output; False when there is none now or will be none."""
        try:
            data = os.read(fd, _CHUNK_BYTES)
        except BlockingIOError:
            return False
        if not data:
            self._poll.unregister(fd)
            os.close(fd)
            del self._outputs[fd]
            return False
        tail = self._tails[self._outputs[fd]]
        tail += data
        del tail[:-TAIL_BYTES]
        return True

    def _read_all(self) -> None:
        for fd in list(self._outputs):
            # What is in the pipe now; an engine that goes on printing must not hold us here.
            for _ in range(TAIL_BYTES // 4096 + 1):
                if not self._read(fd):
                    break

    def _reap(self) -> bool:
        """Wait for ended children; False when there are no children at all."""
        while True:
            try:
                pid, status, used = os.wait4(-1, os.WNOHANG)
            except ChildProcessError:
                return False
            if pid == 0:
                return True
            if self._accounts is not None:
                self._accounts.ended(used.ru_maxrss)
            if pid == self._pid:
                self._report_exit(status)

    def _report_exit(self, status: int) -> None:
        self._pid = None
        code = os.waitstatus_to_exitcode(status)
        self._read_all()
        if self._accounts is not None:
            self._tell_breach(self._accounts.look())
        assert self._started is not None
        status_or_none, signal_or_none, walled = self._started.exit_status(code)
        last_line = _last_line(self._tails["stderr"])
        # There was a sandbox, but no program that could be executed in it: the engine's fault.
        walled = walled or last_line.startswith(_NOT_EXECUTED)
        self._say(
            says="exited",
            status=status_or_none,
            signal=signal_or_none,
            left=self._started.left(descendants(os.getpid())),
            no_walls="" if walled else last_line or "there is no sandbox",
            usage=self._usage(),
        )

    # --- the limits ----------------------------------------------------------------------------

    def _look_in_ms(self) -> int | None:
        return self._accounts.wait_ms() if self._accounts is not None else None

    def _look_if_due(self) -> None:
        if self._accounts is not None:
            self._tell_breach(self._accounts.look_if_due())
        if self._beyond:
            self._beyond = False
            self._kill_tree()

    def _tell_breach(self, breach: Breach | None) -> None:
        if breach is not None:
            self._beyond = True
            self._say(says="breach", **breach._asdict())

    # --- the end -------------------------------------------------------------------------------

    def _end_by_signal(self, *_: object) -> None:
        self._asked_to_end = True

    def _drain_wakeup(self) -> None:
        with contextlib.suppress(BlockingIOError):
            while os.read(self._wakeup, 512):
                pass

    def _signal_tree(self, number: int, top: int = 0) -> None:
        """To all that descends from `top`, 0 for us."""
        for pid in descendants(top or os.getpid()):
            # It ended, or became another user: then it is none of ours to signal.
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, number)

    def _kill_tree(self) -> int:
        """Kill until no child is left; since all orphans become children, the tree is gone then.

        Returns how many are left after all (processes that nobody can kill).
        """
        give_up_at = time.monotonic() + _KILL_LIMIT_S
        pause_s = 0.0005
        if self._accounts is not None:
            self._accounts.kill()
        while self._reap():
            # First stop them, or a process that forks all the time stays ahead of us.
            self._signal_tree(signal.SIGSTOP)
            self._signal_tree(signal.SIGKILL)
            if time.monotonic() > give_up_at:
                return len(descendants(os.getpid()))
            time.sleep(pause_s)
            pause_s = min(2 * pause_s, 0.02)
        return 0


def _read_what_is_there(fd: int) -> bytes:
    """Of a pipe that we may hold both ends of; nothing where nobody wrote to it."""
    os.set_blocking(fd, False)
    try:
        return os.read(fd, _CHUNK_BYTES)
    except BlockingIOError:
        return b""


def _last_line(text: bytes | bytearray) -> str:
    lines = text.decode("utf-8", "replace").strip().splitlines()
    return lines[-1].strip() if lines else ""


def main() -> None:
    """Keep one engine; the arguments are the file descriptors of the sockets to the referee."""
    become_subreaper()
    with (
        socket.socket(fileno=int(sys.argv[1])) as control,
        socket.socket(fileno=int(sys.argv[2])) as line,
    ):
        Keeper(control, line).run()


if __name__ == "__main__":
    main()

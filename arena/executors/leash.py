"""Processes that end with the one that started them, from their first instruction on.

A referee watches its parent, but only once it is up; who is killed while it still imports would
leave it behind. The kernel can end a process with its parent (PR_SET_PDEATHSIG, Linux), which has
to be asked for inside the new process: done by a few lines of Python that then become the command.
A function called between fork and exec would do as well, were it safe beside other threads.

One that stands stopped (SIGSTOP) would not act on SIGTERM, and keep its engines: once up, it asks
for SIGCONT besides, see `referee.launcher.process_tree.go_on_without_parent`.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Sequence

__all__ = ["ask_to_end", "leashed"]

_LINUX = sys.platform == "linux"

# SIGTERM and not SIGKILL: a referee that is up ends its engines first.
_LEASH = """\
import ctypes, os, signal, sys
ctypes.CDLL(None).prctl(1, signal.SIGTERM, 0, 0, 0)
if os.getppid() != int(sys.argv[1]):
    sys.exit("the league is gone")
os.execvp(sys.argv[2], sys.argv[2:])
"""


def leashed(command: Sequence[str]) -> list[str]:
    """The command, to be started by this process; it gets SIGTERM when the thread that starts it
    ends, however it ends. The process id stays the same."""
    if not _LINUX:
        return list(command)
    return [sys.executable, "-I", "-S", "-c", _LEASH, str(os.getpid()), *command]


def ask_to_end(process: "subprocess.Popen[bytes]") -> None:
    """SIGTERM; one that stands stopped goes on then, and has it before it does anything else."""
    process.send_signal(signal.SIGTERM)
    process.send_signal(signal.SIGCONT)

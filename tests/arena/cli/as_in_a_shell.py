"""Becomes another program with the signals of an interactive shell, on a terminal where one is.

Run as `python -S as_in_a_shell.py IGNORED TTY PROGRAM ARGUMENT...`: numbers of signals that are
ignored, joined by commas, and a file descriptor of a terminal to log in on; either may be `-`.
A program of its own, since whoever starts it has mostly used gRPC, and a child forked from that
must not run any code before it becomes another program.
"""

import os
import signal
import sys


def main() -> None:
    """Do it; does not return."""
    ignored, tty, *argv = sys.argv[1:]
    numbers = {int(number) for number in ignored.split(",") if number != "-"}
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN if number in numbers else signal.SIG_DFL)
    if tty != "-":
        os.login_tty(int(tty))
    os.execv(argv[0], argv)


if __name__ == "__main__":
    main()

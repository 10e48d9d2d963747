"""Whoever asks a command to end again and again does not break into its end."""

import signal
import subprocess
import sys

import psutil
import pytest

from tests.arena.cli.command_line import all_gone, environment, start, wait_for_line

HANGS = f"{sys.executable} -m tests.zoo hangs"
DEADLINE_S = 60.0
BETWEEN_S = 0.003
SIGNALS = (signal.SIGINT, signal.SIGTERM)

COMMANDS = {
    "check": (("check", HANGS, "--time", "1h", "--only", "first-move"), "games"),
    "trace": (("debug", "trace", "bologna", HANGS, HANGS, "--isolation", "none"), "<- decide"),
    "rules": (("rules", "--serve", "127.0.0.1:0"), "served"),
    "match": (
        ("match", "bologna", HANGS, HANGS, "--time", "1h", "--json"),
        "asked",
    ),
}


def ask_until_it_ends(process: "subprocess.Popen[str]", first: signal.Signals) -> int:
    """Its exit status; each signal comes right behind the one before."""
    process.send_signal(first)
    for turn in range(int(DEADLINE_S / BETWEEN_S)):
        try:
            return process.wait(BETWEEN_S)
        except subprocess.TimeoutExpired:
            process.send_signal(SIGNALS[turn % 2])
    raise AssertionError("it does not end")


@pytest.mark.parametrize("first", SIGNALS, ids=lambda number: number.name)
@pytest.mark.parametrize("command", COMMANDS)
def test_nothing_is_left_and_nothing_breaks(command: str, first: signal.Signals) -> None:
    words, begun = COMMANDS[command]
    process = start(*words, env=environment())
    wait_for_line(process, begun)
    family = [child.pid for child in psutil.Process(process.pid).children(recursive=True)]
    status = ask_until_it_ends(process, first)
    out, err = process.communicate()
    # Under load two may be there before one is looked at; which is answered is Python's to say.
    interrupted = 0 if command == "rules" else 130
    assert status in {interrupted, 143}, (out, err)
    assert "Traceback" not in err
    assert "never" not in err
    assert all_gone(family)

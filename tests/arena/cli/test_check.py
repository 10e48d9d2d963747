"""`podesta check` as a command: lines, JSON, certificate and exit statuses."""

import json
import signal
import sys
from pathlib import Path

import psutil
import pytest

from tests.arena.cli.command_line import (
    Terminal,
    environment,
    is_gone,
    podesta,
    podesta_process,
    start,
    stop,
    wait_for_line,
)

QUICK = ("--only", "goodbye-at-once", "--isolation", "none")
ZOO = "{python} -m tests.zoo "


def test_an_engine_that_passes_has_its_certificate(tmp_path: Path) -> None:
    page = tmp_path / "certificate.txt"
    done = podesta_process("check", "random", *QUICK, "--output", page)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == (
        "pass    hello                   starts, calls, and says Hello first of all, in time"
    )
    assert lines[-1] == "random: PASSED: 4 passed; only a part was asked for"
    assert "\x1b" not in done.stdout
    assert all(line == line.rstrip() for line in lines)
    written = page.read_text(encoding="utf-8")
    assert written.startswith("Certificate of random\n\nresult      PASSED: 4 passed")
    assert "engine      random, version " in written
    [digest] = [line.split()[1] for line in written.splitlines() if line.startswith("digest")]
    assert len(digest) == 32


def test_what_was_said_is_shown_where_a_step_failed() -> None:
    done = podesta_process("check", ZOO + "answers_twice", "--only", "first-move")
    assert done.returncode == 3
    assert "fail    first-move" in done.stdout
    assert "a second answer to decision 1 (SECOND_ANSWER)" in done.stdout
    assert 'asked by docs/protocol.md, "What the referee says"' in done.stdout
    assert '-> hello {"protocol_version": 1, "name": "zoo"' in done.stdout
    assert "<- decide {" in done.stdout
    assert done.stdout.count("-> move {") == 2
    assert done.stdout.splitlines()[-1].startswith("tests.zoo: NOT PASSED: 3 passed, 1 failed")


def test_an_engine_that_never_says_hello_has_a_status_of_its_own() -> None:
    crasher = f"{sys.executable} -c 'raise SystemExit(\"no idea\" + chr(27))'"
    done = podesta_process("check", crasher, *QUICK)
    assert done.returncode == 4
    assert "the process ended with exit status 1, hello was awaited" in done.stdout
    assert "stderr: no idea\\x1b" in done.stdout
    assert done.stdout.count("\nuntried ") == 3


def test_json_lines() -> None:
    done = podesta_process("check", ZOO + "answers_twice", "--only", "first-move", "--json")
    assert done.returncode == 3
    steps = [json.loads(line) for line in done.stdout.splitlines()]
    assert [step["event"] for step in steps] == ["step"] * 4 + ["certificate"]
    assert [step["step"] for step in steps[:4]] == [
        "hello",
        "introduction",
        "games",
        "first-move",
    ]
    assert steps[0]["exchange"] is None
    failed = steps[3]
    assert failed["verdict"] == "fail"
    said = [entry for entry in failed["exchange"] if "message" in entry]
    assert [entry["from"] for entry in said][:3] == ["engine", "referee", "referee"]
    assert said[0]["message"]["hello"]["name"] == "zoo"
    assert len([entry for entry in said if "move" in entry["message"]]) == 2
    assert steps[4]["counts"]["fail"] == 1
    assert steps[4]["passed"] is steps[4]["whole"] is False


def test_the_steps_are_listed_and_nothing_is_started() -> None:
    done = podesta("check", "--list")
    assert done.returncode == 0
    assert "other-version" in done.stdout
    done = podesta("check", "--list", "--only", "match-*", "--json")
    names = [json.loads(line)["step"] for line in done.stdout.splitlines()]
    assert names == [
        "hello",
        "introduction",
        "games",
        "match-bologna",
        "match-bomarzo",
        "match-patrician",
        "match-tuerme",
        "match-after-match",
    ]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "an ENGINE is missing"),
        (("randm",), "did you mean 'random'"),
        (("random", "--only", "helo"), "did you mean 'hello'"),
        (("random", "--game", "bolonia"), "did you mean 'bologna'"),
        (("random", "--time", "soon"), "expected a time control"),
        (("random", "--timeout", "5"), "--timeout"),
        (("random", "--timeout", "1ms"), "no time to start in"),
        (("random", "--output", "/no/such/place/page.txt"), "there is no directory"),
    ],
)
def test_wrong_usage_is_told_and_nothing_is_tried(words: tuple[str, ...], told: str) -> None:
    done = podesta("check", *words)
    assert done.returncode == 2
    assert told in done.stderr
    assert done.stdout == ""


def test_on_a_terminal_the_running_step_is_shown() -> None:
    with Terminal("check", "random", "--only", "games") as terminal:
        assert terminal.wait() == 0
        shown = terminal.text
    assert "3 of 3  games" in shown
    assert "random: PASSED: 3 passed" in shown


def test_ctrl_c_leaves_nothing_behind() -> None:
    engine = f"{sys.executable} -m tests.zoo hangs"
    process = start("check", engine, "--time", "1h", "--only", "first-move", env=environment())
    wait_for_line(process, "games")
    family = [child.pid for child in psutil.Process(process.pid).children(recursive=True)]
    status, _, err = stop(process, signal.SIGINT)
    assert status == 130
    assert "interrupted" in err
    assert "Traceback" not in err
    assert all(is_gone(pid) for pid in family)

import json
from dataclasses import replace

import pytest

from arena.cli import doctor as command
from arena.doctor.machine import read_machine
from tests.arena.cli.command_line import podesta, podesta_process


def test_json_has_everything_that_was_found() -> None:
    done = podesta("doctor", "--seconds", "0.3", "--json")
    told = json.loads(done.stdout)
    assert done.returncode in (0, 1)
    names = [phase["name"] for phase in told["phases"]]
    assert names in (["idle", "full", "over"], ["idle", "over"])
    assert told["recommendation"]["concurrency"] <= told["cores"]["usable"]
    assert told["recommendation"]["grace_us"] >= 100_000
    assert {"bwrap", "landlock", "rlimits", "none"} <= {row["level"] for row in told["isolation"]}
    problems = [finding for finding in told["findings"] if finding["mark"] == "problem"]
    assert done.returncode == bool(problems)


def test_piped_it_is_plain_and_without_progress() -> None:
    done = podesta_process("doctor", "--seconds", "0.3")
    assert done.stderr == ""
    assert "\x1b" not in done.stdout
    assert "concurrency = " in done.stdout
    assert "isolation" in done.stdout


def test_nothing_is_measured_in_no_time() -> None:
    done = podesta("doctor", "--seconds", "0")
    assert done.returncode == 0
    assert "timer" not in done.stdout
    assert "isolation" in done.stdout
    assert json.loads(podesta("doctor", "--seconds", "0", "--json").stdout)["phases"] == []


def test_a_problem_is_told_by_the_exit_status(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = replace(read_machine(list), isolation=())
    monkeypatch.setattr(command, "read_machine", lambda: broken)
    done = podesta("doctor", "--seconds", "0")
    assert done.returncode == 1
    assert "nothing keeps engines apart here" in done.stdout


@pytest.mark.parametrize("seconds", ["-1", "nan", "x", "1e9"])
def test_no_length_of_time(seconds: str) -> None:
    assert podesta("doctor", "--seconds", seconds).returncode == 2

"""Leagues of real engines by the real command line."""

import json
import shlex
import signal
from pathlib import Path

import psutil
import pytest

from tests.arena.cli.command_line import (
    Terminal,
    all_gone,
    podesta,
    podesta_process,
    start,
    stop,
    wait_for_line,
)

LEAGUE = """
[league]
name = "Try [bold]\\u001b[2J"
game = "bologna"
time = "{time}"
deals = {deals}
concurrency = 2
seed = "tests"
"""

ENGINE = """
[[engine]]
name = "{name}"
command = "{{python}} {words}"
directory = "{directory}"
files = ["tests/arena/cli/thinking_bot.py"]
"""


@pytest.fixture
def league(tmp_path: Path) -> Path:
    return _league(tmp_path, one="-m engines.random", two="-m engines.random")


def _league(directory: Path, *, time: str = "10s", deals: int = 2, **engines: str) -> Path:
    file = directory / "league.toml"
    text = LEAGUE.format(time=time, deals=deals)
    for name, words in engines.items():
        text += ENGINE.format(name=name, words=words, directory=Path.cwd())
    file.write_text(text)
    return file


def _family(pid: int) -> list[int]:
    return [child.pid for child in psutil.Process(pid).children(recursive=True)]


@pytest.mark.slow
def test_a_league_is_played_shown_and_verified(league: Path) -> None:
    done = podesta_process("league", "run", league)
    assert done.returncode == 0, done.stdout + done.stderr
    lines = done.stdout.splitlines()
    assert lines[0].startswith("league Try [bold]\\x1b[2J: bologna at 10s, 2 bots, 4 matches")
    assert sum(line.startswith("[") for line in lines) == 4
    assert "4 planned, 4 played; 4 in this run" in lines
    assert "\x1b" not in done.stdout
    again = podesta("league", "run", league)
    assert again.returncode == 0
    assert "4 planned, 4 played; 0 in this run" in again.stdout
    assert podesta("league", "show", league).returncode == 0
    verified = podesta("verify", league.with_suffix(".ledger"))
    assert (verified.returncode, verified.stdout) == (0, "4 good\n")


def test_a_match_of_a_ledger_is_replayed(league: Path) -> None:
    assert podesta("league", "run", league, "--quiet").returncode == 0
    ledger = league.with_suffix(".ledger")
    several = podesta("replay", ledger)
    assert several.returncode == 2
    assert "--match" in several.stderr
    listed = podesta("league", "show", ledger, "--matches", "--json")
    match_id = json.loads(listed.stdout.splitlines()[0])["match_id"]
    done = podesta("replay", ledger, "--match", match_id[:12], "--ply", "0")
    assert done.returncode == 0
    assert "ply 0 of" in done.stdout
    assert podesta("replay", ledger, "--match", "zzz").returncode == 2


def test_json_has_a_line_an_event(league: Path) -> None:
    done = podesta("league", "run", league, "--json")
    assert done.returncode == 0
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert lines[0]["event"] == "league_started"
    assert [engine["id"] for engine in lines[0]["engines"]] == ["one", "two"]
    committed = [line for line in lines if line["event"] == "match_committed"]
    assert len(committed) == sum(line["event"] == "match_started" for line in lines) == 4
    assert lines[-1]["event"] == "league_finished"
    assert lines[-1]["exit_status"] == 0
    assert lines[-1]["totals"]["played"] == 4


def test_forfeits_have_a_status_of_their_own(tmp_path: Path) -> None:
    league = _league(tmp_path, one="-m engines.random", broken="-m engines.nowhere")
    done = podesta("league", "run", league)
    assert done.returncode == 4
    assert "suspended: broken" in done.stdout
    shown = podesta("league", "show", league)
    assert "suspended: broken" in shown.stdout
    # Why it did not start is told once by the run, and by every look at the league.
    for text in (done.stdout, shown.stdout):
        assert "before it said hello" in text
        assert "No module named engines.nowhere" in text
        assert "more: podesta replay " in text
    assert done.stdout.count("No module named engines.nowhere") == 1
    (fault,) = (line for line in shown.stdout.splitlines() if line.startswith("fault: "))
    assert fault.endswith(" matches)")
    more = shown.stdout.partition("more: podesta ")[2].splitlines()[0]
    assert "No module named engines.nowhere" in podesta(*shlex.split(more)).stdout


def test_ctrl_c_once_finishes_what_runs_and_twice_stops_now(tmp_path: Path) -> None:
    thinker = "-m tests.arena.cli.thinking_bot 2"
    league = _league(tmp_path, time="5m", one=thinker, two="-m engines.random")
    with Terminal("league", "run", league) as terminal:
        place = terminal.expect("one v two")
        place = terminal.expect("0/4", place)
        family = _family(terminal.pid)
        terminal.interrupt()
        terminal.expect("ctrl-C again stops now", place)
        terminal.interrupt()
        assert terminal.wait() == 130
        assert "4 planned, 0 played, 4 to do; 0 in this run" in terminal.text
        assert "\x1b[2J" not in terminal.raw
        assert terminal.raw.count("\x1b[?25l") == terminal.raw.count("\x1b[?25h")
        assert all_gone(family)


def test_term_stops_now_and_the_next_run_goes_on(tmp_path: Path) -> None:
    thinker = "-m tests.arena.cli.thinking_bot 2"
    league = _league(tmp_path, time="5m", one=thinker, two="-m engines.random")
    with start("league", "run", league, "--json") as process:
        wait_for_line(process, "match_started")
        family = _family(process.pid)
        status, out, _ = stop(process)
        assert status == 130
        assert json.loads(out.splitlines()[-1])["totals"]["to_do"] == 4
        assert all_gone(family)


def test_an_engine_that_is_not_there_can_not_be_reinstated(league: Path) -> None:
    done = podesta("league", "run", league, "--reinstate", "onne")
    assert done.returncode == 2
    assert "did you mean 'one'?" in done.stderr


def test_two_runs_at_once_are_refused(tmp_path: Path) -> None:
    thinker = "-m tests.arena.cli.thinking_bot 2"
    league = _league(tmp_path, time="5m", one=thinker, two="-m engines.random")
    with start("league", "run", league, "--json") as process:
        wait_for_line(process, "match_started")
        second = podesta("league", "run", league)
        assert second.returncode == 6
        assert "Traceback" not in second.stderr
        assert podesta("league", "show", league).returncode == 0
        stop(process)


@pytest.mark.slow
def test_after_a_kill_the_league_goes_on(league: Path) -> None:
    with start("league", "run", league, "--json", "--concurrency", "1") as process:
        wait_for_line(process, "match_committed")
        family = _family(process.pid)
        stop(process, signal.SIGKILL)
        assert all_gone(family)
    done = podesta("league", "run", league, "--json")
    assert done.returncode == 0
    finished = json.loads(done.stdout.splitlines()[-1])
    assert finished["totals"]["played"] == 4
    assert 0 < finished["played_now"] < 4

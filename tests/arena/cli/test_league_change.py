"""Commands that change a league, as people type them; and what they say of a running one."""

import json
import os
import shlex
import signal
import subprocess
from pathlib import Path
from typing import IO

import pytest

from arena.config import load_league
from arena.league.amendments import Amendments, amended
from arena.league.runner import run_league
from arena.ledger import LedgerReader
from tests.arena.cli.command_line import PODESTA, environment, podesta
from tests.arena.league.scripted_matches import Fakes

LEAGUE = """\
[league]
name = "Changing"
game = "bologna"
time = "none"
deals = 2
seed = "changes"
concurrency = 1

[[engine]]
name = "one"
command = "{python} -m engines.random"

[[engine]]
name = "two"
command = "{python} -m engines.random"
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "league.toml"
    path.write_text(LEAGUE)
    return path


def committed(lines: IO[str]) -> str:
    """The next match that a run tells to be committed, however long it takes."""
    for line in lines:
        event = json.loads(line)
        if event["event"] == "match_committed":
            return str(event["match_id"])
    raise AssertionError("the run ended before")


def played(path: Path) -> int:
    with LedgerReader.open(path.with_suffix(".ledger")) as reader:
        return sum(1 for _ in reader.each_row())


def test_nothing_can_be_changed_before_anything_was_played(file: Path) -> None:
    done = podesta("league", "void", file, "1")
    assert done.returncode == 2
    assert "nothing was played yet" in done.stderr
    assert not file.with_suffix(".ledger").exists()


def test_a_mistyped_engine_is_answered_with_the_nearest(file: Path) -> None:
    done = podesta("league", "add", str(file), "greddy")
    assert done.returncode == 2
    assert "none of alphabeta, greedy, mcts, random; did you mean 'greedy'?" in done.stderr
    assert "did you mean" not in podesta("league", "add", str(file), "xyz").stderr
    assert "did you mean 'greedy'?" in podesta("league", "add", file, "greddy:depth=1").stderr
    odd = podesta("league", "add", file, "alphabeta:depth")
    assert odd.returncode == 2
    assert "'depth' is no option of alphabeta: write alphabeta:option=value" in odd.stderr


def test_a_built_in_engine_takes_part_with_options(file: Path) -> None:
    file.write_text(LEAGUE.replace('"one"', '"a"').replace('"two"', '"b"'))
    run_league(load_league(file), executor=Fakes())
    named = podesta("league", "add", file, "alphabeta:depth=1,width=2", "--id", "ab1")
    assert named.returncode == 0, named.stderr
    assert named.stdout.startswith("ab1 takes part")
    assert podesta("league", "add", file, "alphabeta:depth=2").returncode == 0
    with LedgerReader.open(file.with_suffix(".ledger")) as reader:
        engines = amended(load_league(file), Amendments.of(reader)).engines
    assert [engine.id for engine in engines] == ["a", "b", "ab1", "alphabeta-depth-2"]
    assert engines[2].name == "alphabeta:depth=1,width=2"
    assert dict(engines[2].options) == {"depth": "1", "width": "2"}


def test_a_change_of_a_league_that_does_not_run_says_what_comes_next(tmp_path: Path) -> None:
    file = tmp_path / "my league.toml"
    engines = "".join(
        f'[[engine]]\nname = "{name}"\ncommand = "{{python}} -m engines.random"\n' for name in "abc"
    )
    file.write_text(LEAGUE.partition("[[engine]]")[0] + engines)
    ledger = file.with_suffix(".ledger")
    run_league(load_league(file), executor=Fakes())
    with LedgerReader.open(ledger) as reader:
        deal = next(r.deal_id for r in reader.results() if "c" not in r.engines)
        *_, gone = (r.match_id for r in reader.results() if "c" in r.engines)
    comes_next = f"podesta league run '{file}' plays what is now missing"

    def last_line(*words: str | Path) -> str:
        done = podesta("league", *words)
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()[-1]

    # Nothing is missing then.
    assert last_line("remove", file, "c").endswith("4 of 4 matches are played")
    assert "nothing is to be played for that" in last_line("void", file, gone)
    assert (
        last_line("rerun", ledger, deal) == "the next run of this league plays what is now missing"
    )
    assert last_line("void", file, "1") == comes_next
    assert last_line("update", file, "a", "--keep-matches") == comes_next
    assert last_line("add", file, "greedy") == comes_next


def test_the_command_of_a_warning_about_a_new_version_can_be_typed(tmp_path: Path) -> None:
    file = tmp_path / "my league.toml"
    league = LEAGUE.replace('"one"', '"a"').replace('"two"', '"b"')
    file.write_text(league)
    run_league(load_league(file), executor=Fakes())
    file.write_text(league.replace("engines.random", "engines.greedy", 1))
    run_league(load_league(file), executor=Fakes())
    audit = podesta("league", "audit", file, "--json").stdout
    told = json.loads(audit.splitlines()[-1])["detail"]
    assert told.startswith("a is a new version")
    command = told.partition("(podesta ")[2].partition(" lets them)")[0]
    done = podesta(*shlex.split(command))
    assert done.returncode == 0, done.stderr
    assert "its matches so far count" in done.stdout


@pytest.mark.slow
def test_a_league_is_changed_from_beside_and_survives_being_killed(file: Path) -> None:
    file.write_text(LEAGUE.replace("deals = 2", "deals = 400"))
    words = [*PODESTA, "league", "run", str(file), "--json"]
    with subprocess.Popen(words, env=environment(), stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        try:
            told = {committed(run.stdout), committed(run.stdout)}
            assert len(told) == 2
            paused = podesta("league", "pause", file, "--reason", "lunch")
            assert paused.returncode == 0, paused.stderr
            assert paused.stdout.startswith("paused")
            for match_id in _running(file):
                while committed(run.stdout) != match_id:
                    pass
            assert not _running(file)
            before = played(file)
            added = podesta("league", "add", file, "greedy", "--id", "third")
            assert added.returncode == 0, added.stderr
            assert added.stdout.startswith("third takes part")
            assert played(file) == before, "nothing is played in a pause"
            os.kill(run.pid, signal.SIGKILL)
        finally:
            run.kill()
    voided = podesta("league", "void", file, "1", "--reason", "power cut")
    assert voided.returncode == 0, voided.stderr
    removed = podesta("league", "remove", file, "two")
    assert removed.returncode == 0, removed.stderr
    lines = podesta("league", "audit", file, "--json").stdout.splitlines()
    acts = [json.loads(line) for line in lines]
    assert [act["act"] for act in acts] == ["pause", "add", "void", "remove"]
    assert acts[0]["reason"] == "lunch"
    assert acts[0]["user"]
    assert "power cut" in podesta("league", "audit", file).stdout
    shown = json.loads(podesta("league", "show", file, "--json").stdout)
    assert {row["engine"] for row in shown["standings"]} == {"one", "third"}


def _running(file: Path) -> set[str]:
    with LedgerReader.open(file.with_suffix(".ledger")) as ledger:
        attempts = ledger.uncounted_attempts()
        return {attempt.match_id for attempt in attempts if attempt.state == "running"}

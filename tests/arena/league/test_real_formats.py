"""A small league of every format with real referees, engines, sockets and ledgers."""

import json
from pathlib import Path

import pytest

from arena.config import load_league
from arena.executors import Executor, LocalExecutor
from arena.league.course import Course
from arena.league.exit_status import LeagueExit
from arena.league.runner import run_league
from arena.league.state import LeagueState
from arena.ledger import LedgerReader, PairingRow
from referee.record_file import decode_record
from referee.replay import verify
from tests.arena.cli.command_line import podesta
from tests.arena.league.test_real_league import running

SWISS = "rounds = 2"
FORMATS = {
    "gauntlet": 'deals = 1\nchallengers = ["bot-0"]',
    "single-elimination": "tiebreak_deals = 0",
    "ladder": "deals = 2",
}


def write_league(folder: Path, name: str, engines: int = 3) -> Path:
    path = folder / "league.toml"
    path.write_text(
        f'[league]\nname = "Real"\ngame = "bologna"\ntime = "none hang10m"\nseed = "tests"\n'
        f'concurrency = 2\nformat = "{name}"\n{FORMATS.get(name, SWISS)}\n'
        + "".join(
            f'[[engine]]\nname = "bot {n}"\ncommand = "{{python}} -m engines.random"\n'
            for n in range(engines)
        )
    )
    return path


def executor(league: object, to_do: int) -> Executor:
    return LocalExecutor(min(2, to_do), 2)


@pytest.mark.slow
@pytest.mark.parametrize("name", FORMATS)
def test_real_matches_of_every_format(name: str, tmp_path: Path) -> None:
    path = write_league(tmp_path, name)
    league = load_league(path)
    result = run_league(league, executor=executor)
    assert result.exit_status is LeagueExit.COMPLETE
    with LedgerReader.open(league.ledger) as ledger:
        state = LeagueState.of(ledger)
        assert Course(state).over
        for _, content in ledger.records():
            assert verify(decode_record(content)) == []
    shown = podesta("league", "show", str(path), "--json")
    assert json.loads(shown.stdout)["format"]["title"].startswith(name.replace("-", " "))
    text = podesta("league", "report", str(path), "--text").stdout
    assert "Format" in text


def decided(path: Path) -> tuple[list[PairingRow], dict[str, tuple[int, ...]]]:
    with LedgerReader.open(load_league(path).ledger) as ledger:
        placements = {r.match_id: r.summary.placements for r in ledger.results()}
        return ledger.pairings(), placements


@pytest.mark.slow
def test_a_swiss_that_was_killed_goes_on_with_the_same_pairings(tmp_path: Path) -> None:
    paths = []
    for folder in ("whole", "killed"):
        (tmp_path / folder).mkdir()
        paths.append(write_league(tmp_path / folder, "swiss"))
    whole, killed = paths
    assert podesta("league", "run", str(whole), "--quiet").returncode == 0
    with running(killed) as league:
        league.until("match_committed", 2)
        league.process.kill()
        league.process.wait()
    before, _ = decided(killed)
    assert before
    assert podesta("league", "run", str(killed), "--quiet").returncode == 0
    after, results = decided(killed)
    assert [row.label for row in after[: len(before)]] == [row.label for row in before]
    # Engines are seeded, so that a match that is played again ends alike.
    assert (after, results) == decided(whole)

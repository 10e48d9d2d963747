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
from arena.ledger import LedgerReader
from referee.record_file import decode_record
from referee.replay import verify
from tests.arena.cli.command_line import podesta

FORMATS = {
    "gauntlet": 'deals = 1\nchallengers = ["bot-0"]',
    "swiss": "rounds = 2",
    "single-elimination": "tiebreak_deals = 0",
    "ladder": "deals = 2",
}


def write_league(folder: Path, name: str, engines: int = 3) -> Path:
    path = folder / "league.toml"
    path.write_text(
        f'[league]\nname = "Real"\ngame = "bologna"\ntime = "none hang10m"\nseed = "tests"\n'
        f'concurrency = 2\nformat = "{name}"\n{FORMATS[name]}\n'
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
    assert json.loads(shown.stdout)["format"]["title"].startswith(
        {"swiss": "Swiss"}.get(name, name.replace("-", " "))
    )
    text = podesta("league", "report", str(path), "--text").stdout
    assert "Format" in text

"""Which leagues can be shared, and what is said of the others before anything is played."""

from pathlib import Path

import pytest

from arena.errors import ConfigError
from arena.league.act import Merge
from arena.league.exit_status import LeagueExit
from arena.league.part import Part
from arena.league.runner import run_league
from arena.league.stopping import StopRequest
from arena.schedule import FormatName, FormatSettings
from tests.arena.league.scripted_matches import Fakes
from tests.arena.league.test_shared_league import WHO, do, machine, state

ADAPTIVE = [name for name in FormatName if FormatSettings(name=name).adaptive]


@pytest.mark.parametrize("name", ADAPTIVE)
def test_where_results_decide_there_is_no_part(tmp_path: Path, name: FormatName) -> None:
    league = machine(tmp_path, "one", format=FormatSettings(name=name))
    with pytest.raises(ConfigError, match=f"in the format {name} results decide who meets next"):
        run_league(league, executor=Fakes(), part=Part(1, 2))
    assert not league.ledger.exists()


def test_without_a_seed_only_copies_of_one_ledger_are_shared(tmp_path: Path) -> None:
    one = machine(tmp_path, "one", seed=None)
    one.ledger.touch()  # what SQLite takes for a new ledger
    with pytest.raises(ConfigError, match="without a seed every machine would make a secret"):
        run_league(one, executor=Fakes(), part=Part(1, 2))
    stop = StopRequest()
    stop.request_now()
    run_league(one, executor=Fakes(), stop=stop)
    other = machine(tmp_path, "other", seed=None)
    other.ledger.write_bytes(one.ledger.read_bytes())
    for number, league in enumerate((one, other), 1):
        result = run_league(league, executor=Fakes(), part=Part(number, 2))
        assert result.exit_status is LeagueExit.COMPLETE
        assert "began as copies of one" in result.warnings[0]
    do(one, Merge(**WHO, ledgers=(str(other.ledger),)))
    assert state(one).totals.played == 36

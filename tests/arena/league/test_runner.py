"""The runner with a fake executor: what is played, committed, played again, forfeited."""

from collections import Counter
from pathlib import Path

from arena.league.exit_status import LeagueExit
from arena.league.runner import run_league
from arena.ledger import LedgerReader
from tests.arena.league.scripted_matches import Fakes, make_league


def test_a_league_is_played_to_the_end(tmp_path: Path) -> None:
    league = make_league(tmp_path, deals=2, concurrency=2)
    fakes = Fakes()
    result = run_league(league, executor=fakes)
    assert result.exit_status is LeagueExit.COMPLETE
    assert (result.totals.planned, result.totals.played, result.played_now) == (24, 24, 24)
    assert Counter(tuple(e.id for e in spec.engines) for spec in fakes.specs) == {
        (one, other): 2 for one in "abcd" for other in "abcd" if one != other
    }
    with LedgerReader.open(league.ledger) as ledger:
        results = ledger.results()
    assert len(results) == 24
    for match in results:
        assert match.summary.placements == (
            (1, 2) if match.engines[0] < match.engines[1] else (2, 1)
        )


def test_a_complete_league_run_again_plays_nothing_and_succeeds(tmp_path: Path) -> None:
    league = make_league(tmp_path)
    run_league(league, executor=Fakes())
    again = Fakes()
    result = run_league(league, executor=again)
    assert again.made == []
    assert result.played_now == 0
    assert result.exit_status is LeagueExit.COMPLETE

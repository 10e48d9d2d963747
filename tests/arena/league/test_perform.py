"""What is told of acts is what became of the league."""

import shlex
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arena.config import League
from arena.errors import ActRefusedError
from arena.league.act import Act, AddEngine, RemoveEngine, Rerun, UpdateEngine, VoidMatch
from arena.league.asking import have_done
from arena.league.listener import LeagueListener, LeagueOverview
from arena.league.roster import Roster
from arena.league.runner import run_league
from arena.ledger import LedgerReader
from tests.arena.league.scripted_matches import Fakes, make_engine, make_league

WHO: dict[str, Any] = {"user": "anna@host", "at_us": 1_790_000_000_000_000, "reason": "because"}


class Overviews(LeagueListener):
    def __init__(self) -> None:
        self.warnings: tuple[str, ...] = ()

    def league_started(self, overview: LeagueOverview) -> None:
        self.warnings = overview.warnings


def do(league: League, act: Act) -> str:
    return have_done(league.ledger, act, league, sleep=lambda _: None)


@pytest.fixture
def league(tmp_path: Path) -> League:
    made = make_league(tmp_path, "abc", deals=2)
    run_league(made, executor=Fakes())
    return made


# --- results --------------------------------------------------------------------------------------


@pytest.mark.parametrize("of_deal", [False, True])
def test_who_takes_back_what_is_not_planned_is_told_that_nothing_is_to_be_played(
    league: League, of_deal: bool
) -> None:
    with LedgerReader.open(league.ledger) as ledger:
        first = next(result for result in ledger.results() if "c" in result.engines)
    do(league, RemoveEngine(**WHO, engine="c"))
    void, rerun = VoidMatch(**WHO, match=first.match_id), Rerun(**WHO, deal=first.deal_id)
    told = do(league, rerun if of_deal else void)
    assert "nothing is to be played for that" in told
    assert "played again" not in told
    do(league, UpdateEngine(**WHO, engine="c", keep=False))
    run_league(league, executor=(fakes := Fakes()))
    assert len(fakes.specs) == (2 if of_deal else 1), "it comes back without what was taken back"


# --- engines --------------------------------------------------------------------------------------


def test_what_was_removed_comes_back_with_its_matches_and_is_no_new_version(league: League) -> None:
    do(league, RemoveEngine(**WHO, engine="c"))
    told = do(league, UpdateEngine(**WHO, engine="c", keep=False))
    assert "c takes part again" in told
    assert "8 of its matches so far count" in told
    assert "new version" not in told


def test_what_comes_back_changed_has_no_matches(tmp_path: Path) -> None:
    program = tmp_path / "c.py"
    program.write_text("1")
    c = make_engine("c", command=("/bin/sh", str(program)), written_command=("/bin/sh", "./c.py"))
    league = make_league(tmp_path, [make_engine("a"), make_engine("b"), c], deals=2)
    run_league(league, executor=Fakes())
    do(league, RemoveEngine(**WHO, engine="c"))
    program.write_text("2")
    told = do(league, UpdateEngine(**WHO, engine="c", keep=False))
    assert "none of its matches so far counts" in told


def test_who_adds_what_was_removed_is_told_how_it_comes_back(
    league: League, tmp_path: Path
) -> None:
    do(league, RemoveEngine(**WHO, engine="c"))
    table = {"id": "c", "name": "c", "command": ["/bin/true"]}
    add = AddEngine(**WHO, table=table, directory=str(tmp_path), file_of_its_own=False)
    command = f"podesta league update {shlex.quote(str(league.file))} c lets it"
    with pytest.raises(ActRefusedError, match=command):
        do(league, add)


def test_a_run_names_what_was_removed_from_its_file(league: League) -> None:
    do(league, RemoveEngine(**WHO, engine="c"))
    run_league(league, executor=Fakes(), listener=(heard := Overviews()))
    absence = "c of the league file was removed and takes no part"
    assert sum(warning.startswith(absence) for warning in heard.warnings) == 1
    do(league, UpdateEngine(**WHO, engine="c", keep=False))
    run_league(league, executor=Fakes(), listener=heard)
    assert not any(warning.startswith(absence) for warning in heard.warnings)


def test_the_isolation_of_the_last_run_is_still_known_after_a_change(league: League) -> None:
    settled = replace(league, isolation=replace(league.isolation, level="bwrap"))
    run_league(settled, executor=Fakes())
    do(
        replace(league, isolation=replace(league.isolation, level="auto")),
        RemoveEngine(**WHO, engine="c"),
    )
    with LedgerReader.open(league.ledger) as ledger:
        assert Roster.of_ledger(ledger).isolation == "bwrap"

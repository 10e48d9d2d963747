"""Which matches are shown."""

from pathlib import Path

from arena.league.state import LeagueState
from arena.ledger import LedgerReader
from arena.pages.replay_payload import ReplayPayload, SharedData
from arena.report.replays import ReplayProblem, choose_replays, each_replay, replays_sheet
from tests.arena.report.test_build import edited


def test_faults_and_wanted_matches_come_first(bologna: Path) -> None:
    with LedgerReader.open(bologna) as ledger:
        results = LeagueState.of(ledger).results
    assert choose_replays(results, 10) == list(results)
    assert [r.number for r in choose_replays(results, 1)] == [6]
    assert [r.number for r in choose_replays(results, 2, wanted=[3])] == [3, 6]
    assert [r.number for r in choose_replays(results, 1, wanted=[3])] == [3]
    assert len(choose_replays(results, 4)) == 4
    assert choose_replays(results, 0) == []


def test_a_record_that_can_not_be_trusted_is_not_shown(bologna: Path, tmp_path: Path) -> None:
    path = edited(bologna, tmp_path / "x.ledger", lambda r: r.decisions[0].__setattr__("move", "?"))
    with LedgerReader.open(path) as ledger:
        results = LeagueState.of(ledger).results
        made = list(each_replay(ledger, results, SharedData()))
    assert isinstance(made[0], ReplayProblem)
    assert "digest mismatch" in made[0].text
    assert all(isinstance(each, ReplayPayload) for each in made[1:])
    sheet = replays_sheet(results, {}, {1: made[0].text})
    assert "digest mismatch" in str(sheet.records()[0]["reason"])


def test_a_record_whose_positions_are_others_is_shown_and_said(
    bologna: Path, tmp_path: Path
) -> None:
    path = edited(
        bologna, tmp_path / "x.ledger", lambda r: r.decisions[4].__setattr__("digest", b"0" * 16)
    )
    with LedgerReader.open(path) as ledger:
        (first, *_) = each_replay(ledger, LeagueState.of(ledger).results, SharedData())
    assert isinstance(first, ReplayPayload)
    assert first.problems == ("ply 5: the position is not the one that was recorded",)

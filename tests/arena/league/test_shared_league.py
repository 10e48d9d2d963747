"""A league that machines share: what a run of one part plays, and what all parts make."""

import json
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from podesta.v1 import game_pb2, match_pb2, record_pb2

from arena.config import League
from arena.executors.fake import Hangs, Vanishes
from arena.league.act import Act, AddEngine, Concurrency, Merge, RemoveEngine, Rerun, VoidMatch
from arena.league.agenda import MAX_VOIDS
from arena.league.asking import have_done
from arena.league.exit_status import LeagueExit
from arena.league.part import WHOLE, Part
from arena.league.runner import run_league
from arena.league.standings import league_standings
from arena.league.state import LeagueState
from arena.league.stopping import StopRequest
from arena.ledger import LedgerReader, MatchResult
from arena.terminal.league_text import part_lines
from tests.arena.cli.command_line import podesta
from tests.arena.league.scripted_matches import (
    Fakes,
    at_fault,
    completed,
    make_engine,
    make_league,
    void,
)

WHO: dict[str, Any] = {"user": "anna@host", "at_us": 1_790_000_000_000_000, "reason": ""}


# --- runs -------------------------------------------------------------------------------------


def do(league: League, act: Act) -> str:
    return have_done(league.ledger, act, league, sleep=lambda _: None)


def state(league: League, part: Part = WHOLE) -> LeagueState:
    with LedgerReader.open(league.ledger) as ledger:
        return LeagueState.of(ledger, part=part)


def machine(tmp_path: Path, name: str, engines: str = "abcd", **changes: Any) -> League:
    folder = tmp_path / name
    folder.mkdir(exist_ok=True)
    return make_league(folder, engines, **({"deals": 3} | changes))


def content(results: tuple[MatchResult, ...]) -> set[tuple[str, tuple[int, ...]]]:
    return {(result.match_id, result.summary.placements) for result in results}


@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize("of", [1, 2, 3, 5])
def test_parts_together_are_what_one_run_plays(tmp_path: Path, of: int, hidden: bool) -> None:
    changes: dict[str, Any] = {"hidden": hidden, "warnings": ("so it is",)}
    alone = machine(tmp_path, "alone", **changes)
    run_league(alone, executor=(whole := Fakes()))
    leagues: list[League] = []
    seeds: dict[str, bytes] = {}
    for number in range(1, of + 1):
        league = machine(tmp_path, f"m{number}", **changes)
        result = run_league(league, executor=(fakes := Fakes()), part=Part(number, of))
        assert result.exit_status is LeagueExit.COMPLETE
        assert (result.totals.planned, result.totals.played) == (36, result.played_now)
        assert result.totals.to_do == 36 - result.played_now
        assert result.warnings[0] == "so it is"
        assert not any("part" in warning for warning in result.warnings)
        if of > 1:
            own = result.totals.part
            assert own is not None
            assert (own.planned, own.done, own.left) == (result.played_now, result.played_now, 0)
        assert len(fakes.specs) == result.played_now
        # Going on with a part that is finished plays nothing.
        assert run_league(league, executor=Fakes(), part=Part(number, of)).played_now == 0
        leagues.append(league)
        assert not seeds.keys() & {spec.match_id for spec in fakes.specs}
        seeds |= {spec.match_id: spec.seed for spec in fakes.specs}
    assert seeds == {spec.match_id: spec.seed for spec in whole.specs}
    first, *others = leagues
    if others:
        told = do(first, Merge(**WHO, ledgers=tuple(str(other.ledger) for other in others)))
        assert "conflict" not in told
        assert "do not count" not in told
    assert content(state(first).results) == content(state(alone).results)
    result = run_league(first, executor=(nothing := Fakes()))
    assert (result.exit_status, nothing.specs) == (LeagueExit.COMPLETE, [])
    assert league_standings(state(first)).rows == league_standings(state(alone)).rows


def test_a_run_of_everything_plays_what_no_part_has(tmp_path: Path) -> None:
    one, three = machine(tmp_path, "one"), machine(tmp_path, "three")
    run_league(one, executor=(first := Fakes()), part=Part(1, 3))
    run_league(three, executor=(third := Fakes()), part=Part(3, 3))
    do(one, Merge(**WHO, ledgers=(str(three.ledger),)))
    result = run_league(one, executor=(rest := Fakes()))
    assert result.totals.part is None
    assert (result.totals.played, result.totals.to_do) == (36, 0)
    ids = [spec.match_id for fakes in (first, third, rest) for spec in fakes.specs]
    assert len(ids) == len(set(ids)) == 36


@pytest.mark.parametrize("hidden", [False, True])
def test_voids_and_redeals_stay_within_the_part(tmp_path: Path, hidden: bool) -> None:
    league = machine(tmp_path, "one", hidden=hidden)
    seen: list[str] = []

    def answer(spec: match_pb2.MatchSpec) -> Any:
        seen.append(spec.match_id)
        return Vanishes() if len(seen) in (2, 3) else completed(spec)

    result = run_league(league, executor=Fakes(answer), part=Part(2, 2))
    assert result.exit_status is LeagueExit.COMPLETE
    ours = state(league, Part(2, 2)).agenda
    assert all(map(ours.is_of_part, seen))
    assert (result.totals.played, result.totals.voids) == (18, 2)


def test_a_match_that_stays_unplayed_is_of_its_part_alone(tmp_path: Path) -> None:
    league = machine(tmp_path, "one", deals=1)
    first: list[str] = []

    def answer(spec: match_pb2.MatchSpec) -> Any:
        first.append(spec.match_id)
        return void(spec) if spec.match_id == first[0] else completed(spec)

    result = run_league(league, executor=Fakes(answer), part=Part(1, 2))
    assert first.count(first[0]) == MAX_VOIDS
    assert (result.exit_status, result.unplayed) == (LeagueExit.UNPLAYED, (first[0],))
    # Whoever plays the other part here has nothing to do with that.
    result = run_league(league, executor=Fakes(), part=Part(2, 2))
    assert (result.exit_status, result.totals.unplayed) == (LeagueExit.COMPLETE, 1)


def test_an_engine_that_is_suspended_forfeits(tmp_path: Path) -> None:
    league = machine(tmp_path, "one")

    def answer(spec: match_pb2.MatchSpec) -> record_pb2.MatchRecord:
        ids = [engine.id for engine in spec.engines]
        return at_fault(spec, "a", game_pb2.FAULT_KIND_START) if "a" in ids else completed(spec)

    result = run_league(league, executor=Fakes(answer), part=Part(1, 2))
    own = result.totals.part
    assert own is not None
    assert result.exit_status is LeagueExit.FORFEITS
    assert [suspension.engine_id for suspension in result.suspensions] == ["a"]
    assert (own.left, own.not_started, own.planned) == (0, 3, 18)
    assert own.forfeited <= result.totals.forfeited
    assert run_league(league, executor=Fakes(), part=Part(1, 2)).played_now == 0
    # The other machine knows nothing of it; what it played counts.
    other = machine(tmp_path, "other")
    run_league(other, executor=Fakes(), part=Part(2, 2))
    do(league, Merge(**WHO, ledgers=(str(other.ledger),)))
    totals = state(league).totals
    assert (totals.to_do, totals.not_started, totals.forfeited) == (0, 3, own.forfeited)


class KilledError(Exception):
    pass


@pytest.mark.parametrize("hidden", [False, True])
def test_a_part_goes_on_after_it_was_killed_or_stopped(tmp_path: Path, hidden: bool) -> None:
    league = machine(tmp_path, "one", hidden=hidden, concurrency=2)
    part = Part(2, 3)
    for at in (2, 5):
        count = 0

        def killed(spec: match_pb2.MatchSpec, at: int = at) -> record_pb2.MatchRecord:
            nonlocal count
            count += 1
            if count == at:
                raise KilledError
            return completed(spec)

        with pytest.raises(KilledError):
            run_league(league, executor=Fakes(killed), part=part)
    stop = StopRequest()

    def stopped(spec: match_pb2.MatchSpec) -> Any:
        stop.request_now()
        return Hangs()

    result = run_league(league, executor=Fakes(stopped), part=part, stop=stop)
    assert result.exit_status is LeagueExit.INTERRUPTED
    result = run_league(league, executor=Fakes(), part=part)
    assert result.exit_status is LeagueExit.COMPLETE
    own = result.totals.part
    assert own is not None
    assert (own.planned, own.done, result.totals.played) == (12, 12, 12)


def test_a_part_without_a_deal_is_finished(tmp_path: Path) -> None:
    league = machine(tmp_path, "one", "ab", deals=1)
    result = run_league(league, executor=(fakes := Fakes()), part=Part(2, 2))
    assert fakes.made == []
    assert result.exit_status is LeagueExit.COMPLETE
    assert (result.totals.planned, result.totals.to_do) == (2, 2)
    assert part_lines(result.totals) == ["part 2 of 2: none of the 2 matches"]


# --- while a part is played -------------------------------------------------------------------


def running(league: League, act: Act, part: Part, at: int = 3) -> tuple[Fakes, str]:
    """Play a part; when match number `at` is played, ask for an act from beside."""
    told: list[str] = []
    asked = threading.Event()

    def ask() -> None:
        told.append(have_done(league.ledger, act, league, waiting=asked.set))
        asked.set()

    asker = threading.Thread(target=ask)
    count = 0

    def answer(spec: match_pb2.MatchSpec) -> record_pb2.MatchRecord:
        nonlocal count
        count += 1
        if count == at:
            asker.start()
            asked.wait(30)
        return completed(spec)

    fakes = Fakes(answer)
    run_league(league, executor=fakes, part=part)
    asker.join(30)
    return fakes, told[0]


def test_what_is_asked_of_a_running_part_changes_the_part(tmp_path: Path) -> None:
    part = Part(1, 2)
    table = {"id": "e", "name": "e", "command": ["/bin/true", "e"]}
    add = AddEngine(**WHO, table=table, directory=str(tmp_path), file_of_its_own=False)
    league = machine(tmp_path, "one", "abc", deals=4)
    _, told = running(league, add, part)
    assert "e takes part" in told
    now = state(league, part)
    # A changed plan is parted anew: what was played before counts, whosever it is now.
    assert now.agenda.left == 0
    assert now.agenda.planned == 48
    assert now.agenda.planned_of_part == 24
    _, told = running(league, RemoveEngine(**WHO, engine="e"), Part(2, 2))
    assert state(league).totals.planned == 24
    assert state(league, Part(2, 2)).agenda.left == 0


def test_results_are_taken_back_within_the_part(tmp_path: Path) -> None:
    part = Part(2, 2)
    league = machine(tmp_path, "one", "abc", deals=4)
    run_league(league, executor=Fakes(), part=part)
    first, *_, last = state(league).results
    for act, again in (
        (VoidMatch(**WHO, match=first.match_id), 1),
        (Rerun(**WHO, deal=last.deal_id), 2),
    ):
        do(league, act)
        # The other part has nothing of it.
        result = run_league(league, executor=(fakes := Fakes()), part=part)
        assert (result.exit_status, len(fakes.specs)) == (LeagueExit.COMPLETE, again)
    do(league, VoidMatch(**WHO, match=first.match_id))
    run_league(league, executor=(fakes := Fakes()), part=Part(1, 2))
    assert first.match_id not in {spec.match_id for spec in fakes.specs}


def test_more_matches_at_a_time(tmp_path: Path) -> None:
    league = machine(tmp_path, "one", "abc", deals=4)
    fakes, told = running(league, Concurrency(**WHO, matches=3), Part(1, 2))
    assert "3 matches at a time" in told
    assert [executor.slots for executor in fakes.made] == [1, 3]
    assert len(fakes.specs) == 12


def test_results_of_engines_that_differ_here_are_told(tmp_path: Path) -> None:
    one = machine(tmp_path, "one", "abc")
    run_league(one, executor=Fakes(), part=Part(1, 2))
    other = machine(tmp_path, "other", "abc")
    changed = replace(other, engines=(make_engine("a", options={"x": "1"}), *other.engines[1:]))
    run_league(changed, executor=Fakes(), part=Part(2, 2))
    told = do(one, Merge(**WHO, ledgers=(str(other.ledger),)))
    assert "of matches that are not planned here" in told
    assert state(one).totals.to_do > 0


# --- with real engines ------------------------------------------------------------------------

LEAGUE = """
[league]
name = "Shared"
game = "bologna"
time = "none hang10m"
grace = "5m"
deals = 3
concurrency = 2
seed = "tests"
"""


def _write(folder: Path) -> Path:
    folder.mkdir()
    file = folder / "league.toml"
    engines = [
        f'[[engine]]\nname = "{name}"\ncommand = "{{python}} -m engines.random"\n'
        f'directory = "{Path.cwd()}"\noptions = {{ seed = {len(name)} }}\n'
        'files = ["engines/random/*.py"]\n'
        for name in ("one", "other")
    ]
    file.write_text("\n".join([LEAGUE, *engines]))
    return file


def _shown(file: Path) -> Any:
    return json.loads(podesta("league", "show", file, "--json").stdout)


@pytest.mark.slow
def test_two_machines_share_a_league_of_real_engines(tmp_path: Path) -> None:
    alone, one, other = (_write(tmp_path / name) for name in ("alone", "one", "other"))
    assert podesta("league", "run", alone, "--quiet").returncode == 0
    first = podesta("league", "run", one, "--part", "1/2")
    assert first.returncode == 0, first.stdout + first.stderr
    assert "part 1 of 2: 2 matches of 6, 0 of them done" in first.stdout
    assert "; part 1 of 2: 2 matches of 6, all of them done" in first.stdout
    assert "[2/2] " in first.stdout
    second = podesta("league", "run", other, "--part", "2/2", "--json")
    assert second.returncode == 0, second.stdout + second.stderr
    started, *_, finished = [json.loads(line) for line in second.stdout.splitlines()]
    assert started["totals"]["part"] == {"number": 2, "of": 2, "planned": 4, "done": 0}
    assert finished["totals"]["part"] == {"number": 2, "of": 2, "planned": 4, "done": 4}
    assert (finished["exit_status"], finished["totals"]["to_do"]) == (0, 2)
    merged = podesta("league", "merge", one, other.with_suffix(".ledger"))
    assert "4 results taken in" in merged.stdout
    again = podesta("league", "run", one)
    assert again.returncode == 0
    assert "6 planned, 6 played; 0 in this run\n" in again.stdout
    assert podesta("verify", one.with_suffix(".ledger")).stdout == "6 good\n"
    for key in ("totals", "standings", "los", "seats"):
        assert _shown(one)[key] == _shown(alone)[key]

"""Leagues of three to six seats, with real referees and engines."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import psutil
import pytest
from podesta.v1 import game_pb2, match_pb2, record_pb2

from arena.config import League, load_league
from arena.errors import ConfigError
from arena.executors import Executor, LocalExecutor
from arena.league.exit_status import LeagueExit
from arena.league.listener import LeagueListener
from arena.league.plan import PlannedMatch, plan_league
from arena.league.roster import Roster
from arena.league.runner import run_league
from arena.league.standings import league_standings, rating_result
from arena.league.state import LeagueState
from arena.ledger import AttemptState, LedgerReader, MatchResult
from arena.ratings import Standings
from referee.games import game_names, load_game
from referee.record_file import decode_record
from referee.replay import verify
from tests.arena.cli.command_line import podesta

ROOT = Path(__file__).resolve().parents[3]
QUITTING = Path(__file__).with_name("quitting_bot.py")
RANDOM = ("{python}", "-m", "engines.random")

TABLES = [
    next((name, seats) for name in names if seats in load_game(name).seats)
    for seats, names in (
        (3, ("patrician",)),
        (4, ("bomarzo", "patrician")),
        (5, ("patrician",)),
        (6, ("tuerme",)),
    )
    if set(names) <= set(game_names())
]


def zoo(kind: str) -> tuple[str, ...]:
    return "{python}", "-m", "tests.zoo", kind


def write_league(
    folder: Path,
    engines: Mapping[str, Sequence[str]],
    *,
    environments: Mapping[str, Mapping[str, str]] | None = None,
    owners: Mapping[str, str] | None = None,
    directories: Mapping[str, Path] | None = None,
    **keys: Any,
) -> League:
    """A league of three seats of Patrician, or as `keys` say; engines by id with their commands."""
    values = {
        "name": "More seats",
        "game": "patrician",
        "time": "1m+1s",
        "deals": 1,
        "seats": 3,
        "concurrency": 2,
        "seed": "tests",
        "suspend_after": 1000,
    } | keys
    lines = ["[league]", *(f"{key} = {json.dumps(value)}" for key, value in values.items())]
    for engine_id, command in engines.items():
        environment = (environments or {}).get(engine_id, {})
        lines += [
            "[[engine]]",
            f'name = "{engine_id}"',
            f"command = {json.dumps(list(command))}",
            f'owner = "{(owners or {}).get(engine_id, "")}"',
            f'directory = "{(directories or {}).get(engine_id, ROOT)}"',
            f'files = ["{"*" if engine_id in (directories or {}) else "tests/zoo/*.py"}"]',
            "[engine.environment]",
            *(f"{name} = {json.dumps(value)}" for name, value in environment.items()),
        ]
    path = folder / "league.toml"
    path.write_text("\n".join(lines))
    return load_league(path)


def executor(league: League, to_do: int) -> Executor:
    return LocalExecutor(min(league.concurrency, to_do), league.seats)


Played = list[tuple[MatchResult, record_pb2.MatchRecord]]


def played(league: League) -> Played:
    with LedgerReader.open(league.ledger) as ledger:
        return [(result, decode_record(content)) for result, content in ledger.records()]


def standings(league: League) -> Standings:
    with LedgerReader.open(league.ledger) as ledger:
        return league_standings(LeagueState.of(ledger))


def assert_every_rotation(matches: Played, seats: int) -> None:
    """Each deal has one seed and was played by its engines in all rotations of one order."""
    by_deal: dict[str, Played] = {}
    for match in matches:
        by_deal.setdefault(match[0].deal_id, []).append(match)
    seeds = set()
    for table in by_deal.values():
        first = table[0][0].engines
        rotations = {first[turn:] + first[:turn] for turn in range(seats)}
        assert {result.engines for result, _ in table} == rotations
        assert len(table) == seats
        (seed,) = {record.spec.seed for _, record in table}
        seeds.add(seed)
        assert len({record.initial_digest for _, record in table}) == 1
    assert len(seeds) == len(by_deal)


# --- who plays whom ---------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_league_of_many_seats(tmp_path: Path, game: str, seats: int) -> None:
    count = 4 if seats == 3 else seats
    ids = [f"bot-{number}" for number in range(count)]
    # Six engines a match are much to start on a small machine: one league of each kind.
    trust = seats > 4
    league = write_league(tmp_path, dict.fromkeys(ids, RANDOM), game=game, seats=seats, trust=trust)
    assert any(w.startswith("league.trust: ") for w in league.warnings) == trust
    result = run_league(league, executor=executor)
    tables = 4 if seats == 3 else 1
    assert (result.exit_status, result.totals.played) == (LeagueExit.COMPLETE, tables * seats)
    matches = played(league)
    assert_every_rotation(matches, seats)
    for match, record in matches:
        assert verify(record) == []
        assert record.termination == game_pb2.TERMINATION_COMPLETED
        assert record.spec.fresh_engines is not trust
        assert not record.spec.reveal_seed
        assert tuple(engine.id for engine in record.spec.engines) == match.engines
        assert match.summary.placements == tuple(s.placement for s in record.outcome.seats)
    table = standings(league)
    per_seat = tables * seats // count
    assert {row.seats for row in table.rows} == {(per_seat,) * seats}
    assert len(table.ratings.seat_effects.elo) == seats
    assert abs(sum(table.ratings.seat_effects.elo)) < 1e-6
    shown = podesta("league", "show", league.file)
    assert shown.returncode == 0
    assert sum(f"bot-{number}" in shown.stdout for number in range(count)) == count


def test_engines_of_one_owner_share_no_table(tmp_path: Path) -> None:
    ids = [f"bot-{number}" for number in range(6)]
    owners = {"bot-0": "anna", "bot-1": "anna", "bot-2": "bert", "bot-3": "bert"}
    league = write_league(tmp_path, dict.fromkeys(ids, RANDOM), owners=owners, deals=3, seats=4)
    plan = plan_league(Roster.of_league(league, bytes(32)))
    met = {
        frozenset(pair)
        for table in plan
        for match in table.matches
        for pair in combinations(match.engines, 2)
    }
    siblings = {frozenset(("bot-0", "bot-1")), frozenset(("bot-2", "bot-3"))}
    assert met == {frozenset(pair) for pair in combinations(ids, 2)} - siblings
    owners["bot-4"] = owners["bot-5"] = "anna"
    with pytest.raises(ConfigError, match=r"at least 4 owners .* not 2"):
        write_league(tmp_path, dict.fromkeys(ids, RANDOM), owners=owners, deals=3, seats=4)


# --- whose result it is -----------------------------------------------------------------------


def test_results_belong_to_engines_whatever_their_seats(tmp_path: Path) -> None:
    """Who wins is known beforehand: everybody resigns, one turn after the other."""
    rounds = {"first": None, "last": "0", "third": "1", "second": "2"}
    engines = dict.fromkeys(rounds, ("{python}", str(QUITTING)))
    environments = {
        name: {"SIGNATURE": f"signed {name}"} | ({"ROUNDS": turn} if turn is not None else {})
        for name, turn in rounds.items()
    }
    league = write_league(tmp_path, engines, environments=environments, seats=4)
    result = run_league(league, executor=executor)
    assert result.exit_status is LeagueExit.COMPLETE
    wanted = {"first": 1, "second": 2, "third": 3, "last": 4}
    matches = played(league)
    assert_every_rotation(matches, 4)
    for match, record in matches:
        assert dict(zip(match.engines, match.summary.placements, strict=True)) == wanted
        assert record.termination == game_pb2.TERMINATION_RESIGNATION
        signed: Counter[str] = Counter()
        for decision in record.decisions:
            if decision.decider == match_pb2.DECIDER_ENGINE:
                engine = match.engines[decision.seat]
                assert decision.evaluation.comment == f"signed {engine}"
                signed[engine] += 1
        assert set(signed) == {"first", "second", "third"}
        assert verify(record) == []
    rows = {row.engine: row for row in standings(league).rows}
    assert {name: row.mean_placement for name, row in rows.items()} == wanted
    assert {name: row.points for name, row in rows.items()} == {
        "first": 4.0, "second": 4 * 2 / 3, "third": 4 / 3, "last": 0.0
    }  # fmt: skip
    assert all(row.seats == (1, 1, 1, 1) for row in rows.values())


# --- faults -----------------------------------------------------------------------------------


def test_a_stand_in_plays_for_an_engine_at_fault(tmp_path: Path) -> None:
    engines = {"one": RANDOM, "two": RANDOM, "wrong": zoo("writes_nonsense")}
    league = write_league(tmp_path, engines)
    result = run_league(league, executor=executor)
    assert (result.exit_status, result.totals.played) == (LeagueExit.COMPLETE, 3)
    for match, record in played(league):
        wrong = match.engines.index("wrong")
        assert verify(record) == []
        assert record.termination == game_pb2.TERMINATION_FAULT
        assert [fault.seat for fault in record.faults] == [wrong]
        # The match went on to the end of the game.
        deciders = {(d.seat, d.decider) for d in record.decisions}
        assert (wrong, match_pb2.DECIDER_STAND_IN) in deciders
        assert (wrong, match_pb2.DECIDER_ENGINE) not in deciders
        assert {seat for seat, decider in deciders if decider == match_pb2.DECIDER_ENGINE} == {
            0, 1, 2
        } - {wrong}  # fmt: skip
        assert match.summary.placements[wrong] == 3
        assert sorted(match.summary.placements) in ([1, 1, 3], [1, 2, 3])
        pairs = frozenset(pair for pair in combinations(range(3), 2) if wrong in pair)
        assert rating_result(match).rated_pairs == pairs
    rows = {row.engine: row for row in standings(league).rows}
    assert rows["wrong"].faults == 3
    assert rows["wrong"].points == 0
    assert rows["one"].faults == rows["two"].faults == 0
    # Nothing was rated between these two, so nothing tells them apart.
    assert rows["one"].rating.elo == pytest.approx(rows["two"].rating.elo)


@pytest.mark.slow
def test_or_the_match_ends_there(tmp_path: Path) -> None:
    engines = {"one": RANDOM, "two": RANDOM, "wrong": zoo("writes_nonsense")}
    league = write_league(tmp_path, engines, fault_rule="end")
    result = run_league(league, executor=executor)
    assert (result.exit_status, result.totals.played) == (LeagueExit.COMPLETE, 3)
    for match, record in played(league):
        wrong = match.engines.index("wrong")
        assert match.summary.placements == tuple(3 if seat == wrong else 1 for seat in range(3))
        assert {d.decider for d in record.decisions} <= {match_pb2.DECIDER_ENGINE}
        assert all(decision.seat != wrong for decision in record.decisions)
        assert not match.summary.stand_in
        assert verify(record) == []


@pytest.mark.slow
def test_a_void_match_deals_its_whole_table_anew(tmp_path: Path) -> None:
    engines = dict.fromkeys(("one", "two", "three"), RANDOM)
    league = write_league(tmp_path, engines, concurrency=1)
    seeds: dict[int, set[bytes]] = {}

    class Killer(LeagueListener):
        """Kills the referee in the middle of the second match."""

        def __init__(self) -> None:
            self.started = 0
            self.killed = 0

        def match_started(self, slot: int, match: PlannedMatch, attempt: int) -> None:
            self.started += 1

        def match_event(self, slot: int, event: match_pb2.MatchEvent) -> None:
            if self.started == 2 and event.WhichOneof("event") == "move" and not self.killed:
                for process in psutil.Process().children():
                    if "worker" in process.cmdline():
                        process.kill()
                        self.killed += 1

    killer = Killer()
    result = run_league(league, executor=executor, listener=killer)
    assert killer.killed == 1
    assert (result.exit_status, result.totals.played) == (LeagueExit.COMPLETE, 3)
    with LedgerReader.open(league.ledger) as ledger:
        tries = Counter((attempt.attempt, attempt.state) for attempt in ledger.attempts())
    assert tries[2, AttemptState.COUNTED] == 3
    assert tries[1, AttemptState.VOID] == 1
    assert tries[1, AttemptState.COUNTED] == 0
    matches = played(league)
    assert_every_rotation([match for match in matches if match[0].attempt == 2], 3)
    for match, record in matches:
        seeds.setdefault(match.attempt, set()).add(record.spec.seed)
    assert all(len(found) == 1 for found in seeds.values())
    assert len(set.union(*seeds.values())) == len(seeds)

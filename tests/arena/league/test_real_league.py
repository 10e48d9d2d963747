"""Leagues with real referees and engines, and what is left when something is killed."""

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest
from podesta.v1 import match_pb2

from arena.config import load_league
from arena.executors import Executor, LocalExecutor
from arena.league.exit_status import LeagueExit
from arena.league.listener import LeagueListener, LeagueOverview
from arena.league.result import Totals
from arena.league.runner import run_league
from arena.ledger import AttemptState, LedgerReader, MatchResult
from referee.record_file import decode_record
from referee.replay import verify
from tests.referee.arena_floor import stop

BOT = Path(__file__).with_name("gated_bot.py")
GONE_S = 30.0


def gate(folder: Path) -> Path:
    """A file that lets the bots play; in a directory of its own, since a sandbox shows the one of
    the league's own files as it was when the engines started."""
    return folder / "gate" / "open"


def write_league(
    folder: Path, engines: int = 2, deals: int = 1, bot: str = "random", free: int = 0
) -> Path:
    words = ["{python}", str(BOT)] if bot == "gated" else ["{python}", "-m", "engines.random"]
    lines = [
        "[league]",
        'name = "Killed"',
        'game = "bologna"',
        'time = "none hang10m"',
        # So that a busy machine is not warned of: what is looked for here are other warnings.
        'grace = "5m"',
        f"deals = {deals}",
        "concurrency = 2",
        'seed = "tests"',
    ]
    for number in range(engines):
        lines += [
            "[[engine]]",
            f'name = "bot {number}"',
            f"command = {json.dumps(words)}",
            "[engine.environment]",
            f'GATE = "{gate(folder)}"',
            f'FREE = "{free}"',
        ]
    gate(folder).parent.mkdir()
    path = folder / "league.toml"
    path.write_text("\n".join(lines))
    return path


def executor(league: Any, to_do: int) -> Executor:
    return LocalExecutor(min(league.concurrency, to_do), league.seats)


class RunningLeague:
    """`podesta league run` in a process of its own."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process

    def until(self, event: str, times: int = 1) -> list[dict[str, Any]]:
        """Read lines until an event came so often; returns its lines."""
        found = []
        assert self.process.stdout is not None
        for line in self.process.stdout:
            told = json.loads(line)
            if told["event"] == event:
                found.append(told)
                if len(found) == times:
                    return found
        raise AssertionError(f"no {event}: it ended with {self.process.wait()}")

    def tree(self) -> list[psutil.Process]:
        """The referees and all that came of them."""
        return psutil.Process(self.process.pid).children(recursive=True)

    def engines_at_work(self) -> list[psutil.Process]:
        """Everything, once two referees play with two engines each."""
        for _ in range(600):
            tree = self.tree()
            if sum(str(BOT) in " ".join(_command(p)) for p in tree) >= 4:
                return tree
            psutil.wait_procs(tree, timeout=0.05)
        raise AssertionError("the engines do not come")


def _command(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.NoSuchProcess:
        return []


@contextmanager
def running(league: Path) -> Iterator[RunningLeague]:
    with subprocess.Popen(
        [sys.executable, "-m", "arena", "league", "run", str(league), "--json"],
        stdout=subprocess.PIPE,
        text=True,
        cwd=league.parent,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])},
    ) as process:
        try:
            yield RunningLeague(process)
        finally:
            process.kill()


def assert_gone(tree: list[psutil.Process]) -> None:
    _, alive = psutil.wait_procs(tree, timeout=GONE_S)
    assert [p for p in alive if p.status() != psutil.STATUS_ZOMBIE] == []


def tries(ledger: Path) -> Counter[AttemptState]:
    with LedgerReader.open(ledger) as reader:
        return Counter(attempt.state for attempt in reader.attempts())


def finish(league: Path) -> None:
    """Open the gate and play the rest."""
    gate(league.parent).touch()
    result = run_league(load_league(league), executor=executor)
    assert result.exit_status is LeagueExit.COMPLETE


def test_a_league_of_real_engines(tmp_path: Path) -> None:
    league = load_league(write_league(tmp_path, engines=3))
    events: Counter[str] = Counter()

    class Watcher(LeagueListener):
        def league_started(self, overview: LeagueOverview) -> None:
            assert "2 referees" in overview.usage

        def match_event(self, slot: int, event: match_pb2.MatchEvent) -> None:
            events[event.WhichOneof("event") or ""] += 1

    result = run_league(league, executor=executor, listener=Watcher())
    assert (result.exit_status, result.totals.played) == (LeagueExit.COMPLETE, 6)
    assert (result.totals.voids, result.warnings) == (0, ())
    with LedgerReader.open(league.ledger) as ledger:
        for match, content in ledger.records():
            record = decode_record(content)
            assert verify(record) == []
            assert len(record.decisions) == match.summary.plies > 10
            assert record.spec.engines[0].version_digest
    assert events["started"] == events["ended"] == 6
    assert events["move"] > 60


@pytest.mark.slow
def test_killing_the_league_leaves_nothing_and_loses_only_what_was_in_flight(
    tmp_path: Path,
) -> None:
    # Each referee plays one match; in any other sits a bot that has played and waits at the gate.
    path = write_league(tmp_path, engines=3, bot="gated", free=1)
    with running(path) as league:
        league.until("match_committed", 2)
        league.until("match_started", 1)
        tree = league.engines_at_work()
        league.process.send_signal(signal.SIGKILL)
        league.process.wait()
        assert_gone(tree)
    ledger = load_league(path).ledger
    before = tries(ledger)
    assert before[AttemptState.COUNTED] == 2
    finish(path)
    after = tries(ledger)
    assert after[AttemptState.COUNTED] == 6
    assert after[AttemptState.INTERRUPTED] == before[AttemptState.RUNNING]
    assert after[AttemptState.VOID] == 0


def test_referees_that_stand_stopped_do_not_outlive_a_league_that_is_killed(
    tmp_path: Path,
) -> None:
    with running(write_league(tmp_path, bot="gated")) as league:
        league.until("match_started", 2)
        tree = league.engines_at_work()
        for referee in psutil.Process(league.process.pid).children():
            stop(referee)
        league.process.send_signal(signal.SIGKILL)
        league.process.wait()
        assert_gone(tree)


def test_a_league_that_is_killed_while_its_referees_start_leaves_none(tmp_path: Path) -> None:
    with running(write_league(tmp_path)) as league:
        league.until("league_started")
        tree: list[psutil.Process] = []
        while not tree:
            tree = league.tree()
        league.process.send_signal(signal.SIGKILL)
        league.process.wait()
        assert_gone(tree)


def test_killing_a_referee_costs_one_try(tmp_path: Path) -> None:
    path = write_league(tmp_path, bot="gated")
    with running(path) as league:
        league.until("match_started", 2)
        league.engines_at_work()
        referee = next(p for p in league.tree() if "worker" in p.cmdline())
        engines = referee.children(recursive=True)
        referee.kill()
        (void,) = league.until("match_void")
        assert "SIGKILL" in void["cause"]
        assert_gone(engines)
        gate(tmp_path).touch()
        (end,) = league.until("league_finished")
        assert league.process.wait(GONE_S) == 0
    assert end["totals"]["played"] == 2
    assert tries(load_league(path).ledger) == {AttemptState.VOID: 1, AttemptState.COUNTED: 2}


@pytest.mark.slow
def test_ctrl_c_finishes_the_running_matches(tmp_path: Path) -> None:
    path = write_league(tmp_path, engines=3, bot="gated")
    with running(path) as league:
        league.until("match_started", 2)
        tree = league.engines_at_work()
        league.process.send_signal(signal.SIGINT)
        assert league.until("stopping")[0]["level"] == "finish"
        gate(tmp_path).touch()
        league.until("match_committed", 2)
        (end,) = league.until("league_finished")
        assert league.process.wait(GONE_S) == 130
        assert_gone(tree)
    assert (end["totals"]["played"], end["totals"]["to_do"]) == (2, 4)
    assert tries(load_league(path).ledger) == {AttemptState.COUNTED: 2}
    finish(path)


@pytest.mark.slow
def test_ctrl_c_twice_stops_now(tmp_path: Path) -> None:
    path = write_league(tmp_path, engines=3, bot="gated")
    with running(path) as league:
        league.until("match_started", 2)
        tree = league.engines_at_work()
        league.process.send_signal(signal.SIGINT)
        league.until("stopping")
        league.process.send_signal(signal.SIGINT)
        (end,) = league.until("league_finished")
        assert league.process.wait(GONE_S) == 130
        assert_gone(tree)
    assert (end["totals"]["played"], end["totals"]["to_do"]) == (0, 6)
    assert tries(load_league(path).ledger) == {AttemptState.INTERRUPTED: 2}
    finish(path)


@pytest.mark.slow
def test_match_after_match_with_engines_that_crash_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "league.toml"
    bots = {
        "random": ["{python}", "-m", "engines.random"],
        "crashing": ["{python}", str(BOT.with_name("crashing_bot.py"))],
        "missing": ["{python}", "-c", "raise SystemExit(3)"],
    }
    path.write_text(
        '[league]\nname = "Crashes"\ngame = "bologna"\ntime = "10s"\ndeals = 5\n'
        "suspend_after = 1000\n"
        + "".join(
            f'[[engine]]\nname = "{name}"\ncommand = {json.dumps(command)}\n'
            for name, command in bots.items()
        )
    )
    us = psutil.Process()
    seen: list[tuple[int, int]] = []

    class Watcher(LeagueListener):
        def match_committed(self, slot: int, result: MatchResult, totals: Totals) -> None:
            seen.append((us.num_fds(), us.memory_info().rss))

    before = us.num_fds()
    result = run_league(load_league(path), executor=executor, listener=Watcher())
    assert (result.totals.played, result.totals.not_started) == (10, 20)
    assert result.exit_status is LeagueExit.FORFEITS
    assert us.num_fds() == before
    assert us.children(recursive=True) == []
    assert max(fds for fds, _ in seen) <= seen[2][0] + 4
    assert seen[-1][1] - seen[9][1] < 8_000_000
    with LedgerReader.open(load_league(path).ledger) as ledger:
        for match in ledger.results():
            guilty = {match.engines[seat] for seat in match.summary.faulty_seats}
            assert guilty
            assert "random" not in guilty
            assert all(
                match.summary.placements[match.engines.index(engine)] == 2 for engine in guilty
            )


@pytest.mark.slow
def test_a_league_that_is_killed_again_and_again_plays_every_match_once(tmp_path: Path) -> None:
    path = write_league(tmp_path, engines=4)
    ledger = load_league(path).ledger
    planned = 12
    for round_ in range(3):
        with running(path) as league:
            league.until("match_committed", 1 + round_ % 2)
            league.process.send_signal(signal.SIGKILL)
            league.process.wait()
        with LedgerReader.open(ledger) as reader:
            ids = [result.match_id for result in reader.results()]
        assert len(ids) == len(set(ids)) >= round_ + 1
    finish(path)
    with LedgerReader.open(ledger) as reader:
        results = reader.results()
        assert len({result.match_id for result in results}) == len(results) == planned
        assert all(verify(decode_record(content)) == [] for _, content in reader.records())

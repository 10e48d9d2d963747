"""The zoo once more, each engine of it in its sandbox: the same outcome, and nothing left.

PODESTA_SANDBOXED_ZOO says how often all of it is played; otherwise a few engines are, once.
"""

import asyncio
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest
from podesta.v1 import game_pb2, match_pb2, record_pb2

from referee.hosts import EngineHosts
from referee.launcher.ladder import probe_level
from referee.play import play_match
from referee.replay import verify
from tests.referee.engine_specs import good, match_spec, zoo
from tests.referee.test_zoo_matches import FAULTS, HARMLESS, STARTS, Case, check

ROUNDS = int(os.environ.get("PODESTA_SANDBOXED_ZOO", "0"))
FEW = {
    "crashes_at_start",
    "has_a_wrong_token",
    "hangs",
    "dies_by_a_signal",
    "leaves_children_and_crashes",
    "leaves_children_and_plays",
}
OTHERWISE = {"stops_its_keeper_and_errs"}
"""Its keeper is out of its reach."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not probe_level("bwrap").works, reason=f"bwrap: {probe_level('bwrap').reason}"
    ),
]


@pytest.fixture(scope="module")
def runner() -> Iterator[asyncio.Runner]:
    with asyncio.Runner() as made:
        yield made


@pytest.fixture(scope="module")
def hosts(runner: asyncio.Runner) -> Iterator[EngineHosts]:
    async def make() -> EngineHosts:
        return EngineHosts()

    made = runner.run(make())
    yield made
    runner.run(made.close())
    assert psutil.Process().children(recursive=True) == []


def cases(kinds: list[Case]) -> list[object]:
    chosen = [case for case in kinds if case.engine not in OTHERWISE]
    if not ROUNDS:
        return [pytest.param(case, 0, id=str(case)) for case in chosen if case.engine in FEW]
    return [
        pytest.param(case, number, id=f"{case}-{number}")
        for number in range(ROUNDS)
        for case in chosen
    ]


def walled(engine: match_pb2.EngineSpec) -> match_pb2.EngineSpec:
    engine.confinement.isolation = "bwrap"
    return engine


def play(
    runner: asyncio.Runner, hosts: EngineHosts, *engines: match_pb2.EngineSpec, **fields: object
) -> record_pb2.MatchRecord:
    """A match to its end; then nothing but kept engines runs or has a socket."""
    spec = match_spec(*map(walled, engines), **fields)
    record = runner.run(play_match(spec, hosts=hosts))
    assert verify(record) == []
    kept = [host.process for host in hosts._idle]
    seats = set(Path(tempfile.gettempdir()).glob("podesta-*/seat"))
    assert {Path(host._server.directory) / "seat" for host in hosts._idle} <= seats
    # A keeper, and three processes of each sandbox: both of bubblewrap, and the engine's own.
    assert len(psutil.Process().children(recursive=True)) == 4 * len(kept)
    return record


@pytest.mark.parametrize(("case", "number"), cases(STARTS))
def test_an_engine_that_does_not_start_forfeits(
    runner: asyncio.Runner, hosts: EngineHosts, case: Case, number: int
) -> None:
    engine = zoo(case.engine, id=f"{case.engine}-{number}")
    record = play(runner, hosts, good(), engine, **case.spec)
    assert record.termination == game_pb2.TERMINATION_FORFEIT, record.reason
    check(case, record.faults[0])
    assert case.stderr in record.seats[1].stderr_tail


@pytest.mark.parametrize(("case", "number"), cases(FAULTS))
def test_an_engine_that_does_wrong_loses(
    runner: asyncio.Runner, hosts: EngineHosts, case: Case, number: int
) -> None:
    environment = {"ZOO_PIDS": "/tmp/pids"}
    engine = zoo(case.engine, id=f"{case.engine}-{number}", environment=environment)
    record = play(runner, hosts, engine, good(), **case.spec)
    assert record.termination == game_pb2.TERMINATION_FAULT, record.reason
    assert [(fault.seat, fault.kind) for fault in record.faults] == [(0, case.fault)]
    check(case, record.faults[0])
    assert record.seats[0].isolation == "bwrap"


@pytest.mark.parametrize(("case", "number"), cases(HARMLESS))
def test_an_odd_engine_that_plays_well_is_let_play(
    runner: asyncio.Runner, hosts: EngineHosts, case: Case, number: int
) -> None:
    environment = {"ZOO_PIDS": "/tmp/pids"}
    engine = zoo(case.engine, id=f"{case.engine}-{number}", environment=environment)
    record = play(runner, hosts, engine, good(), **{**case.spec, "fresh_engines": True})
    assert record.termination == game_pb2.TERMINATION_COMPLETED, record.reason
    assert not record.faults

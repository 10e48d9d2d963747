"""The bot in JavaScript: the protocol as a foreign gRPC stack reads it."""

import asyncio
import json
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from podesta.v1 import engine_pb2, game_pb2, match_pb2

from tests.engines.kit.conversations import ROOT, converse_with_program, run_program
from tests.engines.kit.real_referee import play
from tests.engines.kit.scripted_referee import MATCH_ID, TOKEN, Hangup, Seat, decide

FOLDER = ROOT / "engines" / "javascript"
pytestmark = pytest.mark.slow
COMMAND = ["node", str(FOLDER / "random.js")]


@pytest.fixture(scope="session")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """The environment in which node finds what the bot needs; installed where it is missing."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        pytest.skip("node and npm are not installed")
    if (FOLDER / "node_modules" / "@grpc" / "grpc-js").is_dir():
        return {}
    install: Path = tmp_path_factory.mktemp("javascript")
    for name in ("package.json", "package-lock.json", ".npmrc"):
        shutil.copy(FOLDER / name, install / name)
    try:
        done = subprocess.run(
            ["npm", "ci"], cwd=install, capture_output=True, text=True, timeout=120, check=False
        )
    except subprocess.TimeoutExpired:
        pytest.skip("npm ci took longer than two minutes")
    if done.returncode != 0:
        pytest.skip(f"npm ci failed: {done.stderr.strip()[-500:]}")
    return {"NODE_PATH": str(install / "node_modules")}


def test_it_plays_match_after_match(packages: Mapping[str, str]) -> None:
    texts: list[list[str]] = []
    legal = [f"move {place}" for place in range(50)]

    async def script(seat: Seat) -> None:
        assert seat.token == TOKEN
        hello = await seat.welcome()
        assert (hello.protocol_version, hello.name) == (1, "random.js")
        assert not hello.omit_legal_moves
        for match_id, seed in (("m1", 2**64 - 1), ("m2", 2**64 - 1), ("m3", 5)):
            await seat.begin(match_id, engine_seed=seed)
            texts.append([])
            for decision_id in range(1, 31):
                move = await seat.ask(decision_id, match_id, legal_moves=legal)
                texts[-1].append(move.text)
            await seat.over(match_id)
        await seat.goodbye()

    end = converse_with_program(COMMAND, script, environment=packages)
    assert (end.status, end.out, end.err) == (0, "", "")
    assert set(texts[0]) <= set(legal)
    assert len(set(texts[0])) > 10
    assert texts[0] == texts[1]
    assert texts[0] != texts[2]


def test_it_finds_the_proto_files_where_it_is_told(
    packages: Mapping[str, str], tmp_path: Path
) -> None:
    async def script(seat: Seat) -> None:
        await seat.welcome()
        await seat.begin()
        assert (await seat.ask(legal_moves=["only"])).text == "only"
        await seat.goodbye()

    elsewhere = shutil.copy(FOLDER / "random.js", tmp_path / "elsewhere.js")
    told = {
        "NODE_PATH": str(FOLDER / "node_modules"),
        **packages,
        "PODESTA_PROTO": str(ROOT / "proto"),
    }
    end = converse_with_program(["node", str(elsewhere)], script, environment=told)
    assert (end.status, end.err) == (0, "")


def test_it_says_why_it_was_rejected(packages: Mapping[str, str]) -> None:
    async def script(seat: Seat) -> None:
        await seat.welcome()
        await seat.begin()
        await seat.ask()
        await seat.send(
            rejected=engine_pb2.Rejected(
                match_id=MATCH_ID, kind=game_pb2.FAULT_KIND_ILLEGAL_MOVE, reason="not there"
            )
        )
        await seat.goodbye()

    end = converse_with_program(COMMAND, script, environment=packages)
    assert end.status == 0
    assert end.err == "random.js: rejected (FAULT_KIND_ILLEGAL_MOVE): not there\n"


def test_it_answers_again_where_it_may(packages: Mapping[str, str]) -> None:
    async def script(seat: Seat) -> None:
        await seat.welcome()
        await seat.begin()
        await seat.ask(4)
        for decision_id, may_retry in ((3, True), (4, False), (4, True)):
            await seat.send(
                rejected=engine_pb2.Rejected(
                    match_id=MATCH_ID, decision_id=decision_id, may_retry=may_retry
                )
            )
        again = await seat.expect("move")
        assert (again.match_id, again.decision_id) == (MATCH_ID, 4)
        await seat.ask(5)
        await seat.goodbye()

    assert converse_with_program(COMMAND, script, environment=packages).status == 0


def test_it_does_not_know_what_a_later_protocol_says(packages: Mapping[str, str]) -> None:
    async def script(seat: Seat) -> None:
        await seat.welcome()
        await seat.send()
        await seat.begin()
        await seat.ask()
        await seat.goodbye()

    end = converse_with_program(COMMAND, script, environment=packages)
    assert (end.status, end.err) == (0, "")


def test_it_leaves_a_referee_of_another_version(packages: Mapping[str, str]) -> None:
    async def script(seat: Seat) -> None:
        await seat.expect("hello")
        await seat.send(welcome=engine_pb2.Welcome(protocol_version=2))
        assert await seat.receive() is None

    end = converse_with_program(COMMAND, script, environment=packages)
    assert end.status == 2
    assert "version 2" in end.err


def test_it_ends_when_the_referee_is_gone(packages: Mapping[str, str]) -> None:
    async def script(seat: Seat) -> None:
        await seat.welcome()
        await seat.begin()
        await seat.send(decide=decide())
        await seat.expect("move")
        raise Hangup

    end = converse_with_program(COMMAND, script, environment=packages)
    assert end.status == 0
    assert "the referee is gone" in end.err


@pytest.mark.parametrize("transport", [match_pb2.TRANSPORT_UNIX, match_pb2.TRANSPORT_TCP])
def test_it_plays_whole_matches_with_the_real_referee(
    packages: Mapping[str, str], tmp_path: Path, transport: match_pb2.Transport
) -> None:
    random = [sys.executable, "-m", "engines.random"]
    seats = [random, COMMAND] if transport == match_pb2.TRANSPORT_UNIX else [COMMAND, random]
    record = play(tmp_path, seats, environment=packages, transport=transport)
    assert record.termination == game_pb2.TERMINATION_COMPLETED, record.reason
    assert not record.faults
    assert sorted(seat.name for seat in record.seats) == ["random", "random.js"]
    assert {decision.seat for decision in record.decisions} == {0, 1}


def test_it_ends_with_2_where_it_was_started_wrongly(packages: Mapping[str, str]) -> None:
    end = asyncio.run(run_program(COMMAND, packages))
    assert end.status == 2
    assert "PODESTA_ADDRESS and PODESTA_TOKEN must be set" in end.err
    told = {"PODESTA_ADDRESS": "unix:/nowhere/s", "PODESTA_TOKEN": TOKEN}
    end = asyncio.run(run_program(COMMAND, {**packages, **told}))
    assert end.status == 2
    assert "not welcome" in end.err


def test_the_lock_file_names_no_registry() -> None:
    lock = json.loads((FOLDER / "package-lock.json").read_text(encoding="utf-8"))
    assert all("resolved" not in package for package in lock["packages"].values())
    assert all("integrity" in package for name, package in lock["packages"].items() if name)


def test_it_stays_short() -> None:
    lines = (FOLDER / "random.js").read_text(encoding="utf-8").splitlines()
    code = [line for line in lines if line.strip() and not line.lstrip().startswith("//")]
    assert len(code) <= 60

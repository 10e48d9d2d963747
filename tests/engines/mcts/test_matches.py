"""The engines that look ahead play whole matches of every game with the real referee."""

import subprocess
import sys
from pathlib import Path

import pytest
from google.protobuf import json_format
from podesta.v1 import game_pb2, match_pb2, record_pb2

from referee.games import load_game
from referee.games.registry import game_names
from referee.record_file import read_record
from tests.engines.kit.conversations import ROOT

ENGINES = ("mcts", "greedy", "random")
SETUPS = [(name, seats) for name in game_names() for seats in load_game(name).seats]


def play(
    folder: Path,
    game: str,
    seats: int,
    *,
    engines: tuple[str, ...] = ENGINES,
    time_control: str = "300ms+3ms",
    options: dict[str, str] | None = None,
) -> record_pb2.MatchRecord:
    """One match; the grace is long, because this machine may be busy with other things."""
    spec = match_pb2.MatchSpec(
        match_id=f"match-{game}-{seats}",
        deal_id="deal",
        attempt=1,
        game=game,
        time_control=time_control,
        seed=bytes([7]) * 32,
        nonce=bytes(32),
        ready_limit_us=60_000_000,
        grace_us=20_000_000,
    )
    for seat in range(seats):
        name = engines[seat % len(engines)]
        spec.engines.add(
            id=f"{name}-{seat}",
            name=name,
            command=[sys.executable, "-m", f"engines.{name}"],
            directory=str(ROOT),
            options=(options or {}) if name in ("mcts", "alphabeta") else {},
        )
    file, record = folder / "spec.json", folder / "match.record"
    file.write_text(json_format.MessageToJson(spec), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "referee", "play", str(file), "--record", str(record)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    assert record.exists(), (done.returncode, done.stdout[-500:], done.stderr)
    return read_record(record)


def check(record: record_pb2.MatchRecord) -> None:
    assert record.termination == game_pb2.TERMINATION_COMPLETED, record.reason
    assert not record.faults
    assert all(seat.stderr_tail == b"" for seat in record.seats)
    searched = [d for d in record.decisions if d.seat == 0 and d.legal_count > 1]
    assert searched
    assert all(d.evaluation.nodes for d in searched)
    assert all(len(d.evaluation.values) == len(record.seats) for d in searched)
    assert all(d.evaluation.line[0] == d.move for d in searched)


@pytest.mark.parametrize("game", game_names())
def test_a_match_on_a_tiny_clock(game: str, tmp_path: Path) -> None:
    check(play(tmp_path, game, load_game(game).default_seats))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "seats"), [(g, n) for g, n in SETUPS if n != load_game(g).default_seats]
)
def test_every_number_of_seats(game: str, seats: int, tmp_path: Path) -> None:
    check(play(tmp_path, game, seats))


def test_alphabeta_on_a_tiny_clock(tmp_path: Path) -> None:
    check(play(tmp_path, "bologna", 2, engines=("alphabeta", "mcts")))


@pytest.mark.slow
@pytest.mark.parametrize("game", ["bologna", "tuerme"])
def test_nodes_make_play_repeatable(game: str, tmp_path: Path) -> None:
    first, second = (
        play(tmp_path, game, 2, engines=("mcts",), time_control="5m", options={"nodes": "60"})
        for _ in range(2)
    )
    assert [d.move for d in first.decisions] == [d.move for d in second.decisions]
    assert len(first.decisions) > 20

"""Ids and seeds: the same everywhere, and different where anything differs that matters."""

import hashlib
import hmac
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from podesta.v1 import match_pb2

from arena.league.identity import (
    deal_id,
    deal_seed,
    engine_identity,
    league_id,
    match_id,
    match_nonce,
    secret_of,
    terms_of,
)
from tests.arena.league.scripted_matches import make_engine, make_league

SECRET = bytes(range(32))


def test_golden_values() -> None:
    league = league_id(SECRET, {"game": "nim", "seats": "2"})
    deal = deal_id(league, "a+b#0")
    match = match_id(deal, ["one", "two"])
    assert (league, deal, match) == (
        "a03284072a9dfacec832",
        "a1e04584dc536ef15f00",
        "513cd7a10de614fdf1ae",
    )
    # As any other language would do it.
    message = f"deal\0{deal}\0001".encode()
    assert deal_seed(SECRET, deal, 1) == hmac.new(SECRET, message, hashlib.sha256).digest()


def test_seats_dealings_and_attempts_are_told_apart() -> None:
    assert match_id("d", ["one", "two"]) != match_id("d", ["two", "one"])
    assert len({deal_seed(SECRET, "d", dealing) for dealing in range(1, 9)}) == 8
    assert match_nonce(SECRET, "m", 1) != match_nonce(SECRET, "m", 2)
    assert deal_seed(SECRET, "d", 1) != match_nonce(SECRET, "d", 1)


@pytest.mark.parametrize(
    "changes",
    [
        {"game": "chess"},
        {"game_options": {"heaps": "4"}},
        {"seats": 3},
        {"time_control": "2s"},
        {"opening_plies": 5},
        {"retries": 1},
        {"grace_us": 0},
        {"ready_limit_us": 1},
        {"fresh_engines": True},
        {"off_move": match_pb2.OFF_MOVE_FREEZE},
        {"seed": "other"},
        {"seed": None},
    ],
)
def test_terms_hold_all_that_decides_how_a_match_is_played(
    tmp_path: Path, changes: dict[str, object]
) -> None:
    league = make_league(tmp_path)
    assert terms_of(replace(league, **changes)) != terms_of(league)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "changes",
    [{"deals": 9}, {"concurrency": 9}, {"name": "x"}, {"suspend_after": 9}, {"pin_cpus": "seat"}],
)
def test_terms_hold_nothing_else(tmp_path: Path, changes: dict[str, object]) -> None:
    league = make_league(tmp_path)
    assert terms_of(replace(league, **changes)) == terms_of(league)  # type: ignore[arg-type]


def test_terms_do_not_tell_the_seed(tmp_path: Path) -> None:
    assert "hunter2" not in str(terms_of(make_league(tmp_path, seed="hunter2")))


def test_a_seed_gives_a_secret_and_none_gives_none(tmp_path: Path) -> None:
    given = secret_of(make_league(tmp_path, seed="x"))
    assert given is not None
    assert len(given) == 32
    assert given != secret_of(make_league(tmp_path, seed="y"))
    assert secret_of(make_league(tmp_path, seed=None)) is None


def test_an_identity_changes_with_all_that_can_change_play(tmp_path: Path) -> None:
    engine = make_engine("a")
    identities = {
        engine_identity(engine, "v1"),
        engine_identity(engine, "v2"),
        engine_identity(make_engine("b"), "v1"),
        engine_identity(replace(engine, options={"depth": "2"}), "v1"),
        engine_identity(replace(engine, written_command=("/bin/engine", "--fast")), "v1"),
        engine_identity(replace(engine, written_environment={"A": "1"}), "v1"),
    }
    assert len(identities) == 6
    # The name is for people, and commands and variables differ from machine to machine.
    same = replace(engine, name="Other", command=("/opt/engine", "a"), environment={"A": "x"})
    assert engine_identity(same, "v1") == engine_identity(engine, "v1")


def test_ids_do_not_depend_on_the_hash_seed(tmp_path: Path) -> None:
    script = (
        "import sys; from pathlib import Path\n"
        "from arena.league.plan import plan_league\n"
        "from arena.league.roster import Roster\n"
        "from tests.arena.league.scripted_matches import make_league\n"
        "league = make_league(Path(sys.argv[1]), 'abcdef', seats=3, deals=2)\n"
        "roster = Roster.of_league(league, b's' * 32)\n"
        "print([m.match_id for t in plan_league(roster) for m in t.matches])\n"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", script, str(tmp_path)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=Path(__file__).parents[3],
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1
    assert told.pop().count("'") > 50

"""Bots from far away in a league's own bookkeeping."""

from pathlib import Path
from typing import Any

import pytest

from arena.config import League
from arena.league.identity import engine_identity
from arena.league.listener import LeagueListener
from arena.league.plan import PlannedMatch
from arena.league.runner import run_league
from arena.lobby.settings import LobbySettings
from tests.arena.league.scripted_matches import Fakes, make_engine, make_league

FAR: dict[str, Any] = {"command": (), "written_command": (), "remote": "token-of-a"}


def league_of(directory: Path, at_once: int = 1) -> League:
    lobby = LobbySettings(
        listen_host="127.0.0.1",
        port=7050,
        public_host="localhost",
        certificate=directory / "door.pem",
        key=directory / "door-key.pem",
        tokens=directory / "tokens.json",
        seat_ports=(0, 0),
        wait_limit_us=7_000_000,
        reconnect_grace_us=5_000_000,
    )
    engines = [make_engine("a", at_once=at_once, **FAR), *map(make_engine, "bcd")]
    return make_league(directory, engines, lobby=lobby, concurrency=4, deals=2)


class Counting(LeagueListener):
    """How many matches of the remote engine ran at a time, and of all."""

    def __init__(self) -> None:
        self.running: dict[int, PlannedMatch] = {}
        self.most_far = self.most = 0

    def match_started(self, slot: int, match: PlannedMatch, attempt: int) -> None:
        self.running[slot] = match
        far = sum("a" in one.engines for one in self.running.values())
        self.most_far = max(self.most_far, far)
        self.most = max(self.most, len(self.running))

    def match_committed(self, slot: int, *_: Any) -> None:
        del self.running[slot]


@pytest.mark.parametrize("at_once", [1, 2])
def test_one_plays_as_many_matches_at_once_as_it_can(tmp_path: Path, at_once: int) -> None:
    counting, fakes = Counting(), Fakes()
    result = run_league(league_of(tmp_path, at_once), executor=fakes, listener=counting)
    assert result.totals.played == result.totals.planned == 24
    assert counting.most_far == at_once
    assert counting.most == 4
    # Nor is anybody told that the files of a program that runs elsewhere are unknown.
    assert not any(warning.startswith("a:") for warning in result.warnings)


def test_referees_are_told_how_it_is_invited_and_never_its_token(tmp_path: Path) -> None:
    fakes = Fakes()
    run_league(league_of(tmp_path), executor=fakes)
    far = [engine for spec in fakes.specs for engine in spec.engines if engine.id == "a"]
    assert {
        (one.remote.token_name, one.remote.wait_limit_us, one.remote.reconnect_grace_us)
        for one in far
    } == {("token-of-a", 7_000_000, 5_000_000)}
    assert all(not one.command and not one.directory for one in far)
    near = [engine for spec in fakes.specs for engine in spec.engines if engine.id != "a"]
    assert not any(one.HasField("remote") for one in near)


def test_another_token_is_another_engine() -> None:
    one, other = make_engine("a", **FAR), make_engine("a", **{**FAR, "remote": "other"})
    assert engine_identity(one, "") != engine_identity(other, "")

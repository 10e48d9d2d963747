"""A league between bots far away and one that is near: real processes, real TLS."""

import contextlib
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest

from arena.ledger import LedgerReader
from referee.record_file import decode_record
from tests.arena.cli.command_line import podesta
from tests.certificates import make_certificate, needs_openssl
from tests.referee.arena_floor import stop

pytestmark = needs_openssl

ROOT = Path(__file__).resolve().parents[3]
LEAGUE = """
[league]
name = "Far and near"
game = "bologna"
time = "30s"
deals = {deals}
concurrency = 2
seed = "always the same"

[lobby]
listen = "127.0.0.1:{port}"
public_host = "localhost"
certificate = "door.pem"
key = "door-key.pem"
tokens = "tokens.json"
wait = "2m"

[[engine]]
name = "Far"
remote = "far"

[[engine]]
name = "Farther"
remote = "farther"

[[engine]]
name = "Near"
command = ["{python}", "-m", "engines.random"]
directory = "{root}/engines/random"
environment = {{ PYTHONPATH = "{root}" }}
"""
BOT = """
import os, signal, sys
from engines.kit import Bot, serve

class First(Bot):
    name = "first"
    games = ("bologna",)
    def choose(self, turn):
        return turn.legal_moves[0]

serve(First())
"""


def free_port() -> int:
    """Below those that the system gives to whoever asks for any, or one may be gone at once."""
    while True:
        port = random.randrange(20_000, 30_000)
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


class Place:
    """A league file with all it needs, and the bots that dial in."""

    def __init__(self, directory: Path, deals: int) -> None:
        self.directory = directory
        self.port = free_port()
        make_certificate(directory)
        text = LEAGUE.format(deals=deals, port=self.port, python=sys.executable, root=ROOT)
        self.league = directory / "league.toml"
        self.league.write_text(text)
        self.secrets: list[str] = []

    def token(self, name: str) -> str:
        done = podesta("token", "add", name, "-q", "--file", str(self.directory / "tokens.json"))
        self.secrets.append(done.stdout.strip())
        return self.secrets[-1]

    @contextmanager
    def bot(self, name: str, token: str) -> Iterator["subprocess.Popen[bytes]"]:
        environment = {
            **os.environ,
            "PODESTA_ADDRESS": f"lobby://localhost:{self.port}",
            "PODESTA_TOKEN": token,
            "PODESTA_CA": str(self.directory / "door.pem"),
        }
        with (
            (self.directory / f"{name}.log").open("wb") as log,
            subprocess.Popen(
                [sys.executable, "-c", BOT], cwd=ROOT, env=environment, stdout=log, stderr=log
            ) as process,
        ):
            try:
                yield process
            finally:
                process.kill()

    def run(self) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [sys.executable, "-m", "arena", "league", "run", str(self.league), "--json"],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def left(self) -> str:
        """All that a run left, and all that is inside of it."""
        texts = [
            path.read_bytes().decode("latin-1")
            for path in self.directory.iterdir()
            if path.name != "tokens.json"
        ]
        with LedgerReader.open(self.directory / "league.ledger") as ledger:
            for match_id, attempt in [(a.match_id, a.attempt) for a in ledger.attempts()]:
                content = ledger.record(match_id, attempt)
                if content is not None:
                    texts.append(str(decode_record(content)))
        return "\n".join(texts)


class Watch:
    """Looks at the command lines of all processes while a league runs."""

    def __init__(self) -> None:
        self.seen: set[str] = set()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look)

    def __enter__(self) -> "Watch":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._over.wait(0.05):
            for process in psutil.process_iter(["cmdline"]):
                self.seen.update(process.info["cmdline"] or ())


@pytest.mark.slow
def test_bots_far_away_play_a_league_and_no_token_is_left_anywhere(tmp_path: Path) -> None:
    place = Place(tmp_path, deals=2)
    with (
        place.bot("far", place.token("far")),
        place.bot("farther", place.token("farther")),
        Watch() as watch,
        place.run() as league,
    ):
        assert league.stdout is not None
        assert league.stderr is not None
        lines, killed = [], 0
        for line in league.stdout:
            lines.append(json.loads(line))
            if sum(said["event"] == "match_committed" for said in lines) == 3 and not killed:
                # It is there again soon, and who waited in it dials again.
                for lobby in lobbies(league.pid):
                    lobby.kill()
                    killed += 1
        errors = league.stderr.read()
    assert league.returncode == 0, errors
    assert killed == 1
    played = [line for line in lines if line["event"] == "match_committed"]
    assert len(played) == 12
    assert {line["termination"] for line in played} == {"completed"}
    assert f"lobby://localhost:{place.port}" in errors
    # Nothing of what was secret is anywhere; nor is anything that looks like a token of a seat.
    left = "\n".join([place.left(), errors, json.dumps(lines), *watch.seen])
    assert {"referee", "arena.lobby"} <= watch.seen
    for secret in place.secrets:
        assert secret not in left
    assert not re.search(r"Bearer [A-Za-z0-9_-]{20}", left)
    assert podesta("verify", str(tmp_path / "league.ledger")).returncode == 0
    with LedgerReader.open(tmp_path / "league.ledger") as ledger:
        attempt = next(iter(ledger.attempts()))
        content = ledger.record(attempt.match_id, attempt.attempt)
        assert content is not None
        seats = decode_record(content).seats
        assert "remote" in {seat.isolation for seat in seats}


@pytest.mark.slow
def test_a_league_that_is_changed_while_it_runs_keeps_its_lobby(tmp_path: Path) -> None:
    place = Place(tmp_path, deals=2)
    with (
        place.bot("far", place.token("far")),
        place.bot("farther", place.token("farther")),
        place.run() as league,
    ):
        assert league.stdout is not None
        assert league.stderr is not None
        committed = 0
        before: list[psutil.Process] = []
        after: list[psutil.Process] = []
        for line in league.stdout:
            committed += json.loads(line)["event"] == "match_committed"
            if committed == 1 and not before:
                before = lobbies(league.pid)
                assert podesta("league", "void", str(place.league), "1").returncode == 0
                after = lobbies(league.pid)
        errors = league.stderr.read()
    assert league.returncode == 0, errors
    assert committed == 13
    assert len(before) == 1
    assert after == before
    assert errors.count("lobby://") == 1


@pytest.mark.slow
@pytest.mark.parametrize("stands", [False, True], ids=["runs", "stands stopped"])
def test_a_killed_league_leaves_no_lobby(tmp_path: Path, *, stands: bool) -> None:
    place = Place(tmp_path, deals=1)
    with place.run() as league:
        assert league.stdout is not None
        next(line for line in league.stdout if json.loads(line)["event"] == "match_started")
        started = lobbies(league.pid)
        assert len(started) == 1
        if stands:
            stop(started[0])
        league.send_signal(signal.SIGKILL)
        league.wait()
        for lobby in started:
            lobby.wait(timeout=30)


def lobbies(pid: int) -> list[psutil.Process]:
    found = []
    for child in psutil.Process(pid).children(recursive=True):
        with contextlib.suppress(psutil.Error):  # it ended meanwhile
            if "arena.lobby" in child.cmdline():
                found.append(child)
    return found

"""What engines and onlookers learn of a deal before all its matches are committed: nothing.

With real referees and engines, and mostly without isolation: so that what walls would keep from
engines anyway is not told to them in the first place, and new processes matter. What no referee can
keep from an engine without a sandbox, its own files, is in docs/leagues.md; the last test has one.
"""

import contextlib
import io
import json
import os
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from podesta.v1 import engine_pb2, match_pb2, record_pb2

from arena.cli.league_json import JsonLeague
from arena.config import League
from arena.league.exit_status import LeagueExit
from arena.league.identity import deal_seed, match_nonce, secret_of
from arena.league.listener import LeagueOverview
from arena.league.plan import PlannedTable, plan_league
from arena.league.result import LeagueResult, Totals
from arena.league.runner import run_league
from arena.ledger import MatchResult
from referee.deal import commitment
from referee.games import load_game
from referee.launcher.ladder import probe_level
from tests.arena.cli.command_line import podesta
from tests.arena.league.test_more_seats import RANDOM, executor, played, write_league, zoo

MARK = "one-engine-said-this"
SEATS = 3


def spy_league(folder: Path, **keys: Any) -> League:
    """An engine that remembers, one that tells all, and an honest one; no walls around them."""
    for name in ("witness", "tmp", "home"):
        (folder / name).mkdir()
    (folder / "home" / "deals").touch()
    zoo_of_tests = {"PYTHONPATH": os.pathsep.join(map(str, _source_paths()))}
    league = write_league(
        folder,
        {"spy": zoo("remembers_deals"), "teller": zoo("tells_much"), "honest": RANDOM},
        environments={
            "spy": {
                "ZOO_WITNESS": str(folder / "witness"),
                "ZOO_TMP": str(folder / "tmp"),
                **zoo_of_tests,
            },
            "teller": {"ZOO_MARK": MARK, **zoo_of_tests},
        },
        directories={"spy": folder / "home"},
        concurrency=1,
        isolation="none",
        **keys,
    )
    assert league.hidden
    return league


def _source_paths() -> list[Path]:
    root = Path(__file__).resolve().parents[3]
    return [root, root / "proto"]


def told_by_spy(folder: Path) -> list[dict[str, Any]]:
    """What the spy says of its matches, in the order in which it played them."""
    files = sorted((folder / "witness").iterdir(), key=lambda path: path.stat().st_mtime_ns)
    return [json.loads(file.read_text()) for file in files]


def forms(secret: bytes) -> Iterator[str]:
    """A secret as it might stand in a text."""
    yield secret.hex()
    yield secret.hex().upper()
    yield b64encode(secret).decode().rstrip("=")
    yield b64encode(secret[:30]).decode()


def secrets_of(league: League, plan: list[PlannedTable]) -> list[bytes]:
    """What all chance of the league comes from, for the first dealing of each table."""
    secret = secret_of(league)
    assert secret is not None
    found = [secret]
    for table in plan:
        found.append(deal_seed(secret, table.deal_id, 1))
        found += [match_nonce(secret, match.match_id, 1) for match in table.matches]
    return found


def digests_of(records: list[record_pb2.MatchRecord]) -> list[bytes]:
    return [
        digest
        for record in records
        for digest in (record.initial_digest, *(d.digest for d in record.decisions))
    ]


@dataclass
class Seen:
    """A league that was played before all eyes."""

    folder: Path
    league: League
    result: LeagueResult
    onlooker: "Onlooker"
    printed: str


class Onlooker(JsonLeague):
    """Prints as `league run --json` does, and after every match asks whatever can be asked."""

    def __init__(self) -> None:
        super().__init__()
        self.events: list[match_pb2.MatchEvent] = []
        self.shown: list[str] = []
        self.exported: list[str] = []
        self.ledger = Path()
        self.plan: list[PlannedTable] = []

    def league_started(self, overview: LeagueOverview) -> None:
        self.ledger = overview.league.ledger
        self.plan = list(plan_league(overview.roster))
        super().league_started(overview)

    def match_event(self, slot: int, event: match_pb2.MatchEvent) -> None:
        self.events.append(event)
        super().match_event(slot, event)

    def match_committed(self, slot: int, result: MatchResult, totals: Totals) -> None:
        super().match_committed(slot, result, totals)
        if result.number < SEATS:
            self.shown += [
                podesta("league", "show", self.ledger).stdout,
                podesta("league", "show", self.ledger, "--json").stdout,
                podesta("league", "show", self.ledger, "--matches", "--json").stdout,
            ]
            for form in ("json", "text"):
                done = podesta("league", "export", self.ledger, "--format", form)
                assert "held back" in done.stderr
                self.exported.append(done.stdout)
            folder = self.ledger.with_name(f"records-{result.number}")
            podesta("league", "export", self.ledger, "--format", "records", "--output", folder)
            assert not folder.exists() or not list(folder.iterdir())
            done = podesta("replay", self.ledger, "--match", result.match_id, "--json")
            assert (done.returncode, done.stdout) == (2, "")
            assert "held back" in done.stderr
            self.shown.append(podesta("verify", self.ledger, "--json").stdout)


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> Seen:
    folder = tmp_path_factory.mktemp("spied")
    league = spy_league(folder)
    onlooker = Onlooker()
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        result = run_league(league, executor=executor, listener=onlooker)
    return Seen(folder, league, result, onlooker, printed.getvalue())


def test_nothing_of_a_deal_is_told_before_its_last_match(seen: Seen) -> None:
    league, onlooker = seen.league, seen.onlooker
    assert seen.result.exit_status is LeagueExit.COMPLETE
    assert seen.result.totals.played == SEATS
    records = [record for _, record in played(league)]
    secrets = secrets_of(league, onlooker.plan)
    assert {record.spec.seed for record in records} == {secrets[1]}
    # The teller was heard, so that its words could have been passed on.
    assert all(record.decisions for record in records)
    assert all(any(d.evaluation.comment == MARK for d in r.decisions) for r in records)

    check_what_the_spy_heard(told_by_spy(seen.folder), records, secrets)
    check_what_was_shown(onlooker, seen.printed, secrets, digests_of(records))

    # Afterwards everything is told.
    shown = podesta("replay", league.ledger, "--match", records[0].spec.match_id, "--json")
    assert shown.returncode == 0
    told = podesta("league", "export", league.ledger)
    assert len(told.stdout.splitlines()) == SEATS
    assert MARK in told.stdout
    assert b64encode(secrets[1]).decode() in told.stdout


def check_what_the_spy_heard(
    told: list[dict[str, Any]], records: list[record_pb2.MatchRecord], secrets: list[bytes]
) -> None:
    assert len(told) == SEATS
    by_id = {record.spec.match_id: record for record in records}
    commitments = set()
    for match in told:
        heard = [bytes.fromhex(message) for message in match["heard"]]
        begun = engine_pb2.PlayResponse.FromString(heard[0]).new_match
        over = engine_pb2.PlayResponse.FromString(heard[-1]).match_over
        spec = by_id[match["match_id"]].spec
        assert begun.seed_commitment == commitment(spec.nonce, spec.seed)
        commitments.add(begun.seed_commitment)
        assert not over.HasField("seed")
        assert not over.HasField("nonce")
        said = b"".join(heard)
        assert MARK.encode() not in said
        for secret in (*secrets, *digests_of(records)):
            assert secret not in said
        around = json.dumps([match["environment"], match["referee"]])
        for secret in secrets:
            assert not any(form in around for form in forms(secret))
        assert spec.deal_id.encode() not in said
    # Seatings of one deal have nothing in common that a secret was made from.
    assert len(commitments) == SEATS


def check_what_was_shown(
    onlooker: Onlooker, printed: str, secrets: list[bytes], digests: list[bytes]
) -> None:
    assert '"event": "match_committed"' in printed
    assert len(onlooker.shown) == 4 * (SEATS - 1)
    assert all(onlooker.shown)
    assert onlooker.exported == [""] * 2 * (SEATS - 1)
    texts = [printed, *onlooker.shown]
    for text in texts:
        assert MARK not in text
        for secret in (*secrets, *digests):
            assert not any(form in text for form in forms(secret))
    game = load_game("patrician")
    moves = [event for event in onlooker.events if event.WhichOneof("event") == "move"]
    assert len(moves) > 50
    for event in onlooker.events:
        packed = event.SerializeToString()
        assert MARK.encode() not in packed
        assert not any(secret in packed for secret in (*secrets, *digests))
        assert event.WhichOneof("event") != "thought"
        if event.move.text:
            assert game.public_move(game.parse_move(event.move.text)) == event.move.text
        assert not event.move.observation.HasField("private")


def found_by_spy(folder: Path, place: str) -> list[int]:
    return [match["found"][place] for match in told_by_spy(folder)]


def test_engines_take_no_memory_from_match_to_match(seen: Seen) -> None:
    folder = seen.folder
    assert sorted(match["seat"] for match in told_by_spy(folder)) == [0, 1, 2]
    assert found_by_spy(folder, "memory") == [0, 0, 0]
    assert found_by_spy(folder, "scratch") == [0, 0, 0]
    # The spy does try: only a sandbox takes its own files from it.
    assert found_by_spy(folder, "directory") == [0, 1, 2]
    assert found_by_spy(folder, "tmp") == [0, 1, 2]


@pytest.mark.slow
def test_engines_that_are_trusted_are_kept_and_the_league_says_so(tmp_path: Path) -> None:
    league = spy_league(tmp_path, trust=True)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        run_league(league, executor=executor, listener=JsonLeague())
    assert found_by_spy(tmp_path, "memory") == [0, 1, 2]
    started = json.loads(printed.getvalue().splitlines()[0])
    assert any(warning.startswith("league.trust: ") for warning in started["warnings"])


@pytest.mark.slow
@pytest.mark.skipif(not probe_level("bwrap").works, reason=f"bwrap: {probe_level('bwrap').reason}")
def test_walls_are_the_default_and_keep_what_engines_leave_behind(tmp_path: Path) -> None:
    paths = os.pathsep.join(map(str, _source_paths()))
    # Not "deals", so that a league without walls leaves nothing that others take for theirs.
    name = f"podesta-test-{os.getpid()}-{tmp_path.name}"
    spied = {"PYTHONPATH": paths, "ZOO_TMP": "/tmp", "ZOO_NAME": name}
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "files").touch()
    league = write_league(
        tmp_path,
        {"spy": zoo("remembers_deals"), "one": RANDOM, "two": RANDOM},
        environments={"spy": spied},
        directories={"spy": tmp_path / "home"},
        concurrency=1,
    )
    run_league(league, executor=executor)
    told = []
    for result, record in played(league):
        seat = record.seats[result.engines.index("spy")]
        assert seat.isolation == "bwrap"
        told.append(json.loads(seat.stderr_tail))
    # It does leave something in every match, and not a thing of it is there in the next one.
    nothing = dict.fromkeys(("memory", "directory", "scratch", "tmp"), 0)
    assert told == [{"found": nothing, "left": ["memory", "tmp"]}] * SEATS
    assert not (Path("/tmp") / name).exists()
    assert [path.name for path in (tmp_path / "home").iterdir()] == ["files"]

"""What engines wrote, from records, ledgers and leagues that are still played."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from podesta.v1 import game_pb2, match_pb2, record_pb2

from arena.cli.log import new_records
from arena.config import League
from arena.league.runner import run_league
from arena.league.stopping import StopRequest
from arena.ledger import LedgerReader
from referee.record_file import read_record, write_record
from tests.arena.cli.command_line import podesta
from tests.arena.league.scripted_matches import Fakes, completed, make_league

BOT = """
name = "Teller"
command = "{python} -m tests.zoo tells_much"
directory = "%s"
environment = { ZOO_MARK = "spam and eggs" }
"""
ROOT = Path(__file__).parents[3]


def told(spec: match_pb2.MatchSpec) -> record_pb2.MatchRecord:
    """A match in which every engine printed its id and the match's."""
    record = completed(spec)
    for engine in spec.engines:
        text = f"{engine.id} in {spec.match_id}\n".encode()
        record.seats.add(engine_id=engine.id, stderr_tail=text, log=[f"log of {engine.id}"])
    return record


@pytest.fixture
def record_file(record_file: Path, tmp_path: Path) -> Path:
    """The record of a real match whose engines wrote something."""
    record = read_record(record_file)
    first, second = record.seats
    first.stderr_tail = b"one\n\x1b[31mred\ttwo\r\nlast, \xff without end"
    first.stdout_tail = b"x" * 65_535 + b"\n"
    first.log.append("thought of \u202e something")
    first.cpu_us, first.cpu_source = 1_500_000, "cgroup"
    first.peak_memory_bytes, first.memory_source, first.peak_processes = 3 << 20, "sampled", 7
    first.cpus.append(3)
    first.frozen_by = "signals"
    second.ClearField("cpu_us")
    second.ClearField("peak_memory_bytes")
    second.ClearField("peak_processes")
    record.faults.add(seat=0, kind=game_pb2.FAULT_KIND_CRASH, detail="memory limit broken: much")
    file = tmp_path / "told.record"
    write_record(file, record)
    return file


def test_one_stream_alone_is_what_the_engine_wrote_made_harmless(record_file: Path) -> None:
    done = podesta("log", record_file, "0", "--stderr")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "one",
        "\\x1b[31mred" + " " * 8 + "two",
        "last, \ufffd without end",
    ]
    assert podesta("log", record_file, "1", "--stdout").stdout == ""


def test_all_streams_with_what_was_used(record_file: Path) -> None:
    done = podesta("log", record_file)
    lines = done.stdout.splitlines()
    match_id = read_record(record_file).spec.match_id
    assert lines[:3] == [
        f"match {match_id}, seat 0: random",
        "  used 1.50s of CPU time (cgroup), at most 3 MiB of memory (sampled), "
        "7 processes and threads, core 3, stopped off move (signals)",
        "  fault: memory limit broken: much",
    ]
    assert lines[3:5] == ["  stderr:", "    one"]
    assert "  stdout, only its end was kept:" in lines
    assert lines[-5:] == [
        "  log:",
        "    thought of \\u202e something",
        "",
        f"match {match_id}, seat 1: random-2",
        "  it wrote nothing",
    ]


def test_json_has_a_line_a_seat(record_file: Path) -> None:
    done = podesta("log", record_file, "--json", "--stderr", "--log")
    assert done.stdout.isascii()
    first, second = (json.loads(line) for line in done.stdout.splitlines())
    assert first["stderr"].startswith("one\n\x1b[31m")
    assert first["log"] == ["thought of \u202e something"]
    assert "stdout" not in first
    assert first["cut"] == ["stdout"]
    assert (first["cpu_us"], first["cpu_source"], first["cpus"]) == (1_500_000, "cgroup", [3])
    assert (second["seat"], second["engine"], second["cpu_us"]) == (1, "random-2", None)
    assert second["faults"] == []


def test_who_is_meant(record_file: Path, tmp_path: Path) -> None:
    by_id = podesta("log", record_file, "random-2", "--json")
    assert [json.loads(line)["seat"] for line in by_id.stdout.splitlines()] == [1]
    wrong = podesta("log", record_file, "random-3")
    assert wrong.returncode == 2
    assert (
        "no seat 'random-3': the match has seats 0 to 1; did you mean 'random-2'?" in wrong.stderr
    )
    assert podesta("log", record_file, "2").returncode == 2
    assert podesta("log", tmp_path / "nowhere").returncode == 2
    assert podesta("log", record_file, "--follow").returncode == 2


def test_a_match_of_a_ledger(tmp_path: Path) -> None:
    league = make_league(tmp_path, "ab")
    run_league(league, executor=Fakes(told))
    with LedgerReader.open(league.ledger) as ledger:
        match_id = ledger.results()[0].match_id
    done = podesta("log", league.ledger, "a", "--match", match_id[:8], "--stderr")
    assert done.stdout == f"a in {match_id}\n"
    several = podesta("log", league.ledger, "a")
    assert several.returncode == 2
    assert "--match" in several.stderr
    both = podesta("log", league.ledger, "--match", match_id, "--follow")
    assert both.returncode == 2


def test_nothing_is_shown_of_a_deal_that_is_still_to_be_played(tmp_path: Path) -> None:
    league = make_league(tmp_path, "ab", hidden=True, deals=1)
    play_one(league)
    with LedgerReader.open(league.ledger) as ledger:
        (result,) = ledger.results()
    done = podesta("log", league.ledger, "--match", result.match_id)
    assert done.returncode == 2
    assert "held back" in done.stderr
    assert result.match_id + "\n" not in done.stdout
    run_league(league, executor=Fakes(told))
    assert podesta("log", league.ledger, "--match", result.match_id).returncode == 0


class _LookedEnoughError(Exception):
    pass


def followed(path: Path, *between: Callable[[list[str]], object]) -> list[str]:
    """Match ids that come while this is done between two looks, each told what came before."""
    found: list[str] = []
    left = iter(between)

    def pause() -> None:
        try:
            do = next(left)
        except StopIteration:
            raise _LookedEnoughError from None
        do(list(found))

    with LedgerReader.open(path) as ledger, pytest.raises(_LookedEnoughError):
        found.extend(record.spec.match_id for record in new_records(ledger, pause))
    return found


def nothing(_: list[str]) -> None:
    pass


def test_following_gives_each_match_once_when_it_counts(tmp_path: Path) -> None:
    league = make_league(tmp_path, "ab", deals=1)
    run_league(league, executor=Fakes(told))
    with LedgerReader.open(league.ledger) as ledger:
        before = {result.match_id for result in ledger.results()}

    def play_more(_: list[str]) -> None:
        run_league(make_league(tmp_path, "ab", deals=3), executor=Fakes(told))

    seen = followed(league.ledger, nothing, play_more, nothing, nothing)
    with LedgerReader.open(league.ledger) as ledger:
        after = [result.match_id for result in ledger.results()]
    assert seen == [match_id for match_id in after if match_id not in before]
    assert len(seen) == 4


def play_one(league: League) -> None:
    stop = StopRequest()

    def once(spec: match_pb2.MatchSpec) -> Any:
        stop.request()
        return told(spec)

    run_league(league, executor=Fakes(once), stop=stop)


def test_following_tells_nothing_of_an_open_deal(tmp_path: Path) -> None:
    league = make_league(tmp_path, "ab", hidden=True, deals=1)
    stop = StopRequest()
    stop.request()
    run_league(league, executor=Fakes(told), stop=stop)
    found: list[list[str]] = []

    def play(seen: list[str]) -> None:
        play_one(league)
        found.append(seen)

    seen = followed(league.ledger, play, play, nothing)
    assert found == [[], []]
    assert len(seen) == 2


def test_a_real_engine_that_prints(tmp_path: Path) -> None:
    file, bot = tmp_path / "told.record", tmp_path / "bot.toml"
    bot.write_text(BOT % ROOT)
    done = podesta("match", "bologna", bot, "random", "--record", file, "--isolation", "none")
    assert done.returncode == 0, done.stderr
    for stream in ("--stderr", "--stdout", "--log"):
        lines = podesta("log", file, "0", stream).stdout.splitlines()
        assert len(lines) > 3
        assert set(lines) == {"spam and eggs"}
    assert podesta("log", file, "1", "--stderr").stdout == ""

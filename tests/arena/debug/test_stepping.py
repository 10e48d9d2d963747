"""Real matches that are held up: from a pipe, and on a terminal."""

import io
import sys
from pathlib import Path

import pytest
from podesta.v1 import game_pb2

from arena.ledger import Ledger, summarize
from referee.record_file import encode_record, read_record
from referee.replay import verify
from tests.arena.cli.command_line import Terminal, podesta

BASE = ("--deal", "held-up", "--city", "ABBAAB", "--isolation", "none")
STEP = ("debug", "step", "bologna", "random", "random", *BASE)


def obeyed(
    monkeypatch: pytest.MonkeyPatch, commands: str, *words: str | Path
) -> tuple[int, list[str]]:
    monkeypatch.setattr(sys, "stdin", io.StringIO(commands))
    done = podesta(*words)
    return done.returncode, done.stdout.splitlines()


def test_a_match_stands_still_until_it_is_told_to_go_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    record = tmp_path / "held.record"
    commands = (
        "clocks\nstep 2\nshow 1\nshow 7\nlegal t6@\nuntil 1\nbrek\nbreak ply 6\ncontinue\n"
        "moves\nmessages 2\nbreak swing x\nbreak swing 3\nbreak fault off\nhelp\nuntil 8\n"
    )
    status, lines = obeyed(
        monkeypatch, commands, *STEP, "--output", tmp_path / "t", "--record", record
    )
    assert status == 0
    assert [line for line in lines if line.startswith("held up")] == [
        "held up: step", "held up: step", "held up: ply 6", "held up: ply 8",
    ]  # fmt: skip
    assert "next: ply 0, 0 random: building" in lines
    for wanted in (
        "0 random: 1:00",
        "show: there are seats 0 to 1",
        "until: ply 1 has been, the next is 2",
        "no command 'brek'; did you mean 'break'?",
        "break swing: 'x' is no number above 0",
        "no more commands: the match goes on to its end",
    ):
        assert wanted in lines
    assert any(line.startswith("influence ") for line in lines)
    kept = read_record(record)
    assert kept.unrated
    assert kept.termination == game_pb2.TERMINATION_COMPLETED
    assert verify(kept) == []
    assert podesta("verify", record).returncode == 0
    moves = [line for line in lines if line.startswith("   1. ")]
    assert len(moves) == 2  # as it was made, and in the list of moves
    assert (tmp_path / "t" / "seat-1.transcript").is_file()

    # A league would not count it.
    with Ledger.open_for_run(tmp_path / "x.ledger", {}, None) as ledger:
        spec = kept.spec
        engines = [engine.id for engine in spec.engines]
        ledger.begin(spec.match_id, spec.attempt, spec.deal_id, engines)
        summary = summarize(kept)
        assert ledger.commit(kept, encode_record(kept), summary, counts=True) is None
        assert list(ledger.results()) == []


def test_who_quits_leaves_nothing_that_counts(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    record = tmp_path / "held.record"
    status, lines = obeyed(
        monkeypatch, "step\nquit\n", *STEP, "--output", tmp_path, "--record", record
    )
    assert status == 5
    assert not record.exists()
    assert lines[-1].startswith("next: ply 1")


def test_a_fault_stops_the_match_before_anything_follows(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    bots = ("random", "{python} -m tests.zoo makes_an_illegal_move")
    status, lines = obeyed(
        monkeypatch, "messages 1\n", "debug", "run", "bologna", *bots, *BASE, "--output", tmp_path
    )
    assert status == 3, lines
    (held,) = [place for place, line in enumerate(lines) if line.startswith("held up: a fault of")]
    assert "<- rejected" in lines[held + 1]
    assert "result: fault" in lines[held + 3]


def test_single_keys_command_it_on_a_terminal(tmp_path: Path) -> None:
    with Terminal(*STEP, "--output", tmp_path) as terminal:
        place = terminal.expect("held up: step")
        terminal.press(" ")
        place = terminal.expect("next: ply 1,", place)
        terminal.press("1")
        place = terminal.expect("influence", place)
        terminal.press(":")
        place = terminal.expect("quit: q\n: ", place)
        terminal.press("until 5\n")
        place = terminal.expect("held up: ply 5", place)
        terminal.press("q")
        terminal.expect("nothing of it counts", place)
        assert terminal.wait() == 5

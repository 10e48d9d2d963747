"""Several matches at once: lines, and on a terminal the tally below them."""

import io

import pytest
from podesta.v1 import game_pb2, match_pb2, record_pb2
from rich.console import Console

from arena.match.picture import MatchPicture
from arena.match.playing import MatchWatcher
from arena.terminal.console import make_console
from arena.terminal.matches_live import LiveMatches
from arena.terminal.matches_plain import PlainMatches
from tests.arena.match import sample_match as sample

ENGINES = [match_pb2.EngineSpec(id=engine, name=engine) for engine in ("greedy", "evil")]
SPEC = match_pb2.MatchSpec(match_id="m1", game="bologna", engines=ENGINES)
LINES = [
    "match 1 of 3: bologna: 0 greedy, 1 evil",
    "match 2 of 3: bologna: 0 greedy, 1 evil",
    "match 2 of 3: result: completed (final scoring); 1. 1 evil: 9 points; 2. 0 greedy: 8 points",
    "match 3 of 3: bologna: 0 greedy, 1 evil",
    "match 1 of 3: result: void (the referee was\\nkilled)",
    "slot 0 lost: no referee\\nstarts",
    "match 3 of 3: fault at ply 2: 1 evil: crash: the process ended, signal 9",
    "match 3 of 3: result: forfeit",
    "match 3 of 3: the last that 1 evil wrote to stderr:",
    "match 3 of 3:   | no idea\\x1b[2J",
]


def _forfeit() -> record_pb2.MatchRecord:
    termination = game_pb2.TERMINATION_FORFEIT
    record = sample.record(termination=termination, faults=(sample.crash(1),))
    record.seats.add(name="greedy")
    record.seats.add(name="evil", stderr_tail=b"no idea\x1b[2J\n")
    return record


def _show_to(watcher: MatchWatcher) -> None:
    watcher.begins(SPEC, 1)
    watcher.begins(SPEC, 2)
    for event in (sample.started(), sample.asked(0, 0), sample.moved(0, 0)):
        watcher.happened(event, MatchPicture.of(SPEC).after(event, 0))
    watcher.waits()
    watcher.ended(sample.record(2, 1), 2)
    watcher.begins(SPEC, 3)
    watcher.lost(SPEC, 1, "the referee was\nkilled")
    watcher.slot_lost(0, "no referee\nstarts")
    watcher.ended(_forfeit(), 3)


def test_each_line_names_its_match_and_moves_are_not_told() -> None:
    stream = io.StringIO()
    _show_to(PlainMatches(3, stream))
    assert stream.getvalue().splitlines() == LINES


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def _terminal() -> tuple[Console, io.StringIO]:
    stream = _Terminal()
    environment = {"TERM": "xterm", "COLUMNS": "130", "LINES": "50", "NO_COLOR": "1"}
    return make_console(stream, environment), stream


def test_on_a_terminal_the_tally_stands_below_the_lines() -> None:
    console, stream = _terminal()
    with LiveMatches(console, 3, ENGINES) as watcher:
        _show_to(watcher)
    written = stream.getvalue()
    told = [place for line in LINES if (place := written.find(line)) >= 0]
    assert len(told) == len(LINES)
    assert told == sorted(told)
    first, *_, last = (line for line in written.splitlines() if "matches played" in line)
    assert first.endswith("0 of 3 matches played, 0 running")
    assert last.endswith("3 of 3 matches played, 0 running")
    assert "0 of 3 matches played, 2 running" in written
    assert "1 of 3 matches played, 1 running" in written
    assert "1 of 3 matches void" in written
    assert "1-0-0" in written
    assert "t5@1" not in written


def test_what_is_drawn_is_put_away_when_something_breaks() -> None:
    console, stream = _terminal()

    def interrupted() -> None:
        with LiveMatches(console, 3, ENGINES) as watcher:
            watcher.begins(SPEC, 1)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    written = stream.getvalue()
    assert written.count("\x1b[?25l") == written.count("\x1b[?25h") == 1
    # Nothing is written behind what erases the picture.
    assert written.endswith("\x1b[2K")

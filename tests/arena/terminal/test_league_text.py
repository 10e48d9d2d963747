"""Lines about leagues: what they say, and what they leave out."""

import io
from dataclasses import replace
from pathlib import Path
from typing import Any

from podesta.v1 import game_pb2, match_pb2

from arena.executors.fake import Hangs
from arena.league.listener import LeagueListener, LeagueOverview
from arena.league.result import Totals
from arena.league.runner import run_league
from arena.league.standings import rating_result
from arena.league.stopping import StopRequest
from arena.ledger import FaultCause, MatchResult, Summary, Suspension
from arena.terminal.console import make_console
from arena.terminal.league_live import LiveLeague
from arena.terminal.league_plain import PlainLeague
from arena.terminal.league_text import (
    cause_lines,
    changed_line,
    counts_text,
    fault_note,
    more_line,
    overview_lines,
    result_line,
    suspension_line,
)
from tests.arena.league.scripted_matches import Fakes, make_league

FORFEIT = game_pb2.TERMINATION_FORFEIT


def _stopped_at_once(folder: Path, listener: LeagueListener) -> None:
    stop = StopRequest()

    def answer(spec: match_pb2.MatchSpec) -> Any:
        stop.request_now()
        return Hangs()

    run_league(make_league(folder), executor=Fakes(answer), listener=listener, stop=stop)


def test_a_match_that_was_stopped_is_not_called_void(tmp_path: Path) -> None:
    stream, screen = io.StringIO(), io.StringIO()
    _stopped_at_once(tmp_path, PlainLeague(stream))
    (told,) = (line for line in stream.getvalue().splitlines() if "not finished" in line)
    assert told.startswith("not finished: ")
    assert told.endswith(", played again another time")
    console = make_console(screen, {"TERM": "xterm", "COLUMNS": "110", "LINES": "40"})
    with LiveLeague(console, rating_result) as live:
        _stopped_at_once(tmp_path, live)
    assert told in screen.getvalue()
    assert "void" not in stream.getvalue() + screen.getvalue()


def test_what_a_run_takes_of_the_machine_is_told_only_where_it_is_scarce(tmp_path: Path) -> None:
    seen: list[LeagueOverview] = []

    class Watcher(LeagueListener):
        def league_started(self, overview: LeagueOverview) -> None:
            seen.append(overview)

    run_league(make_league(tmp_path), executor=Fakes(), listener=Watcher())
    overview = replace(seen[0], usage="2 referees: about 96 descriptors")
    assert not any("descriptors" in line for line in overview_lines(overview))
    scarce = overview_lines(replace(overview, scarce=True))
    assert "warning: 2 referees: about 96 descriptors: most of what this machine allows" in scarce


def _forfeit(detail: str, printed: str) -> MatchResult:
    summary = Summary((2, 1), FORFEIT, "seat 0 did not start", (0,), False, 0, 0, b"", b"")
    cause = FaultCause(0, game_pb2.FAULT_KIND_START, detail, printed)
    return MatchResult("0123456789abcdef", 1, "d", ("a", "b"), 1, summary, (cause,))


def test_why_an_engine_did_not_start_in_one_line_of_visible_characters() -> None:
    result = _forfeit("no \x1b[2J hello", "  Traceback\u202e " + "x" * 1000)
    note = fault_note({"a": "A"}, result)
    assert note is not None
    assert note.startswith(
        "A: seat 0 did not start: no \\x1b[2J hello; it wrote: Traceback\\u202e x"
    )
    assert len(note) < 400
    assert cause_lines({}, result) == {
        ("a", game_pb2.FAULT_KIND_START): note.replace("A: seat 0 did not start: ", "a: ")
    }
    path = Path("a b.ledger")
    assert more_line(path, result) == "more: podesta replay 'a b.ledger' --match 0123456789"


def test_what_an_engine_repeats_is_not_told_twice() -> None:
    note = fault_note({}, _forfeit("no option 'x'", "rejected: no option 'x'; bye"))
    assert note == "a: seat 0 did not start: no option 'x'"


def test_a_bot_that_another_python_started_is_helped() -> None:
    note = fault_note(
        {}, _forfeit("exit status 1", "ModuleNotFoundError: No module named 'engines'")
    )
    assert note is not None
    assert "No module named 'engines' (write {python} for python3 in its command" in note
    other = fault_note(
        {}, _forfeit("exit status 1", "ModuleNotFoundError: No module named 'torch'")
    )
    assert other is not None
    assert "{python}" not in other


def test_where_both_did_not_start_nobody_scores() -> None:
    result = _forfeit("", "")
    assert result_line({}, result).startswith("a v b: 0-1 forfeit")
    both = replace(result.summary, placements=(2, 2), faulty_seats=(0, 1))
    assert result_line({}, replace(result, summary=both)).startswith("a v b: 0-0 forfeit")


def test_a_suspension_tells_what_it_costs_and_what_still_runs() -> None:
    suspension = Suspension("a", "i", "3 faults in a row", 5)
    line = "suspended: A: 3 faults in a row; 7 of its matches are forfeits"
    assert suspension_line({"a": "A"}, suspension, 7, 0) == line
    assert suspension_line({"a": "A"}, suspension, 7, 1) == f"{line}, 1 still running"


def test_one_void_attempt_is_told_in_the_singular() -> None:
    totals = Totals(4, 3, 0, 0, 0, 1, 0, 1, 0)
    assert counts_text(totals) == "4 planned, 3 played, 1 to do, 1 void attempt"
    assert counts_text(replace(totals, voids=2)).endswith(", 2 void attempts")
    assert counts_text(replace(totals, voids=0, taken_back=1)).endswith("1 to do, 1 taken back")


def test_a_bot_that_changed_meanwhile_is_told_what_that_means() -> None:
    line = changed_line({"b": "My bot"}, "b")
    assert line.startswith("warning: files of My bot have changed: ")
    assert "the next run takes it as a new one" in line

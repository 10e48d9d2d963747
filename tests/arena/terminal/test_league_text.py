"""Lines about leagues: what they say, and what they leave out."""

import io
from dataclasses import replace
from pathlib import Path
from typing import Any

from podesta.v1 import match_pb2

from arena.executors.fake import Hangs
from arena.league.listener import LeagueListener, LeagueOverview
from arena.league.runner import run_league
from arena.league.standings import rating_result
from arena.league.stopping import StopRequest
from arena.terminal.console import make_console
from arena.terminal.league_live import LiveLeague
from arena.terminal.league_plain import PlainLeague
from arena.terminal.league_text import overview_lines
from tests.arena.league.scripted_matches import Fakes, make_league


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

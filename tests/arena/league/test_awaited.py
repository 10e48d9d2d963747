import io
import json
from pathlib import Path

import pytest

from arena.cli.league_json import JsonLeague
from arena.executors import FakeExecutor
from arena.executors.fake import Hangs
from arena.league import awaited as module
from arena.league.awaited import Awaited, AwaitedMatches
from arena.league.listener import LeagueListener
from arena.league.plan import PlannedMatch
from arena.league.runner import run_league
from arena.league.stopping import StopRequest
from arena.terminal.league_plain import PlainLeague
from tests.arena.league.test_remote_engines import league_of

FAR = frozenset({"far", "farther"})


def match(*engines: str) -> PlannedMatch:
    return PlannedMatch(match_id="m", deal_id="d", engines=engines)


def test_a_match_is_awaited_once_and_after_a_while() -> None:
    now_s = [0.0]
    matches = AwaitedMatches(FAR, lambda: now_s[0])
    matches.given(0, match("near", "far"), 1)
    matches.given(1, match("farther", "far"), 2)
    matches.given(2, match("near", "near"), 1)
    now_s[0] = 1.9
    assert matches.overdue() == []
    matches.begun(0)
    now_s[0] = 2.0
    assert matches.overdue() == [Awaited(1, match("farther", "far"), 2, ("farther", "far"))]
    assert matches.overdue() == []


class StoppingPlain(PlainLeague):
    """Asks the run to stop as soon as a match is awaited."""

    def __init__(self, stream: io.StringIO, stop: StopRequest) -> None:
        super().__init__(stream)
        self._stop = stop

    def match_waiting(self, awaited: Awaited) -> None:
        super().match_waiting(awaited)
        self._stop.request_now()


class StoppingJson(JsonLeague):
    """The same."""

    def __init__(self, stop: StopRequest) -> None:
        super().__init__()
        self._stop = stop

    def match_waiting(self, awaited: Awaited) -> None:
        super().match_waiting(awaited)
        self._stop.request_now()


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_PATIENCE_S", 0.0)


def run(directory: Path, listener: LeagueListener, stop: StopRequest) -> None:
    """A league of which no match ever begins."""
    fakes = FakeExecutor(lambda _: Hangs(), 1)
    run_league(league_of(directory), executor=lambda *_: fakes, listener=listener, stop=stop)


@pytest.mark.usefixtures("at_once")
def test_a_plain_line_tells_for_whom_a_run_waits(tmp_path: Path) -> None:
    stream, stop = io.StringIO(), StopRequest()
    run(tmp_path, StoppingPlain(stream, stop), stop)
    (line,) = [line for line in stream.getvalue().splitlines() if line.startswith("waiting")]
    assert line.endswith(" begins when A has dialled in")


@pytest.mark.usefixtures("at_once")
def test_an_event_tells_for_whom_a_run_waits(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stop = StopRequest()
    run(tmp_path, StoppingJson(stop), stop)
    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    (event,) = [event for event in events if event["event"] == "match_waiting"]
    assert (event["slot"], event["attempt"], event["waiting_for"]) == (0, 1, ["a"])
    assert "a" in event["engines"]

"""The picture of a running match, with real boards of Bologna."""

import io

import pytest
from podesta.v1 import game_pb2, match_pb2
from rich.console import Console

from arena.match.picture import MatchPicture
from arena.terminal.console import make_console
from arena.terminal.match_live import LiveWatcher
from arena.terminal.match_plain import PlainWatcher
from arena.terminal.match_view import MatchView
from arena.terminal.observation_view import draw_observation
from referee.games import NO_CHANCE, load_game
from referee.time_control import parse_time_control
from tests.arena.match import sample_match as sample

CONTROL = parse_time_control("1m").to_proto()
S = 1_000_000


def _observation(*moves: str) -> game_pb2.Observation:
    game = load_game("bologna")
    state = game.initial_state(game.parse_options({"city": "ABBAAB"}, 2), 2, NO_CHANCE)
    for text in moves:
        state.apply(game.parse_move(text))
    observation = game_pb2.Observation()
    observation.public.Pack(state.public())
    return observation


def _drawn(picture: MatchPicture, now_us: int = 0) -> str:
    view = MatchView("bologna  1m", CONTROL, lambda: now_us)
    view.show(picture)
    console = make_console(io.StringIO(), {"COLUMNS": "130"})
    console.print(view)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def _picture(*events: match_pb2.MatchEvent) -> MatchPicture:
    picture = MatchPicture()
    for event in events:
        picture = picture.after(event, 0)
    return picture


def _started() -> match_pb2.MatchEvent:
    event = sample.started()
    event.started.observation.CopyFrom(_observation())
    return event


def test_board_clocks_evaluations_and_last_moves_are_shown() -> None:
    move = sample.moved(1, 0, "t5@1:c1", evaluation=game_pb2.Evaluation(values=[1, -1], depth=4))
    move.move.observation.CopyFrom(_observation("t5@1:c1"))
    picture = _picture(_started(), move, sample.asked(0, 1), sample.thought(0, 0.5, -0.5))
    drawn = _drawn(picture, now_us=5 * S)
    lines = drawn.splitlines()
    assert "bologna  1m" in lines[0]
    greedy = next(line for line in lines if "greedy" in line)
    assert greedy.startswith(">")
    assert "0:53.7" in greedy  # 58.75 s less the 5 s since the question
    assert "+0.50 -0.50 d3 n12.3k" in greedy
    evil = next(line for line in lines if "evil" in line)
    assert "1:00" in evil
    assert "d4" in evil
    assert "ply 1  building" in drawn
    assert "1: S3A" in drawn
    assert "t5" in drawn
    assert any(line.split()[:2] == ["1.", "1"] and "t5@1:c1" in line for line in lines)
    assert "\x1b" not in drawn


def test_before_the_start_and_after_a_forfeit() -> None:
    spec = match_pb2.MatchSpec(
        match_id="m1", game="bologna", engines=[match_pb2.EngineSpec(id="a", name="a")] * 2
    )
    assert "starting the engines" in _drawn(MatchPicture.of(spec))
    ended = match_pb2.MatchEvent(
        match_id="m1",
        ended=match_pb2.MatchEnded(termination=game_pb2.TERMINATION_FORFEIT),
    )
    assert "nothing was played" in _drawn(MatchPicture.of(spec).after(ended, 0))


def test_faults_and_openings_and_hidden_moves() -> None:
    fault = match_pb2.MatchEvent(match_id="m1", fault=sample.crash(1))
    opening = sample.moved(0, 0, decider=match_pb2.DECIDER_OPENING)
    drawn = _drawn(_picture(_started(), opening, sample.moved(1, 1, ""), fault))
    assert "referee" in drawn
    assert "(hidden)" in drawn
    assert "fault: 1 evil" in drawn


def test_periods_are_counted() -> None:
    event = _started()
    for clock in event.started.clocks:
        clock.periods_left, clock.period_us = 3, 10 * S
    assert "1:00 x3" in _drawn(_picture(event))


@pytest.mark.parametrize(
    ("game", "observation", "told"),
    [
        ("no-such-game", _observation(), "no rules here to draw 'no-such-game'"),
        ("bologna", game_pb2.Observation(), "nothing to see"),
    ],
)
def test_what_can_not_be_drawn_is_told(
    game: str, observation: game_pb2.Observation, told: str
) -> None:
    console = make_console(io.StringIO(), {})
    console.print(draw_observation(game, observation))
    assert isinstance(console.file, io.StringIO)
    assert told in console.file.getvalue()


def test_damaged_and_unknown_messages_are_told() -> None:
    damaged, unknown = _observation(), _observation()
    damaged.public.value = b"\xff\xff"
    unknown.public.type_url = "type.googleapis.com/podesta.nothing.v1.Public"
    for observation in (damaged, unknown):
        console = make_console(io.StringIO(), {})
        console.print(draw_observation("bologna", observation))
        assert isinstance(console.file, io.StringIO)
        assert "can't draw" in console.file.getvalue()


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def _terminal() -> Console:
    return make_console(_Terminal(), {"TERM": "xterm", "COLUMNS": "130", "LINES": "50"})


def _watched(games: int) -> str:
    console = _terminal()
    spec = match_pb2.MatchSpec(match_id="m1", game="bologna", time_control="1m")
    with LiveWatcher(console, games, CONTROL, now_us=lambda: 0) as watcher:
        watcher.begins(spec, 1)
        watcher.happened(_started(), _picture(_started()))
        watcher.waits()
        watcher.ended(sample.record(1, 2), 1)
        watcher.begins(spec, 2)
        watcher.lost(spec, 2, "the referee was killed")
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_a_live_match_leaves_its_board_and_its_result() -> None:
    written = _watched(1)
    assert "S3A" in written
    assert "result: completed (final scoring)" in written
    assert "result: void (the referee was killed)" in written
    assert written.count("\x1b[?25l") == written.count("\x1b[?25h")


def test_of_several_live_matches_the_results_stay() -> None:
    written = _watched(2)
    assert "match 1: result: completed" in written
    assert "match 2: result: void" in written


def test_the_live_view_is_put_away_when_something_breaks() -> None:
    console = _terminal()
    spec = match_pb2.MatchSpec(match_id="m1", game="bologna")

    def interrupted() -> None:
        with LiveWatcher(console, 1, CONTROL, now_us=lambda: 0) as watcher:
            watcher.begins(spec, 1)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert isinstance(console.file, io.StringIO)
    assert console.file.getvalue().rstrip().endswith("\x1b[?25h")


def test_plain_lines_of_several_matches() -> None:
    stream = io.StringIO()
    watcher = PlainWatcher(2, stream)
    spec = match_pb2.MatchSpec(match_id="m1", game="bologna")
    watcher.begins(spec, 1)
    watcher.happened(sample.started(), _picture(sample.started()))
    watcher.waits()
    watcher.ended(sample.record(2, 1), 1)
    assert stream.getvalue().splitlines() == [
        "match 1 of 2",
        "bologna: 0 greedy, 1 evil\\x1b[2J\\nbot [bold]",
        "result: completed (final scoring)",
        "  1. 1 evil: 9 points",
        "  2. 0 greedy: 8 points",
    ]

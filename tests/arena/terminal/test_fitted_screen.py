"""What must be seen is seen: live views and replays of all games on screens of usual sizes."""

import functools
import io

import pytest
from podesta.v1 import record_pb2
from rich.console import Console, RenderableType
from rich.screen import Screen
from rich.text import Text
from rich.theme import Theme

from arena.match.picture import MatchPicture
from arena.match.replay_frames import ReplayFrame, replay_frames
from arena.terminal.console import STYLES
from arena.terminal.durations import format_clock
from arena.terminal.fitted_screen import FittedScreen
from arena.terminal.match_text import result_lines
from arena.terminal.match_view import MatchView
from arena.terminal.replay_view import ReplayView, decision_line
from arena.terminal.stepping import HELP_LINE
from referee.games import load_game
from tests.arena.match import sample_match as sample
from tests.referee.played_record import play_record, tiny_spec

SIZES = [(80, 24), (100, 30), (140, 45)]
GAMES = [("bologna", 2), ("patrician", 3), ("tuerme", 3), ("bomarzo", 2)]
TOO_LOW = "the screen is too low"


@functools.cache
def _record(game: str, seats: int) -> record_pb2.MatchRecord:
    spec = tiny_spec(seats, game=game, game_options={}, time_control="10m+1s")
    return play_record(spec, game=load_game(game))


@functools.cache
def _frames(game: str, seats: int) -> list[ReplayFrame]:
    frames, problem = replay_frames(_record(game, seats))
    assert problem is None
    return frames


def _seen(view: RenderableType, width: int, height: int) -> list[str]:
    console = Console(
        file=io.StringIO(),
        width=width,
        height=height,
        theme=Theme(STYLES),
        color_system=None,
        markup=False,
        emoji=False,
        highlight=False,
    )
    lines = console.render_lines(view, pad=False)
    return ["".join(segment.text for segment in line).rstrip() for line in lines]


def _has(lines: list[str], *words: str) -> bool:
    """Whether one line holds all these words."""
    return any(all(word in line for word in words) for line in lines)


def _live_view(game: str, seats: int, plies: int) -> tuple[MatchView, ReplayFrame]:
    """A live view after so many plies, the next decision being asked."""
    record, frames = _record(game, seats), _frames(game, seats)
    events = [sample.started(tuple(f"bot {seat}" for seat in range(seats)))]
    events[0].started.game = game
    for frame in frames[1 : plies + 1]:
        decision = frame.decision
        assert decision is not None
        event = sample.moved(decision.seat, frame.ply - 1, decision.move)
        del event.move.clocks[:]
        event.move.clocks.extend(sample.clocks(*(us or 0 for us in frame.clocks_us)))
        event.move.observation.public.Pack(frame.state.public())
        events.append(event)
    frame = frames[plies]
    if frame.state.to_act is not None:
        events.append(sample.asked(frame.state.to_act, plies))
    picture = MatchPicture()
    for event in events:
        picture = picture.after(event, 0)
    view = MatchView(f"{game}  10m+1s", record.time_control, lambda: 0)
    view.show(picture)
    return view, frame


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_a_live_view_always_shows_clocks_turn_and_last_move(
    game: str, seats: int, width: int, height: int
) -> None:
    plies = len(_frames(game, seats)) - 3
    view, frame = _live_view(game, seats, plies)
    seen = _seen(view, width, height)
    assert len(seen) <= height
    for seat, us in enumerate(frame.clocks_us):
        assert us is not None
        assert _has(seen, f"bot {seat}", format_clock(us))
    assert frame.decision is not None
    assert _has(seen, f"{frame.ply}.", frame.decision.move)
    acting = next(line for line in seen if line.startswith(">"))
    assert f"bot {frame.state.to_act}" in acting
    assert not _has(seen, TOO_LOW), seen  # the smaller drawing fits even into 80x24


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_a_live_view_that_stays_leaves_room_or_is_whole(game: str, seats: int) -> None:
    view, frame = _live_view(game, seats, 30)
    view.stay_above(6)
    seen = _seen(view, 80, 30)
    assert len(seen) <= 30 - 6
    assert frame.decision is not None
    assert _has(seen, frame.decision.move)
    low = _seen(view, 80, 18)
    assert len(low) > 18
    assert _has(low[-1:], frame.decision.move)
    for lines in (seen, low):
        assert not _has(lines, TOO_LOW)


def test_a_high_screen_shows_more_of_the_last_moves() -> None:
    view, frame = _live_view("bologna", 2, 12)
    low, high = _seen(view, 80, 24), _seen(view, 140, 45)
    assert not _has(low, f"{frame.ply - 5}. ")
    for ply in range(frame.ply - 5, frame.ply + 1):
        assert _has(high, f"{ply}. ")


@pytest.mark.parametrize("from_end", [0, 1, 10])
@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_a_replay_always_shows_clocks_move_and_result(
    game: str, seats: int, width: int, height: int, from_end: int
) -> None:
    record, frames = _record(game, seats), _frames(game, seats)
    last = len(frames) - 1
    frame = frames[last - from_end]
    view = ReplayView(
        load_game(game),
        record,
        frame,
        last_ply=last,
        seat=0,
        help_line=HELP_LINE,
        fits=True,
    )
    seen = _seen(Screen(view), width, height)
    assert len(seen) == height
    assert HELP_LINE in seen
    for seat, us in enumerate(frame.clocks_us):
        assert us is not None
        assert _has(seen, f"E{seat}", format_clock(us)), seen
    assert decision_line(record, frame).strip() in seen
    if from_end == 0:
        for line in result_lines(record):
            assert line.rstrip() in seen
    elif (game, height) != ("bomarzo", 24):  # whose cards played take a line each
        assert not _has(seen, TOO_LOW), seen
    whole = _seen(
        ReplayView(load_game(game), record, frame, last_ply=last, seat=0, fits=False), width, 500
    )
    assert not _has(whole, TOO_LOW)


def _text(lines: int, word: str) -> Text:
    return Text("\n".join(f"{word} {number}" for number in range(1, lines + 1)))


@pytest.mark.parametrize(
    ("height", "seen"),
    [
        (
            9,
            ["head", "news 1", "news 2", "news 3", "board 1", "board 2", "board 3", "tail"],
        ),
        (7, ["head", "news 1", "news 2", "news 3", "board 1", "board 2", "board 3"]),
        (6, ["head", "news 2", "news 3", "board 1", "board 2", "board 3"]),
        (5, ["head", "news 3", "board 1", "board 2", "board 3"]),
        (4, ["head", "news 3", "board 1", f"... 2 more lines: {TOO_LOW}"]),
        (3, ["head", "news 3", f"... 3 more lines: {TOO_LOW}"]),
        (2, ["head", "news 3"]),
        (1, ["head"]),
    ],
)
def test_news_shrink_before_the_board_is_cut(height: int, seen: list[str]) -> None:
    parts = ([Text("head")], _text(3, "news"), _text(3, "board"), [Text("tail")])
    assert _seen(FittedScreen(*parts, fits=True), 60, height) == seen


def test_a_match_without_moves_has_no_news() -> None:
    parts = ([Text("head")], None, _text(3, "board"))
    assert _seen(FittedScreen(*parts, fits=True), 60, 4) == [
        "head",
        "board 1",
        "board 2",
        "board 3",
    ]

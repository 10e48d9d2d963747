import pytest
from podesta.v1 import game_pb2, match_pb2, record_pb2

from arena.match.picture import MatchPicture
from arena.terminal.match_text import (
    event_line,
    fault_text,
    last_words_lines,
    outcome_lines,
    tiebreak_names,
)
from tests.arena.match import sample_match as sample


def _lines(*events: match_pb2.MatchEvent) -> list[str | None]:
    picture, lines = MatchPicture(), []
    for event in events:
        picture = picture.after(event, 0)
        lines.append(event_line(picture, event))
    return lines


def test_a_match_in_plain_lines() -> None:
    evaluation = game_pb2.Evaluation(values=[1.5, -1.5], depth=6, nodes=12_345)
    fault = match_pb2.MatchEvent(match_id="m1", fault=sample.crash(1))
    lines = _lines(
        sample.started(),
        sample.moved(1, 0, decider=match_pb2.DECIDER_OPENING),
        sample.asked(0, 1),
        sample.moved(0, 1, evaluation=evaluation),
        sample.moved(1, 2, text=""),
        fault,
    )
    assert lines == [
        "bologna: 0 greedy, 1 evil\\x1b[2J\\nbot [bold]",
        "   1. 1 evil\\x1b[2J\\nbot [bold]: t5@1:0,3 (opening)",
        None,
        "   2. 0 greedy: t5@1:0,3  1.25s  left 0:58.7  +1.50 -1.50 d6 n12.3k",
        "   3. 1 evil\\x1b[2J\\nbot [bold]: (hidden)  1.25s  left 1:00",
        "fault at ply 2: 1 evil\\x1b[2J\\nbot [bold]: crash: the process ended, signal 9",
    ]


def test_faults_say_what_is_known() -> None:
    timeout = game_pb2.Fault(kind=game_pb2.FAULT_KIND_TIMEOUT, overrun_us=120_000)
    assert fault_text(timeout) == "timeout: 120.0ms over the limit"
    exited = game_pb2.Fault(kind=game_pb2.FAULT_KIND_CRASH, detail="gone", exit_status=3)
    assert fault_text(exited) == "crash: gone, exit status 3"
    said = "the process ended with exit status 3 before it said hello"
    once = game_pb2.Fault(kind=game_pb2.FAULT_KIND_START, detail=said, exit_status=3)
    assert fault_text(once) == f"start: {said}"
    killed = game_pb2.Fault(
        kind=game_pb2.FAULT_KIND_CRASH, detail="the process ended by signal 15", signal=1
    )
    assert fault_text(killed) == "crash: the process ended by signal 15, signal 1"
    evil = game_pb2.Fault(kind=game_pb2.FAULT_KIND_ILLEGAL_MOVE, detail="\x1b[2J")
    assert fault_text(evil) == "illegal move: \\x1b[2J"


def test_the_outcome_is_told_in_the_order_of_placement() -> None:
    lines = outcome_lines(
        ("a", "b", "c"), sample.outcome(2, 1, 2), game_pb2.TERMINATION_COMPLETED, ""
    )
    assert lines == [
        "result: completed (final scoring)",
        "  1. 1 b: 9 points",
        "  2. 0 a: 8 points",
        "  2. 2 c: 8 points",
    ]


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (("towers", "stones"), ", tie-breaks towers 3, stones -4"),
        (("towers",), ", tie-breaks towers 3, -4"),
        (("towers", "stones", "luck"), ", tie-breaks towers 3, stones -4"),
        ((), ", tie-breaks 3, -4"),
    ],
)
def test_tie_breaks_are_named_where_the_game_does(names: tuple[str, ...], told: str) -> None:
    outcome = sample.outcome(1)
    outcome.seats[0].tiebreaks.extend((3, -4))
    lines = outcome_lines(("a",), outcome, game_pb2.TERMINATION_COMPLETED, "", names)
    assert lines[1] == f"  1. 0 a: 9 points{told}"


@pytest.mark.parametrize(
    ("game", "told"),
    [("patrician", ("own floors",)), ("bologna", ()), ("no-such-game", ())],
)
def test_games_name_their_tie_breaks(game: str, told: tuple[str, ...]) -> None:
    assert tiebreak_names(game) == told


def test_a_void_match_has_a_reason_and_no_placement() -> None:
    lines = outcome_lines(("a", "b"), None, game_pb2.TERMINATION_VOID, "out of memory\x07")
    assert lines == ["result: void (out of memory\\x07)"]


@pytest.mark.parametrize("module", ["engines", "engines.kit", "podesta.v1", "torch"])
def test_a_bot_without_the_kit_is_told_which_python_has_it(module: str) -> None:
    record = record_pb2.MatchRecord()
    record.spec.engines.add(id="towers")
    error = f"Traceback:\nModuleNotFoundError: No module named '{module}'\n"
    record.seats.add(stderr_tail=error.encode())
    record.faults.add(seat=0, kind=game_pb2.FAULT_KIND_START)
    hints = [line for line in last_words_lines(record) if line.startswith("hint: write {python}")]
    assert len(hints) == (module != "torch")

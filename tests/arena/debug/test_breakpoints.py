"""What stops a match, and the words that say so."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from podesta.v1 import debug_pb2, engine_pb2, game_pb2, match_pb2

from arena.debug.breakpoints import Breakpoints
from arena.debug.said import Said
from arena.debug.step_words import HELP, Command, CommandError, key_command, parse_command


def moved(seat: int, *values: float) -> Said:
    move = engine_pb2.Move(evaluation=game_pb2.Evaluation(values=values))
    request = engine_pb2.PlayRequest(move=move)
    return Said(seat, 0, True, "move", 1, request, b"", 0)


def made() -> match_pb2.MatchEvent:
    return match_pb2.MatchEvent(move=match_pb2.MoveMade())


def at(ply: int, *, over: bool = False) -> debug_pb2.PlayReached:
    return debug_pb2.PlayReached(ply=ply, over=over)


def test_nothing_stops_where_nothing_is_asked_for() -> None:
    breakpoints = Breakpoints()
    assert [breakpoints.reached(at(ply)) for ply in range(3)] == [[], [], []]
    assert breakpoints.reached(at(3, over=True)) == []


def test_steps_are_decisions() -> None:
    breakpoints = Breakpoints()
    breakpoints.stop_soon()
    assert breakpoints.reached(at(0)) == ["step"]
    breakpoints.step(2)
    breakpoints.happened(made())
    assert breakpoints.reached(at(1)) == []
    breakpoints.happened(made())
    assert breakpoints.reached(at(2)) == ["step"]
    breakpoints.run()
    breakpoints.happened(made())
    assert breakpoints.reached(at(3)) == []
    breakpoints.stop_soon()
    assert breakpoints.reached(at(3, over=True)) == ["the match is over"]


def test_a_ply_stops_once() -> None:
    breakpoints = Breakpoints(plies={1, 4})
    told = [breakpoints.reached(at(ply)) for ply in (0, 1, 1, 4)]
    assert told == [[], ["ply 1"], [], ["ply 4"]]


def test_faults_stop_unless_they_are_not_to() -> None:
    fault = match_pb2.MatchEvent(
        fault=game_pb2.Fault(seat=1, kind=game_pb2.FAULT_KIND_TIMEOUT, detail="slow")
    )
    breakpoints = Breakpoints()
    breakpoints.happened(fault)
    assert breakpoints.reached(at(3, over=True)) == ["a fault of seat 1: timeout: slow"]
    breakpoints.on_fault = False
    breakpoints.happened(fault)
    assert breakpoints.reached(at(3)) == []


def test_a_swing_is_of_one_seat_from_move_to_move() -> None:
    breakpoints = Breakpoints(swing=2.0)
    for said in (moved(0, 1.0, -1.0), moved(1, 5.0, -5.0), moved(0, 2.9, -2.9), moved(1, 0.0)):
        breakpoints.said(said)
        assert breakpoints.reached(at(1)) == []
    breakpoints.said(moved(0, float("nan"), 0.0))
    breakpoints.said(moved(0, 0.5, 0.0))
    assert breakpoints.reached(at(1)) == ["the evaluation of seat 0 swings from +2.90 to +0.50"]
    breakpoints.said(moved(1, 0.0, -2.9))
    assert breakpoints.reached(at(1)) == ["the evaluation of seat 1 swings from -5.00 to -2.90"]


def test_words_become_commands() -> None:
    assert parse_command("s 3\n") == Command("step", ("3",))
    assert parse_command("  # a comment") is None
    assert parse_command("") is None
    for line, complaint in (
        ("stp", "did you mean 'step'"),
        ("'", "No closing"),
        ("zz", "there are"),
    ):
        with pytest.raises(CommandError, match=complaint):
            parse_command(line)
    for line in HELP.splitlines():
        command = parse_command(line.split()[0])
        assert command is not None
        assert command.name == line.split()[0]


def test_keys_become_commands() -> None:
    assert key_command("space") == Command("step")
    assert key_command("1") == Command("show", ("1",))
    assert key_command("x") is None


@given(st.text(max_size=50))
def test_any_line_is_a_command_or_is_refused(line: str) -> None:
    try:
        command = parse_command(line)
    except CommandError:
        return
    assert command is None or command.name in HELP


@given(st.text(max_size=8))
def test_any_word_is_a_number_or_is_refused(word: str) -> None:
    command = Command("step", (word,))
    try:
        number = command.number(0, 1)
    except CommandError:
        return
    assert number >= 1

"""What is told while a match is played, by level."""

import pytest
from podesta.v1 import game_pb2, match_pb2

from referee.clock import MatchClocks
from referee.games import AnyGame, load_game
from referee.games.chance import SeededChance
from referee.judge import void
from referee.spectators import EventLevel, Spectators
from referee.time_control import parse_time_control

GAME = load_game("bologna")
THOUGHT = game_pb2.Evaluation(comment="x" * 5_000)


def tell_all(
    level: EventLevel, sink: bool = True, game: AnyGame = GAME, text: str = "t5@1:a1"
) -> list[match_pb2.MatchEvent]:
    """Everything that can be told, once."""
    told: list[match_pb2.MatchEvent] = []
    spectators = Spectators("m", game, told.append if sink else None, level)
    state = game.initial_state(game.parse_options({}, 2), 2, SeededChance(b""))
    clocks = MatchClocks.start(parse_time_control("1m"), 2)
    spectators.started(game.name, ["A", "B"], state, clocks)
    spectators.asked(1, 0, "building", clocks.to_proto(), 5)
    spectators.thought(1, THOUGHT, 0)
    spectators.moved(
        1,
        0,
        "building",
        text,
        state,
        clocks,
        charged_us=7,
        legal_count=9,
        evaluation=THOUGHT,
        decider=match_pb2.DECIDER_ENGINE,
    )
    spectators.fault(game_pb2.Fault(seat=1, kind=game_pb2.FAULT_KIND_ILLEGAL_MOVE, detail="d"))
    spectators.ended(void("w"))
    return told


@pytest.mark.parametrize(
    ("level", "kinds"),
    [
        (EventLevel.NONE, []),
        (EventLevel.MATCHES, ["started", "fault", "ended"]),
        (EventLevel.MOVES, ["started", "asked", "thought", "move", "fault", "ended"]),
    ],
)
def test_each_level_tells_its_kinds(level: EventLevel, kinds: list[str]) -> None:
    assert [event.WhichOneof("event") for event in tell_all(level)] == kinds
    assert tell_all(level, sink=False) == []


def test_events_say_what_happened() -> None:
    started, asked, thought, move, fault, ended = tell_all(EventLevel.MOVES)
    assert {event.match_id for event in (started, asked, move)} == {"m"}
    assert list(started.started.names) == ["A", "B"]
    assert len(started.started.clocks) == 2
    assert (asked.asked.seat, asked.asked.limit_us) == (1, 5)
    assert (move.move.text, move.move.charged_us, move.move.legal_count) == ("t5@1:a1", 7, 9)
    assert move.move.observation.public.type_url.endswith("BolognaPublic")
    # What engines can make long is cut.
    assert len(thought.thought.evaluation.comment) == 1024
    assert len(move.move.evaluation.comment) == 1024
    assert fault.fault.detail == "d"
    assert not ended.ended.HasField("outcome")
    assert ended.ended.reason == "w"


def test_where_cards_are_hidden_nothing_tells_them() -> None:
    told = tell_all(EventLevel.MOVES, game=load_game("bomarzo"), text="devote Cook Drago")
    kinds = [event.WhichOneof("event") for event in told]
    assert kinds == ["started", "asked", "move", "fault", "ended"]
    move, fault = told[2].move, told[3].fault
    # The number of legal moves can hang on a hidden hand as well as their texts.
    assert (move.text, move.legal_count) == ("devote ? Drago", 0)
    assert not move.HasField("evaluation")
    assert not move.observation.HasField("private")
    # So can what would have been legal.
    assert (fault.seat, fault.detail) == (1, "(hidden)")
    crash = game_pb2.Fault(kind=game_pb2.FAULT_KIND_CRASH, detail="signal 9")
    spectators = Spectators("m", load_game("patrician"), told.append, EventLevel.MATCHES)
    spectators.fault(crash)
    assert told[-1].fault.detail == "signal 9"


@pytest.mark.parametrize(
    ("game", "text", "told"),
    [
        ("patrician", "card BO3", "card BO3"),
        ("patrician", "take Roma", "take Roma"),
        ("tuerme", "draw 2 P3", "draw 2 P3"),
        ("bomarzo", "keep Cook", "keep ?"),
        ("bomarzo", "hold Drago", "hold ?"),
        ("bomarzo", "place Drago", "place Drago"),
    ],
)
def test_what_a_game_makes_public_of_a_move_is_told(game: str, text: str, told: str) -> None:
    events = tell_all(EventLevel.MOVES, game=load_game(game), text=text)
    assert [event.move.text for event in events if event.HasField("move")] == [told]


def test_a_game_that_says_nothing_about_its_moves_has_them_hidden(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = load_game("patrician")
    monkeypatch.delattr(type(game), "public_move")
    events = tell_all(EventLevel.MOVES, game=game, text="card BO3")
    assert [event.move.text for event in events if event.HasField("move")] == [""]


def test_ten_thoughts_a_second_and_seat_are_enough() -> None:
    told: list[match_pb2.MatchEvent] = []
    spectators = Spectators("m", GAME, told.append, EventLevel.MOVES)
    for at_us in range(0, 2_000_000, 10_000):
        spectators.thought(0, THOUGHT, at_us)
        spectators.thought(1, THOUGHT, at_us)
    assert [event.thought.seat for event in told].count(0) == 20
    assert len(told) == 40

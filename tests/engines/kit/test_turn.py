"""A turn: lazy, honest about time, and never a flood."""

import pytest
from podesta.bologna.v1 import bologna_pb2
from podesta.v1 import engine_pb2, game_pb2

from engines.kit import Evaluation, Match, ProtocolError, SeatClock, Turn
from tests.engines.kit.scripted_referee import decide, new_match


class Clock:
    """A monotonic clock that stands still until it is told to go on."""

    def __init__(self) -> None:
        self.now_us = 1_000_000

    def __call__(self) -> int:
        return self.now_us


class Sent(list[engine_pb2.PlayRequest]):
    def post(self, data: bytes) -> None:
        self.append(engine_pb2.PlayRequest.FromString(data))


def make(
    message: engine_pb2.Decide | None = None, match: Match | None = None
) -> tuple[Turn, Clock, Sent]:
    clock, sent = Clock(), Sent()
    turn = Turn(
        match or Match(new_match()),
        message or decide(),
        asked_at_us=clock.now_us,
        monotonic=clock,
        post=sent.post,
    )
    return turn, clock, sent


def test_facts() -> None:
    event = bologna_pb2.BolognaEvent(played=bologna_pb2.Played(seat=0, move="x"))
    message = decide(5, ply=9, turn=4, kind="build", limit_us=2_000_000)
    message.events.add().Pack(event)
    turn, _, _ = make(message)
    assert (turn.decision_id, turn.ply, turn.number, turn.kind) == (5, 9, 4, "build")
    assert (turn.seat, turn.legal_count, turn.limit_us) == (1, 3, 2_000_000)
    assert turn.legal_moves == ["a", "b", "c"]
    assert turn.legal_moves is turn.legal_moves
    assert turn.events == (event,)
    assert turn.observation.public == bologna_pb2.BolognaPublic(city="ABBAAB", pawn=-2)
    assert turn.observation.private is None


def test_private_part() -> None:
    message = decide()
    message.observation.private.Pack(bologna_pb2.BolognaPublic(pawn=3))
    turn, _, _ = make(message)
    assert turn.observation.private.pawn == 3


@pytest.mark.parametrize(
    "url",
    [
        "",
        "podesta.bologna.v1.BolognaPublic",
        "type.googleapis.com/podesta.bologna.v1.Nonsense",
        "type.googleapis.com/podesta.bologna.v1.DESCRIPTOR",
        "type.googleapis.com/podesta.nogame.v1.Public",
        "type.googleapis.com/podesta.bologna.v2.BolognaPublic",
        "type.googleapis.com/podesta.v1.Decide",
        "type.googleapis.com/os.path.v1.X",
    ],
)
def test_unknown_types_are_the_referees_error_and_only_when_looked_at(url: str) -> None:
    message = decide()
    message.observation.public.type_url = url
    turn, _, _ = make(message)
    with pytest.raises(ProtocolError):
        _ = turn.observation.public


def test_bytes_that_are_no_observation() -> None:
    message = decide()
    message.observation.public.value = b"\xff\xff"
    turn, _, _ = make(message)
    with pytest.raises(ProtocolError, match="bytes that are no"):
        _ = turn.observation.public


def test_clocks() -> None:
    clocks = [
        game_pb2.SeatClock(remaining_us=0, periods_left=3, period_us=9),
        game_pb2.SeatClock(remaining_us=5, turns_to_refill=40),
    ]
    turn, _, _ = make(decide(clocks=clocks))
    assert turn.clocks == (SeatClock(0, 3, None, 9), SeatClock(5, None, 40, None))
    assert turn.clock == SeatClock(5, None, 40, None)


def test_time() -> None:
    turn, clock, _ = make(decide(limit_us=1000))
    assert (turn.spent_us, turn.left_us) == (0, 1000)
    clock.now_us += 400
    assert (turn.spent_us, turn.left_us) == (400, 600)
    assert turn.should_stop(400)
    assert not turn.should_stop(401)
    assert not turn.should_stop()
    clock.now_us += 599
    assert not turn.should_stop(5000)
    clock.now_us += 1
    assert turn.should_stop(5000)
    assert turn.should_stop()
    clock.now_us += 50
    assert turn.left_us == 0


def test_a_closed_turn_stops_at_once_and_says_nothing_more() -> None:
    turn, _, sent = make()
    assert not turn.should_stop()
    turn.close()
    assert turn.closed
    assert turn.should_stop(60_000_000)
    assert not turn.info(Evaluation())
    assert not turn.log("x")
    assert sent == []


def test_info_is_no_flood() -> None:
    turn, clock, sent = make(decide(7))
    assert turn.info(Evaluation(depth=1))
    clock.now_us += 49_999
    assert not turn.info(Evaluation(depth=2))
    clock.now_us += 1
    assert turn.info(Evaluation(depth=3))
    assert [request.info.evaluation.depth for request in sent] == [1, 3]
    assert {(request.info.match_id, request.info.decision_id) for request in sent} == {("m1", 7)}


def test_log_is_no_flood_and_cut_between_letters() -> None:
    turn, _, sent = make()
    assert turn.log("ä" * 513)
    assert sent[0].log.text == "ä" * 512
    assert turn.log("x" + "ä" * 513)
    assert sent[1].log.text == "x" + "ä" * 511
    assert all(turn.log("line") for _ in range(98))
    assert not turn.log("one too many")
    assert len(sent) == 100


def test_log_takes_any_text() -> None:
    turn, _, sent = make()
    assert turn.log("half a pair: \ud800")
    assert sent[0].log.text == "half a pair: ?"

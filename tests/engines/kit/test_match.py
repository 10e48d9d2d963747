"""The facts of a match, and how it ended."""

from random import Random

from podesta.bologna.v1 import bologna_pb2
from podesta.v1 import engine_pb2, game_pb2

from engines.kit import Match, Result
from tests.engines.kit.scripted_referee import new_match


def test_facts() -> None:
    message = new_match(
        game_options={"city": "ABBAAB"},
        time_control=game_pb2.TimeControl(text="1m+1s", bank_us=60_000_000),
        rules_version="3",
        ready_limit_us=9,
        grace_us=8,
        seed_commitment=b"c" * 32,
    )
    data = bologna_pb2.BolognaData(schools=6)
    message.game_data.Pack(data)
    match = Match(message)
    assert (match.id, match.game, match.seat, match.seats) == ("m1", "bologna", 1, 2)
    assert match.options == {"city": "ABBAAB"}
    assert match.names == ("yellow", "red")
    assert match.versions == ("1", "2")
    assert match.time_control.text == "1m+1s"
    assert (match.rules_version, match.ready_limit_us, match.grace_us) == ("3", 9, 8)
    assert match.seed_commitment == b"c" * 32
    assert match.data == data
    assert Match(new_match()).data is None


def test_randomness_comes_from_the_engine_seed() -> None:
    drawn = [Match(new_match(engine_seed=seed)).random.random() for seed in (1, 1, 2**64 - 1)]
    assert drawn == [Random(1).random(), Random(1).random(), Random(2**64 - 1).random()]


def test_result() -> None:
    message = engine_pb2.MatchOver(
        match_id="m1",
        termination=game_pb2.TERMINATION_FAULT,
        reason="flag fell",
        outcome=game_pb2.Outcome(
            seats=[
                game_pb2.SeatOutcome(placement=2, score=-4),
                game_pb2.SeatOutcome(placement=1, score=4),
            ]
        ),
        your_faults=[game_pb2.Fault(seat=1, kind=game_pb2.FAULT_KIND_TIMEOUT)],
    )
    event = bologna_pb2.BolognaEvent(played=bologna_pb2.Played(move="x"))
    message.events.add().Pack(event)
    result = Result(Match(new_match()), message)
    assert result.placements == (2, 1)
    assert result.scores == (-4, 4)
    assert (result.termination, result.reason) == ("fault", "flag fell")
    assert [fault.kind for fault in result.faults] == [game_pb2.FAULT_KIND_TIMEOUT]
    assert result.events == (event,)


def test_result_of_a_void_match() -> None:
    void = engine_pb2.MatchOver(termination=game_pb2.TERMINATION_VOID)
    result = Result(Match(new_match()), void)
    assert (result.placements, result.scores, result.termination) == ((), (), "void")

"""Summaries of records: what counts, and what can't be true."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from podesta.v1 import game_pb2, match_pb2, record_pb2

from arena.ledger import summarize
from arena.ledger.summary import forfeit_placements


def record(placements: list[int], **changes: object) -> record_pb2.MatchRecord:
    made = record_pb2.MatchRecord(termination=game_pb2.TERMINATION_COMPLETED)
    made.spec.engines.extend(match_pb2.EngineSpec(id=str(n)) for n in range(len(placements)))
    made.outcome.seats.extend(game_pb2.SeatOutcome(placement=p) for p in placements)
    return made


@given(st.lists(st.integers(0, 5), min_size=2, max_size=6))
def test_placements_are_taken_as_they_are(points: list[int]) -> None:
    placements = [1 + sum(other > mine for other in points) for mine in points]
    assert summarize(record(placements)).placements == tuple(placements)


@pytest.mark.parametrize("placements", [[0, 1], [2, 2], [1, 3], [1, 2, 2, 3], [2, 3]])
def test_placements_that_can_not_be_are_refused(placements: list[int]) -> None:
    with pytest.raises(ValueError, match="placements"):
        summarize(record(placements))


def test_an_outcome_of_another_number_of_seats_is_refused() -> None:
    made = record([1, 2])
    made.outcome.seats.add(placement=3)
    with pytest.raises(ValueError, match="placements"):
        summarize(made)


@pytest.mark.parametrize("forgiven", [False, True])
def test_a_fault_of_no_seat_is_refused(forgiven: bool) -> None:
    made = record([1, 2])
    made.faults.add(seat=2, forgiven=forgiven)
    with pytest.raises(ValueError, match="a fault of seat 2"):
        summarize(made)


def test_forgiven_faults_are_no_faults() -> None:
    made = record([1, 2])
    made.faults.add(seat=0, forgiven=True)
    made.faults.add(seat=1)
    assert summarize(made).faulty_seats == (1,)


def test_a_stand_in_is_seen() -> None:
    made = record([1, 2])
    made.decisions.add(seat=0, decider=match_pb2.DECIDER_OPENING)
    assert not summarize(made).stand_in
    made.decisions.add(seat=1, decider=match_pb2.DECIDER_STAND_IN)
    assert summarize(made).stand_in


@pytest.mark.parametrize(
    "termination", [game_pb2.TERMINATION_VOID, game_pb2.TERMINATION_UNSPECIFIED]
)
def test_what_is_no_result_is_refused(termination: game_pb2.Termination) -> None:
    made = record([1, 2])
    made.termination = termination
    with pytest.raises(ValueError, match="no result"):
        summarize(made)


def test_a_forfeit_needs_somebody_who_did_not_start() -> None:
    made = record([1, 2])
    made.ClearField("outcome")
    made.termination = game_pb2.TERMINATION_FORFEIT
    with pytest.raises(ValueError, match="without a fault"):
        summarize(made)
    made.faults.add(seat=0, kind=game_pb2.FAULT_KIND_START)
    assert summarize(made).placements == (2, 1)


@pytest.mark.parametrize(
    ("seats", "faulty", "placements"),
    [
        (2, (0,), (2, 1)),
        (2, (0, 1), (2, 2)),
        (3, (1,), (1, 3, 1)),
        (4, (0, 3), (3, 1, 1, 3)),
    ],
)
def test_placements_of_forfeits(
    seats: int, faulty: tuple[int, ...], placements: tuple[int, ...]
) -> None:
    assert forfeit_placements(seats, faulty) == placements


def test_a_deal_begins_after_its_opening() -> None:
    made = record([1, 2])
    made.initial_digest = b"city"
    assert summarize(made).initial_digest == b"city"
    for digest in (b"one", b"two"):
        made.decisions.add(move="t2", digest=digest, decider=match_pb2.DECIDER_OPENING)
    made.decisions.add(move="t3", digest=b"three", decider=match_pb2.DECIDER_ENGINE)
    made.decisions.add(move="t4", digest=b"four", decider=match_pb2.DECIDER_OPENING)
    assert summarize(made).initial_digest == b"two"


def test_the_digest_of_moves_tells_matches_apart() -> None:
    def digest(initial: bytes, moves: list[str]) -> bytes:
        made = record([1, 2])
        made.initial_digest = initial
        for move in moves:
            made.decisions.add(move=move)
        return summarize(made).moves_digest

    assert digest(b"d", ["a", "b"]) == digest(b"d", ["a", "b"])
    others = {digest(b"e", ["a", "b"]), digest(b"d", ["ab"]), digest(b"d", ["b", "a"])}
    assert len(others | {digest(b"d", ["a", "b"])}) == 4

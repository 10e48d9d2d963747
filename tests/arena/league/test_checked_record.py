"""Records that agree with their ledger and name what is not there."""

import pytest
from podesta.v1 import game_pb2, match_pb2, record_pb2

from arena.league.checked_record import checked_content
from arena.ledger import MatchResult, summarize
from referee.errors import RecordError
from referee.record_file import encode_record


def played() -> record_pb2.MatchRecord:
    return record_pb2.MatchRecord(
        format=1,
        spec=match_pb2.MatchSpec(
            match_id="m", engines=[match_pb2.EngineSpec(id="one"), match_pb2.EngineSpec(id="two")]
        ),
        kinds=["building"],
        decisions=[record_pb2.DecisionRecord(seat=1, kind=0, move="a")],
        outcome=game_pb2.Outcome(
            seats=[game_pb2.SeatOutcome(placement=1), game_pb2.SeatOutcome(placement=2)]
        ),
        termination=game_pb2.TERMINATION_COMPLETED,
    )


def checked(record: record_pb2.MatchRecord) -> record_pb2.MatchRecord:
    result = MatchResult("m", 1, "d", ("one", "two"), 1, summarize(record))
    return checked_content(encode_record(record), result)


def test_a_record_that_agrees_with_its_ledger_is_the_one() -> None:
    assert checked(played()) == played()


@pytest.mark.parametrize("field", ["seat", "kind"])
def test_decisions_of_seats_and_kinds_that_are_not_there_are_refused(field: str) -> None:
    record = played()
    setattr(record.decisions[0], field, 2)
    with pytest.raises(RecordError, match="does not exist"):
        checked(record)

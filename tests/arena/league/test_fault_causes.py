"""What may be told of faults: nothing that an engine could have seen of a hidden deal."""

from podesta.v1 import game_pb2, match_pb2, record_pb2

from arena.league.fault_causes import fault_causes
from arena.ledger import FaultCause

START, CRASH = game_pb2.FAULT_KIND_START, game_pb2.FAULT_KIND_CRASH


def _record(*faults: tuple[int, game_pb2.FaultKind], fresh: bool = True) -> record_pb2.MatchRecord:
    return record_pb2.MatchRecord(
        spec=match_pb2.MatchSpec(fresh_engines=fresh),
        faults=[game_pb2.Fault(seat=seat, kind=kind, detail="why") for seat, kind in faults],
        seats=[record_pb2.SeatRecord(stderr_tail=b"one\nlast \xff\n \n"), record_pb2.SeatRecord()],
    )


def test_the_first_fault_of_each_seat_with_the_last_line_that_says_something() -> None:
    record = _record((1, START), (0, CRASH), (0, START))
    assert fault_causes(record, hidden=False) == (
        FaultCause(0, CRASH, "why", "last \ufffd"),
        FaultCause(1, START, "why", ""),
    )


def test_faults_that_were_forgiven_need_no_cause() -> None:
    record = _record((0, CRASH))
    record.faults[0].forgiven = True
    assert fault_causes(record, hidden=False) == ()


def test_where_cards_are_hidden_only_who_saw_none_is_quoted() -> None:
    assert fault_causes(_record((0, CRASH)), hidden=True) == ()
    (cause,) = fault_causes(_record((0, START)), hidden=True)
    assert (cause.detail, cause.printed) == ("why", "last \ufffd")
    (kept,) = fault_causes(_record((0, START), fresh=False), hidden=True)
    assert (kept.detail, kept.printed) == ("why", "")

import pytest
from hypothesis import given
from hypothesis import strategies as st
from podesta.v1 import game_pb2, match_pb2, record_pb2

from referee.games import Outcome, SeatOutcome
from referee.judge import Failure, failures_of, judge, match_continues, void
from referee.outcome_message import outcome_message

STAND_IN = match_pb2.FAULT_RULE_STAND_IN
END = match_pb2.FAULT_RULE_END
UNSPECIFIED = match_pb2.FAULT_RULE_UNSPECIFIED
TIMEOUT = game_pb2.FAULT_KIND_TIMEOUT
CRASH = game_pb2.FAULT_KIND_CRASH


def of_game(*seats: tuple[int, int]) -> Outcome:
    return Outcome(tuple(SeatOutcome(p, score, (score,)) for p, score in seats), "all built")


# Every row: seats, rule, failures (seat, kind or None for a resignation) in order, the game's own
# placements and scores (None: not played to the end), then termination, placements, reason.
FAULT = game_pb2.TERMINATION_FAULT
RESIGNED = game_pb2.TERMINATION_RESIGNATION
DONE = game_pb2.TERMINATION_COMPLETED
Row = tuple[
    int,
    match_pb2.FaultRule,
    list[tuple[int, game_pb2.FaultKind | None]],
    list[tuple[int, int]] | None,
    game_pb2.Termination,
    list[int],
    str,
]
ROWS: list[Row] = [
    # nobody failed: the game's word
    (2, STAND_IN, [], [(2, 3), (1, 9)], DONE, [2, 1], "all built"),
    (3, STAND_IN, [], [(1, 7), (1, 7), (3, 2)], DONE, [1, 1, 3], "all built"),
    # two seats: lost at once, under every rule, whatever the score says
    (2, UNSPECIFIED, [(0, TIMEOUT)], None, FAULT, [2, 1], "seat 0 lost on time"),
    (2, STAND_IN, [(1, CRASH)], None, FAULT, [1, 2], "seat 1 crashed"),
    (2, END, [(0, CRASH)], None, FAULT, [2, 1], "seat 0 crashed"),
    (2, STAND_IN, [(0, None)], None, RESIGNED, [2, 1], "seat 0 resigned"),
    (2, STAND_IN, [(1, TIMEOUT), (0, CRASH)], None, FAULT, [1, 2],
     "seat 1 lost on time; seat 0 crashed"),
    (2, STAND_IN, [(0, CRASH)], [(1, 99), (2, 0)], FAULT, [2, 1], "seat 0 crashed; all built"),
    # three seats or more with a stand-in: last, whatever it scored; the others as the game says
    (3, STAND_IN, [(0, TIMEOUT)], [(1, 50), (2, 20), (3, 10)], FAULT, [3, 1, 2],
     "seat 0 lost on time; all built"),
    (3, UNSPECIFIED, [(2, CRASH)], [(2, 20), (1, 30), (3, 10)], FAULT, [2, 1, 3],
     "seat 2 crashed; all built"),
    (4, STAND_IN, [(1, CRASH)], [(2, 5), (1, 9), (2, 5), (4, 1)], FAULT, [1, 4, 1, 3],
     "seat 1 crashed; all built"),
    (3, STAND_IN, [(1, None)], [(3, 1), (1, 9), (2, 5)], RESIGNED, [2, 3, 1],
     "seat 1 resigned; all built"),
    # several failed: the first to fail is last
    (4, STAND_IN, [(2, CRASH), (0, TIMEOUT)], [(1, 9), (2, 8), (3, 7), (4, 6)], FAULT,
     [3, 1, 4, 2], "seat 2 crashed; seat 0 lost on time; all built"),
    (4, STAND_IN, [(2, CRASH), (0, None)], [(1, 9), (2, 8), (3, 7), (4, 6)], FAULT,
     [3, 1, 4, 2], "seat 2 crashed; seat 0 resigned; all built"),
    # only one engine left: decided
    (3, STAND_IN, [(1, CRASH), (0, TIMEOUT)], None, FAULT, [2, 3, 1],
     "seat 1 crashed; seat 0 lost on time"),
    (3, STAND_IN, [(1, None), (2, None)], None, RESIGNED, [1, 3, 2],
     "seat 1 resigned; seat 2 resigned"),
    (3, STAND_IN, [(1, CRASH), (0, TIMEOUT), (2, CRASH)], None, FAULT, [2, 3, 1],
     "seat 1 crashed; seat 0 lost on time; seat 2 crashed"),
    # three seats or more, the match ends: last, the others tie
    (3, END, [(1, TIMEOUT)], None, FAULT, [1, 3, 1], "seat 1 lost on time"),
    (5, END, [(4, None)], None, RESIGNED, [1, 1, 1, 1, 5], "seat 4 resigned"),
    (4, END, [(3, CRASH), (0, CRASH)], None, FAULT, [3, 1, 1, 4],
     "seat 3 crashed; seat 0 crashed"),
]  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]}-{row[6]}")
def test_the_table(row: Row) -> None:
    seats, rule, failed, own, termination, placements, reason = row
    failures = [Failure(seat, 5 + n, kind) for n, (seat, kind) in enumerate(failed)]
    outcome = None if own is None else of_game(*own)
    verdict = judge(seats, rule, failures, outcome)
    assert verdict.termination == termination
    assert verdict.outcome is not None
    assert [seat.placement for seat in verdict.outcome.seats] == placements
    assert (verdict.reason, verdict.outcome.reason) == (reason, reason)
    scores = [score for _, score in own] if own else [0] * seats
    assert [seat.score for seat in verdict.outcome.seats] == scores


@pytest.mark.parametrize("kind", sorted(k for k in game_pb2.FaultKind.values() if k))
def test_every_kind_of_fault_loses_and_is_named(kind: game_pb2.FaultKind) -> None:
    verdict = judge(2, STAND_IN, [Failure(1, 0, kind)], None)
    assert verdict.termination == FAULT
    assert verdict.outcome is not None
    assert verdict.outcome.seats[1].placement == 2
    assert verdict.reason.startswith("seat 1 ")
    assert verdict.reason != "seat 1 failed"


def test_forfeit_when_an_engine_never_started() -> None:
    for seats in (2, 3):
        failures = [Failure(1, 0, game_pb2.FAULT_KIND_START)]
        verdict = judge(seats, STAND_IN, failures, None, started=False)
        assert verdict.termination == game_pb2.TERMINATION_FORFEIT
        assert verdict.outcome is None
        assert verdict.reason == "seat 1 did not start"
    with pytest.raises(ValueError, match="nobody failed"):
        judge(2, STAND_IN, [], None, started=False)


def test_void() -> None:
    verdict = void("out of memory")
    assert verdict.termination == game_pb2.TERMINATION_VOID
    assert (verdict.outcome, verdict.reason) == (None, "out of memory")


@pytest.mark.parametrize(
    ("seats", "rule", "failed", "goes_on"),
    [
        (2, STAND_IN, 0, True),
        (2, STAND_IN, 1, False),
        (2, END, 1, False),
        (3, STAND_IN, 1, True),
        (3, UNSPECIFIED, 1, True),
        (3, STAND_IN, 2, False),
        (3, END, 1, False),
        (6, STAND_IN, 4, True),
        (6, STAND_IN, 5, False),
    ],
)
def test_whether_the_match_goes_on(
    seats: int, rule: match_pb2.FaultRule, failed: int, goes_on: bool
) -> None:
    failures = [Failure(seat, 0, CRASH) for seat in range(failed)]
    assert match_continues(seats, rule, failures) is goes_on
    if goes_on:
        with pytest.raises(ValueError, match="not over"):
            judge(seats, rule, failures, None)


def fault(
    seat: int, ply: int, kind: game_pb2.FaultKind, *, forgiven: bool = False
) -> game_pb2.Fault:
    return game_pb2.Fault(seat=seat, ply=ply, kind=kind, forgiven=forgiven)


def test_a_seat_fails_once_and_forgiven_faults_are_none() -> None:
    faults = [
        fault(0, 2, game_pb2.FAULT_KIND_ILLEGAL_MOVE, forgiven=True),
        fault(1, 4, TIMEOUT),
        fault(1, 4, CRASH),
        fault(2, 9, CRASH),
    ]
    resignations = [
        record_pb2.Resignation(seat=1, ply=3, faults_before=1),
        record_pb2.Resignation(seat=0, ply=9, faults_before=4),
    ]
    assert failures_of(faults, resignations) == [
        Failure(1, 3, None),
        Failure(2, 9, CRASH),
        Failure(0, 9, None),
    ]


def test_within_one_ply_the_record_tells_who_failed_first() -> None:
    crash = fault(2, 9, CRASH)
    for faults_before, seats in ((0, [0, 2]), (1, [2, 0])):
        resigned = record_pb2.Resignation(seat=0, ply=9, faults_before=faults_before)
        assert [failure.seat for failure in failures_of([crash], [resigned])] == seats


@given(
    own=st.lists(st.integers(0, 3), min_size=3, max_size=6),
    data=st.data(),
)
def test_placements_are_always_a_ranking_with_the_failed_last(
    own: list[int], data: st.DataObject
) -> None:
    seats = len(own)
    outcome = of_game(*[(1 + sum(o > score for o in own), score) for score in own])
    failed = data.draw(st.lists(st.sampled_from(range(seats)), unique=True, max_size=seats))
    failures = [Failure(seat, n, CRASH) for n, seat in enumerate(failed)]
    verdict = judge(seats, STAND_IN, failures, outcome)
    assert verdict.outcome is not None
    placed = [seat.placement for seat in verdict.outcome.seats]
    assert all(p == 1 + sum(q < p for q in placed) for p in placed)
    playing = [seat for seat in range(seats) if seat not in failed]
    for seat in playing:
        assert all(placed[seat] < placed[other] for other in failed)
        assert all((placed[seat] < placed[o]) == (own[seat] > own[o]) for o in playing)
    assert [placed[seat] for seat in failed] == list(range(seats, seats - len(failed), -1))


def test_outcome_message() -> None:
    message = outcome_message(Outcome((SeatOutcome(1, -4, (7, -2)), SeatOutcome(2, -9)), "why"))
    assert [(s.placement, s.score, list(s.tiebreaks)) for s in message.seats] == [
        (1, -4, [7, -2]),
        (2, -9, []),
    ]
    assert message.reason == "why"


def test_a_kind_of_fault_from_a_later_version_is_judged_like_any_other() -> None:
    fault = game_pb2.Fault(seat=0, kind=601)  # type: ignore[arg-type]
    rule = match_pb2.FAULT_RULE_STAND_IN
    verdict = judge(2, rule, failures_of([fault], []), None)
    assert verdict.termination == game_pb2.TERMINATION_FAULT
    assert "does not know" in verdict.reason

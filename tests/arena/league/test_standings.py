from dataclasses import replace

from podesta.v1 import game_pb2

from arena.league.plan import PlannedMatch
from arena.league.standings import forfeited_result, rating_result
from arena.ledger import MatchResult, Summary


def _result(
    *placements: int,
    termination: game_pb2.Termination = game_pb2.TERMINATION_COMPLETED,
    faulty: tuple[int, ...] = (),
    stand_in: bool = False,
) -> MatchResult:
    summary = Summary(
        placements=placements,
        termination=termination,
        reason="",
        faulty_seats=faulty,
        stand_in=stand_in,
        plies=9,
        duration_us=1,
        initial_digest=b"",
        moves_digest=b"",
    )
    return MatchResult("m", 1, "d", tuple("abcd"[: len(placements)]), 1, summary)


def test_a_match_that_was_played_counts_whole() -> None:
    result = rating_result(_result(2, 1, 3))
    assert result.engines == ("a", "b", "c")
    assert result.placements == (2, 1, 3)
    assert result.rated_pairs is None
    assert not result.forfeit


def test_a_deal_is_told_by_the_position_that_it_begins_with() -> None:
    one, other = _result(1, 2), _result(2, 1)
    assert rating_result(one).deal == "d"
    one = replace(one, summary=replace(one.summary, initial_digest=b"city"))
    other = replace(other, deal_id="e", summary=replace(other.summary, initial_digest=b"city"))
    assert rating_result(one).deal == rating_result(other).deal == b"city".hex()


def test_with_two_seats_a_fault_is_a_loss() -> None:
    result = rating_result(_result(2, 1, termination=game_pb2.TERMINATION_FAULT, faulty=(0,)))
    assert result.rated_pairs is None
    assert result.faulty == {0}


def test_after_a_stand_in_only_pairs_with_the_faulty_seat_are_rated() -> None:
    result = rating_result(_result(1, 3, 2, faulty=(1,), stand_in=True))
    assert result.rated_pairs == frozenset({(0, 1), (1, 2)})


def test_who_resigned_to_a_stand_in_is_the_one_placed_last() -> None:
    result = rating_result(
        _result(3, 1, 2, termination=game_pb2.TERMINATION_RESIGNATION, stand_in=True)
    )
    assert result.rated_pairs == frozenset({(0, 1), (0, 2)})
    assert result.faulty == frozenset()


def test_who_did_not_start_forfeits() -> None:
    result = rating_result(_result(1, 2, termination=game_pb2.TERMINATION_FORFEIT, faulty=(1,)))
    assert result.forfeit


def test_a_suspended_engine_forfeits_what_it_does_not_play() -> None:
    match = PlannedMatch("m", "d", ("a", "b", "c"))
    result = forfeited_result(match, (1,))
    assert result.forfeit
    assert result.placements == (1, 3, 1)
    assert result.faulty == {1}

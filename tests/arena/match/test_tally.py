from itertools import permutations

from podesta.v1 import game_pb2, match_pb2

from arena.match.tally import Tally
from tests.arena.match import sample_match as sample


def _tally(*ids: str) -> Tally:
    return Tally.of(match_pb2.EngineSpec(id=engine, name=engine) for engine in ids)


def test_wins_follow_the_engine_round_the_seats() -> None:
    tally = _tally("a", "b")
    tally = tally.after(sample.record(1, 2, ids=("a", "b")))
    tally = tally.after(sample.record(2, 1, ids=("b", "a")))
    tally = tally.after(sample.record(1, 1, ids=("a", "b")))
    first, second = tally.rows
    assert (first.wins, first.draws, first.losses, first.points) == (2, 1, 0, 2.5)
    assert (second.wins, second.draws, second.losses, second.points) == (0, 1, 2, 0.5)
    assert first.placements == (1, 1, 1)
    assert tally.matches == 3


def test_three_seats_are_compared_in_pairs() -> None:
    tally = _tally("a", "b", "c").after(sample.record(1, 2, 2, ids=("a", "b", "c")))
    assert [(row.wins, row.draws, row.losses) for row in tally.rows] == [
        (2, 0, 0),
        (0, 1, 1),
        (0, 1, 1),
    ]


def test_a_void_match_changes_no_score() -> None:
    void = sample.record(ids=("a", "b"), termination=game_pb2.TERMINATION_VOID)
    tally = _tally("a", "b").after(void)
    assert (tally.matches, tally.void) == (1, 1)
    assert all(row.placements == () for row in tally.rows)


def test_faults_are_counted_by_engine() -> None:
    faulty = sample.record(
        2,
        1,
        ids=("b", "a"),
        termination=game_pb2.TERMINATION_FAULT,
        faults=(sample.crash(0),),
    )
    tally = _tally("a", "b").after(faulty)
    assert [row.faults for row in tally.rows] == [0, 1]


def test_the_order_in_which_matches_end_does_not_matter() -> None:
    records = [
        sample.record(1, 2, ids=("a", "b")),
        sample.record(1, 1, ids=("b", "a")),
        sample.record(1, 2, ids=("b", "a"), faults=(sample.crash(1),)),
        None,
    ]
    tallies = set()
    for order in permutations(records):
        tally = _tally("a", "b")
        for record in order:
            tally = tally.after(record)
        tallies.add(tally)
    (tally,) = tallies
    assert tally.rows[0].placements == (1, 1, 2)
    assert (tally.matches, tally.void) == (4, 1)

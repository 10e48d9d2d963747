from itertools import permutations

from podesta.v1 import game_pb2, match_pb2, record_pb2

from arena.ledger import summarize
from arena.match.tally import Tally
from arena.ratings import Result, ResultColumns
from arena.ratings import tally as tally_of
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


def _forfeit(*absent: int, ids: tuple[str, ...]) -> record_pb2.MatchRecord:
    faults = tuple(
        game_pb2.Fault(seat=seat, kind=game_pb2.FAULT_KIND_START, ply=0) for seat in absent
    )
    return sample.record(ids=ids, termination=game_pb2.TERMINATION_FORFEIT, faults=faults)


def test_who_started_beats_who_did_not() -> None:
    tally = _tally("a", "b", "c").after(_forfeit(1, ids=("c", "b", "a")))
    assert [(row.wins, row.draws, row.losses) for row in tally.rows] == [
        (1, 1, 0),
        (0, 0, 2),
        (1, 1, 0),
    ]
    assert [(row.faults, row.forfeits) for row in tally.rows] == [(0, 0), (1, 1), (0, 0)]
    # Nobody sat down.
    assert all(row.placements == () for row in tally.rows)
    assert (tally.matches, tally.void) == (1, 0)


def test_where_nobody_started_all_have_lost() -> None:
    tally = _tally("a", "b").after(_forfeit(0, 1, ids=("a", "b")))
    assert [(row.points, row.losses, row.forfeits) for row in tally.rows] == [(0, 1, 1)] * 2


def test_a_forfeit_counts_as_in_the_standings_of_a_league() -> None:
    ids = ("a", "b", "c")
    records = [
        *(_forfeit(*absent, ids=ids) for absent in ((0,), (1, 2), (0, 1, 2))),
        sample.record(1, 2, 2, ids=ids),
    ]
    results = []
    mine = _tally(*ids)
    for number, record in enumerate(records):
        mine = mine.after(record)
        summary = summarize(record)
        forfeit = record.termination == game_pb2.TERMINATION_FORFEIT
        results.append(
            Result(
                str(number),
                ids,
                summary.placements,
                forfeit=forfeit,
                faulty=frozenset(summary.faulty_seats),
            )
        )
    theirs = tally_of(ResultColumns.of(results))
    assert [row.wins for row in mine.rows] == theirs.wins.tolist()
    assert [row.draws for row in mine.rows] == theirs.draws.tolist()
    assert [row.losses for row in mine.rows] == theirs.losses.tolist()
    assert [row.forfeits for row in mine.rows] == theirs.forfeits.tolist()
    assert [sum(row.placements) for row in mine.rows] == theirs.placement_sum.tolist()

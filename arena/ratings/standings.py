"""Standings: the table that people read."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from arena.ratings.rating import Rating, Ratings, RatingTable
from arena.ratings.result import ResultColumns
from arena.ratings.sums import add_up

__all__ = ["Row", "Standings", "StandingsTable", "Tally", "standings_of", "tally"]


@dataclass(frozen=True, slots=True, eq=False)
class Tally:
    """What each engine did, counted; one entry per engine, in order of the engine ids.

    `matches` holds played and forfeited ones. `points` gives for each match the share of
    opponents that were beaten, a tie counting one half: 1, 1/2 or 0 with two seats. `wins`,
    `draws` and `losses` count opponents, so with two seats matches. Seats that both forfeited a
    match have both lost it, and neither has points from the other. `placement_sum` and `seats`
    (engines, seats) leave forfeits out: nobody sat down. `forfeits` are the matches that the
    engine itself did not play, `faults` those that it played and in which it was faulty.
    """

    matches: NDArray[np.int64]
    played: NDArray[np.int64]
    points: NDArray[np.float64]
    wins: NDArray[np.int64]
    draws: NDArray[np.int64]
    losses: NDArray[np.int64]
    placement_sum: NDArray[np.int64]
    seats: NDArray[np.int64]
    forfeits: NDArray[np.int64]
    faults: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the standings.

    `rank` is shared by engines of equal rating (1, 2, 2, 4) and counted in each pool anew; it is
    None without a rating. `mean_placement` is None when nothing was played. `seats[s]` counts the
    matches played in seat `s`. For the other fields see `Rating` and `Tally`.
    """

    rank: int | None
    rating: Rating
    points: float
    matches: int
    wins: int
    draws: int
    losses: int
    mean_placement: float | None
    seats: tuple[int, ...]
    forfeits: int
    faults: int

    @property
    def engine(self) -> str:
        """The id of the engine."""
        return self.rating.engine


@dataclass(frozen=True, slots=True)
class StandingsTable:
    """The rows, pool after pool, best first; unrated engines at the end, by points."""

    rows: tuple[Row, ...]
    ratings: RatingTable


@dataclass(frozen=True, slots=True)
class Standings(StandingsTable):
    """The same with all that the ratings rest on."""

    ratings: Ratings


def tally(results: ResultColumns) -> Tally:
    """Count what each engine did."""
    engines, seats = len(results.engine_ids), results.seats
    number, place = results.engines, results.placements
    sits = number >= 0
    forfeit = results.forfeit[:, np.newaxis]
    faulty = (results.faulty[:, np.newaxis] >> np.arange(seats)) & 1 == 1
    absent = forfeit & faulty
    wins = np.zeros(number.shape, dtype=np.int64)
    draws = np.zeros(number.shape, dtype=np.int64)
    for other in range(seats):
        both = sits & sits[:, [other]]
        both[:, other] = False
        wins += both & (place < place[:, [other]])
        draws += both & (place == place[:, [other]]) & ~(absent & absent[:, [other]])
    opponents = np.maximum(sits.sum(axis=1, keepdims=True) - 1, 0)
    losses = np.where(sits, opponents - wins - draws, 0)
    points = (wins + draws / 2.0) / np.maximum(opponents, 1)

    def counted(values: NDArray[np.int64] | NDArray[np.bool_]) -> NDArray[np.int64]:
        total = add_up(number[sits], values[sits], engines)
        return np.rint(total).astype(np.int64)

    return Tally(
        matches=counted(sits),
        played=counted(sits & ~forfeit),
        points=add_up(number[sits], points[sits], engines),
        wins=counted(wins),
        draws=counted(draws),
        losses=counted(losses),
        placement_sum=counted(np.where(forfeit, 0, place).astype(np.int64)),
        seats=np.stack(
            [counted(sits & ~forfeit & (np.arange(seats) == seat)) for seat in range(seats)],
            axis=1,
        )
        if seats
        else np.zeros((engines, 0), dtype=np.int64),
        forfeits=counted(sits & absent),
        faults=counted(sits & ~forfeit & faulty),
    )


def standings_of(results: ResultColumns, ratings: Ratings) -> Standings:
    """The standings of these results, rated by `rate(results)`.

    Where no match at all was played, forfeits give no points.

    Raises `ValueError` when the ratings are those of other engines.
    """
    if ratings.engine_ids != results.engine_ids:
        raise ValueError("ratings and results are of different engines")
    counts = tally(results)
    if not counts.played.any():
        # Forfeits alone are no play: a table of points would look like one that was won.
        none = np.zeros_like(counts.wins)
        counts = replace(
            counts, points=np.zeros_like(counts.points), wins=none, draws=none, losses=none
        )
    order = sorted(
        range(len(results.engine_ids)),
        key=lambda number: _sort_key(ratings.ratings[number], float(counts.points[number])),
    )
    rows: list[Row] = []
    for number in order:
        rows.append(_row(number, ratings.ratings[number], counts, rows))
    return Standings(tuple(rows), ratings)


def _sort_key(rating: Rating, points: float) -> tuple[bool, int, float, float, str]:
    if rating.elo is None:
        return True, 0, 0.0, -points, rating.engine
    # Rounded so that equal ratings stay equal whatever the order of additions was.
    return False, rating.pool, -round(rating.elo, 6), -points, rating.engine


def _row(number: int, rating: Rating, counts: Tally, above: list[Row]) -> Row:
    played = int(counts.played[number])
    return Row(
        rank=_rank(rating, above),
        rating=rating,
        points=float(counts.points[number]),
        matches=int(counts.matches[number]),
        wins=int(counts.wins[number]),
        draws=int(counts.draws[number]),
        losses=int(counts.losses[number]),
        mean_placement=int(counts.placement_sum[number]) / played if played else None,
        seats=tuple(int(count) for count in counts.seats[number]),
        forfeits=int(counts.forfeits[number]),
        faults=int(counts.faults[number]),
    )


def _rank(rating: Rating, above: list[Row]) -> int | None:
    if rating.elo is None:
        return None
    same_pool = [row for row in above if row.rating.pool == rating.pool]
    if same_pool and abs((same_pool[-1].rating.elo or 0.0) - rating.elo) < 1e-6:
        return same_pool[-1].rank
    return len(same_pool) + 1

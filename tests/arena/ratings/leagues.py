"""Leagues that were never played: results drawn from known strengths."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from arena.ratings import Result, ResultColumns


def drawn_league(
    strength: Sequence[float] | NDArray[np.float64],
    seat: Sequence[float] | NDArray[np.float64],
    tables: int,
    generator: np.random.Generator,
    deal_spread: float = 0.0,
    tie_share: float = 0.0,
) -> ResultColumns:
    """Tables of random engines, each deal with all rotations.

    Placements follow a Plackett-Luce draw, so that every pair inside a match follows the
    Bradley-Terry model exactly. `deal_spread` shifts each seat's luck for a whole deal (log-odds,
    standard deviation); `tie_share` of the matches end with everybody in the first place.
    """
    engines, seats = len(strength), len(seat)
    base = np.argsort(generator.random((tables, engines)), axis=1)[:, :seats]
    numbers = np.stack([np.roll(base, -turn, axis=1) for turn in range(seats)], axis=1)
    luck = generator.normal(0.0, deal_spread, (tables, 1, seats)) if deal_spread else 0.0
    strengths = np.asarray(strength)
    worth = strengths[numbers] + np.asarray(seat) + luck + generator.gumbel(size=numbers.shape)
    placements = np.argsort(np.argsort(-worth, axis=2), axis=2) + 1
    placements[generator.random((tables, seats)) < tie_share] = 1
    matches = tables * seats
    return ResultColumns(
        engine_ids=tuple(f"engine{number:02}" for number in range(engines)),
        deals=np.repeat(np.arange(tables), seats),
        engines=numbers.reshape(matches, seats).astype(np.int32),
        placements=placements.reshape(matches, seats).astype(np.int32),
        rated_pairs=np.full(matches, -1, dtype=np.int64),
        forfeit=np.zeros(matches, dtype=np.bool_),
        faulty=np.zeros(matches, dtype=np.int64),
    )


def as_results(columns: ResultColumns) -> list[Result]:
    """The matches of these columns as results, one by one; nothing forfeited, nothing masked."""
    return [
        Result(
            f"deal {deal}",
            tuple(columns.engine_ids[engine] for engine in engines),
            tuple(placements),
        )
        for deal, engines, placements in zip(
            columns.deals.tolist(),
            columns.engines.tolist(),
            columns.placements.tolist(),
            strict=True,
        )
    ]


def expanded(columns: ResultColumns) -> tuple[NDArray[np.float64], ...]:
    """The comparisons, written out the slow and plain way, for oracles.

    Gives the design (rows, engines + seats), the score (rows) and the deal (rows).
    """
    engines = len(columns.engine_ids)
    design, scores, deals = [], [], []
    for deal, numbers, placements in zip(
        columns.deals.tolist(), columns.engines.tolist(), columns.placements.tolist(), strict=True
    ):
        for low in range(columns.seats):
            for high in range(low + 1, columns.seats):
                row = np.zeros(engines + columns.seats)
                row[numbers[low]] += 1
                row[numbers[high]] -= 1
                row[engines + low] += 1
                row[engines + high] -= 1
                design.append(row)
                ahead = placements[high] - placements[low]
                scores.append(0.5 if ahead == 0 else float(ahead > 0))
                deals.append(float(deal))
    return np.array(design), np.array(scores), np.array(deals)

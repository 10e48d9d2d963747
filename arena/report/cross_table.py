"""Who scored what against whom."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite

import numpy as np

from arena.ratings import ResultColumns, Standings
from arena.ratings.pair_estimates import PairEstimate
from arena.report.sheet import Cell, Column, Kind, Sheet

__all__ = ["CrossCell", "CrossTable", "cross_table_of", "pairs_sheet"]


@dataclass(frozen=True, slots=True)
class CrossCell:
    """What the engine of the row did against that of the column; `los` 0 to 1, None if unknown."""

    wins: int
    draws: int
    losses: int
    los: float | None

    @property
    def met(self) -> int:
        """How often the two were compared."""
        return self.wins + self.draws + self.losses


@dataclass(frozen=True, slots=True)
class CrossTable:
    """Engines in the order of the standings; `cells[r][c]` is None where two never met."""

    engines: tuple[str, ...]
    cells: tuple[tuple[CrossCell | None, ...], ...]


def cross_table_of(results: ResultColumns, standings: Standings) -> CrossTable:
    """Every pair; forfeits count, as they do in the standings."""
    size = len(results.engine_ids)
    wins = np.zeros((size, size), dtype=np.int64)
    draws = np.zeros_like(wins)
    losses = np.zeros_like(wins)
    for seat in range(results.seats):
        for other in range(results.seats):
            if seat == other:
                continue
            both = (results.engines[:, seat] >= 0) & (results.engines[:, other] >= 0)
            one, two = results.engines[both, seat], results.engines[both, other]
            ahead = results.placements[both, seat] < results.placements[both, other]
            level = results.placements[both, seat] == results.placements[both, other]
            absent = (results.faulty[both] >> seat) & (results.faulty[both] >> other) & 1 == 1
            lost = (results.placements[both, seat] > results.placements[both, other]) | (
                level & results.forfeit[both] & absent
            )
            level &= ~lost
            np.add.at(wins, (one[ahead], two[ahead]), 1)
            np.add.at(losses, (one[lost], two[lost]), 1)
            np.add.at(draws, (one[level], two[level]), 1)
    number = {engine: place for place, engine in enumerate(results.engine_ids)}
    order = tuple(row.engine for row in standings.rows)

    def cell(engine: str, other: str) -> CrossCell | None:
        row, column = number[engine], number[other]
        counts = int(wins[row, column]), int(draws[row, column]), int(losses[row, column])
        if row == column or not sum(counts):
            return None
        return CrossCell(*counts, standings.ratings.los_of(engine, other))

    return CrossTable(order, tuple(tuple(cell(a, b) for b in order) for a in order))


def pairs_sheet(
    table: CrossTable,
    estimates: Mapping[tuple[str, str], PairEstimate],
    names: Mapping[str, str],
) -> Sheet:
    """A row for every pair that met, the better placed engine first.

    Elo and normalized Elo are from the deals that the two finished, and from those alone.
    """
    rows = []
    for place, engine in enumerate(table.engines):
        for other_place in range(place + 1, len(table.engines)):
            cell = table.cells[place][other_place]
            if cell is None:
                continue
            other = table.engines[other_place]
            share = (cell.wins + cell.draws / 2) / cell.met
            row = (names.get(engine, engine), names.get(other, other))
            told = (cell.wins, cell.draws, cell.losses, share, cell.los)
            rows.append((*row, *told, *_estimate(estimates, engine, other)))
    return Sheet(
        "pairs",
        "All pairs",
        (
            Column("engine", "bot"),
            Column("opponent", "against"),
            Column("wins", "W", Kind.COUNT),
            Column("draws", "D", Kind.COUNT),
            Column("losses", "L", Kind.COUNT),
            Column("score", "score", Kind.SHARE),
            Column(
                "los", "LOS", Kind.LIKELIHOOD, "how sure it is that the first is the stronger one"
            ),
            Column("deals", "deals", Kind.COUNT, "that the two finished"),
            Column("elo", "Elo", Kind.ELO, "of the first above the second, from these deals"),
            Column("elo_plus_minus", "±", Kind.NUMBER, "half the 95 % interval"),
            Column("nelo", "nElo", Kind.ELO, "in units of the spread of a single match"),
            Column("nelo_plus_minus", "± nElo", Kind.NUMBER, "half the 95 % interval"),
        ),
        tuple(rows),
    )


def _estimate(
    estimates: Mapping[tuple[str, str], PairEstimate], engine: str, other: str
) -> tuple[Cell, ...]:
    """Deals, Elo and normalized Elo with their errors, seen from the first."""
    known = estimates.get((min(engine, other), max(engine, other)))
    if known is None:
        return (0, None, None, None, None)
    sign = 1.0 if engine < other else -1.0
    elo, normalized = known.estimate.elo, known.estimate.normalized_elo
    return (
        known.deals,
        sign * elo.value if isfinite(elo.value) else None,
        elo.plus_minus,
        sign * normalized.value if normalized is not None else None,
        normalized.plus_minus if normalized is not None else None,
    )

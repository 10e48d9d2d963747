"""What ratings can be trusted for: who is told apart, and whether one number a bot says it all."""

from collections.abc import Mapping
from dataclasses import dataclass

from arena.ratings.agreement import Cycle, LackOfFit, agreement_of
from arena.ratings.metagame import alpha_rank, maximum_entropy_nash, score_table
from arena.ratings.rating import Ratings
from arena.ratings.tiers import tiers_of

__all__ = ["Appraisal", "appraise"]

_FEWEST = 3
"""Fewer engines always fit on one scale."""


@dataclass(frozen=True, slots=True)
class Appraisal:
    """What follows from ratings as a whole; all of it plain values, engines by id.

    `tiers` are runs of engines that are not told apart, best first. `lack_of_fit` and
    `cyclic_share` are None for fewer than three rated engines; `cycles` are the worst ones.
    `alpha_rank` and `nash` are the parts (0 to 1) of the engines of the first pool, empty for
    fewer than three.
    """

    tiers: tuple[tuple[str, ...], ...]
    lack_of_fit: LackOfFit | None
    cyclic_share: float | None
    cycles: tuple[Cycle, ...]
    alpha_rank: Mapping[str, float]
    nash: Mapping[str, float]

    def tiers_with(self, engine: str) -> tuple[int, ...]:
        """The numbers of the tiers, from 0, that an engine is in."""
        return tuple(number for number, tier in enumerate(self.tiers) if engine in tier)


def appraise(ratings: Ratings) -> Appraisal:
    """All of it from one fit."""
    rated = [rating for rating in ratings.ratings if rating.elo is not None]
    tiers = tiers_of(ratings)
    if len(rated) < _FEWEST:
        return Appraisal(tiers, None, None, (), {}, {})
    agreement = agreement_of(ratings)
    alpha: dict[str, float] = {}
    nash: dict[str, float] = {}
    pool = min(rating.pool for rating in rated)
    if sum(rating.pool == pool for rating in rated) >= _FEWEST:
        table = score_table(ratings, pool)
        alpha = dict(zip(table.engines, map(float, alpha_rank(table)), strict=True))
        nash = dict(zip(table.engines, map(float, maximum_entropy_nash(table)), strict=True))
    return Appraisal(
        tiers, agreement.lack_of_fit, agreement.cyclic_share, agreement.cycles, alpha, nash
    )

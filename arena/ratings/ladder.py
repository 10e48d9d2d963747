"""A ladder: ratings that follow a running league, match by match, and never wait for a fit.

The Bradley-Terry full-pair update of Weng and Lin ("A Bayesian approximation method for online
ranking", JMLR 12, 2011), by openskill. A match moves only the engines that played it, the last
matches count most, and the order of matches matters: it shows where a league is going. What the
league comes to is said by `rate`, which looks at all matches at once.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from math import sqrt

from openskill.models import BradleyTerryFull, BradleyTerryFullRating

from arena.ratings.elo import ELO_PER_NAT
from arena.ratings.result import Result

__all__ = ["Ladder"]


class Ladder:
    """The ratings of engines after the matches added so far, in their order."""

    def __init__(self, results: Iterable[Result] = ()) -> None:
        self._model = BradleyTerryFull()
        self._ratings: dict[str, BradleyTerryFullRating] = {}
        for result in results:
            self.add(result)

    def add(self, result: Result) -> None:
        """One more match. Forfeits, and an engine against itself, say nothing about strength."""
        if result.forfeit:
            return
        seats = range(len(result.engines))
        apart = len(set(result.engines)) == len(result.engines)
        if apart and result.rated_pairs is None:
            if len(result.engines) > 1:
                self._rate(seats, result)
            return
        for pair in combinations(seats, 2):
            rated = result.rated_pairs is None or pair in result.rated_pairs
            if rated and result.engines[pair[0]] != result.engines[pair[1]]:
                self._rate(pair, result)

    def _rate(self, seats: Sequence[int], result: Result) -> None:
        known = [self._ratings.get(result.engines[seat]) for seat in seats]
        teams = [[rating or self._model.rating()] for rating in known]
        ranks: list[float] = [result.placements[seat] for seat in seats]
        for seat, (rating,) in zip(seats, self._model.rate(teams, ranks=ranks), strict=True):
            self._ratings[result.engines[seat]] = rating

    def elo(self) -> Mapping[str, float]:
        """The ratings of all engines that were rated, in Elo, with a mean of 0.

        The model gives A odds of exp((A - B) / c) against B, where c is sqrt(2) beta once both are
        known well; that makes Elo of its own scale.
        """
        if not self._ratings:
            return {}
        per_point = ELO_PER_NAT / (sqrt(2.0) * self._model.beta)
        mean = sum(rating.mu for rating in self._ratings.values()) / len(self._ratings)
        return {e: (rating.mu - mean) * per_point for e, rating in self._ratings.items()}

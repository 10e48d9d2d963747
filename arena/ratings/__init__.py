"""What the numbers of a league mean: pure functions from results to ratings and standings.

docs/statistics.md tells what each number says. Nothing here reads a file or a clock.
"""

from arena.ratings.agreement import Agreement, Cycle, LackOfFit, agreement_of
from arena.ratings.bounds import Scale
from arena.ratings.bradley_terry import SeatMark
from arena.ratings.deal_scores import (
    HeadToHead,
    ScoreCounts,
    head_to_head,
    pentanomial,
    trinomial,
)
from arena.ratings.elo import elo_of_score, score_of_elo
from arena.ratings.rating import Anchor, ErrorMark, Rating, Ratings, RatingTable, rate
from arena.ratings.result import MAX_SEATS, Result, ResultColumns, ResultColumnsBuilder
from arena.ratings.score_estimate import Estimate, ScoreEstimate, estimate_from_scores
from arena.ratings.seat_effects import SeatEffects, WaldTest
from arena.ratings.sprt import EloModel, Sprt, SprtState, Verdict
from arena.ratings.standings import Row, Standings, StandingsTable, Tally, standings_of, tally
from arena.ratings.tiers import tiers_of

__all__ = [
    "MAX_SEATS",
    "Agreement",
    "Anchor",
    "Cycle",
    "EloModel",
    "ErrorMark",
    "Estimate",
    "HeadToHead",
    "LackOfFit",
    "Rating",
    "RatingTable",
    "Ratings",
    "Result",
    "ResultColumns",
    "ResultColumnsBuilder",
    "Row",
    "Scale",
    "ScoreCounts",
    "ScoreEstimate",
    "SeatEffects",
    "SeatMark",
    "Sprt",
    "SprtState",
    "Standings",
    "StandingsTable",
    "Tally",
    "Verdict",
    "WaldTest",
    "agreement_of",
    "elo_of_score",
    "estimate_from_scores",
    "head_to_head",
    "pentanomial",
    "rate",
    "score_of_elo",
    "standings_of",
    "tally",
    "tiers_of",
    "trinomial",
]

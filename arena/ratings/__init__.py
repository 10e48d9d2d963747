"""What the numbers of a league mean: pure functions from results to ratings and standings.

docs/statistics.md tells what each number says. Nothing here reads a file or a clock.
"""

from arena.ratings.bounds import Scale
from arena.ratings.bradley_terry import SeatMark
from arena.ratings.elo import elo_of_score, score_of_elo
from arena.ratings.rating import Anchor, ErrorMark, Rating, Ratings, rate
from arena.ratings.result import MAX_SEATS, Result, ResultColumns, ResultColumnsBuilder
from arena.ratings.seat_effects import SeatEffects, WaldTest
from arena.ratings.standings import Row, Standings, Tally, standings_of, tally
from arena.ratings.tiers import tiers_of

__all__ = [
    "MAX_SEATS",
    "Anchor",
    "ErrorMark",
    "Rating",
    "Ratings",
    "Result",
    "ResultColumns",
    "ResultColumnsBuilder",
    "Row",
    "Scale",
    "SeatEffects",
    "SeatMark",
    "Standings",
    "Tally",
    "WaldTest",
    "elo_of_score",
    "rate",
    "score_of_elo",
    "standings_of",
    "tally",
    "tiers_of",
]

"""Parts that observations and events share."""

from functools import cache
from typing import TYPE_CHECKING

from podesta.patrician.v1 import patrician_pb2 as pb

if TYPE_CHECKING:
    from referee.games.patrician.state import PatricianState

__all__ = ["final_scores", "marker"]


def marker(state: "PatricianState", road: int) -> pb.Marker:
    """The marker at a signpost."""
    a, b = state.variant.roads[road]
    cities = state.variant.cities
    return _marker(cities[a].name, cities[b].name, state.marker_sides[road])


@cache
def _marker(city: str, other_city: str, side: int) -> pb.Marker:
    return pb.Marker(
        signpost=pb.Signpost(city=city, other_city=other_city),
        side=pb.MARKER_SIDE_TRADER if side > 0 else pb.MARKER_SIDE_BANDIT,
    )


def final_scores(state: "PatricianState") -> pb.FinalScores:
    """The count at the end, by owner."""
    return pb.FinalScores(
        owners=[
            pb.FinalScore(
                prestige=score.prestige,
                portraits=score.portraits,
                sets=score.sets,
                bonus=score.bonus,
                total=score.total,
                floors=score.floors,
                delegates=score.delegates,
            )
            for score in state.scores
        ]
    )

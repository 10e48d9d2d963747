"""Parts that observations and events share."""

from typing import TYPE_CHECKING

from podesta.patrician.v1 import patrician_pb2 as pb

if TYPE_CHECKING:
    from referee.games.patrician.state import PatricianState

__all__ = ["final_scores", "marker"]


def marker(state: "PatricianState", road: int) -> pb.Marker:
    """The marker at a signpost."""
    cities = state.variant.cities
    a, b = state.variant.roads[road]
    side = pb.MARKER_SIDE_TRADER if state.marker_sides[road] > 0 else pb.MARKER_SIDE_BANDIT
    return pb.Marker(
        signpost=pb.Signpost(city=cities[a].name, other_city=cities[b].name), side=side
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

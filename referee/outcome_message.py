"""An outcome as it travels."""

from podesta.v1 import game_pb2

from referee.games import Outcome

__all__ = ["outcome_message"]


def outcome_message(outcome: Outcome) -> game_pb2.Outcome:
    """The podesta.v1 message of a game's outcome."""
    return game_pb2.Outcome(
        seats=[
            game_pb2.SeatOutcome(
                placement=seat.placement, score=seat.score, tiebreaks=seat.tiebreaks
            )
            for seat in outcome.seats
        ],
        reason=outcome.reason,
    )

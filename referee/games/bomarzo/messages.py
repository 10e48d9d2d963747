"""Parts that observations and events share."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from podesta.bomarzo.v1 import bomarzo_pb2 as pb

from referee.games.bomarzo.variant import bits

if TYPE_CHECKING:
    from referee.games.bomarzo.state import BomarzoState

__all__ = ["final_count", "names_of", "resources"]


def resources(counts: Sequence[int]) -> pb.Resources:
    """Food, Coins and Wine, in this order."""
    return pb.Resources(food=counts[0], coin=counts[1], wine=counts[2])


def names_of(names: Sequence[str], mask: int) -> list[str]:
    """The names of a set, in the order of the data."""
    return [names[number] for number in bits(mask)]


def final_count(state: "BomarzoState") -> pb.FinalCount:
    """All points at the end, and what they rest on."""
    final, variant = state.final, state.variant
    assert final is not None
    return pb.FinalCount(
        divinities=[
            pb.DivinityCount(
                divinity=variant.divinity_names[each.divinity],
                devotion=each.devotion,
                values=each.values,
                points=each.points,
            )
            for each in final.divinities
        ],
        seats=[
            pb.SeatCount(
                track_points=final.track_points[seat],
                divinity_points=sum(each.points[seat] for each in final.divinities),
                temple_points=final.temple_points[seat],
                worship_points=final.worship_points[seat],
                total=final.totals[seat],
            )
            for seat in range(variant.seats)
        ],
        devoted=[variant.card_names[card] for _, _, card, _ in state.devoted],
        worship=[variant.divinity_names[card] for _, card, _ in state.worship_takes],
    )

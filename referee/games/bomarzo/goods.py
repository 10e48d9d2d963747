"""Moving cubes: between the reserve, the seats and the divinities. None is ever lost."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.games.bomarzo.state import BomarzoState

__all__ = ["gain", "give_back", "offer"]


def gain(state: "BomarzoState", seat: int, kind: int, amount: int) -> int:
    """From the reserve to a seat, as far as there are any (ruling 2); how many it were."""
    got = min(amount, state.reserve[kind])
    state.reserve[kind] -= got
    state.goods[3 * seat + kind] += got
    return got


def give_back(state: "BomarzoState", seat: int, kind: int, amount: int) -> None:
    """From a seat to the reserve."""
    state.goods[3 * seat + kind] -= amount
    state.reserve[kind] += amount


def offer(state: "BomarzoState", seat: int, kind: int, amount: int, divinity: int) -> None:
    """From a seat onto a divinity."""
    state.goods[3 * seat + kind] -= amount
    state.cubes[3 * divinity + kind] += amount

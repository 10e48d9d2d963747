"""What a tribute costs and how it can be paid (rules 19-24, 29, 30)."""

from functools import lru_cache
from typing import TYPE_CHECKING

from referee.games.bomarzo.moves import BomarzoMove, pay_move
from referee.games.bomarzo.variant import (
    ADVANCE,
    BUILDING,
    CHARACTER,
    DEVOTE,
    DRAW,
    EXCHANGING,
    TAKE,
    VILLAGE_STEPS,
)

if TYPE_CHECKING:
    from referee.games.bomarzo.state import BomarzoState

__all__ = [
    "MOST_PAYMENTS",
    "can_pay",
    "has_power",
    "payments",
    "payments_of",
    "tribute",
    "virtual_bounds",
]

MOST_PAYMENTS = 1000
"""Where a hand of this size may have more ways to pay, virtual resources are declared first.

With those given, at most 17 x 17 payments are left, as the cubes of a divinity and of a seat are
never more than there are; three times as many where the hand is a single card.
"""

Tribute = tuple[int, int, int]
"""Food, Coins and resources of any kind."""


def has_power(state: "BomarzoState", seat: int, power: int) -> bool:
    """Whether a seat has an unused card of this power; never in a brown season (rule 55)."""
    return state.token != "brown" and bool(
        state.level_2[seat] & ~state.spent[seat] & state.variant.gain_masks[power]
    )


def tribute(state: "BomarzoState", divinity: int, first: bool) -> Tribute:
    """What is due for a divinity, for the first pawn of the season or a later one."""
    if first:
        variant = state.variant
        return (variant.moss if state.moss >> divinity & 1 else variant.active)[divinity]
    food, coin, wine = state.cubes[3 * divinity : 3 * divinity + 3]
    return food, coin, wine + 1


def virtual_bounds(state: "BomarzoState", seat: int, divinity: int) -> tuple[int, int] | None:
    """Fewest and most hand cards that can be spent so that the favor still does something.

    None where it can do nothing at all (ruling 4).
    """
    variant = state.variant
    favor = variant.favors[divinity]
    hand = state.hands[seat]
    size = hand.bit_count()
    if favor == DRAW:
        if state.deck_left or state.discards:
            return 0, size
        return (1, size) if size else None
    if favor == TAKE:
        cubes = state.cubes
        for other in range(8):
            if other != divinity and (cubes[3 * other] or cubes[3 * other + 1]):
                return 0, size
        return None
    if favor == VILLAGE_STEPS:
        return (
            (0, size)
            if min(state.village[5 * seat : 5 * seat + 5]) < variant.village_length
            else None
        )
    if BUILDING <= favor <= CHARACTER:
        cards = variant.kind_masks[favor - BUILDING]
        if state.level_1[seat] & cards:
            return 0, size
        return (0, size - 1) if hand & cards else None
    if favor == ADVANCE and min(state.board[3 * seat : 3 * seat + 3]) >= variant.board_length:
        return None
    assert favor in (ADVANCE, DEVOTE)
    return (0, size - 1) if size else None


def can_pay(due: Tribute, goods: "list[int]", bounds: tuple[int, int], exchange: bool) -> bool:
    """Whether `payments` has any for these Food, Coins and Wine."""
    food, coin, anything = due
    have_food, have_coin, have_wine = goods
    least, most = bounds
    total = food + coin + anything
    if have_food + have_coin + have_wine + most < total or least > total:
        return False
    short = max(0, food - have_food) + max(0, coin - have_coin)
    if exchange and (
        (have_food < food and have_coin > coin) or (have_coin < coin and have_food > food)
    ):
        short -= 1
    return short <= have_wine + most


def payments(
    due: Tribute, goods: "list[int]", bounds: tuple[int, int], exchange: bool
) -> tuple[BomarzoMove, ...]:
    """Every payment of exactly what is due, cubes before virtual resources."""
    food, coin, anything = due
    total = food + coin + anything
    extra = anything + exchange
    return _payments(
        food,
        coin,
        anything,
        min(goods[0], food + extra),
        min(goods[1], coin + extra),
        min(goods[2], total),
        bounds[0],
        min(bounds[1], total),
        exchange,
    )


@lru_cache(maxsize=1 << 14)
def _payments(
    food: int,
    coin: int,
    anything: int,
    have_food: int,
    have_coin: int,
    have_wine: int,
    least: int,
    most: int,
    exchange: bool,
) -> tuple[BomarzoMove, ...]:
    total = food + coin + anything
    found = []
    for virtual in range(least, most + 1):
        for virtual_food in range(virtual, -1, -1):
            virtual_coin = virtual - virtual_food
            for wine in range(min(have_wine, total - virtual) + 1):
                rest = total - virtual - wine
                for foods in range(min(have_food, rest), max(0, rest - have_coin) - 1, -1):
                    coins = rest - foods
                    more_food = foods + virtual_food - food
                    more_coin = coins + virtual_coin - coin
                    short = max(0, -more_food) + max(0, -more_coin)
                    if short <= wine:
                        swap = 0
                    elif (
                        exchange
                        and short == wine + 1
                        and (
                            (more_food > 0 > more_coin and foods)
                            or (more_coin > 0 > more_food and coins)
                        )
                    ):
                        swap = 1
                    else:
                        continue
                    found.append(pay_move(foods, coins, wine, virtual_food, virtual_coin, swap))
    return tuple(found)


def payments_of(state: "BomarzoState", full_hand: bool = False) -> tuple[BomarzoMove, ...]:
    """The payments of the acting seat for the pawn it has just placed.

    With `full_hand`, those that everybody can reckon with, who does not know which cards it needs.
    """
    seat, divinity = state.acting_seat, state.divinity
    due = tribute(state, divinity, state.placed[divinity] == 1 << 2 * seat)
    if full_hand:
        bounds = (0, state.hands[seat].bit_count())
    else:
        found = virtual_bounds(state, seat, divinity)
        assert found is not None
        bounds = found
    goods = state.goods[3 * seat : 3 * seat + 3]
    return payments(due, goods, bounds, has_power(state, seat, EXCHANGING))

"""The same deal with everybody one seat further: what is worth something must move along."""

from collections.abc import Callable, Sequence

from referee.games import AnyState, SeededChance, load_game
from referee.games.bologna import BolognaState
from referee.games.bomarzo.state import BomarzoState
from referee.games.bomarzo.variant import variant_for as bomarzo_variant
from referee.games.chance import shuffle
from referee.games.patrician.state import PatricianState
from referee.games.patrician.variant import variant_for as patrician_variant
from referee.games.tuerme.state import TuermeState

Pair = tuple[AnyState, AnyState]


def _turned(hands: Sequence[Sequence[int]]) -> list[Sequence[int]]:
    return [hands[-1], *hands[:-1]]


def bologna(seats: int, seed: bytes) -> Pair:
    return BolognaState.empty(to_move=0), BolognaState.empty(to_move=1)


def patrician(seats: int, seed: bytes) -> Pair:
    options = load_game("patrician").parse_options({"trade_routes": "true"}, seats)
    one = load_game("patrician").initial_state(options, seats, SeededChance(seed))
    assert isinstance(one, PatricianState)
    rest = [*one.plates, *one.aside, *one.pile]
    variant = patrician_variant(seats, True, False)
    start = (one.start_seat + 1) % seats
    return one, PatricianState(variant, start, _turned(one.unknown_hands), rest)


def tuerme(seats: int, seed: bytes) -> Pair:
    one = load_game("tuerme").initial_state(
        load_game("tuerme").parse_options({}, seats), seats, SeededChance(seed)
    )
    assert isinstance(one, TuermeState)
    start = (one.start_seat + 1) % seats
    hands = _turned(one.unknown_hands)
    return one, TuermeState(one.variant, start, hands, one.open_cards, one.pile)


def bomarzo(seats: int, seed: bytes) -> Pair:
    chance = SeededChance(seed)
    variant = bomarzo_variant(seats, False, False, False)
    order, deck = list(range(8)), list(range(45))
    shuffle(order, chance)
    shuffle(deck, chance)
    first = chance.draw(seats)
    return (
        BomarzoState(variant, first, order, deck),
        BomarzoState(variant, (first + 1) % seats, order, deck),
    )


DEALS: dict[str, Callable[[int, bytes], Pair]] = {
    "bologna": bologna,
    "bomarzo": bomarzo,
    "patrician": patrician,
    "tuerme": tuerme,
}

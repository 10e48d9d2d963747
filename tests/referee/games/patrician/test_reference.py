"""The rules against a slow second writing of them."""

from random import Random

import pytest

from referee.games.patrician import GAME, PatricianState
from referee.games.patrician.data import load_data
from tests.referee.games.patrician.positions import ALL_OPTIONS, start
from tests.referee.games.patrician.reference import Reference


def both(seats: int, seed: int, options: dict[str, str]) -> tuple[PatricianState, Reference]:
    trade_routes, delegates = (options[name] == "true" for name in ("trade_routes", "delegates"))
    state = start(seats, seed, trade_routes=trade_routes, delegates=delegates)

    def names(cards: tuple[int, ...]) -> list[str]:
        return [state.variant.cards[card].name for card in cards]

    plates = zip(state.variant.cities, names(tuple(state.plates)), strict=True)
    reference = Reference(
        load_data(),
        seats,
        trade_routes,
        delegates,
        state.start_seat,
        [names(hand) for hand in state.unknown_hands],
        {city.name: card for city, card in plates},
        names(state.aside),
        names(state.pile),
    )
    return state, reference


def same_match(seats: int, seed: int, options: dict[str, str]) -> None:
    state, reference = both(seats, seed, options)
    rng = Random(seed)
    while state.to_act is not None:
        assert (reference.seat, reference.kind) == (state.to_act, state.decision)
        assert reference.texts == state.legal_texts()
        text = rng.choice(reference.texts)
        reference.move(text)
        state.apply(GAME.parse_move(text))
    assert reference.kind == ""
    outcome = state.outcome()
    assert outcome is not None
    assert reference.results == [(seat.placement, seat.score) for seat in outcome.seats]


@pytest.mark.parametrize("options", ALL_OPTIONS, ids=str)
@pytest.mark.parametrize("seats", GAME.seats)
def test_random_matches_go_the_same_way(seats: int, options: dict[str, str]) -> None:
    for seed in range(12):
        same_match(seats, seed, options)


@pytest.mark.slow
@pytest.mark.parametrize("seats", GAME.seats)
def test_many_random_matches_go_the_same_way(seats: int) -> None:
    for seed in range(1000, 1300):
        same_match(seats, seed, ALL_OPTIONS[seed % 4])

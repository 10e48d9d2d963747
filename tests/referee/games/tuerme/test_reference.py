"""The game lists what a plain reading of the rules lists."""

import random

import pytest

from referee.games.tuerme import GAME, TuermeState
from tests.referee.games.tuerme import reference
from tests.referee.games.tuerme.positions import random_playout, start


@pytest.mark.parametrize("seats", GAME.seats)
def test_lists_agree(seats: int) -> None:
    rng = random.Random(seats)
    seen: set[str] = set()

    def compare(state: TuermeState) -> None:
        seat = state.turn_seat
        texts = state.legal_texts()
        assert set(texts) == reference.legal(state.public(), state.private(seat))
        assert len(set(texts)) == len(texts)
        seen.add(state.decision)

    for seed in range(2):
        state = start(seats, seed)
        # A tight game: closed towers, few stones, few roofs.
        state.roofs_left = [1] * seats
        state.stones_left = [rng.randrange(4, 31) for _ in range(seats)]
        random_playout(state, rng.randrange, compare)
    assert seen >= {"action", "draw"}


@pytest.mark.parametrize("seats", GAME.seats)
def test_lists_agree_where_players_build_high(seats: int) -> None:
    rng = random.Random(seats)
    asked = moved = 0
    for seed in range(3):
        state = start(seats, seed)
        state.roofs_left = [1] * seats
        while state.to_act is not None:
            texts = state.legal_texts()
            if state.decision == "secure":
                asked += 1
                moved += any(text.startswith("secure from") for text in texts)
            assert set(texts) == reference.legal(state.public(), state.private(state.turn_seat))
            moves = list(state.legal_moves())
            best = max(
                moves,
                key=lambda m: (
                    sum(len(state.towers[f]) ** 2 for f in getattr(m, "fields", ())),
                    str(m).startswith("secure r"),
                    rng.random(),
                ),
            )
            state.apply(best)
    assert asked > 3
    assert moved > 3

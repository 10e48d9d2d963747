"""The drawing for terminals."""

import io
import random
import subprocess
import sys

import pytest
from podesta.bologna.v1 import bologna_pb2
from rich.console import Console

from referee.games.patrician import GAME, PatricianState
from tests.referee.games.patrician.positions import arrange, play, random_playout, start


def drawn(state: PatricianState, seat: int | None = None, width: int = 100) -> str:
    out = io.StringIO()
    private = state.private(seat) if seat is not None else None
    Console(file=out, width=width, color_system=None).print(GAME.draw(state.public(), private))
    return out.getvalue()


def test_shows_towers_tokens_cards_and_hands() -> None:
    state = arrange(start(3, 1, trade_routes=True), seat=0, hand="BO3 RO5 VR2")
    arrange(state, build={"Verona": ("0", "210"), "Roma": ("12", "")}, face_up={"Parma": "RO6"})
    play(state, "card BO3", "site 1", "marker Lucca-Siena bandit")
    arrange(state, seat=0, hand="VR2 RO5 BO1")
    play(state, "card VR2", "site 1")
    text = drawn(state)
    assert "Roma" in text
    assert "1 2" in text
    assert "RO6 Roma, 1 crest, 2 x beard" in text
    assert "Lucca-Siena bandit -1" in text
    assert "5 to 0, 2 to 0" in text or "5 to 0" in text
    assert "? ? ?" in text


def test_shows_the_hand_of_the_own_seat_alone() -> None:
    state = start(3, 1)
    hands = [list(state.private(seat).unknown_hand) for seat in range(3)]
    text = drawn(state, 1)
    assert " ".join(sorted(hands[1])) in text
    for other in (0, 2):
        assert " ".join(sorted(hands[other])) not in text
    assert all(name not in drawn(state) for hand in hands for name in hand)


def test_shows_only_the_top_of_each_stack() -> None:
    state = arrange(start(3, 1), seat=0, hand="RO5 BO1 SI3")
    play(state, "card RO5", "site 1")
    arrange(state, seat=0, hand="BO1 SI3 RO6")
    play(state, "card SI3", "site 1")
    stack_row = next(line for line in drawn(state).splitlines() if line.startswith("│ 0"))
    assert "SI3" in stack_row
    assert "RO5" not in stack_row


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("width", [40, 80, 200])
def test_draws_every_position_at_any_width(seats: int, width: int) -> None:
    rng = random.Random(seats)
    state = start(seats, 2, trade_routes=True, delegates=True)

    def visit(state: PatricianState) -> None:
        if rng.random() < 0.1:
            text = drawn(state, 0, width)
            assert max(map(len, text.splitlines())) <= width

    random_playout(state, rng.randrange, visit)
    text = drawn(state, 0, 120)
    assert "the count" in text
    assert "the end" in text


def test_other_messages_are_refused() -> None:
    with pytest.raises(TypeError, match="PatricianPublic is expected"):
        GAME.draw(bologna_pb2.BolognaPublic())
    with pytest.raises(TypeError, match="PatricianPrivate is expected"):
        GAME.draw(start().public(), bologna_pb2.BolognaPublic())


def test_rich_is_only_loaded_to_draw() -> None:
    program = (
        "import sys; from referee.games import load_game, SeededChance; "
        "game = load_game('patrician'); "
        "game.initial_state({}, 3, SeededChance(b'')).public(); "
        "sys.exit('rich' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True, cwd="/")

"""The drawing for the terminal."""

import random
from io import StringIO

import pytest
from google.protobuf.message import Message
from rich.console import Console

from referee.games import SeededChance
from referee.games.bomarzo import GAME
from tests.referee.games.bomarzo.positions import (
    goods,
    hand,
    lay,
    play,
    random_playout,
    start,
    table,
)


def drawn(public: Message, private: Message | None = None, width: int = 110) -> str:
    with StringIO() as file:
        Console(width=width, no_color=True, file=file).print(GAME.draw(public, private))
        return file.getvalue()


def test_a_position_tells_everything() -> None:
    state = table(3)
    lay(state, "Orco", "FWW", [1, 2])
    hand(state, 0, "Altar", "Music")
    goods(state, 0, "FFC")
    play(state, "place Gigante", "pay FFC", "play Altar")
    text = drawn(state.public(), state.private(0))
    assert "season 1, turn 2 of seat 1: seat 1 decides: place" in text
    assert "1 F 0 C 2 W dormant" in text
    assert "seat 0: Altar, level 1 (building culture +1, moon)" in text
    assert "hand Music (knowledge culture +1, flame, devotion 5)" in text
    assert "seat 0 alone knows" in text
    assert "Music" not in drawn(state.public())


def test_every_position_can_be_drawn_to_its_end() -> None:
    rng = random.Random(2)
    state = start(4, 2, seasons="true", worship="true")
    chance = SeededChance(b"drawing")
    number = 0
    while state.to_act is not None:
        number += 1
        if number % 20 == 0:
            seat = state.to_act
            assert f"seat {seat} decides" in drawn(state.public(), state.private(seat))
        state.apply(state.legal_move(rng.randrange(state.legal_count())), chance)
    text = drawn(state.public())
    assert "the end" in text
    assert "total" in text
    assert "the count" in text


def test_nothing_is_cut_on_a_narrow_terminal() -> None:
    state = start(4, 2)
    random_playout(state, random.Random(2).randrange)
    assert "\N{HORIZONTAL ELLIPSIS}" not in drawn(state.public(), width=60)


def test_other_messages_are_refused() -> None:
    state = start(2)
    with pytest.raises(TypeError, match="BomarzoPublic"):
        GAME.draw(state.private(0))
    with pytest.raises(TypeError, match="BomarzoPrivate"):
        GAME.draw(state.public(), state.public())

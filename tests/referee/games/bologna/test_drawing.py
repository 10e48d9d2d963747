"""The terminal drawing."""

import json
from io import StringIO

import pytest
from podesta.bologna.v1 import bologna_pb2 as messages
from rich.console import Console

from referee.games.bologna import GAME, BolognaState
from referee.games.bologna.map_file import shipped_text
from referee.games.bologna.moves import parse_move
from tests.referee.games.bologna.drill import Drill
from tests.referee.games.bologna.examples import BY_NAME


def drawn(public: messages.BolognaPublic, width: int = 120, colour: bool = False) -> str:
    with StringIO() as file:
        console = Console(
            file=file,
            width=width,
            no_color=not colour,
            force_terminal=colour,
            color_system="standard" if colour else None,
        )
        console.print(GAME.draw(public))
        return file.getvalue()


def test_everything_can_be_told_without_colour() -> None:
    drill = Drill.on("L4B")
    drill.play(*BY_NAME["EX2"].moves)
    text = drawn(drill.state.public())
    for row in ("1    *t5T2 \\", "2  * C . .t4", "3  A C . . . B B####", "5  A b b a a a a a /"):
        assert row in text, text
    assert "6: L4B" in text
    assert "worth 6" in text
    assert "red leads by 11" in text
    assert "unopened" in text
    assert "yellow  1 of size 6  1 of size 5" in text


def test_the_pawn_stands_on_its_track() -> None:
    text = drawn(BolognaState.empty(pawn=-15).public())
    assert "yellow P--------------+--------------- red" in text
    text = drawn(BolognaState.empty(pawn=20).public())
    assert "+-------------------P red" in text


def test_who_decides_what() -> None:
    state = BolognaState.empty()
    assert "turn 1: yellow places a building" in drawn(state.public())
    state.apply(parse_move("t2@3:b1"))
    assert "turn 1: yellow places a landmark in district 3" in drawn(state.public())


@pytest.mark.parametrize(
    ("ending", "said"),
    [
        (messages.ENDING_IMMEDIATE_VICTORY, "immediate victory"),
        (messages.ENDING_FINAL_SCORING, "final scoring"),
    ],
)
def test_how_it_ended(ending: messages.Ending, said: str) -> None:
    public = BolognaState.empty().public()
    public.ClearField("to_act")
    public.ending = ending
    assert f"over: {said}" in drawn(public)


def test_colours_always_come_with_their_background() -> None:
    drill = Drill.on("L4B")
    drill.play(*BY_NAME["EX2"].moves)
    text = drawn(drill.state.public(), colour=True)
    assert "\x1b[30;43m" in text
    assert "\x1b[97;41m" in text
    assert "\x1b[2m" not in text  # what is dim can't be read on every background


def test_a_users_map_is_drawn() -> None:
    contents = json.loads(shipped_text())
    contents["sides"]["S3A"] = ["......", "......", "......"]
    contents["tracks"] = 9
    state = BolognaState.empty(json.dumps(contents))
    text = drawn(state.public())
    assert "1: A" in text
    assert "yellow ---------P--------- red" in text
    assert "3  . . . . . ." in text


def test_it_fits_a_narrow_terminal() -> None:
    text = drawn(BolognaState.empty().public(), width=60)
    assert max(len(line.rstrip()) for line in text.splitlines()) <= 60

"""The drawing for terminals."""

import io
import subprocess
import sys

import pytest
from podesta.bologna.v1 import bologna_pb2
from rich.console import Console

from referee.games.tuerme import GAME, TuermeState
from tests.referee.games.tuerme.positions import arrange, hand, play, start


def drawn(state: TuermeState, seat: int | None = None, width: int = 100) -> str:
    out = io.StringIO()
    private = state.private(seat) if seat is not None else None
    Console(file=out, width=width, color_system=None).print(GAME.draw(state.public(), private))
    return out.getvalue()


def row(text: str, number: int) -> list[str]:
    """The cells of a row of the board."""
    line = next(line for line in text.splitlines() if line.startswith(f"│ {number} "))
    return [cell.strip() for cell in line.strip("│").split("│")]


def test_shows_the_board() -> None:
    state = arrange(
        start(), towers={"2,3": "01", "4,4": "1100^", "5,4": "2", "8,8": "010101^"}, zone="4,4"
    )
    text = drawn(state)
    assert row(text, 2) == ["2", ".", "01", ".", ".", ".", ".", "."]
    assert row(text, 4) == ["4", ".", ".", "!1100^", "!.", ".", ".", "."]
    assert row(text, 5) == ["5", ".", ".", "!2", "!######", ".", ".", "."]
    assert row(text, 8)[-1] == "010101^"


def test_shows_the_open_cards_and_who_decides() -> None:
    state = arrange(start(), seat=1, hand="2 3 8", open_cards="2 4 P3 F6", towers={"2,3": "001"})
    assert "open 2 4 P3 F6   pile 81" in drawn(state)
    assert "turn 1: seat 1 decides: action" in drawn(state)
    play(arrange(state, towers={"2,3": "001"}), "build 2,3")
    assert state.decision == "secure"
    assert "seat 1 decides: secure (tower at 2,3)" in drawn(state)


def test_shows_the_hand_of_the_own_seat_alone() -> None:
    state = arrange(start(3, 1), seat=0, hand="P3 F3 F7")
    state.unknown_hands[1] = (3, 3, 3)
    assert "P3 F3 F7" in drawn(state)
    assert "? ? ?" in drawn(state)
    assert "5 5 5" not in drawn(state)
    assert "5 5 5" in drawn(state, 1)
    assert " ".join(hand(state, 2)) not in drawn(state, 1)


def test_shows_scorings_and_tokens() -> None:
    plain = drawn(start())
    assert "tokens" not in plain
    assert "scoring" not in plain
    state = arrange(
        start(sammel=True),
        seat=0,
        hand="2 3 8",
        towers={"2,3": "001"},
        open_cards="2 2 2 2",
        pile="W 2 3 4",
    )
    play(state, "build 2,3", "draw 2 2")
    text = drawn(state)
    assert "scoring 1" in text
    assert "tokens" in text


@pytest.mark.parametrize("pile", ["2 3", "2 3 4"])
def test_shows_the_end(pile: str) -> None:
    state = arrange(start(), seat=0, hand="2 3 8", open_cards="2 2 2 2", pile=pile)
    play(state, "build 2,3", "draw 2 2")
    assert ("the end, the pile is used up" in drawn(state)) == (pile == "2 3")


def test_fits_into_80_columns() -> None:
    towers = {f"2,{n}": f"01010{n % 6}^" for n in range(2, 9)}
    state = arrange(start(6), towers=towers, zone="2,2")
    assert all(len(line) <= 80 for line in drawn(state, width=80).splitlines())
    assert "!010102^" in drawn(state, width=80)


def test_needs_messages_of_this_game() -> None:
    with pytest.raises(TypeError, match="TuermePublic is expected"):
        GAME.draw(bologna_pb2.BolognaPublic())
    with pytest.raises(TypeError, match="TuermePrivate is expected"):
        GAME.draw(start().public(), bologna_pb2.BolognaPublic())


def test_rich_is_imported_only_for_drawing() -> None:
    code = (
        "import sys; from referee.games import SeededChance; from referee.games.tuerme import GAME;"
        "s = GAME.initial_state({}, 3, SeededChance(b'')); s.public(); s.private(0);"
        "s.apply(s.legal_move(0)); assert 'rich' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)

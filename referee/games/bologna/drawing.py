"""A position for the terminal.

Each place of a district takes two characters; what stands there can be told without colour:

    .    empty square          / \\  empty triangle          *   school
    a    yellow house          A    red house                one letter a house
    t5   yellow tower          T5   red tower                with its height
    ##   landmark
"""

from collections.abc import Sequence

from podesta.bologna.v1 import bologna_pb2 as messages
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from referee.games.bologna.city import load_map
from referee.games.bologna.moves import KINDS, SIZES

__all__ = ["draw_position"]

_SEATS = ("yellow", "red")
# Fore- and background are both given, so that neither depends on the terminal's own colours.
_STYLES = ("black on yellow", "bright_white on red")
_LANDMARK = ("##", "bright_white on blue")
_SCHOOL = (" *", "black on cyan")
_GROUND = {".": " .", "J": " /", "F": " /", "L": " \\", "7": " \\"}
_HOUSE_LETTERS = "abcdefghijklmnopqrsuvwxyz"
"""All but t, which is for towers."""
_Cell = tuple[str, str]


def draw_position(public: messages.BolognaPublic) -> RenderableType:
    """The six districts, the influence track and the supplies."""
    districts = [_draw_district(public, number) for number in range(1, len(public.city) + 1)]
    return Group(
        Columns(districts, padding=(0, 1)),
        _draw_track(public),
        *(_draw_supply(public, seat) for seat in range(len(public.supplies))),
        _draw_landmarks_left(public),
        _draw_turn(public),
    )


def _rows(public: messages.BolognaPublic, number: int) -> tuple[str, Sequence[str]]:
    """A title and the rows of one district."""
    letter = public.city[number - 1]
    if public.districts:
        return f"{number}: {letter}", list(public.districts[number - 1].rows)
    city_map = load_map()
    name = city_map.slots[number - 1] + letter
    return f"{number}: {name}", city_map.sides[name].rows


def _draw_district(public: messages.BolognaPublic, number: int) -> RenderableType:
    title, rows = _rows(public, number)
    pieces = [piece for piece in public.pieces if piece.district == number]
    cells = _cells(pieces)
    text = Text("   " + "".join(f" {chr(ord('a') + c)}" for c in range(len(rows[0]))), "dim")
    for row, letters in enumerate(rows):
        text.append(f"\n{row + 1:2} ", "dim")
        for column, letter in enumerate(letters):
            drawn, style = cells.get((row, column), (_GROUND.get(letter, "  "), ""))
            text.append(drawn, style)
    worth = sum(p.size for p in pieces if p.kind == messages.PIECE_KIND_LANDMARK)
    worth += sum(p.kind == messages.PIECE_KIND_SCHOOL for p in pieces)
    return Panel.fit(text, title=title, subtitle=f"worth {worth}" if pieces else "unopened")


def _cells(pieces: Sequence[messages.Piece]) -> dict[tuple[int, int], _Cell]:
    """What is drawn where something stands."""
    cells: dict[tuple[int, int], _Cell] = {}
    houses = [0, 0]
    for piece in pieces:
        if piece.kind == messages.PIECE_KIND_HOUSE:
            letter = _HOUSE_LETTERS[houses[piece.seat] % len(_HOUSE_LETTERS)]
            houses[piece.seat] += 1
            cell = (f" {_cased(letter, piece.seat)}", _STYLES[piece.seat])
        elif piece.kind == messages.PIECE_KIND_TOWER:
            cell = (f"{_cased('t', piece.seat)}{piece.size}", f"bold {_STYLES[piece.seat]}")
        elif piece.kind == messages.PIECE_KIND_SCHOOL:
            cell = _SCHOOL
        else:
            cell = _LANDMARK
        for space in piece.spaces:
            cells[space.row, space.column] = cell
    return cells


def _cased(letter: str, seat: int) -> str:
    return letter.upper() if seat else letter


def _draw_track(public: messages.BolognaPublic) -> RenderableType:
    """From yellow's end of the track to red's; the pawn beyond an end stands on it."""
    length = max(public.track_length or load_map().tracks, abs(public.pawn))
    marks = ["-"] * (2 * length + 1)
    marks[length] = "+"
    marks[length + public.pawn] = "P"
    leader = "nobody" if public.pawn == 0 else _SEATS[public.pawn > 0]
    text = Text("influence  ")
    text.append("yellow", _STYLES[0])
    text.append(f" {''.join(marks)} ")
    text.append("red", _STYLES[1])
    return text.append(f"  {leader} leads by {abs(public.pawn)}" if public.pawn else "  even")


def _draw_supply(public: messages.BolognaPublic, seat: int) -> RenderableType:
    supply = public.supplies[seat]
    text = Text()
    text.append(f"{_SEATS[seat]:6}", _STYLES[seat])
    for size, left in zip(reversed(SIZES), reversed(supply.buildings), strict=True):
        text.append(f"  {left} of size {size}")
    return text.append(f"  schools {supply.schools}")


def _draw_landmarks_left(public: messages.BolognaPublic) -> RenderableType:
    left = zip(KINDS, public.landmarks_left, strict=True)
    return Text("landmarks  " + ", ".join(f"{number} {kind}" for kind, number in left))


def _draw_turn(public: messages.BolognaPublic) -> RenderableType:
    if not public.HasField("to_act"):
        immediate = public.ending == messages.ENDING_IMMEDIATE_VICTORY
        return Text("over: immediate victory" if immediate else "over: final scoring")
    asked = f"a landmark in district {public.landmark_due}" if public.landmark_due else "a building"
    return Text(f"turn {public.turn + 1}: {_SEATS[public.to_act]} places {asked}")

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
from referee.games.first_fit import FirstFit

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
    """The six districts, the influence track and the supplies; closer together where it is low."""
    numbers = range(1, len(public.city) + 1)
    roomy = Group(
        Columns([_draw_district(public, number) for number in numbers], padding=(0, 1)),
        _draw_track(public),
        *(_draw_supply(public, seat) for seat in range(len(public.supplies))),
        _draw_landmarks_left(public),
        _draw_turn(public),
    )
    close = Group(
        _draw_turn(public).append("   worth " + " ".join(_worths(public))),
        Text(f"influence: {_lead(public)}   ").append_text(_draw_landmarks_left(public)),
        _draw_both_supplies(public),
        Columns([_draw_squares(public, number, f"{number}:") for number in numbers], (0, 2)),
    )
    return FirstFit(roomy, close)


def _rows(public: messages.BolognaPublic, number: int) -> tuple[str, Sequence[str]]:
    """A title and the rows of one district."""
    letter = public.city[number - 1]
    if public.districts:
        return f"{number}: {letter}", list(public.districts[number - 1].rows)
    city_map = load_map()
    name = city_map.slots[number - 1] + letter
    return f"{number}: {name}", city_map.sides[name].rows


def _draw_district(public: messages.BolognaPublic, number: int) -> RenderableType:
    title, _ = _rows(public, number)
    worth = _worth(public, number)
    under = f"worth {worth}" if worth is not None else "unopened"
    return Panel.fit(_draw_squares(public, number, ""), title=title, subtitle=under)


def _draw_squares(public: messages.BolognaPublic, number: int, corner: str) -> Text:
    """The places of one district with their coordinates."""
    _, rows = _rows(public, number)
    cells = _cells([piece for piece in public.pieces if piece.district == number])
    text = Text(f"{corner:3}" + "".join(f" {chr(ord('a') + c)}" for c in range(len(rows[0]))))
    for row, letters in enumerate(rows):
        text.append(f"\n{row + 1:2} ")
        for column, letter in enumerate(letters):
            drawn, style = cells.get((row, column), (_GROUND.get(letter, "  "), ""))
            text.append(drawn, style)
    return text


def _worth(public: messages.BolognaPublic, number: int) -> int | None:
    """Landmarks and schools of a district; None where nothing was built yet."""
    pieces = [piece for piece in public.pieces if piece.district == number]
    if not pieces:
        return None
    schools = sum(piece.kind == messages.PIECE_KIND_SCHOOL for piece in pieces)
    return schools + sum(p.size for p in pieces if p.kind == messages.PIECE_KIND_LANDMARK)


def _worths(public: messages.BolognaPublic) -> list[str]:
    """By district, "-" for one that is unopened."""
    worths = [_worth(public, number) for number in range(1, len(public.city) + 1)]
    return ["-" if worth is None else str(worth) for worth in worths]


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
    text = Text("influence  ")
    text.append("yellow", _STYLES[0])
    text.append(f" {''.join(marks)} ")
    text.append("red", _STYLES[1])
    return text.append(f"  {_lead(public)}")


def _lead(public: messages.BolognaPublic) -> str:
    return f"{_SEATS[public.pawn > 0]} leads by {abs(public.pawn)}" if public.pawn else "even"


def _draw_supply(public: messages.BolognaPublic, seat: int) -> RenderableType:
    supply = public.supplies[seat]
    text = Text()
    text.append(f"{_SEATS[seat]:6}", _STYLES[seat])
    for size, left in zip(reversed(SIZES), reversed(supply.buildings), strict=True):
        text.append(f"  {left} of size {size}")
    return text.append(f"  schools {supply.schools}")


def _draw_both_supplies(public: messages.BolognaPublic) -> Text:
    """Both in one line: "1x6" for one building of size 6."""
    text = Text()
    for seat, supply in enumerate(public.supplies):
        text.append("   " if seat else "").append(_SEATS[seat], _STYLES[seat])
        for size, left in zip(reversed(SIZES), reversed(supply.buildings), strict=True):
            text.append(f" {left}x{size}")
        text.append(f" {supply.schools} schools")
    return text


def _draw_landmarks_left(public: messages.BolognaPublic) -> Text:
    left = zip(KINDS, public.landmarks_left, strict=True)
    return Text("landmarks  " + ", ".join(f"{number} {kind}" for kind, number in left))


def _draw_turn(public: messages.BolognaPublic) -> Text:
    if not public.HasField("to_act"):
        immediate = public.ending == messages.ENDING_IMMEDIATE_VICTORY
        return Text("over: immediate victory" if immediate else "over: final scoring")
    asked = f"a landmark in district {public.landmark_due}" if public.landmark_due else "a building"
    return Text(f"turn {public.turn + 1}: {_SEATS[public.to_act]} places {asked}")

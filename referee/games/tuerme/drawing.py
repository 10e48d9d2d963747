"""A position for the terminal: letters and digits say everything, styles only help."""

from google.protobuf.message import Message
from podesta.tuerme.v1 import tuerme_pb2 as pb
from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from referee.games.first_fit import FirstFit
from referee.games.tuerme.cards import NUMBERS

__all__ = ["draw"]

_MIDDLE = 5
_ENDINGS = {
    pb.ENDING_PILE: "the pile is used up",
    pb.ENDING_TOWERS: "there are more towers of six stones than seats",
}


def draw(public: Message, private: Message | None = None) -> RenderableType:
    """The board, the open cards, then the seats; where it is low without frames, the seats first.

    Raises TypeError for messages of another game.
    """
    if not isinstance(public, pb.TuermePublic):
        raise TypeError(f"TuermePublic is expected, not {public.DESCRIPTOR.full_name}")
    if private is not None and not isinstance(private, pb.TuermePrivate):
        raise TypeError(f"TuermePrivate is expected, not {private.DESCRIPTOR.full_name}")
    headline = _headline(public)
    cards = f"open {' '.join(public.open_cards) or '-'}   pile {public.pile}"
    roomy = Group(
        Text(headline, style="bold"), _board(public), Text(cards), _seats(public, private)
    )
    close = Group(
        Text(headline, style="bold").append(f"   {cards}"),
        _seats(public, private, close=True),
        _board(public, close=True),
    )
    return FirstFit(roomy, close)


def _headline(public: pb.TuermePublic) -> str:
    if not public.decision:
        return f"after {public.turn + 1} turns: the end, {_ENDINGS[public.ending]}"
    about = ""
    if public.secure_due:
        about = f" (tower at {public.secure_due[0].row},{public.secure_due[0].column})"
    return f"turn {public.turn + 1}: seat {public.to_act} decides: {public.decision}{about}"


def _board(public: pb.TuermePublic, *, close: bool = False) -> Table:
    if close:
        table = Table(box=None, padding=(0, 1, 0, 0))
    else:
        table = Table(
            title="towers from the ground: left to right, ^ a roof, ! the plague",
            title_justify="left",
            box=box.SQUARE,
            show_lines=True,
        )
    table.add_column("", style="bold")
    for column in NUMBERS:
        table.add_column(str(column), min_width=6, no_wrap=True)
    towers = {(t.field.row, t.field.column): t for t in public.towers}
    for row in NUMBERS:
        table.add_row(
            str(row), *(_cell(public, row, column, towers.get((row, column))) for column in NUMBERS)
        )
    return table


def _cell(public: pb.TuermePublic, row: int, column: int, tower: pb.Tower | None) -> Text:
    if row == column == _MIDDLE:
        text, style = "######", ""
    elif tower is None:
        text, style = ".", ""
    else:
        roof = "^" if tower.roof else ""
        text, style = "".join(map(str, tower.stones)) + roof, "bold" if tower.roof else ""
    zone = public.plague_zone
    if public.HasField("plague_zone") and 0 <= row - zone.row < 2 and 0 <= column - zone.column < 2:
        text = "!" + text
    return Text(text, style=style)


def _seats(
    public: pb.TuermePublic, private: pb.TuermePrivate | None, *, close: bool = False
) -> Table:
    scorings = list(public.scorings)
    tokens = public.tokens_left or any(seat.tokens for seat in public.seats)
    table = Table(box=None, padding=(0, 2, 0, 0)) if close else Table()
    headings = ["seat", "hand", "stones", "roofs"]
    headings += [f"scoring {n}" for n in range(1, len(scorings) + 1)]
    headings += ["tokens"] if tokens else []
    for heading in (*headings, "score"):
        table.add_column(heading, overflow="fold")
    for number, seat in enumerate(public.seats):
        if private is not None and private.seat == number:
            hand = list(private.hand)
        else:
            hand = [*seat.known_hand, *["?"] * seat.unknown_hand]
        cells = [str(number), " ".join(hand) or "-", str(seat.stones), str(seat.roofs)]
        cells += [str(scoring.seats[number].points) for scoring in scorings]
        cells += [str(seat.tokens)] if tokens else []
        table.add_row(*cells, str(seat.score))
    return table

"""A position for the terminal: letters and digits say everything, styles only help."""

from google.protobuf.message import Message
from podesta.patrician.v1 import patrician_pb2 as pb
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from referee.games.first_fit import FirstFit
from referee.games.patrician.data import PORTRAITS, Card, load_data

__all__ = ["draw"]

_SPECIALS = {"any": "take any", "move": "move"}


def draw(public: Message, private: Message | None = None) -> RenderableType:
    """The board, then the seats; of each stack only the top card, as at the table.

    Where it is low: without frames, the seats first.

    Raises TypeError for messages of another game.
    """
    if not isinstance(public, pb.PatricianPublic):
        raise TypeError(f"PatricianPublic is expected, not {public.DESCRIPTOR.full_name}")
    if private is not None and not isinstance(private, pb.PatricianPrivate):
        raise TypeError(f"PatricianPrivate is expected, not {private.DESCRIPTOR.full_name}")
    headline, pile = Text(_headline(public), style="bold"), _pile(public)
    markers = []
    if public.markers:
        markers.append(Text("markers  " + ", ".join(_marker(m) for m in public.markers)))
    final = public.HasField("final")
    roomy = Group(
        headline,
        _board(public),
        *markers,
        _seats(public, private),
        Text(pile),
        *([_final(public)] if final else []),
    )
    close = Group(
        headline.copy().append(f"   {pile}"),
        *([_final(public, close=True)] if final else []),
        _seats(public, private, close=True),
        *markers,
        _board(public, close=True),
    )
    return FirstFit(roomy, close)


def _table(title: str, *, close: bool) -> Table:
    if close:
        return Table(box=None, padding=(0, 1, 0, 0))
    return Table(title=title or None, title_justify="left")


def _headline(public: pb.PatricianPublic) -> str:
    if not public.decision:
        return f"after {public.turn + 1} turns: the end"
    return f"turn {public.turn + 1}: seat {public.to_act} decides: {public.decision}" + (
        f" (card {public.played})" if public.played else ""
    )


def _owner(public: pb.PatricianPublic, owner: int) -> str:
    return "A" if owner >= len(public.seats) else str(owner)


def _tower(public: pb.PatricianPublic, tower: "list[int]") -> str:
    return " ".join(_owner(public, owner) for owner in tower) or "-"


def _cards() -> dict[str, Card]:
    return {card.name: card for card in load_data().cards}


def _face(card: Card, *, close: bool = False) -> str:
    """For example "FI6 Firenze, 1 crest, 2 x lady"; the first letters name the city too."""
    crests = "2 crests" if card.crests == 2 else "1 crest"
    parts = [f"{card.name} {crests}"] if close else [f"{card.name} {card.city}", crests]
    if card.portraits:
        times = "2 x " if len(card.portraits) == 2 else ""
        parts.append(times + card.portraits[0])
    if card.special:
        parts.append(_SPECIALS[card.special])
    if card.star:
        parts.append("star")
    return ", ".join(parts)


def _board(public: pb.PatricianPublic, *, close: bool = False) -> Table:
    cards = _cards()
    cities = {city.name: city for city in load_data().cities}
    table = _table("towers from the ground: left to right", close=close)
    for heading in ("city", "floors", "site 1", "site 2", "tokens", "face up"):
        table.add_column(heading, overflow="fold")
    for city in public.cities:
        printed = cities[city.name]
        floors = len(city.site_1) + len(city.site_2)
        if city.HasField("higher_owner"):
            tokens = (
                f"{printed.higher} to {_owner(public, city.higher_owner)}, "
                f"{printed.lower} to {_owner(public, city.lower_owner)}"
            )
        else:
            tokens = f"{printed.higher}, {printed.lower}"
        table.add_row(
            city.name,
            f"{floors}/{printed.capacity}",
            _tower(public, list(city.site_1)),
            _tower(public, list(city.site_2)),
            tokens,
            _face(cards[city.face_up], close=close) if city.face_up else "-",
        )
    return table


def _marker(marker: pb.Marker) -> str:
    side = "trader +1" if marker.side == pb.MARKER_SIDE_TRADER else "bandit -1"
    return f"{marker.signpost.city}-{marker.signpost.other_city} {side}"


def _seats(
    public: pb.PatricianPublic, private: pb.PatricianPrivate | None, *, close: bool = False
) -> Table:
    cards = _cards()
    table = _table("", close=close)
    for heading in ("seat", "hand", "top of stack", "prestige", "bonus", "markers"):
        table.add_column(heading, overflow="fold")
    for number, seat in enumerate(public.seats):
        hand = list(seat.known_hand)
        if private is not None and private.seat == number:
            hand = sorted(hand + list(private.unknown_hand))
        else:
            hand += ["?"] * seat.unknown_hand
        table.add_row(
            str(number),
            " ".join(hand) or "-",
            _face(cards[seat.played[-1]], close=close) if seat.played else "-",
            str(seat.prestige),
            f"{seat.bonus:+d}" if seat.bonus else "0",
            str(seat.markers),
        )
    if public.HasField("architetto"):
        other = public.architetto
        table.add_row(
            "A" if close else "A, the Architetto",
            " ".join(["?"] * other.unknown_cards) or "-",
            _face(cards[other.discards[-1]], close=close) if other.discards else "-",
            str(other.prestige),
            f"{other.bonus:+d}" if other.bonus else "0",
            "0",
        )
    return table


def _pile(public: pb.PatricianPublic) -> str:
    return f"pile {public.pile}"


def _final(public: pb.PatricianPublic, *, close: bool = False) -> Table:
    table = _table("the count", close=close)
    for heading in (
        "seat",
        "prestige",
        *PORTRAITS,
        "sets",
        "bonus",
        "delegates",
        "total",
        "floors",
    ):
        table.add_column(heading, overflow="fold")
    for owner, score in enumerate(public.final.owners):
        table.add_row(
            _owner(public, owner),
            str(score.prestige),
            *(str(n) for n in score.portraits),
            str(score.sets),
            f"{score.bonus:+d}" if score.bonus else "0",
            " ".join(score.delegates) or "-",
            str(score.total),
            str(score.floors),
        )
    return table

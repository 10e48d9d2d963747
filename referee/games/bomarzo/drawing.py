"""A position for the terminal: words and digits say everything, styles only help."""

from collections.abc import Sequence

from google.protobuf.message import Message
from podesta.bomarzo.v1 import bomarzo_pb2 as pb
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from referee.games.bomarzo.data import TRACKS, VILLAGE, Card, load_data
from referee.games.first_fit import FirstFit

__all__ = ["draw"]


def draw(public: Message, private: Message | None = None) -> RenderableType:
    """The divinities by position, then the seats, then what one seat alone knows.

    Where it is low: without frames, the divinities after the seats and what one of them knows.

    Raises TypeError for messages of another game.
    """
    if not isinstance(public, pb.BomarzoPublic):
        raise TypeError(f"BomarzoPublic is expected, not {public.DESCRIPTOR.full_name}")
    if private is not None and not isinstance(private, pb.BomarzoPrivate):
        raise TypeError(f"BomarzoPrivate is expected, not {private.DESCRIPTOR.full_name}")
    headline, areas = Text(_headline(public), style="bold"), Text(_areas(public))
    cards = [Text(line) for line in _cards(public)]
    supply = Text(_supply(public))
    secrets = [Text(line) for line in _secrets(private)] if private is not None else []
    final = public.HasField("final")
    roomy = Group(
        headline,
        _divinities(public),
        areas,
        _seats(public),
        *cards,
        supply,
        *secrets,
        *([_final(public)] if final else []),
    )
    close = Group(
        headline,
        _seats(public, close=True),
        *secrets,
        *([_final(public, close=True)] if final else []),
        _divinities(public, close=True),
        areas,
        supply,
        *cards,
    )
    return FirstFit(roomy, close)


def _table(title: str, *, close: bool) -> Table:
    if close:
        return Table(box=None, padding=(0, 1, 0, 0))
    return Table(title=title, title_justify="left")


def _headline(public: pb.BomarzoPublic) -> str:
    if not public.decision:
        return f"after {public.turn + 1} turns: the end"
    season = f"season {public.season}" if public.season else "set-up"
    if public.season and public.season_tokens:
        season += f" ({public.season_tokens[public.season - 1]})"
    text = f"{season}, turn {public.turn + 1} of seat {public.turn_seat}: "
    text += f"seat {public.to_act} decides: {public.decision}"
    if public.action.divinity:
        text += f" ({public.action.divinity}{', a copy' if public.action.copying else ''})"
    return text


def _goods(goods: pb.Resources) -> str:
    """For example "2 F 1 C 0 W"."""
    return f"{goods.food} F {goods.coin} C {goods.wine} W"


def _divinities(public: pb.BomarzoPublic, *, close: bool = False) -> Table:
    data = load_data()
    printed = {divinity.name: divinity for divinity in data.divinities}
    table = _table("divinities by position", close=close)
    under_it = "cards" if close else "cards under it"
    for heading in ("", "points", "divinity", "scores", "side", "cubes", "pawns", under_it):
        table.add_column(heading, overflow="fold")
    for place, divinity in enumerate(public.divinities):
        first, second = data.points_by_position[place]
        pawns = [str(seat) for seat, count in enumerate(divinity.pawns) for _ in range(count)]
        under = [str(card.seat) for card in public.devoted if card.divinity == divinity.name]
        table.add_row(
            str(place + 1),
            f"{first}/{second}" if len(public.seats) > 2 else str(first),
            divinity.name,
            printed[divinity.name].scores,
            "moss" if divinity.moss else "active",
            _goods(divinity.cubes) + (" dormant" if divinity.cubes.wine >= 2 else ""),
            " ".join(pawns) or "-",
            " ".join(under) or "-",
        )
    return table


def _areas(public: pb.BomarzoPublic) -> str:
    return "harvested: " + ", ".join(
        f"{area.name} {' '.join(str(seat) for seat in area.seats) or '-'}" for area in public.areas
    )


def _seats(public: pb.BomarzoPublic, *, close: bool = False) -> Table:
    table = _table("seats", close=close)
    village = "village" if close else " ".join(VILLAGE)
    tracks = "tracks" if close else " ".join(TRACKS)
    for heading in ("seat", "cubes", "pawns", village, tracks, "hand", "VP"):
        table.add_column(heading, overflow="fold")
    for number, seat in enumerate(public.seats):
        marks = "*" if number == public.first_player else ""
        table.add_row(
            f"{number}{marks}",
            _goods(seat.resources),
            f"{seat.pawns_left} of {seat.pawns}" + (" passed" if seat.passed else ""),
            " ".join(map(str, seat.village)),
            " ".join(map(str, seat.board)),
            str(seat.hand),
            str(seat.points),
        )
    return table


def _face(card: Card, level: int) -> str:
    steps = card.level_1 if level == 1 else card.level_2
    text = "/".join(card.kinds) + " " + " ".join(f"{t} +{n}" for t, n in steps.items())
    return f"{text}, {card.temple}" if level == 1 else f"{text}, {card.gain}"


def _cards(public: pb.BomarzoPublic) -> list[str]:
    printed = {card.name: card for card in load_data().cards}
    lines = []
    for number, seat in enumerate(public.seats):
        for played in seat.played:
            face = _face(printed[played.card], played.level)
            used = ", used" if played.used else ""
            lines.append(f"seat {number}: {played.card}, level {played.level} ({face}{used})")
    return lines


def _supply(public: pb.BomarzoPublic) -> str:
    text = f"reserve {_goods(public.reserve)}, deck {public.deck}, discards {len(public.discards)}"
    if public.worship_takes:
        text += ", Worship cards of seats " + " ".join(str(t.seat) for t in public.worship_takes)
    return text


def _secrets(private: pb.BomarzoPrivate) -> list[str]:
    printed = {card.name: card for card in load_data().cards}
    lines = [f"seat {private.seat} alone knows"]

    def add(heading: str, names: Sequence[str]) -> None:
        for name in names:
            card = printed[name]
            lines.append(f"  {heading} {name} ({_face(card, 1)}, devotion {card.devotion})")

    add("hand", private.hand)
    add("drawn", private.drawn)
    add("devoted", private.devoted)
    if private.kept:
        lines.append(f"  keeps {private.kept}")
    for seen in private.worship:
        back = f" (put back {', '.join(seen.put_back)})" if seen.put_back else ""
        lines.append(f"  Worship card {seen.held}{back}")
    if private.worship_drawn:
        lines.append(f"  Worship cards drawn {', '.join(private.worship_drawn)}")
    return lines


def _final(public: pb.BomarzoPublic, *, close: bool = False) -> Table:
    table = _table("the count", close=close)
    for heading in ("", "devotion", "values", *(f"seat {n}" for n in range(len(public.seats)))):
        table.add_column(heading, overflow="fold")
    for place, each in enumerate(public.final.divinities):
        table.add_row(
            f"{place + 1} {each.divinity}",
            str(each.devotion),
            " ".join(map(str, each.values)),
            *(str(points) for points in each.points),
        )
    for name, values in (
        ("board tracks", [seat.track_points for seat in public.final.seats]),
        ("temples", [seat.temple_points for seat in public.final.seats]),
        ("Worship", [seat.worship_points for seat in public.final.seats]),
        ("total", [seat.total for seat in public.final.seats]),
    ):
        table.add_row(name, "", "", *(str(value) for value in values))
    return table

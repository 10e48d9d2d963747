"""The choices of Patrician and their canonical texts.

    move       = card | site | take | relocate | marker | architetto | pass ;
    card       = "card " , CARD ;
    site       = "site " , ( "1" | "2" | "11" | "12" | "22" ) ;
    take       = "take " , CITY ;
    relocate   = "move " , CITY , " " , ( "1" | "2" ) ;
    marker     = "marker " , CITY , "-" , CITY , " " , ( "trader" | "bandit" ) ;
    architetto = "architetto " , ( "1" | "2" ) ;
    pass       = "pass" ;

CARD and CITY are names of the data. A marker names the signpost's ends in the order of the data.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Literal

from referee.games.errors import MoveSyntaxError
from referee.games.patrician.data import load_data

__all__ = [
    "PASS",
    "SITES",
    "Build",
    "GuideArchitetto",
    "Pass",
    "PatricianMove",
    "PlaceMarker",
    "PlayCard",
    "Relocate",
    "Take",
    "expected",
    "parse_move",
]

SITES = ("1", "2", "11", "12", "22")


@dataclass(frozen=True, slots=True)
class PlayCard:
    """Play a card of the hand (rule 10)."""

    card: str
    decisions: ClassVar[tuple[str, ...]] = ("card",)

    def __str__(self) -> str:
        return f"card {self.card}"


@dataclass(frozen=True, slots=True)
class Build:
    """Place the floors of the card: the site of each, in ascending order (rules 11-16)."""

    sites: str
    decisions: ClassVar[tuple[str, ...]] = ("site",)

    def __str__(self) -> str:
        return f"site {self.sites}"


@dataclass(frozen=True, slots=True)
class Take:
    """Take the face-up card of a city (rules 17-20)."""

    city: str
    decisions: ClassVar[tuple[str, ...]] = ("take",)

    def __str__(self) -> str:
        return f"take {self.city}"


@dataclass(frozen=True, slots=True)
class Relocate:
    """Put the top floor of a site, 1 or 2, onto the other site of its city (rules 21-25)."""

    city: str
    from_site: int
    decisions: ClassVar[tuple[str, ...]] = ("move",)

    def __str__(self) -> str:
        return f"move {self.city} {self.from_site}"


@dataclass(frozen=True, slots=True)
class PlaceMarker:
    """Place a trade route marker at a signpost (rules 54-57)."""

    city: str
    other_city: str
    side: Literal["trader", "bandit"]
    decisions: ClassVar[tuple[str, ...]] = ("marker",)

    def __str__(self) -> str:
        return f"marker {self.city}-{self.other_city} {self.side}"


@dataclass(frozen=True, slots=True)
class GuideArchitetto:
    """Choose the site, 1 or 2, of one floor of the Architetto (rule 42)."""

    site: int
    decisions: ClassVar[tuple[str, ...]] = ("architetto",)

    def __str__(self) -> str:
        return f"architetto {self.site}"


@dataclass(frozen=True, slots=True)
class Pass:
    """Move no floor, place no marker."""

    decisions: ClassVar[tuple[str, ...]] = ("move", "marker")

    def __str__(self) -> str:
        return "pass"


PatricianMove = PlayCard | Build | Take | Relocate | PlaceMarker | GuideArchitetto | Pass

PASS = Pass()

_FORMS = {
    "card": "'card CARD' with a card of the hand, for example 'card BO3'",
    "site": "'site' with the site of each floor: 1, 2, 11, 12 or 22, for example 'site 12'",
    "take": "'take CITY' with a city that has a face-up card, for example 'take Roma'",
    "move": "'move CITY SITE' with the site that the top floor leaves, for example "
    "'move Milano 1', or 'pass'",
    "marker": "'marker CITY-CITY trader', 'marker CITY-CITY bandit' with a signpost, for example "
    "'marker Lucca-Siena trader', or 'pass'",
    "architetto": "'architetto 1' or 'architetto 2'",
}


def expected(decision: str) -> str:
    """How the answers to a kind of decision are written, for people."""
    return _FORMS[decision]


@cache
def _by_text() -> Mapping[str, PatricianMove]:
    data = load_data()
    moves: list[PatricianMove] = [PlayCard(c.name) for c in data.cards]
    moves += [Build(sites) for sites in SITES]
    moves += [Take(c.name) for c in data.cities]
    moves += [Relocate(c.name, site) for c in data.cities for site in (1, 2)]
    roads = dict.fromkeys((*data.signposts, *data.signposts_five_seats))
    for a, b in roads:
        moves += [PlaceMarker(a, b, "trader"), PlaceMarker(a, b, "bandit")]
    moves += [GuideArchitetto(1), GuideArchitetto(2), PASS]
    return {str(move): move for move in moves}


def parse_move(text: str) -> PatricianMove:
    """Read a canonical text. Raises MoveSyntaxError that tells what was expected."""
    move = _by_text().get(text)
    if move is not None:
        return move
    shown = text if len(text) <= 40 else text[:40] + "..."
    word = text.split(" ", 1)[0]
    if word in _FORMS:
        raise MoveSyntaxError(f"{shown!r} is no move: {_FORMS[word]} is expected")
    words = ", ".join(sorted({*_FORMS, "pass"}))
    raise MoveSyntaxError(f"{shown!r} is no move: it must begin with one of {words}")

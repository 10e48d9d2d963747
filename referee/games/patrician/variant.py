"""The data compiled for one number of seats and one set of modules.

Inside a position, cities and cards are numbers: places in `Variant.cities` and `Variant.cards`.
"""

from functools import cache

from referee.games.patrician.data import PORTRAITS, Card, City, GameData, load_data
from referee.games.patrician.moves import (
    SITES,
    Build,
    GuideArchitetto,
    PatricianMove,
    PlaceMarker,
    PlayCard,
    Relocate,
    Take,
)

__all__ = ["NOBODY", "Variant", "variant_for"]

NOBODY = -1
"""In place of an owner, a card or a city where there is none."""


class Variant:
    """What never changes in a match; shared by all its positions."""

    def __init__(self, data: GameData, seats: int, trade_routes: bool, delegates: bool) -> None:
        self.data = data
        self.seats = seats
        self.trade_routes = trade_routes
        self.delegates = delegates
        self.architetto = 2 if seats == 2 else NOBODY
        """Its number as an owner (rule 39); NOBODY without it."""
        self.owners = 3 if seats == 2 else seats
        """Owners are numbered 0..owners-1: the seats, then the Architetto."""

        self.cities: tuple[City, ...] = data.on_board(seats)
        self.city_number = {c.name: i for i, c in enumerate(self.cities)}
        self.capacity = tuple(c.capacity for c in self.cities)
        self.tokens = tuple((c.higher, c.lower) for c in self.cities)

        self.cards: tuple[Card, ...] = tuple(c for c in data.cards if c.city in self.city_number)
        self.card_names = (*(c.name for c in self.cards), "")
        """By number; the last one is that of NOBODY."""
        self.card_number = {c.name: i for i, c in enumerate(self.cards)}
        self.card_city = tuple(self.city_number[c.city] for c in self.cards)
        self.crests = tuple(c.crests for c in self.cards)
        self.special = tuple(c.special for c in self.cards)
        self.star = tuple(c.star for c in self.cards)
        self.portraits = tuple(tuple(c.portraits.count(p) for p in PORTRAITS) for c in self.cards)
        """Portraits of each kind on each card."""
        self.star_cards = tuple(i for i, star in enumerate(self.star) if star)
        self.plain_cards = tuple(i for i, star in enumerate(self.star) if not star)

        number = self.city_number
        self.roads = tuple((number[a], number[b]) for a, b in data.roads(seats))
        self.road_number = {ends: i for i, ends in enumerate(data.roads(seats))}
        self.markers = data.markers_by_seats[seats] if trade_routes else 0
        """Trade route markers each seat starts with (rule 53)."""
        self.markers_by_city = data.markers_by_city

        self.card_moves = tuple(PlayCard(c.name) for c in self.cards)
        self.build_moves = {sites: Build(sites) for sites in SITES}
        self.take_moves = tuple(Take(c.name) for c in self.cities)
        self.relocate_moves = tuple((Relocate(c.name, 1), Relocate(c.name, 2)) for c in self.cities)
        self.marker_moves = tuple(
            (PlaceMarker(a, b, "trader"), PlaceMarker(a, b, "bandit")) for a, b in data.roads(seats)
        )
        self.guide_moves: tuple[PatricianMove, ...] = (GuideArchitetto(1), GuideArchitetto(2))


@cache
def variant_for(seats: int, trade_routes: bool, delegates: bool) -> Variant:
    """The variant, made once a process."""
    return Variant(load_data(), seats, trade_routes, delegates)

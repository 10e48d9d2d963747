"""One position and the course of a turn (rules 9-28, 40-58)."""

from collections.abc import Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Self

from referee.games.chance import NO_CHANCE, Chance
from referee.games.game import Event, Outcome, State
from referee.games.patrician import happenings, legality
from referee.games.patrician.moves import (
    Build,
    GuideArchitetto,
    PatricianMove,
    PlaceMarker,
    PlayCard,
    Relocate,
    Take,
)
from referee.games.patrician.scoring import OwnerScore, count, rank
from referee.games.patrician.towers import architetto_sites, place, winners
from referee.games.patrician.variant import NOBODY, Variant

if TYPE_CHECKING:
    from podesta.patrician.v1.patrician_pb2 import PatricianPrivate, PatricianPublic

__all__ = ["PatricianState"]

Events = list[Event] | None

_EMPTY = (b"", b"")
_UNWON = (NOBODY, NOBODY)


class PatricianState(State[PatricianMove]):
    """A position; the hidden parts are `unknown_hands`, the order of `pile`, and `aside`."""

    __slots__ = (
        "_legal",
        "_turn",
        "_turn_seat",
        "aside",
        "bonus",
        "discards",
        "emptied",
        "floors_due",
        "known_hands",
        "marker_sides",
        "markers_left",
        "pile",
        "plates",
        "played",
        "scores",
        "stacks",
        "stage",
        "start_seat",
        "tokens",
        "towers",
        "unknown_hands",
        "variant",
    )

    def __init__(
        self, variant: Variant, start_seat: int, dealt: Sequence[Sequence[int]], rest: Sequence[int]
    ) -> None:
        """The first decision (rules 3-7): cards dealt by seat; the others, the top one first."""
        cities, owners = len(variant.cities), variant.owners
        self.variant = variant
        self.start_seat = start_seat
        self._turn = 0
        self._turn_seat = start_seat
        self.stage = "card"
        self.unknown_hands = [tuple(cards) for cards in dealt]
        """Cards dealt to each seat and not yet played: only that seat has seen them."""
        self.known_hands: list[tuple[int, ...]] = [()] * variant.seats
        """Cards that each seat took while they lay face up, and has not yet played."""
        self.plates = list(rest[:cities])
        """The face-up card of each city; NOBODY where there is none."""
        aside_end = cities + (3 if variant.architetto != NOBODY else 0)
        self.aside = tuple(rest[cities:aside_end])
        """Cards beside the Architetto that nobody has seen, the next to be revealed first."""
        self.pile = tuple(rest[aside_end:])
        """Top first."""
        self.stacks: list[tuple[int, ...]] = [()] * variant.seats
        self.discards: tuple[int, ...] = ()
        """Cards revealed for the Architetto."""
        self.towers: list[tuple[bytes, bytes]] = [_EMPTY] * cities
        self.tokens: list[tuple[int, int]] = [_UNWON] * cities
        """Owners of the higher and the lower token of each city."""
        self.bonus = [0] * owners
        self.markers_left = [variant.markers] * variant.seats
        self.marker_sides = [0] * len(variant.roads)
        """Of each signpost: 1 a trader, -1 a bandit, 0 no marker."""
        self.played = NOBODY
        """The card of this turn."""
        self.emptied = NOBODY
        """The city whose card was taken this turn and is not yet replaced."""
        self.floors_due = 0
        """Floors of the last card revealed for the Architetto that are not yet placed."""
        self.scores: tuple[OwnerScore, ...] = ()
        """By owner, at the end."""
        self._legal: tuple[PatricianMove, ...] | None = None

    # --- what is asked -----------------------------------------------------------------------

    @property
    def to_act(self) -> int | None:
        """See `State.to_act`; nobody acts out of turn."""
        return self._turn_seat if self.stage else None

    @property
    def decision(self) -> str:
        """See `State.decision`: card, site, take, move, marker or architetto."""
        return self.stage

    @property
    def turn(self) -> int:
        """See `State.turn`."""
        return self._turn

    @property
    def turn_seat(self) -> int:
        """See `State.turn_seat`; for the cards set aside, whoever guides the Architetto."""
        return self._turn_seat

    # --- moves -------------------------------------------------------------------------------

    def hand(self, seat: int) -> tuple[int, ...]:
        """All cards in a hand, in the order of the data."""
        return tuple(sorted(self.known_hands[seat] + self.unknown_hands[seat]))

    def legal_moves(self) -> tuple[PatricianMove, ...]:
        """See `State.legal_moves`; passing comes last."""
        legal = self._legal
        if legal is None:
            legal = self._legal = legality.legal_moves(self)
        return legal

    def validate(self, move: PatricianMove) -> str | None:
        """See `State.validate`."""
        if move in self.legal_moves():
            return None
        return legality.reason_against(self, move)

    def apply(self, move: PatricianMove, chance: Chance = NO_CHANCE, events: Events = None) -> None:
        """See `State.apply`; draws no chance: the pile was shuffled in the set-up."""
        self._legal = None
        if isinstance(move, PlayCard):
            self._play(self.variant.card_number[move.card], events)
        elif isinstance(move, Build):
            city = self.variant.card_city[self.played]
            self._place(city, [int(site) for site in move.sites], self._turn_seat, events)
            self._after_building(city, events)
        elif isinstance(move, Take):
            self._take(self.variant.city_number[move.city], events)
        elif isinstance(move, Relocate):
            self._relocate(self.variant.city_number[move.city], move.from_site, events)
            self._refill(events)
        elif isinstance(move, PlaceMarker):
            self._put_marker(move, events)
            self._after_marker(events)
        elif isinstance(move, GuideArchitetto):
            city = self.variant.card_city[self.discards[-1]]
            self.floors_due -= 1
            self._place(city, [move.site], self.variant.architetto, events)
            self._architetto_builds(events)
        else:
            if events is not None:
                events.append(happenings.passed(self._turn_seat, self.stage))
            if self.stage == "move":
                self._refill(events)
            else:
                self._after_marker(events)

    # --- what is known -----------------------------------------------------------------------

    def outcome(self) -> Outcome | None:
        """See `State.outcome`; tie-breaks: own floors on the board, as a negative number."""
        return rank(self.variant, self.scores) if self.scores else None

    def public(self) -> "PatricianPublic":
        """See `State.public`."""
        from referee.games.patrician.observation import public

        return public(self)

    def private(self, seat: int) -> "PatricianPrivate":
        """See `State.private`."""
        from referee.games.patrician.observation import private

        return private(self, seat)

    def digest(self) -> bytes:
        """See `State.digest`."""
        variant = self.variant
        parts = (
            (variant.seats, variant.trade_routes, variant.delegates),
            (self.start_seat, self._turn, self._turn_seat, self.stage),
            [tuple(sorted(hand)) for hand in self.unknown_hands],
            [tuple(sorted(hand)) for hand in self.known_hands],
            (self.plates, self.aside, self.pile, self.stacks, self.discards),
            [(first.hex(), second.hex()) for first, second in self.towers],
            (self.tokens, self.bonus, self.markers_left, self.marker_sides),
            (self.played, self.emptied, self.floors_due),
        )
        return blake2b(repr(parts).encode("ascii"), digest_size=16).digest()

    # --- for search --------------------------------------------------------------------------

    def clone(self) -> Self:
        """See `State.clone`."""
        copy = object.__new__(type(self))
        copy.variant = self.variant
        copy.start_seat = self.start_seat
        copy._turn = self._turn
        copy._turn_seat = self._turn_seat
        copy.stage = self.stage
        copy.unknown_hands = self.unknown_hands[:]
        copy.known_hands = self.known_hands[:]
        copy.plates = self.plates[:]
        copy.aside = self.aside
        copy.pile = self.pile
        copy.stacks = self.stacks[:]
        copy.discards = self.discards
        copy.towers = self.towers[:]
        copy.tokens = self.tokens[:]
        copy.bonus = self.bonus[:]
        copy.markers_left = self.markers_left[:]
        copy.marker_sides = self.marker_sides[:]
        copy.played = self.played
        copy.emptied = self.emptied
        copy.floors_due = self.floors_due
        copy.scores = self.scores
        copy._legal = self._legal
        return copy

    def resample(self, seat: int, chance: Chance) -> Self:
        """See `State.resample`: every deal that fits what the seat knows is equally likely."""
        from referee.games.patrician.hidden import redeal

        copy = self.clone()
        redeal(copy, seat, chance)
        copy._legal = None
        return copy

    # --- the parts of a turn -----------------------------------------------------------------

    def _play(self, card: int, events: Events) -> None:
        seat = self._turn_seat
        hands = self.known_hands if card in self.known_hands[seat] else self.unknown_hands
        hands[seat] = tuple(c for c in hands[seat] if c != card)
        self.stacks[seat] += (card,)
        self.played = card
        self.stage = "site"
        if events is not None:
            events.append(happenings.card_played(self, seat, card))

    def _place(self, city: int, sites: list[int], owner: int, events: Events) -> None:
        towers = self.towers[city]
        for site in sites:
            towers = place(towers, site, owner)
        self.towers[city] = towers
        if events is not None:
            events.append(happenings.floors_placed(self, owner, city, sites))
        if len(towers[0]) + len(towers[1]) == self.variant.capacity[city]:
            self._score(city, events)

    def _score(self, city: int, events: Events) -> None:
        won = self.tokens[city] = winners(*self.towers[city])
        bonus = sum(
            side
            for side, ends in zip(self.marker_sides, self.variant.roads, strict=True)
            if side and city in ends
        )
        for owner in won:
            self.bonus[owner] += bonus
        if events is not None:
            events.append(happenings.city_scored(self, city, bonus))

    def _after_building(self, city: int, events: Events) -> None:
        if self.variant.special[self.played] != "any" and self.plates[city] != NOBODY:
            self._take(city, events)
        elif any(card != NOBODY for card in self.plates):
            self.stage = "take"
        else:
            self._after_taking(events)

    def _take(self, city: int, events: Events) -> None:
        card, seat = self.plates[city], self._turn_seat
        self.plates[city] = NOBODY
        self.known_hands[seat] += (card,)
        self.emptied = city
        if events is not None:
            events.append(happenings.card_taken(self, seat, city, card))
        self._after_taking(events)

    def _after_taking(self, events: Events) -> None:
        if self.variant.special[self.played] == "move":
            self.stage = "move"
        else:
            self._refill(events)

    def _relocate(self, city: int, from_site: int, events: Events) -> None:
        first, second = self.towers[city]
        if from_site == 1:
            owner = first[-1]
            self.towers[city] = (first[:-1], second + first[-1:])
        else:
            owner = second[-1]
            self.towers[city] = (first + second[-1:], second[:-1])
        if events is not None:
            events.append(happenings.floor_moved(self, self._turn_seat, owner, city, from_site))

    def _refill(self, events: Events) -> None:
        city = self.emptied
        self.emptied = NOBODY
        if city != NOBODY and self.pile:
            card = self.plates[city] = self.pile[0]
            self.pile = self.pile[1:]
            if events is not None:
                events.append(happenings.card_turned_up(self, city, card))
        if self.variant.star[self.played] and self.markers_left[self._turn_seat]:
            self.stage = "marker"
        else:
            self._after_marker(events)

    def _put_marker(self, move: PlaceMarker, events: Events) -> None:
        road = self.variant.road_number[move.city, move.other_city]
        self.marker_sides[road] = 1 if move.side == "trader" else -1
        self.markers_left[self._turn_seat] -= 1
        if events is not None:
            events.append(happenings.marker_placed(self, self._turn_seat, road))

    def _after_marker(self, events: Events) -> None:
        variant = self.variant
        crests = variant.crests[self.played]
        if variant.architetto != NOBODY and crests == 2 and self.pile:
            self._reveal(events)
            self._architetto_builds(events)
        else:
            self._end_turn(events)

    # --- the Architetto ----------------------------------------------------------------------

    def _reveal(self, events: Events) -> None:
        """The pile's top card; at the end, with all hands empty, the next one set aside."""
        set_aside = not self._hands_left()
        if set_aside:
            card, self.aside = self.aside[0], self.aside[1:]
        else:
            card, self.pile = self.pile[0], self.pile[1:]
        self.discards += (card,)
        self.floors_due = self.variant.crests[card]
        if events is not None:
            events.append(happenings.architetto_revealed(self, card, set_aside))

    def _architetto_builds(self, events: Events) -> None:
        """Place its floors up to the next choice of the current player (rules 41-49)."""
        variant = self.variant
        while True:
            card = self.discards[-1]
            city = variant.card_city[card]
            while self.floors_due:
                first, second = self.towers[city]
                room = variant.capacity[city] - len(first) - len(second)
                if len(first) == len(second):
                    self.stage = "architetto"
                    return
                (site,) = architetto_sites(
                    (first, second), room, variant.tokens[city], variant.architetto
                )
                self.floors_due -= 1
                self._place(city, [site], variant.architetto, events)
            if variant.crests[card] == 1 or not self.pile:
                break
            self._reveal(events)
        self._end_turn(events)

    # --- turns -------------------------------------------------------------------------------

    def _hands_left(self) -> bool:
        return any(self.known_hands) or any(self.unknown_hands)

    def _end_turn(self, events: Events) -> None:
        self.played = NOBODY
        if not self.aside and not self._hands_left():
            self._finish(events)
            return
        self._turn += 1
        self._turn_seat = (self._turn_seat + 1) % self.variant.seats
        if self._hands_left():
            self.stage = "card"
        else:
            # Rule 50, ruling 11: each card set aside is a turn of whoever guides it.
            self._reveal(events)
            self._architetto_builds(events)

    def _finish(self, events: Events) -> None:
        self.stage = ""
        cards = self.stacks if self.variant.architetto == NOBODY else [*self.stacks, self.discards]
        self.scores = count(self.variant, cards, self.tokens, self.bonus, self.towers)
        if events is not None:
            events.append(happenings.final(self))

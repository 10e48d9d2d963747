"""One position: what lies where, and who must decide what."""

from collections import Counter
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Self

from referee.games.chance import NO_CHANCE, Chance
from referee.games.game import Event, Outcome
from referee.games.listed_state import ListedState
from referee.games.patrician import course, legality
from referee.games.patrician.moves import PatricianMove
from referee.games.patrician.scoring import OwnerScore, rank
from referee.games.patrician.variant import NOBODY, Variant

if TYPE_CHECKING:
    from podesta.patrician.v1.patrician_pb2 import PatricianPrivate, PatricianPublic

__all__ = ["PatricianState"]

Events = list[Event] | None

_EMPTY = (b"", b"")
_UNWON = (NOBODY, NOBODY)


class PatricianState(ListedState[PatricianMove]):
    """A position; the hidden parts are `unknown_hands`, the order of `pile`, and `aside`."""

    __slots__ = (
        "acting_seat",
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
        "turn_index",
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
        self.turn_index = 0
        self.acting_seat = start_seat
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
        self._legal = None

    # --- what is asked -----------------------------------------------------------------------

    @property
    def to_act(self) -> int | None:
        """See `State.to_act`; nobody acts out of turn."""
        return self.acting_seat if self.stage else None

    @property
    def decision(self) -> str:
        """See `State.decision`: card, site, take, move, marker or architetto."""
        return self.stage

    @property
    def turn(self) -> int:
        """See `State.turn`."""
        return self.turn_index

    @property
    def turn_seat(self) -> int:
        """See `State.turn_seat`; for the cards set aside, whoever guides the Architetto."""
        return self.acting_seat

    # --- moves -------------------------------------------------------------------------------

    def hand(self, seat: int) -> tuple[int, ...]:
        """All cards in a hand, in the order of the data."""
        return tuple(sorted(self.known_hands[seat] + self.unknown_hands[seat]))

    def _list_legal(self) -> tuple[PatricianMove, ...]:
        """Passing comes last."""
        return legality.legal_moves(self)

    def _reason_against(self, move: PatricianMove) -> str:
        return legality.reason_against(self, move)

    def apply(self, move: PatricianMove, chance: Chance = NO_CHANCE, events: Events = None) -> None:
        """See `State.apply`; draws no chance: the pile was shuffled in the set-up."""
        self._legal = None
        course.apply(self, move, events)

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
        parts = [
            self.stage.encode("ascii"),
            bytes((variant.seats, variant.trade_routes, variant.delegates)),
            bytes((self.start_seat, self.turn_index, self.acting_seat)),
            bytes((self.played + 1, self.emptied + 1, self.floors_due)),
            bytes([card + 1 for card in self.plates]),
            bytes(self.aside),
            bytes(self.pile),
            bytes(self.discards),
            bytes([owner + 1 for won in self.tokens for owner in won]),
            # Bonus points lie within 12 of 0, sides of markers within 1.
            bytes([points + 128 for points in self.bonus]),
            bytes([side + 1 for side in self.marker_sides]),
            bytes(self.markers_left),
        ]
        parts += [bytes(sorted(hand)) for hand in self.unknown_hands]
        parts += [bytes(sorted(hand)) for hand in self.known_hands]
        parts += [bytes(stack) for stack in self.stacks]
        for towers in self.towers:
            parts += towers
        # No part contains the byte 255, so that no two positions give the same bytes.
        return blake2b(b"\xff".join(parts), digest_size=16).digest()

    def holdings(self) -> Mapping[str, int]:
        """See `State.holdings`: cards and markers; floors are as many as cards bring."""
        names = self.variant.card_names
        hands = (*self.known_hands, *self.unknown_hands)
        places = (self.plates, self.pile, self.aside, self.discards, *hands, *self.stacks)
        found = Counter(names[card] for cards in places for card in cards if card != NOBODY)
        found["markers"] = sum(self.markers_left) + sum(side != 0 for side in self.marker_sides)
        return found

    # --- for search --------------------------------------------------------------------------

    def clone(self) -> Self:
        """See `State.clone`."""
        copy = object.__new__(type(self))
        copy.variant = self.variant
        copy.start_seat = self.start_seat
        copy.turn_index = self.turn_index
        copy.acting_seat = self.acting_seat
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

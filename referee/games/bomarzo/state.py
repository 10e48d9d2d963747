"""One position: what lies where, and who must decide what."""

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Self

from referee.games.bomarzo import course, legality, reasons
from referee.games.bomarzo.data import SEASONS
from referee.games.bomarzo.moves import BomarzoMove
from referee.games.bomarzo.scoring import FinalCount, rank
from referee.games.bomarzo.variant import NONE, Variant
from referee.games.chance import NO_CHANCE, Chance
from referee.games.game import Event, Outcome
from referee.games.listed_state import ListedState

if TYPE_CHECKING:
    from podesta.bomarzo.v1.bomarzo_pb2 import BomarzoPrivate, BomarzoPublic

__all__ = ["BomarzoState"]

Events = list[Event] | None

NOTHING = (0, 0, 0, 0, 0)


class BomarzoState(ListedState[BomarzoMove]):
    """A position.

    Hidden are `hands`, `kept`, `drawn`, the order of `deck`, the cards in `devoted`, and what was
    drawn from the Worship cards. Lists by seat and kind are flat: seat * kinds + kind.
    """

    __slots__ = (
        "acting_seat",
        "board",
        "claimed",
        "copying",
        "count_due",
        "cubes",
        "deck",
        "deck_left",
        "declared",
        "devoted",
        "discards",
        "divinity",
        "drawn",
        "final",
        "first_seat",
        "goods",
        "hands",
        "harvested",
        "held",
        "kept",
        "least_kind",
        "level_1",
        "level_2",
        "moss",
        "order",
        "paid",
        "passed",
        "pawns",
        "pawns_left",
        "placed",
        "placements",
        "points",
        "reserve",
        "season",
        "shuffles",
        "spent",
        "stage",
        "taking",
        "token",
        "tokens",
        "turn_index",
        "turn_of",
        "variant",
        "village",
        "virtual_due",
        "worship_drawn",
        "worship_extra",
        "worship_takes",
    )

    def __init__(
        self,
        variant: Variant,
        first_seat: int,
        order: Sequence[int],
        deck: Sequence[int],
        tokens: Sequence[str] = (),
    ) -> None:
        """The first decision (rules 1-6): `deck` is dealt from its end, in player order."""
        seats = variant.seats
        self.variant = variant
        self.first_seat = first_seat
        """The first player of the first season."""
        self.season = 0
        """1..8; 0 during the set-up."""
        self.tokens = tuple(tokens)
        """The tokens of the eight seasons; empty without that promo."""
        self.token = ""
        self.turn_index = 0
        self.turn_of = self.acting_seat = (first_seat - (seats == 4)) % seats
        self.stage = "extra" if seats == 4 else "keep"

        self.reserve = list(variant.reserve)
        self.goods = [0] * (3 * seats)
        """Food, Coins, Wine of each seat."""
        self.village = [0] * (5 * seats)
        """Steps of the workers: food, coin, wine, card, pawn."""
        self.pawns = [variant.start_pawns] * seats
        self.pawns_left = self.pawns[:]
        """Pawns in the village, not yet placed this season."""
        self.placements = [0] * seats
        """Pawns placed this season."""
        self.passed = 0
        """Seats that passed this season."""
        self.board = [0] * (3 * seats)
        """Steps on culture, architecture, science."""
        self.claimed = 0
        """Point spaces reached by somebody: bit track * (spaces a track) + space."""
        self.points = [0] * seats

        self.order = tuple(order)
        """Divinities by position."""
        self.moss = 0
        """Divinities on their moss-covered side."""
        self.cubes = [0] * 24
        """Food, Coins, Wine on each divinity."""
        self.placed = [0] * 8
        """Pawns on each divinity: two bits a seat."""
        self.harvested = [0, 0, 0]
        """Seats that have harvested each area this season."""

        self.deck = tuple(deck)
        self.deck_left = len(deck)
        """The deck are the first so many cards of `deck`, the last of them on top."""
        self.discards = 0
        self.shuffles = [(1 << len(deck)) - 1]
        """Every card belongs to the last shuffle that it went through: cards by shuffle."""
        self.held = [4] * seats
        """Cards of each seat that others can't see, by shuffle: shuffle * seats + seat."""
        self.hands = [0] * seats
        self.kept: list[int] = [NONE] * seats
        """The card that each seat keeps, as long as not all have chosen."""
        self.level_1 = [0] * seats
        """Cards that lie on their first side."""
        self.level_2 = [0] * seats
        self.spent = [0] * seats
        """Cards whose power was used this season."""
        self.drawn = 0
        """Cards that the acting seat has drawn with the vision power, not yet in its hand."""
        self.devoted: list[tuple[int, int, int, tuple[int, ...]]] = []
        """Cards under divinities, the oldest first: seat, divinity, card, limits (see `cards`)."""
        self.worship_takes: list[tuple[int, int, int]] = []
        """Worship cards taken: seat, the card held, those drawn with it and put back."""
        self.worship_drawn = 0
        """Worship cards drawn by the acting seat, one of which it is to hold."""
        self.worship_extra = 0
        """Additional Worship cards that the acting seat is paying for."""

        self.divinity = NONE
        """The divinity whose action is under way."""
        self.copying = False
        """The acting seat copies that action."""
        self.paid: tuple[int, ...] = NOTHING
        """Food, Coins, Wine, virtual Food, virtual Coins of the original action."""
        self.declared: tuple[int, int] | None = None
        """Virtual Food and Coins announced before the payment."""
        self.virtual_due = 0
        """Cards still to be discarded for virtual resources."""
        self.count_due = 0
        """Cards to draw, to discard or to take, or cubes to give, as the decision says."""
        self.least_kind = 0
        """Cubes are given and overpaid in ascending order of their kind: the least allowed."""
        self.taking = 0
        """Divinities from which Orco's favor still takes one resource."""
        self.final: FinalCount | None = None
        self._legal = None
        for place in range(seats):
            seat = (first_seat + place) % seats
            for kind in (0, 1):
                self.goods[3 * seat + kind] = 1
                self.reserve[kind] -= 1
            for card in self.deck[self.deck_left - 4 : self.deck_left]:
                self.hands[seat] |= 1 << card
            self.deck_left -= 4

    # --- what is asked -----------------------------------------------------------------------

    @property
    def to_act(self) -> int | None:
        """See `State.to_act`; differs from `turn_seat` while somebody may copy, or copies."""
        return self.acting_seat if self.stage else None

    @property
    def decision(self) -> str:
        """See `State.decision`."""
        return self.stage

    @property
    def turn(self) -> int:
        """See `State.turn`."""
        return self.turn_index

    @property
    def turn_seat(self) -> int:
        """See `State.turn_seat`."""
        return self.turn_of

    @property
    def first_player(self) -> int:
        """The seat that has the First Player card this season (rule 44)."""
        return (self.first_seat + max(self.season, 1) - 1) % self.variant.seats

    # --- moves -------------------------------------------------------------------------------

    def _list_legal(self) -> tuple[BomarzoMove, ...]:
        """At most 1,200 (see `payments`)."""
        return legality.legal_moves(self)

    def _reason_against(self, move: BomarzoMove) -> str:
        return reasons.reason_against(self, move)

    def apply(self, move: BomarzoMove, chance: Chance = NO_CHANCE, events: Events = None) -> None:
        """See `State.apply`; chance falls where the deck or the Worship cards are shuffled."""
        self._legal = None
        course.apply(self, move, chance, events)

    # --- what is known -----------------------------------------------------------------------

    def outcome(self) -> Outcome | None:
        """See `State.outcome`; ties are shared (rule 53)."""
        return None if self.final is None else rank(self.final, SEASONS)

    def public(self) -> "BomarzoPublic":
        """See `State.public`."""
        from referee.games.bomarzo.observation import public

        return public(self)

    def private(self, seat: int) -> "BomarzoPrivate":
        """See `State.private`."""
        from referee.games.bomarzo.observation import private

        return private(self, seat)

    def digest(self) -> bytes:
        """See `State.digest`."""
        variant = self.variant
        parts = (
            (variant.seats, variant.seasons, variant.worship, variant.village_only),
            (self.first_seat, self.season, self.tokens, self.turn_index, self.turn_of),
            (self.acting_seat, self.stage, self.reserve, self.goods, self.village),
            (self.pawns, self.pawns_left, self.placements, self.passed, self.board),
            (self.claimed, self.points, self.order, self.moss, self.cubes, self.placed),
            (self.harvested, self.deck[: self.deck_left], self.discards, self.shuffles, self.held),
            (self.hands, self.kept, self.level_1, self.level_2, self.spent, self.drawn),
            (self.devoted, self.worship_takes, self.worship_drawn, self.divinity, self.copying),
            (self.paid, self.declared, self.virtual_due, self.count_due, self.least_kind),
            (self.taking, self.worship_extra),
        )
        return blake2b(repr(parts).encode("ascii"), digest_size=16).digest()

    def holdings(self) -> Mapping[str, int]:
        """See `State.holdings`."""
        from referee.games.bomarzo.holdings import holdings

        return holdings(self)

    # --- for search --------------------------------------------------------------------------

    def clone(self) -> Self:
        """See `State.clone`."""
        copy = object.__new__(type(self))
        copy.variant = self.variant
        copy.first_seat = self.first_seat
        copy.season = self.season
        copy.tokens = self.tokens
        copy.token = self.token
        copy.turn_index = self.turn_index
        copy.turn_of = self.turn_of
        copy.acting_seat = self.acting_seat
        copy.stage = self.stage
        copy.passed = self.passed
        copy.claimed = self.claimed
        copy.order = self.order
        copy.moss = self.moss
        copy.deck = self.deck
        copy.deck_left = self.deck_left
        copy.discards = self.discards
        copy.drawn = self.drawn
        copy.worship_drawn = self.worship_drawn
        copy.worship_extra = self.worship_extra
        copy.divinity = self.divinity
        copy.copying = self.copying
        copy.paid = self.paid
        copy.declared = self.declared
        copy.virtual_due = self.virtual_due
        copy.count_due = self.count_due
        copy.least_kind = self.least_kind
        copy.taking = self.taking
        copy.final = self.final
        copy._legal = self._legal
        copy.reserve = self.reserve[:]
        copy.goods = self.goods[:]
        copy.village = self.village[:]
        copy.pawns = self.pawns[:]
        copy.pawns_left = self.pawns_left[:]
        copy.placements = self.placements[:]
        copy.board = self.board[:]
        copy.points = self.points[:]
        copy.cubes = self.cubes[:]
        copy.placed = self.placed[:]
        copy.harvested = self.harvested[:]
        copy.shuffles = self.shuffles[:]
        copy.held = self.held[:]
        copy.hands = self.hands[:]
        copy.kept = self.kept[:]
        copy.level_1 = self.level_1[:]
        copy.level_2 = self.level_2[:]
        copy.spent = self.spent[:]
        copy.devoted = self.devoted[:]
        copy.worship_takes = self.worship_takes[:]
        return copy

    def resample(self, seat: int, chance: Chance) -> Self:
        """See `State.resample`: every deal that fits what the seat knows is equally likely."""
        from referee.games.bomarzo.hidden import redeal

        copy = self.clone()
        redeal(copy, seat, chance)
        copy._legal = None
        return copy

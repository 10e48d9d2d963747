"""One position: what lies where, and who must decide what."""

from collections import Counter
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Self

from podesta.tuerme.v1 import tuerme_pb2 as pb

from referee.games.chance import NO_CHANCE, Chance
from referee.games.game import Event, Outcome
from referee.games.listed_state import ListedState
from referee.games.tuerme import course, legality
from referee.games.tuerme.cards import SCORING
from referee.games.tuerme.fields import FIELDS, NOWHERE
from referee.games.tuerme.moves import TuermeMove
from referee.games.tuerme.scoring import SeatScoring, rank
from referee.games.tuerme.variant import Variant

__all__ = ["TuermeState"]

Events = list[Event] | None

_REASONS = {
    pb.ENDING_PILE: "the pile is used up",
    pb.ENDING_TOWERS: "more towers of six stones than seats",
}


class TuermeState(ListedState[TuermeMove]):
    """A position; the hidden parts are `unknown_hands` and the order of `pile`.

    Engines that search may read (never write) what is named here. Fields, cards and masks are those
    of `fields` and `cards`.
    """

    __slots__ = (
        "due",
        "ending",
        "fresh",
        "full",
        "gone",
        "known_hands",
        "open_cards",
        "pile",
        "roofs",
        "roofs_left",
        "ruled_out",
        "scorings",
        "stage",
        "start_seat",
        "stones_left",
        "tokens",
        "tokens_left",
        "towers",
        "turn_index",
        "turn_seat",
        "unknown_hands",
        "variant",
        "zone",
    )

    turn_seat: int
    """See `State.turn_seat`; nobody acts out of turn."""

    def __init__(
        self,
        variant: Variant,
        start_seat: int,
        dealt: Sequence[Sequence[int]],
        open_cards: Sequence[int],
        pile: Sequence[int],
    ) -> None:
        """The first decision (TB-01 to 04): cards dealt by seat; the pile's top card first."""
        seats = variant.seats
        self.variant = variant
        self.start_seat = start_seat
        self.turn_index = 0
        self.turn_seat = start_seat
        self.stage = "action"
        self.unknown_hands = [tuple(sorted(cards)) for cards in dealt]
        """Cards dealt to each seat and not yet played: only that seat has seen them."""
        self.known_hands: list[tuple[int, ...]] = [()] * seats
        """Cards that each seat drew from the open ones and has not yet played, in card order."""
        self.ruled_out = [0] * seats
        """Mask of the position cards that the unknown card of each seat can't be."""
        self.open_cards = tuple(sorted(open_cards))
        self.pile = tuple(pile)
        """Top first, scoring cards with them."""
        self.gone: tuple[int, ...] = ()
        """Cards out of the game, in the order they were played."""
        self.towers = [b""] * len(FIELDS)
        """By field: owners of the stones, from the ground."""
        self.roofs = 0
        """Mask of the secured towers; a roof belongs to the owner of the top stone."""
        self.full = 0
        """Mask of the towers of six stones."""
        self.zone = NOWHERE
        """The top left field of the plague zone."""
        self.stones_left = [variant.stones] * seats
        self.roofs_left = [variant.roofs] * seats
        self.due: tuple[int, ...] = ()
        """Towers that may yet be secured in this turn (TB-16)."""
        self.fresh = 0
        """Mask of the towers secured in this turn."""
        self.scorings: tuple[tuple[SeatScoring, ...], ...] = ()
        """Scorings so far, each by seat."""
        self.tokens = [0] * seats
        """Tokens won by takeovers (TB-37)."""
        self.tokens_left = variant.tokens
        self.ending: pb.Ending = pb.ENDING_UNSPECIFIED
        self._legal = None

    # --- what is asked -----------------------------------------------------------------------

    @property
    def to_act(self) -> int | None:
        """See `State.to_act`."""
        return self.turn_seat if self.stage else None

    @property
    def decision(self) -> str:
        """See `State.decision`: action, secure or draw."""
        return self.stage

    @property
    def turn(self) -> int:
        """See `State.turn`."""
        return self.turn_index

    # --- moves -------------------------------------------------------------------------------

    def hand(self, seat: int) -> tuple[int, ...]:
        """All cards in a hand, in card order."""
        return tuple(sorted(self.known_hands[seat] + self.unknown_hands[seat]))

    def _list_legal(self) -> tuple[TuermeMove, ...]:
        """In the order that docs/games/tuerme.md tells."""
        return legality.legal_moves(self)

    def _reason_against(self, move: TuermeMove) -> str:
        return legality.reason_against(self, move)

    def apply(self, move: TuermeMove, chance: Chance = NO_CHANCE, events: Events = None) -> None:
        """See `State.apply`; draws no chance: the pile was shuffled in the set-up."""
        self._legal = None
        course.apply(self, move, events)

    # --- what is known -----------------------------------------------------------------------

    def outcome(self) -> Outcome | None:
        """See `State.outcome`; tie-breaks: towers of the last scoring, stones left (TB-36)."""
        if self.stage:
            return None
        return rank(self.scorings, self.tokens, self.stones_left, _REASONS[self.ending])

    def public(self) -> pb.TuermePublic:
        """See `State.public`."""
        from referee.games.tuerme.observation import public

        return public(self)

    def private(self, seat: int) -> pb.TuermePrivate:
        """See `State.private`."""
        from referee.games.tuerme.observation import private

        return private(self, seat)

    def digest(self) -> bytes:
        """See `State.digest`; what follows from the rest (supplies, cards gone) is left out."""
        variant = self.variant
        masks = (self.roofs, self.full, self.fresh)
        parts = [
            self.stage.encode("ascii"),
            bytes((variant.seats, variant.sammel, self.start_seat, self.turn_index, self.ending)),
            bytes((self.zone + 1, *self.due)),
            b"".join(mask.to_bytes(7, "big") for mask in masks),
            bytes(self.ruled_out),
            bytes(self.open_cards),
            bytes(self.pile),
            bytes(self.tokens),
            *(bytes(hand) for hand in self.known_hands),
            *(bytes(sorted(hand)) for hand in self.unknown_hands),
            *(b"%d %d" % (one.points, one.towers) for scoring in self.scorings for one in scoring),
            *self.towers,
        ]
        # With its length before it no part can be taken for another.
        packed = b"".join([b"%d:%b" % (len(part), part) for part in parts])
        return blake2b(packed, digest_size=16).digest()

    def holdings(self) -> Mapping[str, int]:
        """See `State.holdings`: stones, roofs, tokens and cards by kind."""
        found: Counter[str] = Counter()
        stones = Counter(stone for tower in self.towers for stone in tower)
        roofs = Counter(tower[-1] for f, tower in enumerate(self.towers) if self.roofs >> f & 1)
        for seat in range(self.variant.seats):
            found[f"stones of seat {seat}"] = self.stones_left[seat] + stones[seat]
            found[f"roofs of seat {seat}"] = self.roofs_left[seat] + roofs[seat]
        found["tokens"] = self.tokens_left + sum(self.tokens)
        hands = (*self.known_hands, *self.unknown_hands)
        for cards in (self.pile, self.open_cards, self.gone, *hands):
            found.update(f"cards {card}" for card in cards)
        # Turned up; the scoring at the end needs no card.
        found[f"cards {SCORING}"] += len(self.scorings) - (not self.stage)
        return found

    # --- for search --------------------------------------------------------------------------

    def clone(self) -> Self:
        """See `State.clone`."""
        copy = object.__new__(type(self))
        copy.variant = self.variant
        copy.start_seat = self.start_seat
        copy.turn_index = self.turn_index
        copy.turn_seat = self.turn_seat
        copy.stage = self.stage
        copy.unknown_hands = self.unknown_hands[:]
        copy.known_hands = self.known_hands[:]
        copy.ruled_out = self.ruled_out[:]
        copy.open_cards = self.open_cards
        copy.pile = self.pile
        copy.gone = self.gone
        copy.towers = self.towers[:]
        copy.roofs = self.roofs
        copy.full = self.full
        copy.zone = self.zone
        copy.stones_left = self.stones_left[:]
        copy.roofs_left = self.roofs_left[:]
        copy.due = self.due
        copy.fresh = self.fresh
        copy.scorings = self.scorings
        copy.tokens = self.tokens[:]
        copy.tokens_left = self.tokens_left
        copy.ending = self.ending
        copy._legal = self._legal
        return copy

    def resample(self, seat: int, chance: Chance) -> Self:
        """See `State.resample`: every deal that fits what the seat knows is equally likely."""
        from referee.games.tuerme.hidden import redeal

        copy = self.clone()
        redeal(copy, seat, chance)
        copy._legal = None
        return copy

"""One position of Bologna."""

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from itertools import compress
from struct import Struct
from typing import Self

from podesta.bologna.v1 import bologna_pb2 as messages

from referee.games.bologna.board import Board
from referee.games.bologna.city import DISTRICTS, load_map
from referee.games.bologna.courtyards import Courtyard
from referee.games.bologna.explain import why_not
from referee.games.bologna.map_file import SHIPPED
from referee.games.bologna.moves import PASS, BolognaMove
from referee.games.bologna.observation import (
    courtyard_event,
    district_event,
    played_event,
    public_bytes,
    public_message,
)
from referee.games.bologna.placements import base_two
from referee.games.bologna.scoring import score_districts, tower_winner
from referee.games.bologna.supply import START, Supply
from referee.games.chance import NO_CHANCE, Chance
from referee.games.game import Event, Outcome, SeatOutcome, State

__all__ = ["BUILDING", "LANDMARK", "RED", "YELLOW", "BolognaState"]

YELLOW, RED = 0, 1
BUILDING, LANDMARK = "building", "landmark"
_PER_SEAT = 6
_SCHOOLS = 5
_SIZE_KEYS = 31
_BITS_OF = tuple(tuple(bit for bit in range(8) if byte >> bit & 1) for byte in range(256))
_NUMBERS = ">%dIbBBIi12H"


class BolognaState(Board, State[BolognaMove]):
    """One position: a `Board`, and who may do what.

    Engines that search may read (never write), besides what `Board` names:

    * `pawn`: influence, positive on red's side, negative on yellow's.
    * `counts[6 * seat + i]`: buildings left of size 2 + i for i in 0..4; schools for i = 5.
    * `keys[seat]`: bit i is set while `counts[6 * seat + i]` is above 0.
    * `due`: the district (0-based) that must get a landmark now, or None.
    * `legal`: mask of the legal moves, over the placements of buildings of the city, or over those
      of landmarks of the district `due`; 0 where only passing is left.
    """

    __slots__ = ("counts", "due", "ending", "keys", "legal", "pawn", "to_act", "turn", "turn_seat")

    to_act: int | None
    turn: int
    turn_seat: int
    pawn: int
    counts: list[int]
    keys: list[int]
    due: int | None
    legal: int
    ending: messages.Ending

    @classmethod
    def empty(
        cls,
        map_text: str = SHIPPED,
        city: str = "A" * DISTRICTS,
        *,
        to_move: int = YELLOW,
        pawn: int = 0,
        supplies: tuple[Supply, Supply] = (START, START),
    ) -> Self:
        """An empty board, also for drills that begin elsewhere than a game does.

        Raises OptionError for a bad map and ValueError for letters that name no city.
        """
        state = cls()
        state._clear(load_map(map_text).city(city))
        state.turn = 0
        state.due = None
        state.ending = messages.ENDING_UNSPECIFIED
        state.pawn = pawn
        state._set_supplies(supplies)
        state._ask(to_move)
        return state

    def edited(
        self,
        *,
        to_move: int | None = None,
        pawn: int | None = None,
        supplies: tuple[Supply, Supply] | None = None,
    ) -> Self:
        """A copy with another seat to move, another pawn or other supplies: for drills.

        Raises ValueError where a landmark is due or the game is over.
        """
        if self.due is not None or self.to_act is None:
            raise ValueError("only a position that asks for a building can be edited")
        state = self.clone()
        if pawn is not None:
            state.pawn = pawn
        if supplies is not None:
            state._set_supplies(supplies)
        state._ask(self.to_act if to_move is None else to_move)
        return state

    def _set_supplies(self, supplies: tuple[Supply, Supply]) -> None:
        self.counts = [n for s in supplies for n in (*s.buildings, s.schools)]
        self.keys = [
            sum(1 << i for i, n in enumerate((*s.buildings, s.schools)) if n) for s in supplies
        ]

    def supply(self, seat: int) -> Supply:
        """What a seat has left."""
        two, three, four, five, six, schools = self.counts[seat * _PER_SEAT :][:_PER_SEAT]
        return Supply((two, three, four, five, six), schools)

    # --- what is asked -----------------------------------------------------------------------

    @property
    def decision(self) -> str:
        """See `State`: "building" (also where only passing is left) or "landmark"."""
        if self.to_act is None:
            return ""
        return BUILDING if self.due is None else LANDMARK

    def legal_count(self) -> int:
        """See `State`."""
        return self.legal.bit_count() or int(self.to_act is not None)

    def legal_move(self, index: int) -> BolognaMove:
        """See `State`."""
        legal = self.legal
        left = legal.bit_count() - 1 - index
        if index < 0 or left < 0:
            if index == 0 and self.to_act is not None:
                return PASS
            raise IndexError(f"there are {self.legal_count()} legal moves, none numbered {index}")
        place = 0
        for width, low in self.city.bisection:
            part = legal & low
            count = part.bit_count()
            if left < count:
                legal = part
            else:
                left -= count
                legal >>= width
                place += width
        place += _BITS_OF[legal][left]
        if self.due is None:
            return self.city.moves[-1 - place]
        return self.city.districts[self.due].landmark_moves[-1 - place]

    def legal_moves(self) -> Sequence[BolognaMove]:
        """See `State`."""
        if not self.legal:
            return [] if self.to_act is None else [PASS]
        if self.due is None:
            return list(compress(self.city.moves, base_two(self.legal, self.city.top)))
        moves = self.city.districts[self.due].landmark_moves
        return list(compress(moves, base_two(self.legal, 1 << len(moves))))

    def legal_texts(self) -> list[str]:
        """See `State`."""
        if self.legal and self.due is None:
            return list(compress(self.city.texts, base_two(self.legal, self.city.top)))
        return [move.text for move in self.legal_moves()]

    def legal_moves_bytes(self) -> bytes:
        """See `State`."""
        legal, city = self.legal, self.city
        if not legal or self.due is not None:
            return super().legal_moves_bytes()
        return b"".join(
            [
                tables.legal_moves_bytes(legal >> shift & tables.full)
                for tables, shift in zip(city.districts, city.shifts, strict=True)
            ]
        )

    def known_move(self, text: str) -> BolognaMove | None:
        """See `State`."""
        city = self.city
        number = city.number_of.get(text) if self.due is None else None
        if number is None or not self.legal >> (len(city.moves) - 1 - number) & 1:
            return None
        return city.moves[number]

    def is_legal(self, move: BolognaMove) -> bool:
        """Whether `move` is legal here."""
        city = self.city
        if not self.legal:
            return self.to_act is not None and move == PASS
        if self.due is None:
            return self.known_move(move.text) is not None
        number = city.landmark_number_of.get(move.text)
        if number is None:
            return False
        place = len(city.districts[self.due].landmark_moves) - 1
        place -= number - city.landmark_base[self.due]
        return place >= 0 and bool(self.legal >> place & 1)

    def validate(self, move: BolognaMove) -> str | None:
        """See `State`."""
        return None if self.is_legal(move) else why_not(self, move)

    # --- moves -------------------------------------------------------------------------------

    def apply(
        self, move: BolognaMove, chance: Chance = NO_CHANCE, events: list[Event] | None = None
    ) -> None:
        """See `State`."""
        seat = self.to_act
        if seat is None:
            raise ValueError("the game is over")
        if events is not None:
            events.append(played_event(seat, move.text))
        if self.due is not None:
            district, self.due = self.due, None
            number = self.city.landmark_number_of[move.text]
            self._put_landmark(district, number - self.city.landmark_base[district])
        elif self.legal:
            number = self.city.number_of[move.text]
            placement = self.city.placements[number]
            district = placement.district
            self._take(seat, placement.size)
            if placement.school:
                self._take(seat, _SCHOOLS)
            if self._put_building(seat, number, placement):
                self.due = district
                tables = self.city.districts[district]
                self.legal = placement.landmarks & tables.landmarks_of[self.available()]
                return
        else:
            self._next_turn(events)
            return
        courtyards = self._close_courtyards(district)
        if not courtyards or not self._score(courtyards, events):
            self._next_turn(events)

    def _take(self, seat: int, what: int) -> None:
        at = seat * _PER_SEAT + what
        self.counts[at] -= 1
        if not self.counts[at]:
            self.keys[seat] ^= 1 << what

    def _score(self, courtyards: list[Courtyard], events: list[Event] | None) -> bool:
        """Score the courtyards of one turn together; True when that ends the game (BO-41, 42)."""
        for courtyard in courtyards:
            if courtyard.winner is not None:
                size = courtyard.squares.bit_count()
                self.pawn += size if courtyard.winner == RED else -size
        if events is not None:
            stride = self.city.sides[courtyards[0].district].stride
            events.extend(courtyard_event(one, stride, self.pawn) for one in courtyards)
        if abs(self.pawn) < self.city.city_map.tracks:
            return False
        self._end(messages.ENDING_IMMEDIATE_VICTORY)
        return True

    def _next_turn(self, events: list[Event] | None) -> None:
        self.turn += 1
        self._ask(1 - self.turn_seat, events)

    def _ask(self, seat: int, events: list[Event] | None = None) -> None:
        """Let `seat` decide; the other one where `seat` has no building; nobody at the end.

        BO-43 to BO-45: a seat with buildings but no place for them has only the pass left.
        """
        with_supply, keys = self.city.with_supply, self.keys
        self.turn_seat = self.to_act = seat
        self.legal = self.free & with_supply[keys[seat]]
        if not self.legal:
            others = self.free & with_supply[keys[1 - seat]]
            if not others:
                self._score_districts(events)
            elif not keys[seat] & _SIZE_KEYS:
                self.turn_seat = self.to_act = 1 - seat
                self.legal = others

    def _score_districts(self, events: list[Event] | None) -> None:
        towers = self.towers
        winners = [tower_winner(towers[2 * d], towers[2 * d + 1]) for d in range(DISTRICTS)]
        steps = score_districts(self.pawn, self.values, winners)
        if steps:
            self.pawn = steps[-1].pawn
        if events is not None:
            events.extend(district_event(step) for step in steps)
        self._end(messages.ENDING_FINAL_SCORING)

    def _end(self, ending: messages.Ending) -> None:
        self.ending = ending
        self.to_act = None
        self.legal = 0

    # --- what is known -----------------------------------------------------------------------

    def outcome(self) -> Outcome | None:
        """See `State`; the score of a seat is the influence it leads by."""
        if self.to_act is not None:
            return None
        scores = (-self.pawn, self.pawn)
        immediate = self.ending == messages.ENDING_IMMEDIATE_VICTORY
        reason = "immediate victory" if immediate else "final scoring"
        return Outcome(tuple(SeatOutcome(2 if s < 0 else 1, s) for s in scores), reason)

    def public(self) -> messages.BolognaPublic:
        """See `State`."""
        return public_message(self)

    def public_bytes(self) -> bytes:
        """See `State`."""
        return public_bytes(self)

    def digest(self) -> bytes:
        """See `State`; the order in which pieces came does not matter."""
        placed = sorted(self.placed)
        packed = _layout(len(placed)).pack(
            *placed,
            -1 if self.to_act is None else self.to_act,
            0 if self.due is None else self.due + 1,
            self.ending,
            self.turn,
            self.pawn,
            *self.counts,
        )
        return blake2b(self.city.seal + packed, digest_size=16).digest()

    def holdings(self) -> Mapping[str, int]:
        """See `State`."""
        from referee.games.bologna.holdings import holdings

        return holdings(self)

    # --- for search --------------------------------------------------------------------------

    def clone(self) -> Self:
        """See `State`."""
        cls = self.__class__
        other = cls.__new__(cls)
        other._copy_board(self)
        other.pawn = self.pawn
        other.counts = self.counts[:]
        other.keys = self.keys[:]
        other.due = self.due
        other.legal = self.legal
        other.ending = self.ending
        other.to_act = self.to_act
        other.turn = self.turn
        other.turn_seat = self.turn_seat
        return other


def _make_layouts() -> list[Struct]:
    return [Struct(_NUMBERS % pieces) for pieces in range(_MOST_PIECES + 1)]


_MOST_PIECES = 2 * START.pieces + DISTRICTS
_LAYOUTS = _make_layouts()


def _layout(pieces: int) -> Struct:
    """How that many pieces and the rest of a position are packed for the digest."""
    return _LAYOUTS[pieces] if pieces <= _MOST_PIECES else Struct(_NUMBERS % pieces)

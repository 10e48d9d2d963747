"""The contract that every game keeps.

A `Game` is static: its name, its options, how it is dealt and how its moves are written. A `State`
is one position: pure data and rules, without I/O, clock, network or generator of its own.

Every decision is ONE choice out of one list; a turn of several parts is several decisions of one
seat. Whether a decision is asked at all depends on public information alone.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, Self, TypeVar

from google.protobuf.message import Message
from podesta.v1 import engine_pb2

from referee.games.chance import NO_CHANCE, Chance

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = [
    "AnyGame",
    "AnyState",
    "Event",
    "Game",
    "Move",
    "Option",
    "Outcome",
    "SeatOutcome",
    "State",
]


class Move(Protocol):
    """One choice: an immutable, hashable value with one canonical text.

    `str(move)` and `Game.parse_move` are inverse.
    """

    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __str__(self) -> str: ...


M = TypeVar("M", bound=Move)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, as some seats may see it.

    `message` is one of the game's own ...Event messages. `audience` holds the seats that may see
    it; None means everybody, spectators too.
    """

    message: Message
    audience: frozenset[int] | None = None


@dataclass(frozen=True, slots=True)
class SeatOutcome:
    """How a match ended for one seat.

    `placement` counts from 1 and is shared by seats that tie (1, 2, 2, 4). `tiebreaks` are compared
    in order, the higher first, where scores are equal.
    """

    placement: int
    score: int
    tiebreaks: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended: one `SeatOutcome` a seat, and why, in the game's words."""

    seats: tuple[SeatOutcome, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a game.

    `choices` lists the allowed values; empty where the game checks the value itself (`help` then
    says how it is written).
    """

    name: str
    default: str
    help: str
    choices: tuple[str, ...] = field(default=())


class State(ABC, Generic[M]):
    """One position.

    The list of legal moves has one canonical order, the same in every process.
    """

    __slots__ = ()

    # --- what is asked -----------------------------------------------------------------------

    @property
    @abstractmethod
    def to_act(self) -> int | None:
        """The seat that decides now, 0-based; None when the game is over."""

    @property
    @abstractmethod
    def decision(self) -> str:
        """What is being asked, a kind named in the game's documentation; "" at the end."""

    @property
    @abstractmethod
    def turn(self) -> int:
        """Turns begun before this one; decisions with one number belong to one turn."""

    @property
    @abstractmethod
    def turn_seat(self) -> int:
        """Whose turn it is; differs from `to_act` while another seat reacts."""

    # --- moves -------------------------------------------------------------------------------

    @abstractmethod
    def legal_moves(self) -> Sequence[M]:
        """All legal moves in canonical order; empty only at the end."""

    def legal_count(self) -> int:
        """How many moves are legal; games override it where counting beats listing."""
        return len(self.legal_moves())

    def legal_move(self, index: int) -> M:
        """The legal move at a place of the canonical order. Raises IndexError outside it."""
        return self.legal_moves()[index]

    def legal_texts(self) -> list[str]:
        """The canonical texts of `legal_moves()`."""
        return [str(move) for move in self.legal_moves()]

    def legal_moves_bytes(self) -> bytes:
        """A `Decide` with `legal_texts()` in it and nothing else, serialized.

        Games that can do so with less work should.
        """
        return engine_pb2.Decide(legal_moves=self.legal_texts()).SerializeToString()

    def known_move(self, text: str) -> M | None:
        """The legal move with this canonical text, where a table tells it without parsing.

        None says nothing: the text must be parsed, and the move validated.
        """
        return None

    @abstractmethod
    def validate(self, move: M) -> str | None:
        """Why a move is not legal here, or None when it is; the position is untouched.

        The reason tells nothing that the seat to act may not know.
        """

    @abstractmethod
    def apply(self, move: M, chance: Chance = NO_CHANCE, events: list[Event] | None = None) -> None:
        """Make a legal move (not checked again here: `validate` first where in doubt).

        Where `events` is given, what happened is appended to it, in order.
        """

    # --- what is known -----------------------------------------------------------------------

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""

    @abstractmethod
    def public(self) -> Message:
        """What everybody may know: the game's ...Public message, complete."""

    def public_bytes(self) -> bytes:
        """`public()`, serialized; games that can do so with less work should."""
        return self.public().SerializeToString()

    def private(self, seat: int) -> Message | None:
        """What only this seat knows: the ...Private message; None where nothing is hidden."""
        return None

    @abstractmethod
    def digest(self) -> bytes:
        """16 bytes that differ where anything that matters for the rules differs, hidden or not."""

    @abstractmethod
    def holdings(self) -> Mapping[str, int]:
        """How many there are of each piece, card, cube and token, wherever they lie, hidden or not.

        Counted where they lie, so that one that is lost or doubled shows: it is the same in all
        positions of a match. For tests; it tells nothing of where what lies.
        """

    # --- for search --------------------------------------------------------------------------

    @abstractmethod
    def clone(self) -> Self:
        """An independent copy, cheap."""

    def resample(self, seat: int, chance: Chance) -> Self:
        """A position that this seat can't tell from the true one, hidden parts drawn anew."""
        return self.clone()


class Game(ABC, Generic[M]):
    """One set of rules."""

    name: ClassVar[str]
    """As written in commands and messages, for example "bologna"."""

    title: ClassVar[str]
    """For people."""

    rules_version: ClassVar[str]
    """Changes whenever a record of the old rules might replay differently."""

    seats: ClassVar[tuple[int, ...]]
    """Allowed numbers of seats."""

    default_seats: ClassVar[int]

    perfect_information: ClassVar[bool]
    """Nothing is hidden and no chance falls after the set-up."""

    options: ClassVar[tuple[Option, ...]]

    decisions: ClassVar[tuple[str, ...]]
    """All kinds of decision."""

    tiebreaks: ClassVar[tuple[str, ...]] = ()
    """What the `tiebreaks` of an outcome count, in their order, for people."""

    @abstractmethod
    def parse_options(self, given: Mapping[str, str], seats: int) -> dict[str, str]:
        """Every option with its canonical value.

        Raises OptionError with all problems at once: unknown names, bad values, impossible
        combinations, a wrong number of seats.
        """

    @abstractmethod
    def initial_state(self, options: Mapping[str, str], seats: int, chance: Chance) -> State[M]:
        """Deal. `options` come from `parse_options`."""

    @abstractmethod
    def parse_move(self, text: str) -> M:
        """Read a canonical text. Raises MoveSyntaxError, also for texts that are not canonical."""

    def public_move(self, move: M) -> str | None:
        """What everybody may know of a move once it was made; None where that is nothing.

        The canonical text where the public message and the events for everybody tell all of it;
        with "?" in the place of what they don't tell.
        """
        return str(move) if self.perfect_information else None

    @abstractmethod
    def data(self, options: Mapping[str, str]) -> Message:
        """The game's ...Data message: tiles, cards and tables, complete."""

    @abstractmethod
    def determinize(
        self,
        options: Mapping[str, str],
        seats: int,
        seat: int,
        public: Message,
        private: Message | None,
        chance: Chance,
    ) -> State[M]:
        """A position that fits what a seat sees, hidden parts drawn: for engines.

        Raises ValueError where the messages contradict themselves.
        """

    @abstractmethod
    def draw(self, public: Message, private: Message | None = None) -> "RenderableType":
        """A drawing for the terminal, readable on dark and light background and without colour."""


AnyGame = Game[Any]
AnyState = State[Any]

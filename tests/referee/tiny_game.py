"""A small game with everything that a referee must bear: for tests alone.

Two or three seats race to a goal. A turn is two decisions of its seat: how many dice to `roll`
(1 or 2), then whether to `keep` or `drop` what they show. When somebody keeps 6 or more, the next
seat is asked for a reaction: `allow` or `halve`. Each seat holds a hidden bonus (0..3), counted at
the end; ties are broken by fewer dice rolled. The game ends at the goal or after 60 turns.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from google.protobuf.message import Message
from google.protobuf.struct_pb2 import Struct
from rich.text import Text

from referee.games import (
    NO_CHANCE,
    AnyGame,
    Chance,
    Event,
    Game,
    MoveSyntaxError,
    Option,
    OptionError,
    Outcome,
    SeatOutcome,
    State,
)

WORDS = ("1", "2", "keep", "drop", "allow", "halve")
MOVES = {"roll": ("1", "2"), "keep": ("keep", "drop"), "react": ("allow", "halve"), "": ()}
BIG = 6
LAST_TURN = 60


@dataclass(frozen=True, slots=True)
class TinyMove:
    word: str

    def __str__(self) -> str:
        return self.word


def _struct(**fields: Any) -> Struct:
    message = Struct()
    message.update(fields)
    return message


class TinyState(State[TinyMove]):
    __slots__ = ("bonus", "dice", "goal", "kind", "points", "shown", "turns")

    def __init__(self, goal: int, bonus: Sequence[int]) -> None:
        self.goal = goal
        self.bonus = tuple(bonus)
        self.points = [0] * len(bonus)
        self.dice = [0] * len(bonus)
        self.shown = 0
        self.kind = "roll"
        self.turns = 0

    @property
    def to_act(self) -> int | None:
        if not self.kind:
            return None
        return (self.turn_seat + (self.kind == "react")) % len(self.points)

    @property
    def decision(self) -> str:
        return self.kind

    @property
    def turn(self) -> int:
        return self.turns

    @property
    def turn_seat(self) -> int:
        return self.turns % len(self.points)

    def legal_moves(self) -> Sequence[TinyMove]:
        return [TinyMove(word) for word in MOVES[self.kind]]

    def validate(self, move: TinyMove) -> str | None:
        if move.word in MOVES[self.kind]:
            return None
        return f"{move} is no answer to {self.kind}"

    def apply(
        self, move: TinyMove, chance: Chance = NO_CHANCE, events: list[Event] | None = None
    ) -> None:
        seat = self.turn_seat
        if self.kind == "roll":
            dice = int(move.word)
            self.shown = sum(1 + chance.draw(6) for _ in range(dice))
            self.dice[seat] += dice
            self.kind = "keep"
            happened = _struct(rolled=self.shown)
        elif move.word == "keep" and self.shown >= BIG:
            self.kind = "react"
            happened = _struct(claimed=self.shown)
        else:
            gained = {"drop": 0, "halve": self.shown // 2}.get(move.word, self.shown)
            self.points[seat] += gained
            self.shown = 0
            self.turns += 1
            over = self.points[seat] >= self.goal or self.turns == LAST_TURN
            self.kind = "" if over else "roll"
            happened = _struct(gained=gained)
        if events is not None:
            events.append(Event(happened))
            if not self.kind:
                events += [
                    Event(_struct(bonus=self.bonus[s]), frozenset({s}))
                    for s in range(len(self.points))
                ]

    def holdings(self) -> Mapping[str, int]:
        return {"bonuses": len(self.bonus)}

    def outcome(self) -> Outcome | None:
        if self.kind:
            return None
        keys = [(p + b, -d) for p, b, d in zip(self.points, self.bonus, self.dice, strict=True)]
        return Outcome(
            tuple(
                SeatOutcome(1 + sum(other > key for other in keys), key[0], (key[1],))
                for key in keys
            ),
            "last turn" if self.turns == LAST_TURN else "goal reached",
        )

    def public(self) -> Message:
        return _struct(
            goal=self.goal, points=self.points, dice=self.dice, shown=self.shown, turn=self.turns
        )

    def private(self, seat: int) -> Message | None:
        return _struct(bonus=self.bonus[seat])

    def digest(self) -> bytes:
        whole = (self.goal, self.bonus, self.points, self.dice, self.shown, self.kind, self.turns)
        return hashlib.sha256(repr(whole).encode()).digest()[:16]

    def clone(self) -> Self:
        other = type(self)(self.goal, self.bonus)
        other.points = list(self.points)
        other.dice = list(self.dice)
        other.shown, other.kind, other.turns = self.shown, self.kind, self.turns
        return other


class TinyGame(Game[TinyMove]):
    name = "tiny"
    title = "Tiny race"
    rules_version = "1"
    seats = (2, 3)
    default_seats = 2
    perfect_information = False
    options = (Option("goal", "20", "points to reach, 1 to 999"),)
    decisions = ("roll", "keep", "react")

    def parse_options(self, given: Mapping[str, str], seats: int) -> dict[str, str]:
        problems = [f"unknown option {name!r}: goal" for name in given if name != "goal"]
        if seats not in self.seats:
            problems.append(f"{seats} seats: 2 or 3")
        goal = given.get("goal", "20")
        if not goal.isdecimal() or not 1 <= int(goal) <= 999:
            problems.append(f"goal {goal!r}: a number from 1 to 999")
        if problems:
            raise OptionError(problems)
        return {"goal": str(int(goal))}

    def initial_state(self, options: Mapping[str, str], seats: int, chance: Chance) -> TinyState:
        return TinyState(int(options["goal"]), [chance.draw(4) for _ in range(seats)])

    def parse_move(self, text: str) -> TinyMove:
        if text not in WORDS:
            raise MoveSyntaxError(f"{text!r} is none of {', '.join(WORDS)}")
        return TinyMove(text)

    def data(self, options: Mapping[str, str]) -> Message:
        return _struct(goal=int(options["goal"]), big=BIG)

    def determinize(
        self,
        options: Mapping[str, str],
        seats: int,
        seat: int,
        public: Message,
        private: Message | None,
        chance: Chance,
    ) -> State[TinyMove]:
        raise ValueError("nobody searches this game")

    def draw(self, public: Message, private: Message | None = None) -> Text:
        return Text(str(public))


GAME = TinyGame()


def load_tiny(name: str) -> AnyGame:
    """In place of `load_game`: knows this game alone."""
    if name != GAME.name:
        raise KeyError(name)
    return GAME

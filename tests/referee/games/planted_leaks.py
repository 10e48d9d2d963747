"""A position of any game that lets something hidden slip: to see the two-world test fail."""

from collections.abc import Mapping, Sequence
from typing import Any, Self

from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import Message

from referee.games import NO_CHANCE, AnyState, Chance, Event, Outcome, State

LEAKS = (
    "public",
    "private",
    "to_act",
    "decision",
    "turn",
    "turn_seat",
    "legal_count",
    "legal_texts",
    "reasons",
    "events",
    "resample",
)
HARMLESS = ("", "events for nobody")


class LeakyState(State[Any]):
    """Everything is told as by the position inside, but for the leak: a bit of its digest."""

    __slots__ = ("inner", "leak")

    def __init__(self, inner: AnyState, leak: str) -> None:
        self.inner = inner
        self.leak = leak

    def _bit(self, leak: str) -> int:
        return self.inner.digest()[0] & 1 if self.leak == leak else 0

    @property
    def to_act(self) -> int | None:
        seat = self.inner.to_act
        return None if self._bit("to_act") else seat

    @property
    def decision(self) -> str:
        return self.inner.decision + "!" * self._bit("decision")

    @property
    def turn(self) -> int:
        return self.inner.turn + self._bit("turn")

    @property
    def turn_seat(self) -> int:
        return self.inner.turn_seat + self._bit("turn_seat")

    def legal_moves(self) -> Sequence[Any]:
        return self.inner.legal_moves()

    def legal_count(self) -> int:
        return self.inner.legal_count() - self._bit("legal_count") * (self.inner.legal_count() > 1)

    def legal_texts(self) -> list[str]:
        texts = self.inner.legal_texts()
        return texts[::-1] if self._bit("legal_texts") else texts

    def validate(self, move: Any) -> str | None:
        reason = self.inner.validate(move)
        return reason + "!" if reason and self._bit("reasons") else reason

    def apply(
        self, move: Any, chance: Chance = NO_CHANCE, events: list[Event] | None = None
    ) -> None:
        bit = self._bit("events") or self._bit("events for nobody")
        audience = None if self.leak == "events" else frozenset[int]()
        self.inner.apply(move, chance, events)
        if events is not None and bit:
            events.append(Event(AnyMessage(), audience))

    def outcome(self) -> Outcome | None:
        return self.inner.outcome()

    def public(self) -> Message:
        return self._told(self.inner.public(), self._bit("public"))

    def private(self, seat: int) -> Message | None:
        message = self.inner.private(seat)
        return self._told(message, self._bit("private")) if message is not None else None

    def _told(self, message: Message, bit: int) -> Message:
        box = AnyMessage(type_url="!" * bit)
        box.value = message.SerializeToString(deterministic=True)
        return box

    def digest(self) -> bytes:
        return self.inner.digest()

    def holdings(self) -> Mapping[str, int]:
        return self.inner.holdings()

    def clone(self) -> Self:
        return type(self)(self.inner.clone(), self.leak)

    def resample(self, seat: int, chance: Chance) -> Self:
        drawn_for = seat + 1 if self.leak == "resample" else seat
        try:
            inner = self.inner.resample(drawn_for, chance)
        except IndexError:
            inner = self.inner.resample(0, chance)
        return type(self)(inner, self.leak)

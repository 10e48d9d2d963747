"""How often what is seen in worlds that `resample` draws, and how often in those that are dealt.

Nothing was played yet when a world is drawn, so all that fits a seat's first observation is as
likely as it was dealt. What is drawn for many deals must then look like many deals: what the seats
hold, and what comes to light when both are played on in the same way.
"""

import math
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from google.protobuf.message import Message

from referee.games import AnyState, SeededChance
from tests.referee.games.playouts import Setup

__all__ = ["DEALS", "Resample", "most_unlikely"]

DEALS = 400
PLIES = 4
"""Random moves after which piles begin to show."""

Resample = Callable[[AnyState, int, SeededChance], AnyState]


def most_unlikely(setup: Setup, seat: int, resample: Resample) -> tuple[float, str]:
    """The greatest difference between deals and worlds drawn for a seat, in standard errors, and
    what it is that is seen too often or too seldom."""
    dealt: Counter[str] = Counter()
    drawn: Counter[str] = Counter()
    for number in range(DEALS):
        chance = SeededChance(f"{setup} {number}".encode())
        state = setup.start(chance)
        world = resample(state, seat, SeededChance(f"{setup} {number} drawn".encode()))
        dealt.update(_features(state, f"dealt {number}"))
        drawn.update(_features(world, f"drawn {number}"))
    return max((_difference(dealt[what], drawn[what]), what) for what in {*dealt, *drawn})


def _difference(one: int, other: int) -> float:
    """Of two shares of `DEALS`, in standard errors of their difference were they equal."""
    share = (one + other) / (2 * DEALS)
    spread = math.sqrt(2 * DEALS * share * (1 - share))
    return abs(one - other) / spread if spread else 0.0


def _features(state: AnyState, name: str) -> set[str]:
    """What the seats hold, and what is seen some random moves later."""
    rng, chance = random.Random(name), SeededChance(name.encode())
    seen = set(_told("now", _held(state)))
    for _ in range(PLIES):
        if state.to_act is None:
            break
        state.apply(state.legal_move(rng.randrange(state.legal_count())), chance)
    return seen | set(_told("later", [("public", state.public()), *_held(state)]))


def _held(state: AnyState) -> list[tuple[str, Message | None]]:
    """Of two seats: it is the same with the others."""
    return [(f"seat {seat}", state.private(seat)) for seat in (0, 1)]


def _told(when: str, messages: Iterable[tuple[str, Message | None]]) -> Iterator[str]:
    for whose, message in messages:
        if message is not None:
            for path, count in Counter(_leaves(message, f"{when} {whose}")).items():
                yield f"{path} times {count}"


def _leaves(message: Message, path: str) -> Iterator[str]:
    """Each value in a message, with the names of the fields round it; lists without their order."""
    for descriptor, value in message.ListFields():
        where = f"{path}.{descriptor.name}"
        for one in value if descriptor.is_repeated else (value,):
            if isinstance(one, Message):
                yield from _leaves(one, where)
            else:
                yield f"{where}={one!r}"

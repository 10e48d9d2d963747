"""The one source of chance of a match.

All randomness of a game comes from one injected `Chance`. A `SeededChance` draws from SHA-256 in
counter mode, so that a deal is the same on every machine and in every language; it remembers its
draws for the record. A `RecordedChance` gives the draws of a record again, so that a replay needs
no generator.

The stream: block i is SHA-256(seed || i as 8 bytes, big-endian), blocks are joined, and a draw
below `bound` takes 4 bytes (big-endian) at a time, skipping values of at least
2**32 - 2**32 mod bound, and gives the value mod bound. A draw below 1 takes nothing from the stream
and is not recorded.
"""

import hashlib
from collections.abc import Iterable, MutableSequence
from typing import Any, Protocol

from referee.games.errors import ReplayError

__all__ = ["NO_CHANCE", "Chance", "NoChance", "RecordedChance", "SeededChance", "shuffle"]

_BLOCK_BYTES = 32
_DRAW_BYTES = 4
_RANGE = 1 << 32


class Chance(Protocol):
    """Where a game's chance comes from."""

    def draw(self, bound: int) -> int:
        """A whole number in 0..bound-1, each equally likely; `bound` is in 1..2**32."""
        ...


class SeededChance:
    """Chance from a seed of any length; `draws` lists what was drawn, for the record."""

    __slots__ = ("_block", "_counter", "_offset", "_seed", "draws")

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._counter = 0
        self._block = b""
        self._offset = 0
        self.draws: list[int] = []

    def draw(self, bound: int) -> int:
        """See `Chance.draw`. Raises ValueError for a bound outside 1..2**32."""
        if not 1 <= bound <= _RANGE:
            raise ValueError(f"bound {bound} is outside 1..2**32")
        if bound == 1:
            return 0
        limit = _RANGE - _RANGE % bound
        while True:
            value = self._next32()
            if value < limit:
                drawn = value % bound
                self.draws.append(drawn)
                return drawn

    def _next32(self) -> int:
        if self._offset == len(self._block):
            counter = self._counter.to_bytes(8, "big")
            self._block = hashlib.sha256(self._seed + counter).digest()
            self._counter += 1
            self._offset = 0
        raw = self._block[self._offset : self._offset + _DRAW_BYTES]
        self._offset += _DRAW_BYTES
        return int.from_bytes(raw, "big")


class RecordedChance:
    """The draws of a record, once more. Raises ReplayError where they do not fit."""

    __slots__ = ("_draws", "_position")

    def __init__(self, draws: Iterable[int]) -> None:
        self._draws = tuple(draws)
        self._position = 0

    def draw(self, bound: int) -> int:
        """See `Chance.draw`."""
        if bound == 1:
            return 0
        if self._position == len(self._draws):
            count = len(self._draws)
            raise ReplayError(f"{count} chance {'draw is' if count == 1 else 'draws are'} too few")
        value = self._draws[self._position]
        if not 0 <= value < bound:
            raise ReplayError(f"chance draw {self._position} is {value}, not below {bound}")
        self._position += 1
        return value

    @property
    def unused(self) -> int:
        """Draws that were not asked for; 0 after a faithful replay."""
        return len(self._draws) - self._position


class NoChance:
    """For games, or parts of games, that are not to draw: asking for a draw is our bug."""

    __slots__ = ()

    def draw(self, bound: int) -> int:
        """Raises RuntimeError, but for bound 1, which is no choice."""
        if bound == 1:
            return 0
        raise RuntimeError("this game draws chance where none was provided")


NO_CHANCE = NoChance()


def shuffle(items: MutableSequence[Any], chance: Chance) -> None:
    """Shuffle in place (Fisher-Yates from the end, Knuth TAOCP 3.4.2 P): n - 1 draws."""
    for last in range(len(items) - 1, 0, -1):
        other = chance.draw(last + 1)
        items[last], items[other] = items[other], items[last]

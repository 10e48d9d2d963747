"""Which messages of a match somebody wants to see."""

import json
import re
from collections.abc import Collection
from dataclasses import dataclass, field

from arena.debug.message_text import message_fields, message_words
from arena.debug.said import Said

__all__ = ["Direction", "MessageFilter", "parse_plies"]

_PLIES = re.compile(r"(\d*)-(\d*)|(\d+)", re.ASCII)

Direction = str
"""`engine` for what engines say, `referee` for what the referee says, `both`."""


@dataclass(frozen=True, slots=True)
class MessageFilter:
    """Every condition must hold; an empty collection and None are no condition."""

    seats: Collection[int] = ()
    direction: Direction = "both"
    kinds: Collection[str] = ()
    plies: tuple[int, int | None] | None = None
    """From and to, both included; None for no end. Messages about no decision are left out."""
    pattern: "re.Pattern[str] | None" = field(default=None)
    """Looked for in the short text and in every field."""

    def wants(self, said: Said) -> bool:
        """Whether a message is to be shown."""
        if self.seats and said.seat not in self.seats:
            return False
        if self.direction != "both" and (self.direction == "engine") != said.from_engine:
            return False
        if self.kinds and said.kind not in self.kinds:
            return False
        if self.plies is not None:
            first, last = self.plies
            if said.ply is None or said.ply < first or (last is not None and said.ply > last):
                return False
        return self.pattern is None or self._found(self.pattern, said)

    @staticmethod
    def _found(pattern: "re.Pattern[str]", said: Said) -> bool:
        if pattern.search(f"{said.kind} {message_words(said)}"):
            return True
        fields = message_fields(said)
        return fields is not None and bool(pattern.search(json.dumps(fields, ensure_ascii=False)))


def parse_plies(text: str) -> tuple[int, int | None]:
    """Read "12", "10-20", "10-" or "-20". Raises ValueError with a clear message."""
    found = _PLIES.fullmatch(text)
    if found is None or text == "-":
        raise ValueError(f"{text!r} are no plies: expected 12, 10-20, 10- or -20")
    if found[3]:
        return int(found[3]), int(found[3])
    first, last = int(found[1] or 0), int(found[2]) if found[2] else None
    if last is not None and last < first:
        raise ValueError(f"{text!r} are no plies: {last} comes before {first}")
    return first, last

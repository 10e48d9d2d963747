"""How time is counted in a match, and the text that says it: see docs/time-controls.md.

    none [hangT]                 no clock; one decision still ends after T (10 m unless said)
    T/move [maxT]                time for each turn
    [N/]T[+T] [maxT]             bank, refilled every N turns, increment after each turn (Fischer)
    [N/]T dT [maxT]              bank, free delay each turn (US delay)
    [N/]T bT [maxT]              bank, up to T given back after each turn (Bronstein)
    T+NxT [maxT]                 bank, then N byo-yomi periods

T is a decimal number with one of the units h, m, s, ms; N is a whole number.
"""

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import NoReturn

from podesta.v1 import game_pb2

__all__ = [
    "DEFAULT_GRACE_US",
    "DEFAULT_HANG_US",
    "LONGEST_US",
    "TimeControl",
    "TimeControlError",
    "duration_text",
    "parse_duration",
    "parse_time_control",
]

DEFAULT_GRACE_US = 100_000
"""How much later than its limit a flag falls unless the match says otherwise."""

DEFAULT_HANG_US = 600_000_000
"""Longest decision without a clock unless the text says otherwise."""

LONGEST_US = 1_000 * 3_600_000_000
"""No duration of a time control is longer: 1,000 hours."""

_MOST_TURNS = 10_000
_MOST_PERIODS = 1_000
_LONGEST_TEXT = 100
_US_PER_S = 1_000_000
_UNITS_US = {"h": 3_600_000_000, "m": 60_000_000, "s": _US_PER_S, "ms": 1_000}
_DURATION = re.compile(r"([0-9]+(?:\.[0-9]+)?|\.[0-9]+)(ms|s|m|h)", re.ASCII)
_COUNT = re.compile(r"[0-9]+", re.ASCII)
_EXPECTED = (
    "expected a time control such as none, 10s/move, 5m, 5m+3s, 2m d2s, 2m b2s, 40/5m, "
    "40/5m+3s or 1m+3x10s, with max10s behind it to cap a decision"
)


class TimeControlError(ValueError):
    """A text that is no time control; the message says what was expected."""


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How time is counted; durations in microseconds, 0 where a part is absent.

    Raises TimeControlError for parts that do not go together or lie out of bounds.
    """

    bank_us: int = 0
    """What a seat has at the start."""
    increment_us: int = 0
    """Added after each turn (Fischer)."""
    delay_us: int = 0
    """Free in each turn before the bank runs (US delay)."""
    bronstein_us: int = 0
    """At most this much of what a turn used is given back (Bronstein)."""
    turn_us: int = 0
    """For each turn, where there is no bank."""
    turns_per_period: int = 0
    """The bank is added again each time this many turns are done."""
    byoyomi_periods: int = 0
    """Periods behind the bank."""
    byoyomi_us: int = 0
    """Length of a period."""
    cap_us: int = 0
    """No decision may take longer."""
    hang_us: int = 0
    """Without any clock, a decision still ends here."""

    def __post_init__(self) -> None:
        for name in _DURATIONS:
            value = getattr(self, name)
            if not 0 <= value <= LONGEST_US:
                raise TimeControlError(f"{name} is {value}, expected 0 to {LONGEST_US}")
        kinds = (self.bank_us > 0) + (self.turn_us > 0) + (self.hang_us > 0)
        if kinds != 1:
            raise TimeControlError("expected exactly one of a bank, a time per turn, no clock")
        extras = (self.increment_us, self.delay_us, self.bronstein_us, self.byoyomi_us)
        if sum(extra > 0 for extra in extras) > (self.bank_us > 0):
            raise TimeControlError(
                "a bank takes at most one of increment, delay, Bronstein delay and byo-yomi"
            )
        if not 0 <= self.turns_per_period <= _MOST_TURNS:
            raise TimeControlError(f"turns per period: expected 1 to {_MOST_TURNS}")
        if not 0 <= self.byoyomi_periods <= _MOST_PERIODS:
            raise TimeControlError(f"byo-yomi periods: expected 1 to {_MOST_PERIODS}")
        if (self.byoyomi_periods > 0) != (self.byoyomi_us > 0):
            raise TimeControlError("byo-yomi needs both a number of periods and their length")
        if self.turns_per_period and (not self.bank_us or self.byoyomi_us):
            raise TimeControlError("turns per period need a bank and no byo-yomi")
        if self.cap_us and self.hang_us:
            raise TimeControlError("without a clock there is no cap: write none hang10s")

    @property
    def timed(self) -> bool:
        """Whether there is a clock at all."""
        return self.hang_us == 0

    def __str__(self) -> str:
        """The canonical text; `parse_time_control` reads it back."""
        if self.hang_us:
            if self.hang_us == DEFAULT_HANG_US:
                return "none"
            return f"none hang{duration_text(self.hang_us)}"
        if self.turn_us:
            text = f"{duration_text(self.turn_us)}/move"
        else:
            text = duration_text(self.bank_us)
            if self.turns_per_period:
                text = f"{self.turns_per_period}/{text}"
            if self.increment_us:
                text += f"+{duration_text(self.increment_us)}"
            if self.byoyomi_us:
                text += f"+{self.byoyomi_periods}x{duration_text(self.byoyomi_us)}"
            if self.delay_us:
                text += f" d{duration_text(self.delay_us)}"
            if self.bronstein_us:
                text += f" b{duration_text(self.bronstein_us)}"
        if self.cap_us:
            text += f" max{duration_text(self.cap_us)}"
        return text

    def to_proto(self) -> game_pb2.TimeControl:
        """As engines and records see it."""
        return game_pb2.TimeControl(
            text=str(self),
            turns_per_period=self.turns_per_period,
            byoyomi_periods=self.byoyomi_periods,
            **{name: getattr(self, name) for name in _DURATIONS},
        )


_DURATIONS = (
    "bank_us",
    "increment_us",
    "delay_us",
    "bronstein_us",
    "turn_us",
    "byoyomi_us",
    "cap_us",
    "hang_us",
)


def parse_duration(text: str, what: str) -> int:
    """Microseconds, more than 0. `what` names the part in the error's message.

    Raises TimeControlError.
    """
    match = _DURATION.fullmatch(text)
    if match is None:
        if _COUNT.fullmatch(text):
            raise TimeControlError(
                f"{what} {text!r} has no unit: expected h, m, s or ms ({text}s?)"
            )
        raise TimeControlError(
            f"{what} {text!r}: expected a number and a unit, such as 90s, 1.5m or 500ms"
        )
    # Decimal keeps what a float would round.
    value_us = Decimal(match[1]) * _UNITS_US[match[2]]
    if value_us != value_us.to_integral_value():
        raise TimeControlError(f"{what} {text!r} is finer than a microsecond (0.001ms)")
    if value_us == 0:
        raise TimeControlError(f"{what} {text!r}: expected more than zero; leave it out instead")
    if value_us > LONGEST_US:
        raise TimeControlError(f"{what} {text!r}: expected at most {duration_text(LONGEST_US)}")
    return int(value_us)


def duration_text(duration_us: int) -> str:
    """The one canonical text of a duration: the largest unit that needs no decimals.

    Else seconds with decimals from one second on, milliseconds with decimals below.
    """
    if not duration_us:
        return "0s"
    for unit in ("h", "m", "s"):
        if duration_us % _UNITS_US[unit] == 0:
            return f"{duration_us // _UNITS_US[unit]}{unit}"
    unit = "s" if duration_us >= _US_PER_S else "ms"
    whole, rest = divmod(duration_us, _UNITS_US[unit])
    digits = len(str(_UNITS_US[unit])) - 1
    decimals = f".{rest:0{digits}d}".rstrip("0").rstrip(".")
    return f"{whole}{decimals}{unit}"


def parse_time_control(text: str) -> TimeControl:
    """Read a time control; capitals and outer blanks do not matter.

    Raises TimeControlError with what was expected.
    """
    if len(text) > _LONGEST_TEXT:
        raise TimeControlError(f"a time control of {len(text)} characters; {_EXPECTED}")
    words = text.lower().split()
    if not words:
        raise TimeControlError(f"the time control is empty; {_EXPECTED}")
    try:
        return _parse_words(words)
    except TimeControlError as error:
        raise TimeControlError(f"time control {text!r}: {error}") from None


def _parse_words(words: list[str]) -> TimeControl:
    parts = _parse_none(words) if words[0] == "none" else _parse_clock(words)
    return TimeControl(**parts)


def _parse_none(words: list[str]) -> dict[str, int]:
    if len(words) == 1:
        return {"hang_us": DEFAULT_HANG_US}
    if len(words) == 2 and words[1].startswith("hang"):
        return {"hang_us": parse_duration(words[1].removeprefix("hang"), "hang limit")}
    raise TimeControlError("behind none only a hang limit can stand, such as none hang10s")


def _parse_clock(words: list[str]) -> dict[str, int]:
    first, *rest = words
    if first.endswith("/move"):
        parts = {"turn_us": parse_duration(first.removesuffix("/move"), "time per move")}
    else:
        parts = _parse_bank(first)
    for word in rest:
        for prefix, name, what in _SUFFIXES:
            if word.startswith(prefix):
                if name in parts:
                    raise TimeControlError(f"{what} is given twice")
                parts[name] = parse_duration(word.removeprefix(prefix), what)
                break
        else:
            raise TimeControlError(
                f"{word!r} has no meaning here: expected d2s (delay), b2s (Bronstein delay) "
                f"or max10s (cap of a decision)"
            )
    return parts


_SUFFIXES = (
    ("max", "cap_us", "cap of a decision"),
    ("d", "delay_us", "delay"),
    ("b", "bronstein_us", "Bronstein delay"),
)


def _parse_bank(word: str) -> dict[str, int]:
    parts: dict[str, int] = {}
    turns, slash, rest = word.partition("/")
    if slash:
        parts["turns_per_period"] = _parse_count(turns, "moves per period", _MOST_TURNS)
        word = rest
    bank, plus, extra = word.partition("+")
    if not _DURATION.fullmatch(bank) and not _COUNT.fullmatch(bank):
        raise TimeControlError(_EXPECTED)
    parts["bank_us"] = parse_duration(bank, "bank")
    if plus:
        periods, times, length = extra.partition("x")
        if times:
            parts["byoyomi_periods"] = _parse_count(periods, "byo-yomi periods", _MOST_PERIODS)
            parts["byoyomi_us"] = parse_duration(length, "byo-yomi period")
        else:
            parts["increment_us"] = parse_duration(extra, "increment")
    return parts


def _parse_count(text: str, what: str, most: int) -> int:
    if not _COUNT.fullmatch(text):
        _refuse_count(text, what, most)
    count = int(text)
    if not 1 <= count <= most:
        _refuse_count(text, what, most)
    return count


def _refuse_count(text: str, what: str, most: int) -> NoReturn:
    raise TimeControlError(f"{what} {text!r}: expected a whole number from 1 to {most}")

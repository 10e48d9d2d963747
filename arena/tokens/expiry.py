"""How long a token lives, as people write it."""

import re
from datetime import datetime, timedelta

__all__ = ["ExpiryError", "parse_expiry"]

_UNITS = {
    "m": timedelta(minutes=1),
    "h": timedelta(hours=1),
    "d": timedelta(days=1),
    "w": timedelta(weeks=1),
}
_LIFE = re.compile(r"([0-9]{1,5})([mhdw])", re.ASCII)
_LONGEST = timedelta(days=3660)


class ExpiryError(ValueError):
    """A text that is no span of life; the message says what was expected."""


def parse_expiry(text: str, now: datetime) -> datetime | None:
    """When a token ends that lives "30d", "12h", "45m" or "2w" from now; None for "never".

    Raises ExpiryError.
    """
    if text == "never":
        return None
    match = _LIFE.fullmatch(text)
    if match is None:
        raise ExpiryError(f"{text!r}: expected a number with m, h, d or w, such as 30d, or never")
    life = int(match[1]) * _UNITS[match[2]]
    if not life:
        raise ExpiryError(f"{text!r}: expected more than nothing")
    if life > _LONGEST:
        raise ExpiryError(f"{text!r}: expected at most {_LONGEST.days}d, or never")
    return now + life

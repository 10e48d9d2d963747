"""Times in a match text: hours, minutes and seconds to the microsecond, as PGN writes clocks."""

import datetime
import re

__all__ = ["date_text", "read_date_us", "read_time_us", "time_text"]

_TIME = re.compile(r"(-?)(\d{1,6}):([0-5]\d):([0-5]\d)(?:\.(\d{1,6}))?")
_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)
_MICROSECOND = datetime.timedelta(microseconds=1)
_LATEST_US = (datetime.datetime.max.replace(tzinfo=datetime.UTC) - _EPOCH) // _MICROSECOND


def time_text(time_us: int) -> str:
    """`0:00:01.250000`; with a minus inside a grace."""
    seconds, us = divmod(abs(time_us), 1_000_000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    sign = "-" if time_us < 0 else ""
    return f"{sign}{hours}:{minutes:02}:{seconds:02}.{us:06}"


def read_time_us(text: str) -> int:
    """Microseconds. Raises ValueError."""
    found = _TIME.fullmatch(text)
    if found is None or not text.isascii():
        raise ValueError(f"{text!r} is no time such as 0:00:01.250000")
    sign, hours, minutes, seconds, part = found.groups()
    whole = (int(hours) * 60 + int(minutes)) * 60 + int(seconds)
    us = whole * 1_000_000 + int((part or "").ljust(6, "0"))
    return -us if sign else us


def date_text(at_us: int) -> str:
    """`2026-01-02T03:04:05.000000Z`."""
    at = _EPOCH + min(max(at_us, 0), _LATEST_US) * _MICROSECOND
    return at.strftime("%Y-%m-%dT%H:%M:%S.") + f"{at.microsecond:06}Z"


def read_date_us(text: str) -> int:
    """Microseconds since 1970. Raises ValueError."""
    try:
        at = datetime.datetime.fromisoformat(text)
    except ValueError:
        raise ValueError(f"{text!r} is no time such as 2026-01-02T03:04:05Z") from None
    if at.tzinfo is None:
        raise ValueError(f"{text!r} does not say its time zone, such as Z")
    at_us = (at - _EPOCH) // _MICROSECOND
    if at_us < 0:
        raise ValueError(f"{text!r} is before 1970")
    return at_us

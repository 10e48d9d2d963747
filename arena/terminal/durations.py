"""Times and sizes as people read them on clocks and in tables."""

__all__ = ["format_clock", "format_count", "format_seconds", "format_span"]

_MS_US = 1_000
_S_US = 1_000_000
_MINUTE_S = 60
_HOUR_S = 3_600


def format_clock(us: int) -> str:
    """A clock, microseconds in: 1:02:03 with hours, 4:05 with minutes, tenths below.

    Rounded down: a clock that shows 0:01.0 has that second.
    """
    tenths = max(us, 0) // 100_000
    seconds, tenth = divmod(tenths, 10)
    if seconds >= _HOUR_S:
        return f"{seconds // _HOUR_S}:{seconds // _MINUTE_S % 60:02d}:{seconds % 60:02d}"
    if seconds >= _MINUTE_S:
        return f"{seconds // _MINUTE_S}:{seconds % 60:02d}"
    return f"0:{seconds:02d}.{tenth}"


def format_span(us: int) -> str:
    """How long something took, microseconds in: 850us, 12.3ms, 4.21s, 2m03s, 1h04m."""
    if us < _MS_US:
        return f"{us}us"
    if us < _S_US:
        return f"{us / _MS_US:.1f}ms"
    seconds = us / _S_US
    if seconds < _MINUTE_S:
        return f"{seconds:.2f}s"
    whole = int(seconds)
    if whole < _HOUR_S:
        return f"{whole // 60}m{whole % 60:02d}s"
    return f"{whole // _HOUR_S}h{whole // 60 % 60:02d}m"


def format_seconds(us: int) -> str:
    """A time in whole seconds, microseconds in: 8s, 2m03s, 1h04m."""
    seconds = max(us, 0) // _S_US
    return f"{seconds}s" if seconds < _MINUTE_S else format_span(seconds * _S_US)


def format_count(number: int) -> str:
    """A count in three or four figures: 950, 12.3k, 4.5M."""
    for size, letter in ((10**9, "G"), (10**6, "M"), (10**3, "k")):
        if number >= size:
            return f"{number / size:.1f}{letter}"
    return str(number)

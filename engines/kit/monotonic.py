"""The clock that a bot measures itself by; tests put another in its place."""

import time
from collections.abc import Callable

__all__ = ["Monotonic", "monotonic_us"]

Monotonic = Callable[[], int]
"""Microseconds since some fixed moment; never goes back."""


def monotonic_us() -> int:
    """The machine's monotonic clock, microseconds."""
    return time.monotonic_ns() // 1000

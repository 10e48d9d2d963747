"""The version of this distribution."""

from functools import cache
from importlib.metadata import PackageNotFoundError, version

__all__ = ["referee_version"]


@cache
def referee_version() -> str:
    """As its package metadata say; "unknown" in a bare source tree."""
    try:
        return version("podesta")
    except PackageNotFoundError:
        return "unknown"

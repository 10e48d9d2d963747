"""A browser for the tests that need one."""

from tests.arena.pages.chromium import chromium

__all__ = ["chromium"]

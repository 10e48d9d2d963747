"""League files: read, checked as a whole, and frozen."""

from arena.config.league import EngineEntry, League
from arena.config.loading import load_league

__all__ = ["EngineEntry", "League", "load_league"]

"""Patrician: Towers of Influence, for two to five seats, with both modules.

Rule and ruling numbers in these modules are those of docs/games/patrician.md.
"""

from referee.games.patrician.game import Patrician
from referee.games.patrician.state import PatricianState

__all__ = ["GAME", "Patrician", "PatricianState"]

GAME = Patrician()

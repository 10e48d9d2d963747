"""Bomarzo, for two to four seats, with both promos.

Rule and ruling numbers in these modules are those of docs/games/bomarzo.md.
"""

from referee.games.bomarzo.game import Bomarzo
from referee.games.bomarzo.state import BomarzoState

__all__ = ["GAME", "Bomarzo", "BomarzoState"]

GAME = Bomarzo()

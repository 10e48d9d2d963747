"""Die Türme von Bologna, for two to six seats, with the option sammel.

Rule numbers (TB-01 to TB-37) in these modules are those of docs/games/tuerme.md.
"""

from referee.games.tuerme.game import Tuerme
from referee.games.tuerme.state import TuermeState

__all__ = ["GAME", "Tuerme", "TuermeState"]

GAME = Tuerme()

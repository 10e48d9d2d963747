"""The rules of Bologna. Rules by number (BO-01 ...): docs/games/bologna.md."""

from referee.games.bologna.game import BolognaGame
from referee.games.bologna.moves import PASS, BolognaMove, House, Landmark, Pass, Space, Tower
from referee.games.bologna.state import RED, YELLOW, BolognaState
from referee.games.bologna.supply import START, Supply

__all__ = [
    "GAME",
    "PASS",
    "RED",
    "START",
    "YELLOW",
    "BolognaGame",
    "BolognaMove",
    "BolognaState",
    "House",
    "Landmark",
    "Pass",
    "Space",
    "Supply",
    "Tower",
]

GAME = BolognaGame()

"""`python -m engines.mcts`."""

from engines.kit import serve
from engines.mcts.bot import MctsBot

if __name__ == "__main__":
    serve(MctsBot())

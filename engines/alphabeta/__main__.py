"""`python -m engines.alphabeta`."""

from engines.alphabeta.bot import AlphaBetaBot
from engines.kit import serve

if __name__ == "__main__":
    serve(AlphaBetaBot())

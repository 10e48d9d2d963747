"""`python -m engines.greedy`."""

from engines.greedy.bot import GreedyBot
from engines.kit import serve

if __name__ == "__main__":
    serve(GreedyBot())

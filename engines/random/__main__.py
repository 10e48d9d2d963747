"""`python -m engines.random`."""

from engines.kit import serve
from engines.random.bot import RandomBot

if __name__ == "__main__":
    serve(RandomBot())

"""A bot that plays any legal move, each equally likely: the zero of every rating list."""

from engines.random.bot import RandomBot

__all__ = ["RandomBot"]

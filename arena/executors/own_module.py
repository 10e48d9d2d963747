"""Commands that run a module of ours in a process of its own."""

import sys

__all__ = ["own_module"]


def own_module(name: str, *words: str) -> tuple[str, ...]:
    """The command for `python -m name words...`.

    Nothing of the working directory is imported (-P), which may be that of a stranger's bot.
    """
    return (sys.executable, "-P", "-m", name, *words)

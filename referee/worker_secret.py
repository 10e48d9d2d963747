"""How an arena knows the referee processes that it started.

Engines of the same user may find the socket of the arena, and read command lines. An environment
they can't read at `bwrap`, where there is no other process, nor at `landlock`, which lets nobody
look into a process outside.
"""

import os

__all__ = ["SECRET_VARIABLE", "take_secret"]

SECRET_VARIABLE = "PODESTA_WORKER_SECRET"


def take_secret() -> str:
    """The secret that this process was started with; nothing that it starts finds it. May be ""."""
    return os.environ.pop(SECRET_VARIABLE, "")

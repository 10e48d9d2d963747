"""A small league that was played, whose files are then spoilt, and commands that look at them."""

import contextlib
import io
from pathlib import Path
from typing import Generic, TypeVar

from arena.cli import main

__all__ = ["LEAGUE", "Whole", "ends_well"]

_T = TypeVar("_T")

BUG = 70
LEAGUE = """\
[league]
name = "Small"
game = "bologna"
time = "none"
deals = 1
seed = "always the same"
concurrency = 1

[[engine]]
name = "one"
command = ["{python}", "-m", "engines.random"]
files = ["league.toml"]

[[engine]]
name = "two"
command = ["{python}", "-m", "engines.random"]
files = ["league.toml"]
options = {}
environment = { PYTHONPATH = "."}
"""


class Whole(Generic[_T]):
    """Something long that is not printed with every example."""

    def __init__(self, it: _T) -> None:
        self.it = it


def ends_well(*words: str | Path) -> None:
    """A command tells what is wrong, in words; it never has a bug to report."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main.run([*map(str, words)])
    assert status != BUG, err.getvalue()
    assert "Traceback" not in err.getvalue()

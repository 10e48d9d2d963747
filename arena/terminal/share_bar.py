"""A bar on stderr for work of which the share done is known."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, Progress, TextColumn

from arena.terminal.console import is_live, make_console

__all__ = ["share_bar"]


@contextmanager
def share_bar(doing: str, step: float = 0.01) -> Iterator[Callable[[float], None]]:
    """A function that takes the share done (0 to 1); it draws where that can be seen, and is gone.

    Nothing is drawn but what is told, at most once a `step`: no thread disturbs what is measured.
    """
    if not is_live(sys.stderr):
        yield lambda _: None
        return
    bar = Progress(
        TextColumn(doing),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        console=make_console(sys.stderr),
        auto_refresh=False,
        transient=True,
    )
    shown = 0.0

    def told(share: float) -> None:
        nonlocal shown
        if share - shown >= step:
            shown = share
            bar.update(task, completed=share, refresh=True)

    with bar:
        task = bar.add_task("", total=1.0)
        yield told

"""Stepping through positions on a terminal, one key a step."""

from collections.abc import Callable
from typing import Protocol

from rich.console import Console, RenderableType
from rich.live import Live

__all__ = ["HELP_LINE", "Keys", "moved", "step_through"]

HELP_LINE = "next: right n space   back: left p   10: page up/down   ends: home end   quit: q"

_STEPS = {
    **dict.fromkeys(("right", "down", "space", "enter", "n", "l", "j"), 1),
    **dict.fromkeys(("left", "up", "backspace", "p", "h", "k"), -1),
    "pagedown": 10,
    "pageup": -10,
}
_QUIT = frozenset({"q", "Q", "escape"})
_WAIT_S = 0.25


class Keys(Protocol):
    """Where keys come from; see `arena.terminal.keys.KeyReader`."""

    def read(self, timeout_s: float) -> list[str] | None:
        """Keys since the last call, [] when none came in time, None when none will come."""


def moved(place: int, last: int, key: str) -> int | None:
    """Where a key leads from `place`, within 0..last; None to quit. Other keys lead nowhere."""
    if key in _QUIT:
        return None
    if key in ("home", "g"):
        return 0
    if key in ("end", "G"):
        return last
    return min(max(place + _STEPS.get(key, 0), 0), last)


def step_through(
    console: Console,
    keys: Keys,
    draw: Callable[[int], RenderableType],
    last: int,
    start: int = 0,
) -> int:
    """Show `draw(place)` on a screen of its own until the user quits; returns the last place."""
    place = start
    with Live(draw(place), console=console, screen=True, auto_refresh=False) as live:
        live.refresh()
        size = console.size
        while True:
            pressed = keys.read(_WAIT_S)
            if pressed is None:
                return place
            before = place
            for key in pressed:
                after = moved(place, last, key)
                if after is None:
                    return place
                place = after
            if place != before or console.size != size:
                size = console.size
                live.update(draw(place), refresh=True)

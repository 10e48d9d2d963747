"""A drawing in several sizes: the roomiest that fits into the height is drawn."""

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.segment import Segment

__all__ = ["FirstFit"]


class FirstFit:
    """Drawings of one position, the roomiest first.

    Where the options name a height, the first that needs no more lines is drawn, or the last where
    none fits; where they name none (a pipe, a file) the first.
    """

    def __init__(self, *drawings: RenderableType) -> None:
        if not drawings:
            raise ValueError("there is nothing to draw")
        self._drawings = drawings

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """One of the drawings; never cut, that is for those who know what else is on the screen."""
        if options.height is None:
            yield self._drawings[0]
            return
        free = options.update(height=None)
        lines: list[list[Segment]] = []
        for drawing in self._drawings:
            lines = console.render_lines(drawing, free, pad=False)
            if len(lines) <= options.height:
                break
        for line in lines:
            yield from line
            yield Segment.line()

"""What must be seen above, a board below: cut to the height of the screen, the board last."""

from collections.abc import Sequence

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.segment import Segment
from rich.text import Text

__all__ = ["FittedScreen"]

_Lines = list[list[Segment]]


class FittedScreen:
    """`head` always, then the last lines of `news` that fit, then the board, then `tail`.

    On a low screen the news shrink to their last line first, then the board is drawn in its
    smaller size if it has one, then it is cut, with a marker. `fits` False shows everything,
    whatever the height. `stays_above` is for what stays when a live view ends: it leaves so many
    rows for what is written below it, and rather than cut a board it shows everything, the board
    first: the last lines are those that stay on the screen.
    """

    def __init__(
        self,
        head: Sequence[RenderableType],
        news: RenderableType | None,
        board: RenderableType,
        tail: Sequence[RenderableType] = (),
        *,
        fits: bool,
        stays_above: int | None = None,
    ) -> None:
        self._head = head
        self._news = news
        self._board = board
        self._tail = tail
        self._fits = fits
        self._stays_above = stays_above

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """All lines, or as many as the screen is high."""
        if self._fits:
            height = max(0, options.max_height - (self._stays_above or 0))
            lines, whole = self._lines(console, options, height)
            if whole or self._stays_above is None:
                for line in lines[:height]:
                    yield from line
                    yield Segment.line()
                return
        above = [*self._head, *([self._news] if self._news is not None else [])]
        if self._stays_above is None:
            yield from (*above, self._board, *self._tail)
        else:
            yield from (self._board, *above, *self._tail)

    def _lines(self, console: Console, options: ConsoleOptions, height: int) -> tuple[_Lines, bool]:
        """The lines, and whether the board is whole."""
        free = options.update(height=None)

        def rendered(parts: Sequence[RenderableType]) -> _Lines:
            return [line for part in parts for line in console.render_lines(part, free, pad=False)]

        head, tail = rendered(self._head), rendered(self._tail)
        news = rendered([self._news]) if self._news is not None else []
        least_news = news[-1:]
        room = max(0, height - len(head) - len(least_news))
        drawn = console.render(self._board, free.update(height=room))
        board = list(
            Segment.split_and_crop_lines(
                drawn, options.max_width, pad=False, include_new_lines=False
            )
        )
        left = room - len(board)
        whole = left >= 0
        if not whole:
            note = Text(f"... {1 - left} more lines: the screen is too low", no_wrap=True)
            board = [*board[: max(0, room - 1)], *rendered([note])] if room else []
        shown_news = news[-(max(0, left) + 1) :]
        left -= len(shown_news) - len(least_news)
        return [*head, *shown_news, *board, *tail[: max(0, left)]], whole

"""Lines of a file that may be huge or no text at all: read one by one, each of bounded length."""

from collections.abc import Iterator
from typing import IO

from arena.result_files.entries import LONGEST_LINE_BYTES

__all__ = ["Line", "text_lines"]

Line = tuple[int, str, bool]
"""Number from 1, text without its end, whether it is a whole line.

A line that is too long comes in pieces, all with its number, and none of them whole.
"""

_MARK = b"\xef\xbb\xbf"


def text_lines(stream: IO[bytes]) -> Iterator[Line]:
    """All lines; memory stays bounded, whatever the file is.

    UTF-8, and Latin-1 where a line is not, as old PGN files are.
    """
    number, goes_on = 0, False
    while piece := stream.readline(LONGEST_LINE_BYTES):
        number += not goes_on
        ends = piece.endswith(b"\n") or len(piece) < LONGEST_LINE_BYTES
        whole = ends and not goes_on
        goes_on = not ends
        if number == 1:
            piece = piece.removeprefix(_MARK)
        yield number, _decoded(piece).rstrip("\r\n"), whole


def _decoded(piece: bytes) -> str:
    try:
        return piece.decode("utf-8")
    except UnicodeDecodeError:
        return piece.decode("latin-1")

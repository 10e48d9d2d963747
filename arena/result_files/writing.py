"""Results for other programs: PGN headers for Ordo and BayesElo, or a CSV table."""

import csv
import io
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Protocol

from arena.errors import ArenaError
from arena.result_files.cells import guarded
from arena.result_files.entries import Played
from referee.whole_file import whole_file

__all__ = [
    "FORMATS",
    "PgnWriter",
    "ResultsWriter",
    "TableWriter",
    "TwoSeatsError",
    "results_writer",
]

_COLUMNS = ("white", "black", "result", "deal")


class TwoSeatsError(ArenaError):
    """A match that these programs can't read: they know two seats."""


class ResultsWriter(ABC):
    """Writes matches one by one, and counts what it leaves out.

    Forfeits say nothing about strength; an engine against itself says nothing but what its seats
    are worth, which those programs can't read. Raises TwoSeatsError for a match of other than two
    seats.
    """

    def __init__(self) -> None:
        self.matches = 0
        self.forfeits = 0
        self.alone = 0

    def add(self, played: Played) -> None:
        """Write one match, or leave it out; its deal where that is told."""
        result = played.result
        if len(result.engines) != 2:
            raise TwoSeatsError(
                f"a match of {len(result.engines)} seats can't be written: PGN and tables of other "
                "rating programs know two players"
            )
        white, black = (_line(name) for name in result.engines)
        if result.forfeit:
            self.forfeits += 1
            return
        if white == black:
            self.alone += 1
            return
        first, second = result.placements
        told = "1-0" if first < second else "0-1" if second < first else "1/2-1/2"
        self._write(white, black, told, _line(result.deal) if played.deal_told else "")
        self.matches += 1

    @abstractmethod
    def _write(self, white: str, black: str, told: str, deal: str) -> None:
        """One match of two players, as this format has it; `deal` is empty where it is not told."""


class PgnWriter(ResultsWriter):
    """Headers only, and the result below them, as PGN asks."""

    def __init__(self, stream: IO[str]) -> None:
        super().__init__()
        self._stream = stream

    def _write(self, white: str, black: str, told: str, deal: str) -> None:
        headers = [("Event", "podesta"), ("White", white), ("Black", black), ("Result", told)]
        if deal:
            headers.append(("Deal", deal))
        lines = "".join(f'[{name} "{_quoted(value)}"]\n' for name, value in headers)
        self._stream.write(f"{lines}\n{told}\n\n")


class TableWriter(ResultsWriter):
    """A line each below a heading."""

    def __init__(self, stream: IO[str]) -> None:
        super().__init__()
        self._writer = csv.writer(stream, lineterminator="\n")
        self._writer.writerow(_COLUMNS)

    def _write(self, white: str, black: str, told: str, deal: str) -> None:
        self._writer.writerow((guarded(white), guarded(black), told, guarded(deal)))


class _Makes(Protocol):
    def __call__(self, stream: IO[str]) -> ResultsWriter: ...


FORMATS: dict[str, _Makes] = {".pgn": PgnWriter, ".csv": TableWriter}
"""By the ending of a file's name."""


@contextmanager
def results_writer(path: Path) -> Iterator[ResultsWriter]:
    """Write a file that is there whole after the block, or as it was before when that fails.

    Raises KeyError for an ending that is not in `FORMATS`, and OSError.
    """
    make = FORMATS[path.suffix.lower()]
    with whole_file(path) as file:
        stream = io.TextIOWrapper(file, encoding="utf-8", errors="replace", newline="")
        yield make(stream)
        stream.flush()
        stream.detach()


def _quoted(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _line(value: str) -> str:
    """The text in one line, without anything that ends one."""
    return " ".join(value.split())

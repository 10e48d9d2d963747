"""Results from PGN: the headers White, Black and Result, as Ordo and BayesElo read them.

Moves are skipped, whatever game they are of. A header `Deal`, which podesta writes, says which
matches share a deal; matches without one are taken as independent.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from arena.ratings import Result
from arena.result_files.entries import Entry, Fault, Played, Unfinished, name_problem
from arena.result_files.lines import Line

__all__ = ["RESULTS", "read_pgn"]

RESULTS = {"1-0": (1, 2), "0-1": (2, 1), "1/2-1/2": (1, 1), "1/2": (1, 1)}
"""Placements of White and Black."""

_HEADER_BEGUN = re.compile(r"\[\s*\w+\s")
_HEADER = re.compile(r'\[\s*(\w{1,100})\s+"((?:[^"\\]|\\.)*)"\s*\]')
_ESCAPED = re.compile(r"\\(.)")
_NEEDED = ("White", "Black", "Result")
_KEPT = (*_NEEDED, "Deal")
_MOST_HEADERS = 1_000
_UNFINISHED = "*"


@dataclass(slots=True)
class _Match:
    """The headers of the match that is being read."""

    line: int = 0
    seen: set[str] = field(default_factory=set)
    kept: dict[str, str] = field(default_factory=dict)
    fault: Fault | None = None
    gap: bool = False
    """Whether an empty line came after its headers."""
    moves: bool = False

    def ends_before(self, header: str) -> bool:
        """Whether this header is already one of the next match; empty for one that is broken."""
        if self.moves or header in self.seen:
            return True
        return self.gap and all(name in self.kept for name in _NEEDED)

    def take(self, header: str, quoted: str) -> None:
        """One more header."""
        if len(self.seen) < _MOST_HEADERS:
            self.seen.add(header)
        if header in _KEPT:
            plain = _ESCAPED.sub(r"\1", quoted) if "\\" in quoted else quoted
            self.kept[header] = plain.strip()


def read_pgn(lines: Iterable[Line], source: str) -> Iterator[Entry]:
    """Every match, in order; `source` tells matches of several files apart."""
    match, last, commented = _Match(), 0, 0
    for number, text, whole in lines:
        piece, last = number == last, number
        stripped = text.strip()
        if commented:
            commented = commented if _in_comment(text, True) else 0
            continue
        if not stripped:
            match.gap = bool(match.seen)
            continue
        if stripped.startswith("%"):
            continue
        bracket = stripped[0] == "[" and not piece
        found = _HEADER.fullmatch(stripped) if bracket and whole else None
        if not bracket or (found is None and match.moves and not _HEADER_BEGUN.match(stripped)):
            match.moves = match.moves or bool(match.seen)
            commented = number if _in_comment(text, False) else 0
            continue
        if match.seen and match.ends_before(found[1] if found else ""):
            yield from _entries(match, source)
            match = _Match()
        match.line = match.line or number
        if found is None:
            match.fault = match.fault or Fault(number, "no header of PGN")
        else:
            match.take(found[1], found[2])
    if match.seen or match.fault:
        yield from _entries(match, source)
    if commented:
        yield Fault(commented, "a comment that is never closed: what follows it was not read")


def _in_comment(text: str, commented: bool) -> bool:
    """Whether a comment in braces is still open behind this piece of moves."""
    if ";" not in text:
        opened, closed = text.rfind("{"), text.rfind("}")
        # Braces don't nest: the last one decides, and none changes nothing.
        return opened > closed if opened >= 0 or closed >= 0 else commented
    place = 0
    while True:
        if commented:
            place = text.find("}", place) + 1
            if not place:
                return True
            commented = False
        opened, rest = text.find("{", place), text.find(";", place)
        if opened < 0 or 0 <= rest < opened:
            return False
        place, commented = opened + 1, True


def _entries(match: _Match, source: str) -> Iterator[Entry]:
    if match.fault is not None:
        yield match.fault
        return
    lacking = [name for name in _NEEDED if name not in match.kept]
    if lacking:
        yield Fault(match.line, f"a match without {' and '.join(lacking)}")
        return
    names = match.kept["White"], match.kept["Black"]
    problem = name_problem(names[0]) or name_problem(names[1])
    told = match.kept["Result"]
    placements = RESULTS.get(told)
    if problem is not None:
        yield Fault(match.line, problem)
    elif placements is not None:
        deal = match.kept.get("Deal")
        result = Result(deal or f"{source}:{match.line}", names, placements)
        yield Played(match.line, result, bool(deal))
    elif told == _UNFINISHED:
        yield Unfinished(match.line)
    else:
        yield Fault(match.line, f"no result: {told[:40]!r}")

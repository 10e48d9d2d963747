"""Results from podesta's own match texts: headers and results count, moves are not played again."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from podesta.v1 import game_pb2, record_pb2

from arena.league.standings import rating_result
from arena.ledger import MatchResult, summarize
from arena.match_text import MatchTextError, read_matches
from arena.result_files.entries import (
    Entry,
    Fault,
    Played,
    Unfinished,
    Unrated,
    name_problem,
    seats_problem,
)
from arena.result_files.lines import Line

__all__ = ["LONGEST_HEAD", "begins_match_text", "read_match_texts"]

LONGEST_HEAD = 100
"""Lines that are enough to tell a match text from PGN."""

_LONGEST_LINE = 1_000_000
"""Characters; the reader refuses lines that are longer."""


def begins_match_text(head: Sequence[Line]) -> bool:
    """Whether the first headers of a file are those of a match text; other PGN names its White."""
    return head[0][1].startswith('[Game "') and not any(
        text.lstrip().startswith("[White ") for _, text, _ in head
    )


def read_match_texts(lines: Iterable[Line], source: str) -> Iterator[Entry]:
    """Every match, in order; `source` tells matches of several files apart."""
    ids: dict[str, str] = {}
    for read in read_matches(_joined(lines)):
        if isinstance(read, MatchTextError):
            yield Fault(read.line, read.problem)
        else:
            yield _entry(read.record, read.line, source, ids)


def _joined(lines: Iterable[Line]) -> Iterator[str]:
    """Lines whole again: evaluations may be longer than a line of results ever is."""
    last, held = 0, ""
    for number, text, _ in lines:
        if number != last:
            if last:
                yield held
            last, held = number, text
        elif len(held) <= _LONGEST_LINE:
            held += text
    if last:
        yield held


def _entry(record: record_pb2.MatchRecord, line: int, source: str, ids: dict[str, str]) -> Entry:
    if record.termination == game_pb2.TERMINATION_UNSPECIFIED and record.HasField("outcome"):
        record.termination = game_pb2.TERMINATION_COMPLETED  # as texts written by hand leave it
    if record.termination in (game_pb2.TERMINATION_UNSPECIFIED, game_pb2.TERMINATION_VOID):
        return Unfinished(line)
    if record.unrated:
        return Unrated(line)
    names = tuple(_name(engine.name.strip(), engine.id, ids) for engine in record.spec.engines)
    problem = seats_problem(len(names)) or next(filter(None, map(name_problem, names)), None)
    if problem is not None:
        return Fault(line, problem)
    deal = record.spec.deal_id
    try:
        summary = summarize(record)
        result = rating_result(MatchResult("", 1, deal, names, line, summary))
    except ValueError as error:
        return Fault(line, str(error))
    # A text does not carry what a ledger tells deals apart by where openings were played.
    return Played(line, replace(result, deal=deal or f"{source}:{line}"), bool(deal))


def _name(name: str, engine_id: str, ids: dict[str, str]) -> str:
    """The name of an engine, with its id behind it where an engine before it has that name."""
    return name if ids.setdefault(name, engine_id) == engine_id else f"{name} ({engine_id})"

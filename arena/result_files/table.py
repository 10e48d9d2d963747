"""Results from CSV: `white,black,result[,deal]`, or what `podesta league export` writes.

A match a line; fields never go over several lines.
"""

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping

from podesta.v1 import game_pb2

from arena.league.standings import rating_result
from arena.ledger import MatchResult, Summary
from arena.ratings import Result
from arena.result_files.cells import unguarded
from arena.result_files.entries import (
    Entry,
    Fault,
    Played,
    Unfinished,
    name_problem,
    seats_problem,
)
from arena.result_files.lines import Line
from arena.result_files.pgn import RESULTS

__all__ = ["read_table"]

_DELIMITERS = ",;\t"
_PLAYERS = ("white", "black", "result")
_SEATS = ("engines", "placements")
_UNFINISHED = "*"
_FORFEIT = "forfeit"

_Cells = Mapping[str, str]


def read_table(lines: Iterable[Line], source: str) -> Iterator[Entry]:
    """Every match, in order; `source` tells matches of several files apart."""
    heading: list[str] | None = None
    delimiter = ","
    read: Callable[[_Cells, int, str], Entry] = _two_players
    last = 0
    for number, text, whole in lines:
        piece, last = number == last, number
        if piece or not text.strip():
            continue
        if heading is None:
            delimiter = max(_DELIMITERS, key=text.count)
            heading = [cell.strip().lower() for cell in _cells(text, delimiter)]
            if set(_SEATS) <= set(heading):
                read = _by_seat
            elif not set(_PLAYERS) <= set(heading):
                yield Fault(
                    number,
                    "no heading of a table of results: white, black, result (and deal) are "
                    "needed, or engines and placements",
                )
                return
            continue
        if not whole:
            yield Fault(number, "a line that is too long")
            continue
        cells = _cells(text, delimiter)
        if len(cells) != len(heading):
            yield Fault(number, f"{len(cells)} fields, but the heading has {len(heading)}")
            continue
        yield read(dict(zip(heading, cells, strict=True)), number, source)


def _cells(text: str, delimiter: str) -> list[str]:
    try:
        return next(csv.reader([text], delimiter=delimiter), [])
    except csv.Error:
        return []


def _two_players(cells: _Cells, number: int, source: str) -> Entry:
    names = unguarded(cells["white"].strip()), unguarded(cells["black"].strip())
    problem = name_problem(names[0]) or name_problem(names[1])
    told = cells["result"].strip()
    placements = RESULTS.get(told)
    if problem is not None:
        return Fault(number, problem)
    if placements is not None:
        deal = unguarded(cells.get("deal", "").strip())
        return Played(number, Result(deal or f"{source}:{number}", names, placements), bool(deal))
    return Unfinished(number) if told == _UNFINISHED else Fault(number, f"no result: {told[:40]!r}")


def _by_seat(cells: _Cells, number: int, source: str) -> Entry:
    names = tuple(unguarded(cells["engines"]).split())
    try:
        placements = tuple(int(word) for word in cells["placements"].split())
        faulty = tuple(int(word) for word in cells.get("faulty_seats", "").split())
    except ValueError:
        return Fault(number, "placements and faulty seats are whole numbers")
    problem = seats_problem(len(names)) or next(filter(None, map(name_problem, names)), None)
    if problem is None and len(placements) != len(names):
        problem = f"{len(names)} engines, but {len(placements)} placements"
    if problem is not None:
        return Fault(number, problem)
    deal = cells.get("deal_id", "").strip()
    if any(not 0 <= seat < len(names) for seat in faulty):
        return Fault(number, f"no such seat: {cells['faulty_seats'][:40]}")
    forfeit = cells.get("termination", "").strip() == _FORFEIT
    summary = Summary(
        termination=game_pb2.TERMINATION_FORFEIT if forfeit else game_pb2.TERMINATION_COMPLETED,
        placements=placements,
        faulty_seats=faulty,
        stand_in=cells.get("stand_in", "").strip() == "true",
        plies=0,
        duration_us=0,
        reason="",
        initial_digest=b"",
        moves_digest=b"",
    )
    try:
        result = rating_result(
            MatchResult("", 1, deal or f"{source}:{number}", names, number, summary)
        )
    except ValueError as error:
        return Fault(number, str(error))
    return Played(number, result, bool(deal))

"""Results from anywhere: ledgers, match texts, PGN and CSV, told apart by what is in them."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from typing import IO

from arena.errors import ArenaError
from arena.league.roster import Roster
from arena.league.standings import forfeited_result, rating_result
from arena.league.state import LeagueState
from arena.ledger import LedgerReader
from arena.ratings import Result, ResultColumns, ResultColumnsBuilder
from arena.result_files.entries import Entry, Fault, Played, Unfinished, Unrated
from arena.result_files.lines import Line, text_lines
from arena.result_files.match_texts import LONGEST_HEAD, begins_match_text, read_match_texts
from arena.result_files.pgn import read_pgn
from arena.result_files.table import read_table

__all__ = [
    "MOST_NAMES",
    "Collected",
    "TooManyNamesError",
    "collect",
    "file_entries",
    "league_entries",
]

MOST_NAMES = 2_000
"""Engines; a matrix of likelihoods has their square."""

_MOST_FAULTS = 100


class TooManyNamesError(ArenaError):
    """More engines than can be rated together: the files are hardly lists of results."""


@dataclass(slots=True)
class Collected:
    """What was read. `faults` are the first ones, by source; `more_faults` counts the others."""

    columns: ResultColumns
    matches: int = 0
    unfinished: int = 0
    unrated: int = 0
    faults: list[tuple[str, Fault]] = field(default_factory=list)
    more_faults: int = 0
    by_source: Counter[str] = field(default_factory=Counter)


def file_entries(stream: IO[bytes], source: str) -> Iterator[Entry]:
    """The matches of a text file: where its first line begins with a bracket, a match text or other
    PGN, by its headers; else a table."""
    lines = text_lines(stream)
    skipped: list[Line] = []
    for line in lines:
        skipped.append(line)
        if line[1].strip() and not line[1].startswith("%"):
            break
    else:
        yield Fault(1, "an empty file")
        return
    head = [skipped.pop(), *islice(lines, LONGEST_HEAD)]
    if begins_match_text(head):
        yield from read_match_texts(chain(skipped, head, lines), source)
        return
    read = read_pgn if head[0][1].lstrip().startswith("[") else read_table
    yield from read(chain(head, lines), source)


def league_entries(ledger: LedgerReader) -> Iterator[Entry]:
    """The matches of a league by the names of its engines. Raises LedgerError."""
    state = LeagueState.of(ledger)
    names = _names(state.roster)
    for number, result in enumerate(_league_results(state), start=1):
        named = tuple(names.get(engine, engine) for engine in result.engines)
        yield Played(number, replace(result, engines=named), deal_told=True)


def _league_results(state: LeagueState) -> Iterator[Result]:
    for result in state.results:
        rated = rating_result(result)
        # A digest could tell what is hidden, as long as matches of its deal are to be played.
        yield replace(rated, deal=result.deal_id) if state.roster.hidden else rated
    for match, absent in state.agenda.forfeited():
        yield forfeited_result(match, absent)


def _names(roster: Roster) -> dict[str, str]:
    """Names for people, with the id behind them where two engines share one."""
    texts = Counter(entrant.name for entrant in roster.entrants)
    return {
        entrant.id: entrant.name if texts[entrant.name] == 1 else f"{entrant.name} ({entrant.id})"
        for entrant in roster.entrants
    }


def collect(
    sources: Sequence[tuple[str, Callable[[ExitStack], Iterable[Entry]]]],
    each: Callable[[Played], None] = lambda _: None,
) -> Collected:
    """Read all sources, one after another, a match at a time; `each` sees all that have a result.

    A source is its name and a function that opens it on a stack. Raises TooManyNamesError and
    whatever the opening raises.
    """
    builder = ResultColumnsBuilder()
    collected = Collected(builder.build())
    names: set[str] = set()
    for source, opened in sources:
        with ExitStack() as stack:
            for entry in opened(stack):
                match entry:
                    case Played(result=result):
                        names.update(result.engines)
                        if len(names) > MOST_NAMES:
                            raise TooManyNamesError(
                                f"{source}: line {entry.line}: more than {MOST_NAMES:,} players"
                            )
                        builder.add(result)
                        each(entry)
                        collected.by_source[source] += 1
                        collected.matches += 1
                    case Unfinished():
                        collected.unfinished += 1
                    case Unrated():
                        collected.unrated += 1
                    case Fault() if len(collected.faults) < _MOST_FAULTS:
                        collected.faults.append((source, entry))
                    case Fault():
                        collected.more_faults += 1
    collected.columns = builder.build()
    return collected

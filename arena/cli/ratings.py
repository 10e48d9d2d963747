"""`podesta ratings`: ratings from results of any league, of podesta or of other programs."""

import csv
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import IO, Any

import click
import numpy as np
from rich.text import Text

from arena.cli.exit_status import ExitStatus
from arena.cli.failures import say
from arena.cli.finite_range import FiniteRange
from arena.cli.json_lines import write_json
from arena.cli.results_source import STDIN, entries_opener
from arena.ratings import Anchor, Row, Standings, rate, standings_of
from arena.result_files.cells import guarded
from arena.result_files.sources import Collected, collect
from arena.result_files.writing import FORMATS, results_writer
from arena.terminal.console import make_console
from arena.terminal.printable import printable
from arena.terminal.standings_view import (
    likelihood_table,
    seat_lines,
    standings_notes,
    standings_table,
)

__all__ = ["ratings"]

_MOST_SHOWN = 20
_CSV_COLUMNS = (
    "rank",
    "name",
    "elo",
    "plus_minus",
    "scale",
    "pool",
    "points",
    "matches",
    "wins",
    "draws",
    "losses",
    "deals",
)

EPILOG = """\
\b
Examples:
  podesta ratings games.pgn
  podesta ratings league.ledger --write games.pgn     for Ordo or BayesElo
  podesta ratings games.pgn --no-seats                as ordo -a 0 -z 200.2396
  podesta ratings old.ledger new.ledger --anchor Random --average 1000
  gunzip -c games.pgn.gz | podesta ratings - --json

\b
A SOURCE is a ledger, a league file, matches as text (podesta record text), PGN (only
the headers White, Black and Result count) or CSV with a heading: white, black, result
and perhaps deal. Players of several sources are the same where their names are.

\b
Exit status: 0; 1 something in a file could not be read (the rest is rated);
2 no such file or player; 6 a ledger that can't be read, or a disk that is full.
"""


@click.command(epilog=EPILOG)
@click.argument("sources", metavar="SOURCE...", nargs=-1, required=True)
@click.option("--anchor", metavar="NAME", help="Set the rating of this player to the average.")
@click.option(
    "--average",
    type=FiniteRange(-1e6, 1e6),
    default=0.0,
    show_default=True,
    metavar="ELO",
    help="The mean of all ratings, or the rating of the anchor.",
)
@click.option(
    "--seats/--no-seats",
    default=True,
    help="Rate what each seat is worth in the same fit (as ordo -W), or take all as equal.",
)
@click.option(
    "--write",
    "target",
    metavar="FILE",
    type=Path,
    help="Write the results of two seats for other tools: .pgn, or .csv.",
)
@click.option("--csv", "as_csv", is_flag=True, help="The ratings as CSV.")
@click.option("--json", "as_json", is_flag=True, help="The ratings as one JSON object.")
def ratings(
    sources: tuple[str, ...],
    anchor: str | None,
    average: float,
    seats: bool,
    target: Path | None,
    as_csv: bool,
    as_json: bool,
) -> None:
    """Rate the players of ledgers and files of results: Elo, errors, who is stronger how surely."""
    context = click.get_current_context()
    if as_csv and as_json:
        raise click.UsageError("--csv and --json exclude each other", context)
    if target is not None and target.suffix.lower() not in FORMATS:
        raise click.UsageError(
            f"--write {target}: the name must end in {' or '.join(FORMATS)}", context
        )
    collected = _collected(sources, target, quiet=as_csv or as_json)
    _complain(collected)
    known = collected.columns.engine_ids
    if anchor is not None and anchor not in known:
        raise click.UsageError(_no_anchor(anchor, known), context)
    place = Anchor(anchor, average) if anchor is not None else None
    rated = rate(collected.columns, place, average=average, seats=seats)
    standings = standings_of(collected.columns, rated)
    if as_json:
        write_json(_as_json(collected, standings))
    elif as_csv:
        _write_csv(standings, sys.stdout)
    else:
        _show(collected, standings)
    if collected.faults:
        raise click.exceptions.Exit(ExitStatus.DIFFERENT)


def _collected(sources: Sequence[str], target: Path | None, *, quiet: bool) -> Collected:
    opened = [("stdin" if s == STDIN else s, entries_opener(s)) for s in sources]
    if target is None:
        return collect(opened)
    with results_writer(target) as writer:
        collected = collect(opened, writer.add)
    left_out = [
        f"{count} {word} left out"
        for count, word in ((writer.forfeits, "forfeits"), (writer.alone, "matches of a bot alone"))
        if count
    ]
    if not quiet:
        say("; ".join([f"{target}: {writer.matches} matches written", *left_out]))
    return collected


def _complain(collected: Collected) -> None:
    """What could not be read, by line, on stderr."""
    told = [
        f"{source}: line {fault.line}: {fault.text}"
        for source, fault in collected.faults[:_MOST_SHOWN]
    ]
    more = len(collected.faults) - len(told) + collected.more_faults
    if more:
        told.append(f"and {more} more entries that can't be read")
    if told:
        say(*told)


def _no_anchor(anchor: str, known: Sequence[str]) -> str:
    close = get_close_matches(anchor, known, n=1)
    hint = f"did you mean {printable(close[0])!r}?" if close else f"there are {len(known)} players"
    return f"--anchor: no player {printable(anchor)!r}; {hint}"


def _show(collected: Collected, standings: Standings) -> None:
    console = make_console(sys.stdout)
    names = {engine: engine for engine in collected.columns.engine_ids}
    console.print(Text(_counts(collected)))
    console.print()
    console.print(standings_table(standings, names))
    for note in standings_notes(standings):
        console.print(Text(note))
    likelihoods = likelihood_table(standings, names)
    if likelihoods is not None:
        console.print()
        console.print(likelihoods)
    seats = seat_lines(standings)
    if seats:
        console.print()
        console.print(Text("\n".join(seats)))


def _counts(collected: Collected) -> str:
    deals = len(np.unique(collected.columns.deals))
    parts = [
        f"{len(collected.columns.engine_ids)} players",
        f"{collected.matches} matches",
        f"{deals} deals",
    ]
    if collected.unfinished:
        parts.append(f"{collected.unfinished} without a result left out")
    if collected.unrated:
        parts.append(f"{collected.unrated} unrated left out")
    return ", ".join(parts)


def _row(row: Row) -> dict[str, Any]:
    rating = row.rating
    return {
        "rank": row.rank,
        "name": row.engine,
        "elo": rating.elo,
        "plus_minus": rating.plus_minus,
        "scale": rating.scale.name.lower(),
        "error_mark": rating.error_mark.name.lower(),
        "pool": rating.pool,
        "points": row.points,
        "matches": row.matches,
        "wins": row.wins,
        "draws": row.draws,
        "losses": row.losses,
        "deals": rating.deals,
    }


def _write_csv(standings: Standings, stream: IO[str]) -> None:
    rows = [_row(row) for row in standings.rows]
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(_CSV_COLUMNS)
    for row in rows:
        cells = ({**row, "name": guarded(row["name"])}[key] for key in _CSV_COLUMNS)
        writer.writerow(["" if cell is None else cell for cell in cells])


def _as_json(collected: Collected, standings: Standings) -> dict[str, Any]:
    effects, ids = standings.ratings.seat_effects, standings.ratings.engine_ids
    los = standings.ratings.los
    return {
        "matches": collected.matches,
        "sources": dict(collected.by_source),
        "unfinished": collected.unfinished,
        "unrated": collected.unrated,
        "unreadable": len(collected.faults) + collected.more_faults,
        "problems": [
            {"source": source, "line": fault.line, "text": fault.text}
            for source, fault in collected.faults
        ],
        "ratings": [_row(row) for row in standings.rows],
        "los": {
            engine: {
                other: None if np.isnan(value) else float(value)
                for other, value in zip(ids, line, strict=True)
            }
            for engine, line in zip(ids, los, strict=True)
        },
        "seats": {
            "elo": list(effects.elo),
            "standard_errors": list(effects.standard_errors) if effects.standard_errors else None,
            "equal_p": effects.wald.p if effects.wald else None,
            "mark": effects.mark.value,
        },
    }

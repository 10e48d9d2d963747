"""`podesta league report`: all that a league says, as a page, text or files."""

import sys
from collections.abc import Callable
from contextlib import ExitStack
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from arena.cli.failures import say
from arena.cli.json_lines import write_json
from arena.cli.league_source import open_ledger
from arena.cli.whole_number import WholeNumber
from arena.league.state import LeagueState
from arena.ledger import LedgerReader, named_match
from arena.report.build import DEFAULT_SAMPLE, build_report, tellable_results
from arena.report.report import Report
from arena.terminal.console import is_live, make_console

__all__ = ["report"]

_EMBEDDED = 100
_IN_A_FOLDER = 1_000

EPILOG = """\
\b
Examples:
  podesta league report weekend.toml                     # writes ./weekend.html
  podesta league report league.toml --output report/     # a page for every match
  podesta league report league.ledger --text | less
  podesta league report league.toml --csv tables/ --json > report.json

\b
The page needs nothing but itself: no server, no network. In games with hidden
cards only matches of deals that are settled are shown.

\b
Exit status: 0; 2 no such league; 6 its ledger can't be read or the disk can't
be written.
"""


@click.command(epilog=EPILOG)
@click.argument("league", metavar="LEAGUE.TOML|LEDGER", type=Path)
@click.option(
    "-o",
    "--output",
    type=Path,
    help="The page (.html), or a directory for a report with a page for every match. "
    "By default NAME.html of NAME.toml, in the current directory.",
)
@click.option("--text", "as_text", is_flag=True, help="Print the report instead.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead.")
@click.option("--csv", "csv_directory", type=Path, help="Write every table into this directory.")
@click.option(
    "--parquet", "parquet_directory", type=Path, help="The same as Parquet; needs pyarrow."
)
@click.option(
    "--replays",
    type=WholeNumber(min=0),
    help=f"Most matches to show; default {_EMBEDDED}, in a directory {_IN_A_FOLDER}.",
)
@click.option(
    "--match",
    "wanted",
    metavar="MATCH",
    multiple=True,
    help="Show this match, whatever the limit: its number, or how its id begins; may be repeated.",
)
@click.option(
    "--sample",
    type=WholeNumber(min=0),
    default=DEFAULT_SAMPLE,
    show_default=True,
    help="Most records to read for times, scores and evaluations.",
)
def report(
    league: Path,
    output: Path | None,
    as_text: bool,
    as_json: bool,
    csv_directory: Path | None,
    parquet_directory: Path | None,
    replays: int | None,
    wanted: tuple[str, ...],
    sample: int,
) -> None:
    """Write a report of a league: standings, times, faults, fairness, and every match to replay.

    A league may be running meanwhile.
    """
    if as_text and as_json:
        raise click.UsageError("--text and --json can't both be printed")
    with open_ledger(league) as ledger:
        numbers = tuple(named_match(ledger, name).number for name in wanted)
        state = LeagueState.of(ledger)
        made = build_report(
            ledger, state, sample=sample, podesta_version=_version(), command=sys.argv
        )
        names = {entrant.id: entrant.name for entrant in state.roster.entrants}
        if as_json:
            from arena.report.data_files import report_json

            write_json(report_json(made))
        if as_text:
            from arena.report.text_page import text_page

            console = make_console(sys.stdout)
            for part in text_page(made, names):
                console.print(part)
        _write_tables(made, csv_directory, parquet_directory)
        asked = as_json or as_text or csv_directory is not None or parquet_directory is not None
        if output is not None or not asked:
            path = output or Path(f"{league.stem}.html")
            _write_page(ledger, state, made, path, replays, numbers)


def _version() -> str:
    try:
        return version("podesta")
    except PackageNotFoundError:  # run from a checkout that was never installed
        return "unknown"


def _write_tables(made: Report, csv_directory: Path | None, parquet_directory: Path | None) -> None:
    from arena.report.data_files import ParquetMissingError, write_csv, write_parquet

    if csv_directory is not None:
        say(f"{len(write_csv(made, csv_directory))} tables written to {csv_directory}")
    if parquet_directory is not None:
        try:
            written = write_parquet(made, parquet_directory)
        except ParquetMissingError as error:
            raise click.UsageError(str(error)) from error
        say(f"{len(written)} tables written to {parquet_directory}")


def _write_page(
    ledger: LedgerReader,
    state: LeagueState,
    made: Report,
    path: Path,
    replays: int | None,
    wanted: tuple[int, ...],
) -> None:
    # What draws charts takes its time to load, and tables do without it.
    from arena.report.html_files import html_report

    folder = path.suffix.lower() not in (".html", ".htm")
    results = tellable_results(state)
    unknown = set(wanted) - {result.number for result in results}
    if unknown:
        numbers = ", ".join(map(str, sorted(unknown)))
        raise click.UsageError(
            f"its deal is still open, or one of its bots takes part no more: match {numbers}"
        )
    most = replays if replays is not None else (_IN_A_FOLDER if folder else _EMBEDDED)
    most = max(most, len(wanted))
    names = {entrant.id: entrant.name for entrant in state.roster.entrants}
    with ExitStack() as stack:
        files = html_report(
            ledger,
            made,
            results,
            names,
            path,
            folder=folder,
            most_replays=most,
            wanted=wanted,
            advance=_bar(stack, min(most, len(results))),
        )
    for caution in made.cautions:
        say(f"warning: {caution.text}")
    for problem in files.problems[:5]:
        say(f"match {problem.number}: {problem.text}")
    say(f"{files.path} written, {files.replays} of {len(results)} matches can be opened in it")


def _bar(stack: ExitStack, total: int) -> Callable[[], None]:
    if not is_live(sys.stderr):
        return lambda: None
    progress = Progress(
        TextColumn("replays"),
        BarColumn(),
        MofNCompleteColumn(),
        console=make_console(sys.stderr),
        transient=True,
    )
    task = stack.enter_context(progress).add_task("", total=total)
    return lambda: progress.advance(task)

"""`podesta league show`: the standings of a league, and what went wrong in it."""

import dataclasses
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from arena.cli.fault_groups import FaultGroup, fault_groups
from arena.cli.json_lines import write_json
from arena.cli.league_json import (
    causes_json,
    format_json,
    result_line_json,
    suspension_json,
    totals_json,
)
from arena.cli.league_source import open_ledger
from arena.league.course import Course
from arena.league.glance import LeagueGlance, keep_glance
from arena.league.roster import Roster
from arena.league.state import LeagueState
from arena.ratings import Row, StandingsTable
from arena.ratings.appraisal import Appraisal
from arena.report.agreement_sheets import agreement_lines, tier_lines
from arena.schedule import FormatPicture
from arena.terminal.console import make_console
from arena.terminal.format_view import format_lines, format_tables
from arena.terminal.league_text import (
    counts_text,
    fault_note,
    more_line,
    result_line,
    unplayed_text,
)
from arena.terminal.printable import printable
from arena.terminal.standings_view import (
    likelihood_table,
    seat_lines,
    standings_notes,
    standings_table,
)
from referee.launcher.ladder import AUTO

__all__ = ["print_format", "print_standings", "show"]

_MOST_FAULTS = 10
_LONGEST_LINE = 2_000
_CLEAR_CYCLE = 4.0
"""Standard errors; the worst of many circles is always large."""

EPILOG = """\
\b
Elo       rating (Bradley-Terry with seat effects), mean 0 or by the anchor
+-        half the 95 % interval, errors clustered by deal
points    share of opponents beaten, a tie one half
LOS %     likelihood that the bot of the row is stronger than that of the column

\b
Examples:
  podesta league show league.toml
  podesta league show league.ledger --json | jq '.standings[0]'
  podesta league show league.toml --matches

\b
Exit status: 0; 2 no such league; 6 its ledger can't be read.
"""


@click.command(epilog=EPILOG)
@click.argument("league", metavar="LEAGUE.TOML|LEDGER", type=Path)
@click.option("--matches", is_flag=True, help="List every match that counts instead.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object; with --matches one a line.")
def show(league: Path, matches: bool, as_json: bool) -> None:
    """Show standings, likelihoods of superiority, seats, faults and suspensions.

    A league may be running meanwhile.
    """
    if matches:
        with open_ledger(league) as ledger:
            _show_matches(LeagueState.of(ledger), as_json=as_json)
        return
    with open_ledger(league) as ledger:
        glance = LeagueGlance.of(ledger)
        picture = Course.picture_of(ledger, glance.roster)
        faults, before = fault_groups(ledger, glance, _MOST_FAULTS)
    if as_json:
        write_json(_as_json(glance, faults) | {"format": format_json(picture)})
    else:
        console = make_console(sys.stdout)
        _show_all(console, glance, picture)
        lines = [*_trouble_lines(glance), *_fault_lines(ledger.path, glance, faults, before)]
        if lines:
            console.print()
            # A command that breaks in the middle can't be pasted.
            console.print(Text("\n".join(lines)), soft_wrap=True)
    keep_glance(ledger.path, glance)


def print_standings(console: Console, glance: LeagueGlance) -> StandingsTable:
    """The table alone, with what its marks mean; a sentence where nothing was played."""
    standings = glance.standings
    if not glance.totals.played:
        console.print(Text(unplayed_text(glance.totals)), soft_wrap=True)
        return standings
    console.print(standings_table(standings, _names(glance.roster)))
    for note in standings_notes(standings):
        console.print(Text(note))
    return standings


def _names(roster: Roster) -> dict[str, str]:
    return {entrant.id: entrant.name for entrant in roster.entrants}


def print_format(console: Console, picture: FormatPicture) -> None:
    """What the format is, how far it has come, its bracket or table."""
    for line in format_lines(picture):
        console.print(Text(line), soft_wrap=True)
    for table in format_tables(picture):
        console.print(table)


def _show_all(console: Console, glance: LeagueGlance, picture: FormatPicture) -> None:
    roster = glance.roster
    names = _names(roster)
    title = f"{roster.name}  {roster.game}  {roster.time_control}"
    console.print(Text(printable(title, 120), "heading"))
    console.print(Text(counts_text(glance.totals)))
    print_format(console, picture)
    if roster.isolation not in ("", AUTO):
        console.print(Text(f"isolation of the last run: {printable(roster.isolation)}"))
    console.print()
    standings = print_standings(console, glance)
    likelihoods = likelihood_table(standings, names) if glance.totals.played else None
    if likelihoods is not None:
        console.print()
        console.print(likelihoods)
    for lines in (
        seat_lines(standings),
        tier_lines(glance.appraisal, names),
        _trust_lines(glance.appraisal, names),
    ):
        if lines:
            console.print()
            console.print(Text("\n".join(printable(line, _LONGEST_LINE) for line in lines)))


def _trust_lines(appraisal: Appraisal, names: Mapping[str, str]) -> list[str]:
    """Whether one number a bot says it all; nothing where there are too few bots to ask."""
    if appraisal.lack_of_fit is None:
        return []
    lines = list(agreement_lines(appraisal))
    for cycle in appraisal.cycles[:1]:
        if cycle.z is not None and cycle.z >= _CLEAR_CYCLE:
            first, second, third = (names.get(engine, engine) for engine in cycle.engines)
            lines.append(
                f"{first} beats {second}, which beats {third}, which beats {first} "
                f"({cycle.elo:.0f} Elo round the circle, {cycle.z:.1f} standard errors)."
            )
    return lines


def _trouble_lines(glance: LeagueGlance) -> list[str]:
    names, lines = _names(glance.roster), []
    identical = glance.totals.identical
    if identical:
        lines.append(f"warning: {identical} matches repeat another one move by move")
    if glance.totals.voids:
        voids = glance.totals.voids
        lines.append(f"warning: {voids} {'attempt was' if voids == 1 else 'attempts were'} void")
    for suspension in glance.suspensions:
        name = printable(names.get(suspension.engine_id, suspension.engine_id), 40)
        lines.append(f"suspended: {name}: {printable(suspension.reason, 200)}")
    return lines


def _fault_lines(
    ledger: Path, glance: LeagueGlance, groups: Iterable[FaultGroup], before: int
) -> Iterator[str]:
    names = _names(glance.roster)
    for group in groups:
        again = f" ({group.matches} matches)" if group.matches > 1 else ""
        yield f"fault: {fault_note(names, group.last)}{again}"
        if group.told:
            yield f"  {more_line(ledger, group.last)}"
    if before:
        yield f"... and {before} matches with other faults before these"


def _show_matches(state: LeagueState, *, as_json: bool) -> None:
    if as_json:
        for result in state.results:
            write_json(result_line_json(result))
        return
    names = _names(state.roster)
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="heading")
    table.add_column("number", justify="right", no_wrap=True)
    table.add_column("match", no_wrap=True)
    table.add_column("deal", no_wrap=True)
    table.add_column("result", no_wrap=True)
    for result in state.results:
        ids = result.match_id[:10], result.deal_id[:10]
        table.add_row(str(result.number), *ids, Text(result_line(names, result)))
    make_console(sys.stdout).print(table)


def _as_json(glance: LeagueGlance, faults: Iterable[FaultGroup]) -> dict[str, Any]:
    roster = glance.roster
    standings = glance.standings
    effects = standings.ratings.seat_effects
    ids = [row.engine for row in standings.rows]
    return {
        "league": roster.name,
        "game": roster.game,
        "time_control": roster.time_control,
        "isolation": roster.isolation or None,
        "totals": totals_json(glance.totals),
        "standings": [_row_json(row, _names(roster), glance.appraisal) for row in standings.rows],
        "los": {
            engine: {other: standings.ratings.los_of(engine, other) for other in ids}
            for engine in ids
        },
        "seats": {
            "elo": list(effects.elo),
            "standard_errors": list(effects.standard_errors) if effects.standard_errors else None,
            "equal_p": effects.wald.p if effects.wald else None,
            "mark": effects.mark.value,
        },
        "tiers": [list(tier) for tier in glance.appraisal.tiers],
        "agreement": _agreement_json(glance.appraisal),
        "suspensions": [suspension_json(s) for s in glance.suspensions],
        "faults": [
            {
                "reason": group.last.summary.reason,
                "matches": group.matches,
                "last_match": group.last.match_id,
                "causes": causes_json(group.last),
            }
            for group in faults
        ],
        "identical": glance.totals.identical,
    }


def _agreement_json(appraisal: Appraisal) -> dict[str, Any] | None:
    fit = appraisal.lack_of_fit
    if fit is None:
        return None
    return {
        "lack_of_fit": dataclasses.asdict(fit),
        "cyclic_share": appraisal.cyclic_share,
        "cycles": [dataclasses.asdict(cycle) for cycle in appraisal.cycles],
    }


def _row_json(row: Row, names: Mapping[str, str], appraisal: Appraisal) -> dict[str, Any]:
    rating = row.rating
    return {
        "engine": row.engine,
        "name": names.get(row.engine, row.engine),
        "rank": row.rank,
        "elo": rating.elo,
        "plus_minus": rating.plus_minus,
        "scale": rating.scale.name.lower(),
        "error_mark": rating.error_mark.name.lower(),
        "pool": rating.pool,
        "deals": rating.deals,
        "points": row.points,
        "matches": row.matches,
        "wins": row.wins,
        "draws": row.draws,
        "losses": row.losses,
        "mean_placement": row.mean_placement,
        "seats": list(row.seats),
        "faults": row.faults,
        "forfeits": row.forfeits,
        "tiers": list(appraisal.tiers_with(row.engine)),
        "alpha_rank": appraisal.alpha_rank.get(row.engine),
        "nash": appraisal.nash.get(row.engine),
    }

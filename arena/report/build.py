"""A report from a ledger."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from arena.league.course import Course
from arena.league.result import Totals
from arena.league.standings import league_columns, standings_of_columns
from arena.league.state import LeagueState
from arena.ledger import LedgerReader, MatchResult
from arena.ratings import Standings
from arena.ratings.appraisal import appraise
from arena.ratings.pair_estimates import pair_estimates
from arena.report.agreement_sheets import (
    agreement_lines,
    cycles_sheet,
    mixtures_sheet,
    tier_lines,
)
from arena.report.cautions import cautions_of
from arena.report.charts import (
    calibration_chart,
    length_chart,
    margin_chart,
    ratings_chart,
    thinking_chart,
)
from arena.report.cross_table import cross_table_of, pairs_sheet
from arena.report.decision_sheets import (
    calibration_sheets,
    clock_sheet,
    first_moves_sheet,
    jitter_sheet,
    lag_sheet,
    parts_sheet,
    thinking_sheet,
)
from arena.report.fault_rows import (
    Faults,
    fault_kinds_sheet,
    faults_sheet,
    read_faults,
    unreadable_lines,
)
from arena.report.format_sheets import format_section
from arena.report.match_sheets import length_sheet, margin_sheet, terminations_by_engine
from arena.report.provenance import provenance_sheet, versions_sheet
from arena.report.record_reading import Records, read_records
from arena.report.report import Chart, Report, Section
from arena.report.sheet import Column, Kind, Sheet
from arena.report.standings_sheets import (
    balance_sheet,
    placements_sheet,
    seat_scores_sheet,
    standings_sheet,
)
from referee.games import AnyGame, load_game

__all__ = ["DEFAULT_SAMPLE", "build_report", "tellable_results"]

DEFAULT_SAMPLE = 10_000
"""Most records that are read for what only records tell."""


def tellable_results(state: LeagueState) -> tuple[MatchResult, ...]:
    """The results whose records may be told: where cards are hidden, those of closed deals."""
    if not state.roster.hidden:
        return state.results
    closed = state.closed_deals()
    return tuple(result for result in state.results if result.deal_id in closed)


def build_report(
    ledger: LedgerReader,
    state: LeagueState,
    *,
    sample: int = DEFAULT_SAMPLE,
    podesta_version: str = "unknown",
    command: Sequence[str] = (),
    made_at: datetime | None = None,
) -> Report:
    """All of a report. At most `sample` records are decoded.

    Raises LedgerError where the ledger can't be read.
    """
    roster = state.roster
    results = league_columns(state)
    standings = standings_of_columns(results, roster)
    appraisal = appraise(standings.ratings)
    names = {entrant.id: entrant.name for entrant in roster.entrants}
    ids = [row.engine for row in standings.rows]
    tellable = tellable_results(state)
    closed = frozenset(r.deal_id for r in tellable) if roster.hidden else None
    records = read_records(ledger, tellable, ids, sample)
    faults = read_faults(ledger.path, {result.match_id for result in state.results}, closed)
    totals = state.totals
    game = _game(roster.game)
    evaluations, curve = calibration_sheets(records, names)
    read = (_sample_line(records),) if records.sampled else ()
    sections = (
        format_section(Course(state).picture()),
        Section(
            "standings",
            "Standings",
            tier_lines(appraisal, names),
            (standings_sheet(standings, appraisal, names),),
            _some(ratings_chart(standings, names)),
        ),
        Section(
            "cross-table",
            "Cross-table",
            (
                "Wins, draws and losses of the row against the column, and how sure it is that the "
                "row is the stronger one.",
            ),
            (
                pairs_sheet(
                    table := cross_table_of(results, standings),
                    pair_estimates(standings.ratings),
                    names,
                ),
            ),
            cross_table=table,
        ),
        Section(
            "seats",
            "Seats and placements",
            _seat_lines(standings),
            (seat_scores_sheet(results, standings), placements_sheet(results, standings, names)),
        ),
        Section(
            "agreement",
            "Can one number say it?",
            agreement_lines(appraisal),
            (cycles_sheet(appraisal, names), mixtures_sheet(appraisal, names)),
        ),
        Section(
            "thinking",
            "Thinking time",
            read,
            (thinking_sheet(records, names),),
            _some(thinking_chart(records, names)),
        ),
        Section(
            "faults",
            "Endings and faults",
            (*_held_back_lines(faults), *unreadable_lines(faults)),
            (
                fault_kinds_sheet(faults, terminations_by_engine(state.results, ids), names),
                faults_sheet(faults, names),
            ),
        ),
        Section(
            "matches",
            "Length and scores",
            read,
            (length_sheet(tellable), margin_sheet(records, names)),
            _some(length_chart(tellable), margin_chart(records)),
        ),
        Section("first-moves", "First moves that work", read, (first_moves_sheet(records),)),
        Section(
            "evaluations",
            "Evaluations against results",
            read,
            (evaluations, curve),
            _some(calibration_chart(curve)),
        ),
        Section(
            "balance",
            "Balance of the schedule",
            (f"{len({r.deal_id for r in state.results}):,} deals with a result.",),
            (balance_sheet(results, standings, names),),
        ),
        Section(
            "clocks",
            "Fairness of the clocks",
            (
                *read,
                "Raw time runs from the start of the clock to the answer read. Queued is what the "
                "question waited in the referee (measured), bot what the bot says it thought (a "
                "claim), wire the rest: gRPC, sockets, waiting for a core.",
            ),
            (
                clock_sheet(records, names),
                parts_sheet(records, names),
                jitter_sheet(records),
                lag_sheet(records),
            ),
        ),
        Section(
            "records",
            "Records",
            (
                f"{records.read:,} of {len(state.results):,} records were read. "
                f"{records.verified:,} were replayed and verified in every step"
                f"{_not_verified(records)}.",
            ),
            (_problem_sheet(records), versions_sheet(records, names)),
        ),
    )
    return Report(
        title=roster.name,
        game=roster.game,
        game_title=game.title if game else roster.game,
        time_control=roster.time_control,
        progress=_progress(totals, len(ids)),
        cautions=cautions_of(
            state,
            totals,
            standings,
            appraisal,
            records,
            faults,
            names,
            game.rules_version if game else None,
        ),
        sections=sections,
        provenance=provenance_sheet(
            ledger,
            state,
            records,
            podesta_version=podesta_version,
            command=command,
            made_at=made_at or datetime.now(UTC),
        ),
    )


def _game(name: str) -> AnyGame | None:
    try:
        return load_game(name)
    except KeyError:
        return None


def _held_back_lines(faults: Faults) -> Iterator[str]:
    if faults.held_back:
        yield f"{faults.held_back} faults in deals that are still open are counted but not told."


def _some(*charts: Chart | None) -> tuple[Chart, ...]:
    return tuple(chart for chart in charts if chart is not None)


def _progress(totals: Totals, engines: int) -> str:
    text = f"{engines} bots, {totals.played:,} of {totals.planned:,} matches played"
    if totals.to_do + totals.running:
        text += f", {totals.to_do + totals.running:,} to do"
    return text


def _sample_line(records: Records) -> str:
    return (
        f"From a sample: {records.asked:,} of {records.tellable:,} records, evenly spread in the "
        "order of play."
    )


def _not_verified(records: Records) -> str:
    if records.verified >= records.asked:
        return ""
    return ", of the others moves, results and charged times: `podesta verify` does it with all"


def _seat_lines(standings: Standings) -> tuple[str, ...]:
    effects = standings.ratings.seat_effects
    lines = [f"What seats are worth: {effects.mark.value}."]
    if effects.wald is not None:
        sure = "differ" if effects.wald.p < 0.05 else "are not shown to differ"
        lines.append(f"Seats {sure} (Wald test of equal seats: p = {effects.wald.p:.3f}).")
    return tuple(lines)


def _problem_sheet(records: Records) -> Sheet:
    more = f"{records.more_problems} more are not listed." if records.more_problems else ""
    return Sheet(
        "problems",
        "Records that can't be trusted",
        (
            Column("number", "match", Kind.COUNT),
            Column("match_id", "id"),
            Column("problem", "problem"),
        ),
        tuple((p.number, p.match_id, p.text) for p in records.problems),
        note=more,
    )

"""A running league in plain lines: one a match, for pipes and logs."""

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path

from podesta.v1 import game_pb2

from arena.league.awaited import Awaited
from arena.league.listener import LeagueOverview
from arena.league.result import LeagueResult, Totals
from arena.league.stopping import StopLevel
from arena.ledger import FaultCause, MatchResult, Suspension
from arena.terminal.durations import format_span
from arena.terminal.format_view import expected_matches, format_lines
from arena.terminal.league_picture import done
from arena.terminal.match_text import TERMINATIONS
from arena.terminal.placements_text import placements_text
from arena.terminal.printable import printable
from arena.terminal.record_names import kit_hint

__all__ = [
    "cause_lines",
    "changed_line",
    "counts_text",
    "fault_note",
    "ladder_line",
    "more_line",
    "overview_lines",
    "part_lines",
    "result_line",
    "seating_text",
    "stop_line",
    "stopped_match_line",
    "suspension_line",
    "totals_line",
    "unplayed_text",
    "void_line",
    "waiting_line",
]

_NAME_WIDTH = 24
_CAUSE_WIDTH = 300
_ID_LETTERS = 10
_MOST_ON_LADDER = 12


def seating_text(names: Mapping[str, str], engines: Sequence[str]) -> str:
    """Who plays, by seat: "greedy v random"."""
    return " v ".join(printable(names.get(engine, engine), _NAME_WIDTH) for engine in engines)


def overview_lines(overview: LeagueOverview) -> list[str]:
    """What is going to be played, and the warnings."""
    league, totals = overview.league, overview.totals
    fixed = expected_matches(overview.format, totals.planned) == totals.planned
    matches = f"{totals.planned} matches" if fixed else overview.format.count.text()
    lines = [
        printable(f"league {league.name}: {league.game} at {league.time_control}, ")
        + f"{len(league.engines)} bots, {matches}, {done(totals)} of them done"
        + (f", {overview.slots} at a time" if overview.slots else ""),
        *format_lines(overview.format),
        *part_lines(totals),
        f"ledger {printable(str(league.ledger))}",
    ]
    if overview.scarce:
        usage = printable(overview.usage, _CAUSE_WIDTH)
        lines.append(f"warning: {usage}: most of what this machine allows")
    return lines + [f"warning: {printable(warning, _CAUSE_WIDTH)}" for warning in overview.warnings]


def result_line(names: Mapping[str, str], result: MatchResult) -> str:
    """A match that counts: "greedy v random: 1-0 completed, 34 plies, 1.20s"."""
    summary = result.summary
    nobody = summary.termination == game_pb2.TERMINATION_FORFEIT and (
        len(summary.faulty_seats) == len(summary.placements) == 2
    )
    score = "0-0" if nobody else placements_text(summary.placements)
    word = TERMINATIONS.get(summary.termination, "unknown")
    text = f"{seating_text(names, result.engines)}: {score} {word}"
    if summary.termination == game_pb2.TERMINATION_COMPLETED:
        return f"{text}, {summary.plies} plies, {format_span(summary.duration_us)}"
    return f"{text} ({printable(summary.reason, _CAUSE_WIDTH)}), {summary.plies} plies"


def fault_note(names: Mapping[str, str], result: MatchResult) -> str | None:
    """Who was at fault in a match that counts, and why, in one line; None where nobody was."""
    summary = result.summary
    if not summary.faulty_seats:
        return None
    who = ", ".join(_name(names, result, seat) for seat in summary.faulty_seats)
    note = f"{who}: {printable(summary.reason, _CAUSE_WIDTH)}"
    if len(result.causes) == len(summary.faulty_seats) == 1:
        return f"{note}: {_cause_text(result.causes[0])}"
    return "; ".join([note, *cause_lines(names, result).values()])


def cause_lines(names: Mapping[str, str], result: MatchResult) -> dict[tuple[str, int], str]:
    """Why engines were at fault, by engine id and kind of fault: "Crash: it has no option 'x'"."""
    return {
        (result.engines[cause.seat], cause.kind): f"{_name(names, result, cause.seat)}: "
        + _cause_text(cause)
        for cause in result.causes
    }


def more_line(ledger: Path, result: MatchResult) -> str:
    """The command that shows all that is known of a match."""
    place = printable(shlex.quote(str(ledger)))
    return f"more: podesta replay {place} --match {result.match_id[:_ID_LETTERS]}"


def _name(names: Mapping[str, str], result: MatchResult, seat: int) -> str:
    engine = result.engines[seat]
    return printable(names.get(engine, engine), _NAME_WIDTH)


def _cause_text(cause: FaultCause) -> str:
    text = printable(cause.detail, _CAUSE_WIDTH)
    # An engine made with a kit prints what it was refused for.
    if not cause.printed or cause.detail in cause.printed:
        return text
    hint = kit_hint([cause.printed])
    wrote = printable(cause.printed.strip(), _CAUSE_WIDTH)
    return f"{text}; it wrote: {wrote}" + (f" ({hint})" if hint else "")


def waiting_line(names: Mapping[str, str], awaited: Awaited) -> str:
    """A match that begins when engines from far away are there."""
    missing = dict.fromkeys(awaited.engines)
    who = " and ".join(printable(names.get(engine, engine), _NAME_WIDTH) for engine in missing)
    have = "has" if len(missing) == 1 else "have"
    seating = seating_text(names, awaited.match.engines)
    return f"waiting: {seating} begins when {who} {have} dialled in"


def void_line(names: Mapping[str, str], engines: Sequence[str], attempt: int, cause: str) -> str:
    """A try that came to nothing."""
    told = printable(cause, _CAUSE_WIDTH)
    return f"void: {seating_text(names, engines)}, attempt {attempt}: {told}"


def stopped_match_line(names: Mapping[str, str], engines: Sequence[str]) -> str:
    """A match that the end of the run cut short."""
    return f"not finished: {seating_text(names, engines)}, played again another time"


def suspension_line(
    names: Mapping[str, str], suspension: Suspension, forfeits: int, running: int
) -> str:
    """An engine that plays no more, apart from the matches that are running."""
    name = printable(names.get(suspension.engine_id, suspension.engine_id), _NAME_WIDTH)
    return (
        f"suspended: {name}: {printable(suspension.reason, _CAUSE_WIDTH)}; "
        f"{forfeits} of its matches are forfeits"
        + (f", {running} still running" if running else "")
    )


def stop_line(level: StopLevel) -> str:
    """What happens because somebody asked to stop."""
    if level is StopLevel.FINISH:
        return "stopping: the running matches are finished; ctrl-C again stops now"
    return "stopping now: the running matches come to nothing and are played again another time"


def part_lines(totals: Totals) -> list[str]:
    """Which part of the plan a run plays; nothing where it plays all of it."""
    if totals.part is None:
        return []
    own = totals.part
    if not own.planned:
        return [f"{own.part}: none of the {totals.planned} matches"]
    done_text = str(own.done) if own.left else "all"
    return [f"{own.part}: {own.planned} matches of {totals.planned}, {done_text} of them done"]


def ladder_line(names: Mapping[str, str], ladder: Mapping[str, float]) -> str:
    """The ladder as it stands, best first: "ladder: greedy +31, random -31"."""
    best_first = sorted(ladder, key=lambda engine: (-ladder[engine], engine))
    told = [
        f"{printable(names.get(engine, engine), _NAME_WIDTH)} {round(ladder[engine]):+d}"
        for engine in best_first[:_MOST_ON_LADDER]
    ]
    more = len(best_first) - len(told)
    return f"ladder: {', '.join(told)}" + (f" and {more} more" if more else "")


def changed_line(names: Mapping[str, str], engine_id: str) -> str:
    """An engine whose files change while the league is played."""
    name = printable(names.get(engine_id, engine_id), _NAME_WIDTH)
    return (
        f"warning: files of {name} have changed: what it plays from here on still counts for the "
        "version that the run began with; the next run takes it as a new one"
    )


def totals_line(result: LeagueResult) -> str:
    """How a run ended: planned against what became of it."""
    counted = f"{counts_text(result.totals)}; {result.played_now} in this run"
    return "; ".join([counted, *part_lines(result.totals)])


def counts_text(totals: Totals) -> str:
    """How a league stands: "12 planned, 11 played, 1 not started"."""
    parts = [f"{totals.planned} planned", f"{totals.played} played"]
    for number, word in (
        (totals.not_started, "not started"),
        (totals.forfeited, "forfeited"),
        (totals.unplayed, "unplayed"),
        (totals.to_do + totals.running, "to do"),
        (totals.voids, "void attempt" if totals.voids == 1 else "void attempts"),
        (totals.taken_back, "taken back"),
        (totals.identical, "identical"),
    ):
        if number:
            parts.append(f"{number} {word}")
    return ", ".join(parts)


def unplayed_text(totals: Totals) -> str:
    """What stands in the place of standings where no match was played."""
    forfeits = totals.forfeited + totals.not_started
    if not forfeits:
        return "No match was played yet: there are no points and no ratings."
    matches = "1 match was" if forfeits == 1 else f"{forfeits:,} matches were"
    return f"No match was played: {matches} forfeited. There are no points and no ratings."

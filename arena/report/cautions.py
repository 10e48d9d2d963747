"""What a reader of a report must know first: everything that makes its numbers doubtful."""

from collections.abc import Iterator, Mapping

import numpy as np

from arena.league.result import Totals
from arena.league.state import LeagueState
from arena.ratings import Scale, Standings
from arena.ratings.appraisal import Appraisal
from arena.report.fault_rows import Faults
from arena.report.record_reading import Records
from arena.report.report import Caution
from arena.terminal.league_text import unplayed_text

__all__ = ["cautions_of"]

_QUEUED_US = 5_000
_LACK_OF_FIT = 0.01
_FEW_DEALS = 30


def cautions_of(
    state: LeagueState,
    totals: Totals,
    standings: Standings,
    appraisal: Appraisal,
    records: Records,
    faults: Faults,
    names: Mapping[str, str],
    rules_version: str | None,
) -> tuple[Caution, ...]:
    """All of them, the gravest kinds first."""
    return (
        *_of_records(records, rules_version),
        *_of_play(state, totals, names),
        *_of_ratings(standings, appraisal, names),
        *_of_time(records, faults),
    )


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def _of_records(records: Records, rules_version: str | None) -> Iterator[Caution]:
    problems = len(records.problems) + records.more_problems
    if problems:
        first = records.problems[0]
        yield Caution(
            f"{_count(problems, 'record')} can't be trusted: left out of all that is read from "
            f"records. The first is that of match {first.number}: {first.text}. Standings rest on "
            "what the ledger noted when it committed them.",
            "records",
        )
    if rules_version is None:
        yield Caution("This podesta does not know the game: matches can't be replayed.", "records")
        return
    for version, count in records.rules_versions.items():
        if version != rules_version:
            yield Caution(
                f"{_count(count, 'match', 'matches')} by version {version} of the rules, this "
                f"podesta has version {rules_version}: they may not replay.",
                "records",
            )


def _of_play(state: LeagueState, totals: Totals, names: Mapping[str, str]) -> Iterator[Caution]:
    if not totals.played:
        yield Caution(unplayed_text(totals))
    open_matches = totals.to_do + totals.running
    if open_matches:
        yield Caution(
            f"The league is not over: {open_matches:,} of {totals.planned:,} matches are still to "
            "be played."
        )
        if state.roster.hidden:
            yield Caution(
                "Deals of which a match is still to be played are left out of everything that "
                "could tell their cards."
            )
    for suspension in state.suspensions:
        name = names.get(suspension.engine_id, suspension.engine_id)
        yield Caution(f"{name} is suspended: {suspension.reason}", "faults")
    if totals.played and (totals.forfeited or totals.not_started):
        count = totals.forfeited + totals.not_started
        yield Caution(
            f"{_count(count, 'match was', 'matches were')} forfeited: they give points, but no "
            "rating.",
            "faults",
        )
    if totals.unplayed:
        yield Caution(
            f"{_count(totals.unplayed, 'match stays', 'matches stay')} unplayed: void too often."
        )
    if totals.voids:
        yield Caution(
            f"{_count(totals.voids, 'try was', 'tries were')} void by a fault of the machine or "
            "of podesta."
        )
    if totals.taken_back:
        yield Caution(
            f"{_count(totals.taken_back, 'result was', 'results were')} taken back by the "
            "organiser (void, rerun): `podesta league audit` tells who did it, and why."
        )
    if totals.identical:
        yield Caution(
            f"{_count(totals.identical, 'match repeats', 'matches repeat')} another one of the "
            "same bots move by move: they teach nothing new.",
            "matches",
        )


def _of_ratings(
    standings: Standings, appraisal: Appraisal, names: Mapping[str, str]
) -> Iterator[Caution]:
    ratings = standings.ratings
    few = [
        names.get(rating.engine, rating.engine)
        for rating in ratings.ratings
        if rating.deals < _FEW_DEALS
    ]
    if few:
        yield Caution(
            f"Too few deals for a good ±: {_listed(few)}. It takes about 30 deals a bot.",
            "standings",
        )
    if ratings.pools > 1:
        yield Caution(
            f"The bots fall into {ratings.pools} pools that never met: ratings of different pools "
            "can't be compared.",
            "standings",
        )
    bounds = [
        names.get(rating.engine, rating.engine)
        for rating in ratings.ratings
        if rating.scale not in (Scale.MEASURED, Scale.UNRATED)
    ]
    if bounds:
        yield Caution(
            f"Ratings that are only bounds, because all points went one way: {_listed(bounds)}.",
            "standings",
        )
    fit = appraisal.lack_of_fit
    if fit is not None and fit.p is not None and fit.p < _LACK_OF_FIT:
        yield Caution(
            f"Pairs did not score as the ratings say (lack of fit, p = {fit.p:.2g}): one "
            "number a bot does not tell the whole story.",
            "agreement",
        )


def _of_time(records: Records, faults: Faults) -> Iterator[Caution]:
    if faults.timeouts:
        yield Caution(
            f"{_count(faults.timeouts, 'flag')} fell: results of those matches are the clock's.",
            "faults",
        )
    others = faults.total - faults.timeouts - sum(faults.forgiven.values())
    if others:
        yield Caution(f"{_count(others, 'other fault')} decided or marred matches.", "faults")
    jitter = records.jitter
    if jitter.is_large and jitter.usual_us is not None and jitter.decision_us is not None:
        yield Caution(
            f"Jitter was large against the time control: one look of a hundred at the referee's "
            f"timers was up to {jitter.usual_us / 1000:.1f} ms late, and a decision had "
            f"{jitter.decision_us / 1000:.0f} ms. `podesta doctor` tells what this machine allows.",
            "clocks",
        )
    if jitter.makes_flags_doubtful:
        yield Caution(
            f"In {_count(jitter.late, 'match', 'matches')} of {jitter.matches:,} the referee's "
            "timer woke later than the grace: flags there may be the machine's.",
            "clocks",
        )
    # What an answer waited afterwards is on nobody's clock.
    queue = records.decisions.queue_us
    if len(queue) and records.decision_us:
        p99 = int(np.percentile(queue, 99, method="inverted_cdf"))
        if p99 >= _QUEUED_US:
            yield Caution(
                f"One decision of a hundred waited {p99 / 1000:.0f} ms or more in the referee, "
                "on the bot's clock.",
                "clocks",
            )


def _listed(names: list[str], most: int = 6) -> str:
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more

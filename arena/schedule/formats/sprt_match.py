"""A match of two versions that a sequential test ends.

The test looks at deals in the order in which they were committed, each as soon as all before it
are over, and stops at the first that decides. Deals end in any order when several are played at a
time, short ones first; a test that took them so would be led by them. And so the verdict is the
same at any concurrency.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import isfinite
from operator import is_
from typing import Any

from arena.ratings import (
    ErrorMark,
    Estimate,
    Result,
    ScoreCounts,
    Sprt,
    SprtState,
    Verdict,
    estimate_from_scores,
)
from arena.ratings.superiority import percent_of_los
from arena.schedule.format import Format, FormatPicture, FormatTable, MatchCount, deals_text
from arena.schedule.pairing import Field, History, Pairing, PastPairing, pair_halves
from arena.schedule.table import ScheduleError, table_of

__all__ = ["SprtMatch", "SprtProgress"]


@dataclass(frozen=True, slots=True)
class SprtProgress:
    """How a test stands. `scores` are the deals that it has looked at; `incomplete` were passed
    over, because they were forfeited or void too often; `later` are complete, but were played
    after the deal that decided, or wait for one before them."""

    state: SprtState
    scores: ScoreCounts
    incomplete: int
    later: int


class SprtMatch(Format):
    """`versions` are the candidate and the engine that it has to beat; other engines fill the
    seats that are left. `deals` is where the test is given up, None for never."""

    on_demand = True
    of_versions = True

    def __init__(
        self, field: Field, deals: int | None, test: Sprt, versions: Sequence[str]
    ) -> None:
        """Raises ScheduleError where engines and seats don't fit each other."""
        if len(set(versions)) != 2 or not set(versions) <= set(field.engines):
            raise ScheduleError("a sequential test compares two of its engines")
        if len(field.engines) != field.seats:
            raise ScheduleError(
                f"a sequential test of {field.seats} seats has {field.seats} engines, "
                f"not {len(field.engines)}"
            )
        self._field = field
        self._deals = deals
        self._test = test
        self._candidate, self._base = versions
        self._seen = _Seen.nothing(test, field.seats)

    def next_tables(self, history: History) -> tuple[Pairing, ...]:
        """See `Format.next_tables`."""
        if self._over(history):
            return ()
        dealt = len(history.pairings)
        table = table_of(self._field.engines, dealt)
        return (Pairing(str(dealt + 1), self._field.engines, table),)

    def _over(self, history: History) -> bool:
        full = self._deals is not None and len(history.pairings) >= self._deals
        gone = not set(self._field.engines) <= history.present
        return full or gone or self.progress(history).state.verdict is not Verdict.CONTINUE

    def progress(self, history: History) -> SprtProgress:
        """What the test says after the deals of a history."""
        seen = self._seen
        pairings = history.pairings
        if len(pairings) < len(seen.pairings) or not all(map(is_, seen.pairings, pairings)):
            # Another history; the same deals are looked at once only, a test may have very many.
            seen = self._seen = _Seen.nothing(self._test, self._field.seats)
        start = len(seen.pairings)
        while start < len(pairings) and pairings[start].closed:
            seen.add(pairings[start], self._look(pairings[start], start + 1), self._test)
            start += 1
        incomplete, later = seen.incomplete, seen.later
        for number, past in enumerate(pairings[start:], start + 1):
            halves = self._look(past, number)
            if past.closed:
                incomplete += halves is None
                later += halves is not None
        matches = self._field.seats
        return SprtProgress(seen.state, ScoreCounts(tuple(seen.counts), matches), incomplete, later)

    def _look(self, past: PastPairing, number: int) -> int | None:
        if past.label != str(number):
            raise ScheduleError(f"{past.label!r} is no deal of a sequential test")
        return self._halves(past)

    def _halves(self, past: PastPairing) -> int | None:
        """What the candidate scored against the base over the rotations of a deal, in halves;
        None where they were not compared in all of them."""
        total = compared = 0
        for result in past.results:
            for halves in self._compared(result):
                total += halves
                compared += 1
        return total if compared == self._field.seats else None

    def _compared(self, result: Result) -> Iterator[int]:
        if result.forfeit:
            return
        for one, other, mine, theirs in pair_halves(result):
            if result.rated_pairs is not None and (one, other) not in result.rated_pairs:
                continue
            if (result.engines[one], result.engines[other]) == (self._candidate, self._base):
                yield mine
            elif (result.engines[other], result.engines[one]) == (self._candidate, self._base):
                yield theirs

    def count(self) -> MatchCount:
        """See `Format.count`."""
        return MatchCount(0, None if self._deals is None else self._deals * self._field.seats)

    def picture(self, history: History, names: Mapping[str, str]) -> FormatPicture:
        """See `Format.picture`."""
        progress, test = self.progress(history), self._test
        one, other = (names.get(e, e) for e in (self._candidate, self._base))
        over = all(past.closed for past in history.pairings) and self._over(history)
        unit = test.model.value
        title = (
            f"sequential test of {one} against {other}: {unit} Elo {test.elo0:g} (H0) "
            f"or {test.elo1:g} (H1), alpha {test.alpha:g}, beta {test.beta:g}"
        )
        return FormatPicture(
            title,
            _progress_text(progress, over=over),
            self.count(),
            over=over,
            tables=(_table(progress),),
            data={
                "candidate": self._candidate,
                "base": self._base,
                "elo0": test.elo0,
                "elo1": test.elo1,
                "alpha": test.alpha,
                "beta": test.beta,
                "model": unit,
                "verdict": progress.state.verdict.value,
                "llr": progress.state.llr,
                "lower": progress.state.lower,
                "upper": progress.state.upper,
                "deals": progress.scores.deals,
                "counts": list(progress.scores.counts),
                "incomplete": progress.incomplete,
                "later": progress.later,
                **_estimate_data(progress.scores),
            },
        )

    def warnings(self, history: History) -> tuple[str, ...]:
        """Deals that the test could not use."""
        incomplete = self.progress(history).incomplete
        if not incomplete:
            return ()
        return (f"{incomplete} deals tell nothing: they were forfeited or void too often",)


@dataclass(slots=True)
class _Seen:
    """The deals up to the first that is not over, and what they say."""

    pairings: list[PastPairing]
    counts: list[int]
    state: SprtState
    incomplete: int = 0
    later: int = 0

    @classmethod
    def nothing(cls, test: Sprt, matches: int) -> "_Seen":
        counts = [0] * (2 * matches + 1)
        return cls([], counts, _state(test, tuple(counts)))

    def add(self, past: PastPairing, halves: int | None, test: Sprt) -> None:
        self.pairings.append(past)
        if halves is None:
            self.incomplete += 1
        elif self.state.verdict is not Verdict.CONTINUE:
            self.later += 1
        else:
            self.counts[halves] += 1
            self.state = _state(test, tuple(self.counts))


# Whoever goes through the same deals again need not solve anew.
@lru_cache(maxsize=10_000)
def _state(test: Sprt, counts: tuple[int, ...]) -> SprtState:
    return test.state(ScoreCounts(counts, len(counts) // 2))


def _progress_text(progress: SprtProgress, *, over: bool) -> str:
    state = progress.state
    verdict = {
        Verdict.CONTINUE: "undecided" if over else "",
        Verdict.ACCEPT_H0: "H0 accepted",
        Verdict.ACCEPT_H1: "H1 accepted",
    }[state.verdict]
    counts = " ".join(map(str, progress.scores.counts))
    text = (
        f"LLR {state.llr:z.2f} ({state.lower:.2f} to {state.upper:.2f}), "
        f"{deals_text(progress.scores.deals)} [{counts}]"
    )
    return f"{verdict}: {text}" if verdict else text


def _table(progress: SprtProgress) -> FormatTable:
    scores, state = progress.scores, progress.state
    seen = estimate_from_scores(scores)
    note = (
        "A test that stops by itself exaggerates the difference a little; what it says is the "
        "verdict."
    )
    rows: list[tuple[str, str]] = [
        ("log-likelihood ratio", f"{state.llr:.3f}"),
        ("bounds", f"{state.lower:.3f} (H0) to {state.upper:.3f} (H1)"),
        ("deals looked at", f"{scores.deals:,}"),
        (_scores_heading(scores.matches), " ".join(map(str, scores.counts))),
    ]
    if seen is not None:
        rows.append(("score", f"{100.0 * seen.score:.2f} %"))
        if seen.normalized_elo is not None and seen.los is not None:
            rows.append(("Elo", _estimate_text(seen.elo)))
            rows.append(("normalized Elo", _estimate_text(seen.normalized_elo)))
            rows.append(("LOS", f"{percent_of_los(seen.los)} %"))
        else:
            rows += _rows_without_spread(seen.elo, scores.deals)
            mark = ErrorMark.NO_SPREAD if scores.deals > 1 else ErrorMark.ONE_DEAL
            note += (
                f" +- {mark.value}; without spread between deals there is neither normalized Elo, "
                "whose unit it is, nor LOS."
            )
    rows.append(("deals after it was decided, or waiting", f"{progress.later:,}"))
    rows.append(("deals that tell nothing", f"{progress.incomplete:,}"))
    return FormatTable(
        "sprt",
        "Sequential test",
        ("what", "value"),
        tuple(rows),
        note,
    )


def _rows_without_spread(elo: Estimate, deals: int) -> list[tuple[str, str]]:
    """What stands in place of estimates where all deals ended alike, or there is only one."""
    if isfinite(elo.value):
        told = f"{elo.value:.2f} +- {'0' if deals > 1 else 'none'}"
    else:
        told = f"no bound: every match was {'won' if elo.value > 0.0 else 'lost'}"
    none = "none: all deals ended alike" if deals > 1 else "none: it takes two deals"
    return [("Elo", told), ("normalized Elo", none), ("LOS", none)]


def _scores_heading(matches: int) -> str:
    if matches == 2:
        return "deals LL, LD, LW or DD, DW, WW"
    return f"deals by score, 0 to {matches} in halves"


def _estimate_text(estimate: Estimate) -> str:
    if not isfinite(estimate.value):
        return "no bound"
    around = "" if estimate.plus_minus is None else f" +- {estimate.plus_minus:.2f}"
    return f"{estimate.value:.2f}{around}"


def _estimate_data(scores: ScoreCounts) -> dict[str, Any]:
    seen = estimate_from_scores(scores)
    if seen is None:
        return {"score": None, "elo": None, "elo_plus_minus": None, "los": None}
    finite = isfinite(seen.elo.value)
    return {
        "score": seen.score,
        "elo": seen.elo.value if finite else None,
        "elo_plus_minus": seen.elo.plus_minus if finite else None,
        "los": seen.los,
    }

"""Which matches of a report can be replayed, and their payloads."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from arena.ledger import LedgerReader, MatchResult
from arena.pages.replay_payload import ReplayPayload, SharedData
from arena.report.match_sheets import termination_name
from arena.report.record_reading import spread
from arena.report.replay_pool import payloads
from arena.report.sheet import Column, Kind, Sheet

__all__ = ["ReplayProblem", "Replays", "choose_replays", "each_replay", "replays_sheet"]


@dataclass(frozen=True, slots=True)
class ReplayProblem:
    """A match that can't be shown, or that contradicts itself."""

    number: int
    text: str


@dataclass(slots=True)
class Replays:
    """The payloads of one page."""

    shared: SharedData = field(default_factory=SharedData)
    payloads: list[ReplayPayload] = field(default_factory=list)
    problems: list[ReplayProblem] = field(default_factory=list)


def choose_replays(
    results: Sequence[MatchResult], most: int, wanted: Sequence[int] = ()
) -> list[MatchResult]:
    """At most `most` results: those that are `wanted` by number and those with faults first.

    The others are evenly spread; all are given in their order.
    """
    if len(results) <= most:
        return list(results)
    asked = set(wanted)
    first = [r for r in results if r.number in asked]
    first += [r for r in results if r.summary.faulty_seats and r.number not in asked]
    first = first[:most]
    taken = {result.number for result in first}
    rest = [result for result in results if result.number not in taken]
    first += [rest[place] for place in spread(len(rest), most - len(first))]
    return sorted(first, key=lambda result: result.number)


def each_replay(
    ledger: LedgerReader, results: Sequence[MatchResult], shared: SharedData
) -> Iterator[ReplayPayload | ReplayProblem]:
    """The payload of each result, or why there is none.

    `results` are those that may be told: see `tellable_results`.
    """
    stored = ((result, ledger.record(result.match_id, result.attempt)) for result in results)
    for result, made in zip(results, payloads(stored, shared), strict=True):
        yield ReplayProblem(result.number, made) if isinstance(made, str) else made


def replays_sheet(
    results: Sequence[MatchResult], names: Mapping[str, str], problems: Mapping[int, str]
) -> Sheet:
    """The matches that can be opened."""
    rows = tuple(
        (
            result.number,
            " v ".join(names.get(engine, engine) for engine in result.engines),
            " ".join(map(str, result.summary.placements)),
            termination_name(result),
            result.summary.plies,
            result.summary.duration_us,
            result.deal_id[:8],
            problems.get(result.number) or result.summary.reason,
        )
        for result in results
    )
    return Sheet(
        "replays",
        "Matches to open",
        (
            Column("number", "match", Kind.MATCH),
            Column("engines", "bots by seat"),
            Column("placements", "places"),
            Column("ended", "ended"),
            Column("plies", "plies", Kind.COUNT),
            Column("duration_us", "time", Kind.SPAN_US),
            Column("deal", "deal"),
            Column("reason", "reason"),
        ),
        rows,
    )

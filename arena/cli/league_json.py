"""`podesta league run --json`: what happens as lines of JSON. docs/cli.md lists the shapes."""

import dataclasses
import time
from typing import Any

from podesta.v1 import game_pb2

from arena.cli.json_lines import write_json
from arena.league.awaited import Awaited
from arena.league.listener import LeagueListener, LeagueOverview
from arena.league.plan import PlannedMatch
from arena.league.result import LeagueResult, Totals
from arena.league.standings import rating_result
from arena.league.stopping import StopLevel
from arena.ledger import LedgerReader, MatchResult, Suspension
from arena.ratings import Anchor
from arena.schedule import FormatPicture
from arena.terminal.live_standings import MOST_CLIMBED, LiveStandings
from arena.terminal.match_text import TERMINATIONS

__all__ = [
    "JsonLeague",
    "causes_json",
    "format_json",
    "result_line_json",
    "suspension_json",
    "totals_json",
]


class JsonLeague(LeagueListener):
    """One object a line; its key "event" says what happened."""

    def __init__(self, anchor: Anchor | None = None) -> None:
        """`anchor` is where the ladder has its zero, else it is the mean."""
        self._anchor = anchor
        self._standings = LiveStandings((), anchor, _now_us)
        self._hidden = False

    def league_started(self, overview: LeagueOverview) -> None:
        """Before the first match, and again when the league was changed meanwhile."""
        self._hidden = overview.league.hidden
        self._standings = LiveStandings((), self._anchor, _now_us)
        for result in overview.results[-MOST_CLIMBED:]:
            self._standings.add(result.match_id, rating_result(result))
        league = overview.league
        write_json(
            {
                "event": "league_started",
                "league": league.name,
                "game": league.game,
                "game_options": dict(league.game_options),
                "time_control": league.time_control,
                "ledger": str(league.ledger),
                "engines": [
                    {"id": e.id, "name": e.name, "owner": e.owner, "version": e.version_digest}
                    for e in overview.roster.entrants
                ],
                "slots": overview.slots,
                "usage": overview.usage,
                "totals": totals_json(overview.totals),
                "format": format_json(overview.format),
                "ladder": self._ladder(),
                "warnings": list(overview.warnings),
            }
        )

    def match_started(self, slot: int, match: PlannedMatch, attempt: int) -> None:
        """A match was given to a referee."""
        write_json({"event": "match_started", "slot": slot, **_match(match, attempt)})

    def match_waiting(self, awaited: Awaited) -> None:
        """A match does not begin before its engines from far away are there."""
        line = {"event": "match_waiting", "slot": awaited.slot}
        line |= _match(awaited.match, awaited.attempt)
        write_json(line | {"waiting_for": list(dict.fromkeys(awaited.engines))})

    def format_changed(self, picture: FormatPicture, totals: Totals) -> None:
        """The format has decided something, or something that it goes by has ended."""
        line = {"event": "format_changed", "format": format_json(picture)}
        write_json(line | {"totals": totals_json(totals)})

    def match_committed(self, slot: int, result: MatchResult, totals: Totals) -> None:
        """The result of a match is in the ledger."""
        self._standings.add(result.match_id, rating_result(result))
        line = {"event": "match_committed", "slot": slot, **result_line_json(result)}
        line |= {"causes": causes_json(result), "ladder": self._ladder()}
        write_json(line | {"totals": totals_json(totals)})

    def match_void(
        self, slot: int, match: PlannedMatch, attempt: int, cause: str, totals: Totals
    ) -> None:
        """A try came to nothing."""
        if self._hidden:
            # The other matches of its deal are played anew, too.
            self._standings.drop_deal(match.deal_id)
        line = {"event": "match_void", "slot": slot, **_match(match, attempt), "cause": cause}
        write_json(line | {"totals": totals_json(totals)})

    def match_stopped(self, slot: int, match: PlannedMatch, attempt: int, totals: Totals) -> None:
        """A match that the end of the run cut short."""
        line = {"event": "match_stopped", "slot": slot, **_match(match, attempt)}
        write_json(line | {"totals": totals_json(totals)})

    def engine_suspended(
        self, suspension: Suspension, forfeits: int, running: int, totals: Totals
    ) -> None:
        """An engine plays no more."""
        line = {"event": "engine_suspended", **suspension_json(suspension), "forfeits": forfeits}
        write_json(line | {"running": running, "totals": totals_json(totals)})

    def engine_changed(self, engine_id: str) -> None:
        """Its files are others than when the run began."""
        write_json({"event": "engine_changed", "engine": engine_id})

    def slot_lost(self, slot: int, cause: str) -> None:
        """No referee can be kept running in a slot."""
        write_json({"event": "slot_lost", "slot": slot, "cause": cause})

    def stopping(self, level: StopLevel) -> None:
        """Somebody asked to stop."""
        write_json({"event": "stopping", "level": level.name.lower()})

    def league_finished(self, result: LeagueResult, ledger: LedgerReader) -> None:
        """After the last match."""
        write_json(
            {
                "event": "league_finished",
                "exit_status": int(result.exit_status),
                "stopped": result.stopped,
                "played_now": result.played_now,
                "totals": totals_json(result.totals),
                "suspensions": [suspension_json(entry) for entry in result.suspensions],
                "unplayed": list(result.unplayed),
                "warnings": list(result.warnings),
            }
        )

    def _ladder(self) -> dict[str, float]:
        ladder = self._standings.ladder()
        best_first = sorted(ladder, key=lambda engine: (-ladder[engine], engine))
        return {engine: round(ladder[engine], 1) for engine in best_first}


def _now_us() -> int:
    return time.monotonic_ns() // 1_000


def result_line_json(result: MatchResult) -> dict[str, Any]:
    """A match that counts; lists are by seat."""
    summary = result.summary
    return {
        "match_id": result.match_id,
        "attempt": result.attempt,
        "deal": result.deal_id,
        "engines": list(result.engines),
        "placements": list(summary.placements),
        "termination": TERMINATIONS.get(summary.termination, "unknown"),
        "forfeit": summary.termination == game_pb2.TERMINATION_FORFEIT,
        "reason": summary.reason,
        "faulty_seats": list(summary.faulty_seats),
        "plies": summary.plies,
        "duration_us": summary.duration_us,
        "number": result.number,
    }


def causes_json(result: MatchResult) -> list[dict[str, Any]]:
    """Why engines were at fault, as far as it may be told."""
    return [
        {
            "seat": cause.seat,
            "engine": result.engines[cause.seat],
            "detail": cause.detail,
            "printed": cause.printed,
        }
        for cause in result.causes
    ]


def format_json(picture: FormatPicture) -> dict[str, Any]:
    """How a format stands; what else it tells depends on it: docs/formats.md."""
    return {
        "title": picture.title,
        "progress": picture.progress,
        "least_matches": picture.count.least,
        "most_matches": picture.count.most,
        "over": picture.over,
        **picture.data,
    }


def suspension_json(suspension: Suspension) -> dict[str, Any]:
    """An engine that plays no more."""
    return {"engine": suspension.engine_id, "reason": suspension.reason}


def _match(match: PlannedMatch, attempt: int) -> dict[str, Any]:
    return {
        "match_id": match.match_id,
        "attempt": attempt,
        "deal": match.deal_id,
        "engines": list(match.engines),
    }


def totals_json(totals: Totals) -> dict[str, Any]:
    """How a league stands, in the words of docs/cli.md."""
    counts = dataclasses.asdict(totals)
    del counts["part"]
    if totals.part is not None:
        part = totals.part.part
        counts["part"] = {
            "number": part.number,
            "of": part.of,
            "planned": totals.part.planned,
            "done": totals.part.done,
        }
    return counts

"""Playing a league: run after run, since what people ask for meanwhile may change its plan."""

from collections import Counter
from collections.abc import Collection
from dataclasses import replace

from arena.config import League
from arena.errors import ConfigError, Problem
from arena.league.agenda import MAX_VOIDS
from arena.league.amendments import Amendments, absences, amended
from arena.league.identity import secret_of, terms_of
from arena.league.listener import LeagueListener
from arena.league.part import WHOLE, Part
from arena.league.request_desk import RequestDesk
from arena.league.result import LeagueResult
from arena.league.run import MakeExecutor, Run
from arena.league.sharing import check_shareable
from arena.league.stopping import StopRequest
from arena.ledger import (
    AttemptState,
    Ledger,
)

__all__ = ["MakeExecutor", "run_league"]


def run_league(
    league: League,
    *,
    executor: MakeExecutor,
    listener: LeagueListener | None = None,
    stop: StopRequest | None = None,
    retry_unplayed: bool = False,
    reinstate: Collection[str] = (),
    part: Part = WHOLE,
) -> LeagueResult:
    """Play what the ledger does not hold yet, or what is missing in a `part` of the plan.

    `retry_unplayed` tries again what was void too often; `reinstate` names engines whose
    suspension ends. Raises ConfigError, LedgerError, CapacityError or ExecutorError; whatever
    was committed before stays.
    """
    unknown = sorted(set(reinstate) - {engine.id for engine in league.engines})
    if unknown:
        raise ConfigError(
            [Problem(league.file, "engine", f"no engine {name!r}") for name in unknown]
        )
    league = replace(league, warnings=(*league.warnings, *check_shareable(league, part)))
    with Ledger.open_for_run(league.ledger, terms_of(league), secret_of(league)) as ledger:
        for engine_id in reinstate:
            ledger.lift_suspension(engine_id)
        if retry_unplayed or reinstate:
            _forgive(ledger, everything=retry_unplayed, engines=reinstate)
        desk = RequestDesk(ledger, league)
        played_now = 0
        while True:
            amendments = Amendments.of(ledger)
            played = amended(league, amendments)
            absent = absences(league, amendments)
            run = Run(
                replace(played, warnings=(*played.warnings, *absent)),
                ledger,
                listener or LeagueListener(),
                stop or StopRequest(),
                desk,
                amendments,
                played_now,
                part,
            )
            result = run.play(executor)
            if result is not None:
                desk.close()
                return result
            played_now = run.played_now
            desk.do_waiting()


def _forgive(ledger: Ledger, *, everything: bool, engines: Collection[str]) -> None:
    voids = [a for a in ledger.attempts() if a.state is AttemptState.VOID and not a.forgiven]
    counts = Counter(attempt.match_id for attempt in voids)
    ledger.forgive_voids(
        sorted(
            {
                attempt.match_id
                for attempt in voids
                if (everything and counts[attempt.match_id] >= MAX_VOIDS)
                or not set(engines).isdisjoint(attempt.engines)
            }
        )
    )

"""One match, from its spec to its record."""

import asyncio
import logging
import time as wall

from podesta.v1 import engine_pb2, match_pb2, record_pb2

from referee.comeback import Comeback
from referee.deal import chance_for
from referee.engine_host import welcome
from referee.environment import environment
from referee.errors import AddressError, VoidMatch
from referee.games import load_game
from referee.gate import Gate
from referee.hosts import EngineHosts
from referee.judge import Verdict, judge, void
from referee.lag import LagProbe
from referee.lineup import Lineup
from referee.match_plan import LoadGame, MatchPlan, plan_match
from referee.outcome_message import outcome_message
from referee.record_builder import RECORD_FORMAT, RecordBuilder
from referee.spectators import EventLevel, EventSink, Spectators
from referee.table import Table
from referee.time_source import MonotonicTime, TimeSource, elapsed_us

__all__ = ["play_match", "void_record"]

_log = logging.getLogger("referee")


async def play_match(
    spec: match_pb2.MatchSpec,
    *,
    hosts: EngineHosts,
    sink: EventSink | None = None,
    level: EventLevel = EventLevel.MOVES,
    time: TimeSource | None = None,
    load: LoadGame = load_game,
    gate: Gate | None = None,
) -> record_pb2.MatchRecord:
    """Play a match to its end, whatever its engines do.

    `gate` may hold it up between decisions; its record is then marked as unrated.
    Raises SpecError before anything is started. Nothing else is raised, but a cancel: engines'
    faults are judged, our own make the match void. When this returns, engines that did wrong are
    gone with all their processes, the others wait in `hosts` for their next match.
    """
    plan = plan_match(spec, load)
    return await _Match(plan, hosts, sink, level, time or MonotonicTime(), gate).play()


def void_record(spec: match_pb2.MatchSpec, reason: str) -> record_pb2.MatchRecord:
    """The record of a match that could not be played at all."""
    verdict = void(reason)
    return record_pb2.MatchRecord(
        format=RECORD_FORMAT,
        spec=spec,
        seats=[
            record_pb2.SeatRecord(engine_id=engine.id, version_digest=engine.version_digest)
            for engine in spec.engines
        ],
        termination=verdict.termination,
        reason=verdict.reason,
        started_at_us=wall.time_ns() // 1_000,
        environment=environment(),
    )


class _Match:
    def __init__(
        self,
        plan: MatchPlan,
        hosts: EngineHosts,
        sink: EventSink | None,
        level: EventLevel,
        time: TimeSource,
        gate: Gate | None,
    ) -> None:
        self._plan = plan
        self._gate = gate
        self._spec = plan.spec
        self._time = time
        self._started_us = time.now_us()
        self._builder = RecordBuilder(
            plan.spec,
            rules_version=plan.game.rules_version,
            game_options=plan.options,
            time_control=plan.control,
            started_at_us=wall.time_ns() // 1_000,
            unrated=gate is not None,
        )
        self._spectators = Spectators(plan.spec.match_id, plan.game, sink, level)
        self._bell = asyncio.Event()
        self._chance = chance_for(plan.spec)
        self._lineup = Lineup(plan, hosts, self._bell, self._builder, self._spectators, time)

    async def play(self) -> record_pb2.MatchRecord:
        """See `play_match`."""
        probe = LagProbe(self._time, self._builder.looked)
        probe.start()
        try:
            verdict = await self._verdict()
            self._say_over(verdict)
        finally:
            probe.stop()
            problem = await self._lineup.give_back()
        if problem is not None:
            verdict = void(problem)
        self._spectators.ended(verdict)
        return self._builder.finish(
            verdict,
            chance_draws=self._chance.draws,
            duration_us=elapsed_us(self._started_us, self._time.now_us()),
            environment=environment(),
        )

    async def _verdict(self) -> Verdict:
        try:
            return await self._play()
        except (VoidMatch, AddressError) as error:
            return void(str(error))
        except Exception as error:  # noqa: BLE001 - a bug of ours ends this match only, and is told
            _log.exception("match %s is void", self._spec.match_id)
            return void(f"a bug of the referee: {type(error).__name__}: {error}")

    async def _play(self) -> Verdict:
        plan, builder = self._plan, self._builder
        if not await self._lineup.make_ready():
            failures = builder.failures
            return judge(plan.seats, self._spec.fault_rule, failures, None, started=False)
        state = plan.game.initial_state(plan.options, plan.seats, self._chance)
        builder.dealt(state.digest())
        table = Table(
            plan,
            state,
            self._chance,
            self._lineup.seats,
            self._bell,
            builder,
            self._spectators,
            self._time,
            self._gate,
        )
        far = [seat for seat in self._lineup.seats if seat.host.may_return]
        Comeback(table, self._time, welcome, self._lineup.new_match).watch(far)
        self._spectators.started(self._spec.game, self._lineup.names, state, table.clocks)
        await table.play()
        return judge(plan.seats, self._spec.fault_rule, builder.failures, state.outcome())

    def _say_over(self, verdict: Verdict) -> None:
        spec = self._spec
        over = engine_pb2.MatchOver(
            match_id=spec.match_id,
            outcome=None if verdict.outcome is None else outcome_message(verdict.outcome),
            termination=verdict.termination,
            reason=verdict.reason,
            seed=spec.seed if spec.reveal_seed else None,
            nonce=spec.nonce if spec.reveal_seed else None,
        )
        for seat in self._lineup.seats:
            seat.match_over(over)

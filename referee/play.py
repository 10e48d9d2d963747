"""One match, from its spec to its record."""

import asyncio
import logging
import time as wall

from podesta.v1 import engine_pb2, game_pb2, match_pb2, record_pb2

from referee.comeback import Comeback
from referee.deal import chance_for, commitment, engine_seed
from referee.engine_host import EngineHost, FailedStartError, as_start, welcome
from referee.environment import environment
from referee.errors import AddressError, EngineFault, VoidMatch
from referee.games import load_game
from referee.gate import Gate
from referee.hosts import EngineHosts
from referee.judge import Verdict, judge, void
from referee.lag import LagProbe
from referee.launcher.launcher import Printed
from referee.match_plan import LoadGame, MatchPlan, plan_match
from referee.outcome_message import outcome_message
from referee.packing import pack
from referee.record_builder import NAME_BYTES, RECORD_FORMAT, RecordBuilder, cut_text
from referee.seat import Seat
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
        self._hosts = hosts
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
        self._engines: dict[int, EngineHost] = {}
        self._seats: list[Seat] = []
        self._limits: list[asyncio.Future[None]] = []
        self._freezes = plan.spec.off_move == match_pb2.OFF_MOVE_FREEZE

    async def play(self) -> record_pb2.MatchRecord:
        """See `play_match`."""
        probe = LagProbe(self._time, self._builder.looked)
        probe.start()
        try:
            verdict = await self._verdict()
            self._say_over(verdict)
        finally:
            probe.stop()
            problem = await self._give_back()
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
        if not (await self._gather_engines() and await self._prepare()):
            failures = builder.failures
            return judge(plan.seats, self._spec.fault_rule, failures, None, started=False)
        state = plan.game.initial_state(plan.options, plan.seats, self._chance)
        builder.dealt(state.digest())
        table = Table(
            plan,
            state,
            self._chance,
            self._seats,
            self._bell,
            builder,
            self._spectators,
            self._time,
            self._gate,
        )
        far = [seat for seat in self._seats if seat.host.may_return]
        Comeback(table, self._time, welcome, self._new_match).watch(far)
        self._spectators.started(
            self._spec.game, [self._name(seat) for seat in self._seats], state, table.clocks
        )
        await table.play()
        return judge(plan.seats, self._spec.fault_rule, builder.failures, state.outcome())

    # --- before the first decision -------------------------------------------------------------

    async def _gather_engines(self) -> bool:
        """Whether every engine runs and said Hello."""
        results = await asyncio.gather(
            *(
                self._acquire(number, fresh=self._spec.fresh_engines)
                for number in range(self._plan.seats)
            ),
            return_exceptions=True,
        )
        for result in results:
            if isinstance(result, BaseException) and not isinstance(result, FailedStartError):
                raise result
        for number, result in enumerate(results):
            if isinstance(result, FailedStartError):
                self._record_fault(number, result.fault)
                self._record_printed(number, result.printed)
        if len(self._engines) < self._plan.seats:
            return False
        self._seats = [self._seat(number) for number in range(self._plan.seats)]
        return True

    async def _acquire(self, number: int, *, fresh: bool) -> None:
        self._engines[number] = await self._hosts.acquire(
            self._spec.engines[number],
            self._spec.game,
            seat=number,
            limit_us=self._plan.ready_limit_us,
            fresh=fresh,
        )

    def _seat(self, number: int) -> Seat:
        return Seat(
            number,
            self._engines[number],
            self._spec.match_id,
            self._bell,
            self._builder,
            self._spectators,
        )

    async def _prepare(self) -> bool:
        """Announce the match; whether every engine said Ready in time."""
        together = self._ready_limit()
        self._limits = [together] * len(self._seats)
        restarts: dict[int, asyncio.Task[None]] = {}
        for seat in self._seats:
            seat.conversation.begin_match(self._new_match(seat), seat)
        try:
            while True:
                self._bell.clear()
                for seat in self._seats:
                    if seat.gone_before_match and seat.number not in restarts:
                        restart = asyncio.create_task(self._start_anew(seat))
                        restart.add_done_callback(lambda _: self._bell.set())
                        restarts[seat.number] = restart
                faults = [
                    (seat, fault)
                    for seat in self._seats
                    if (fault := self._start_fault(seat, restarts.get(seat.number))) is not None
                ]
                if faults or all(seat.ready for seat in self._seats):
                    break
                await self._bell.wait()
        finally:
            for waiting in (together, *self._limits, *restarts.values()):
                waiting.cancel()
            ended = await asyncio.gather(*restarts.values(), return_exceptions=True)
        for result in ended:
            if isinstance(result, VoidMatch):
                raise result
        for seat, fault in faults:
            self._fail_start(seat, fault)
        return not faults

    def _ready_limit(self) -> "asyncio.Future[None]":
        timer = self._time.timer(self._time.now_us() + self._plan.ready_limit_us)
        timer.add_done_callback(lambda _: self._bell.set())
        return timer

    async def _start_anew(self, seat: Seat) -> None:
        """In place of a kept engine that is gone, have a fresh one, and announce the match to it.

        Raises what `EngineHosts.acquire` raises.
        """
        number = seat.number
        self._builder.note(
            f"seat {number}: the engine kept from an earlier match was gone "
            f"({seat.host.failure}), a fresh one was started"
        )
        await self._hosts.release(seat.host, keep=False)
        del self._engines[number]
        await self._acquire(number, fresh=True)
        self._seats[number] = anew = self._seat(number)
        self._limits[number] = self._ready_limit()
        anew.conversation.begin_match(self._new_match(anew), anew)

    def _start_fault(self, seat: Seat, restart: "asyncio.Task[None] | None") -> EngineFault | None:
        """Why a seat can't begin, as far as is known now. Raises AddressError and VoidMatch."""
        if restart is not None:
            if not restart.done():
                return None
            try:
                restart.result()
            except FailedStartError as failed:
                self._record_printed(seat.number, failed.printed)
                return failed.fault
        if seat.trouble is not None and seat.trouble.fault is not None:
            return seat.trouble.fault
        if self._limits[seat.number].done() and not (seat.ready or seat.blame_is_open):
            limit_s = self._plan.ready_limit_us / 1_000_000
            return EngineFault(game_pb2.FAULT_KIND_START, f"not ready within {limit_s:g} s")
        return None

    def _new_match(self, seat: Seat) -> engine_pb2.NewMatch:
        plan, spec = self._plan, self._spec
        return engine_pb2.NewMatch(
            match_id=spec.match_id,
            game=spec.game,
            game_options=plan.options,
            seats=[
                engine_pb2.SeatInfo(
                    name=self._name(other), version=cut_text(other.hello.version, NAME_BYTES)
                )
                for other in self._seats
            ],
            your_seat=seat.number,
            time_control=plan.control.to_proto(),
            ready_limit_us=plan.ready_limit_us,
            engine_options=spec.engines[seat.number].options,
            seed_commitment=commitment(spec.nonce, spec.seed),
            engine_seed=engine_seed(spec, seat.number),
            rules_version=plan.game.rules_version,
            game_data=pack(plan.game.data(plan.options)),
            grace_us=plan.grace_us,
        )

    def _name(self, seat: Seat) -> str:
        return cut_text(self._spec.engines[seat.number].name or seat.hello.name, NAME_BYTES)

    def _fail_start(self, seat: Seat, fault: EngineFault) -> None:
        seat.failed = True
        seat.faults.append(self._record_fault(seat.number, as_start(fault)))
        seat.reject(fault, legal_count=None, may_retry=False)

    def _record_fault(self, number: int, fault: EngineFault) -> game_pb2.Fault:
        message = fault.to_proto(number, self._builder.ply)
        self._builder.fault(message)
        self._spectators.fault(message)
        return message

    # --- after the last decision ---------------------------------------------------------------

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
        for seat in self._seats:
            seat.match_over(over)

    async def _give_back(self) -> str | None:
        """End engines that did wrong and keep the others; what went wrong with that, if it did."""
        results = await asyncio.gather(
            *(self._give_back_one(number, host) for number, host in self._engines.items()),
            return_exceptions=True,
        )
        problems = [result for result in results if isinstance(result, BaseException)]
        for problem in problems:
            if not isinstance(problem, VoidMatch):
                raise problem
        return "; ".join(str(problem) for problem in problems) or None

    async def _give_back_one(self, number: int, host: EngineHost) -> None:
        faulty = any(seat.faults for seat in self._seats if seat.number == number)
        keep = not faulty and not self._spec.fresh_engines
        if keep and host.healthy:
            # Before the next match can begin, so that each record has its own.
            printed = await host.printed()
            await self._hosts.release(host)
            if self._freezes and host.process is not None:
                # Until its next match it must not think beside those that play.
                host.process.freeze()
        else:
            if faulty:
                await host.end("it did wrong", politely=False)
            await self._hosts.release(host, keep=False)
            printed = await host.printed()
        self._record_printed(number, printed)
        self._builder.used(number, host.used())
        frozen_by = host.process.frozen_by if self._freezes and host.process is not None else ""
        self._builder.placed(number, cpus=host.cpus, frozen_by=frozen_by)

    def _record_printed(self, number: int, printed: Printed) -> None:
        self._builder.printed(number, stderr_tail=printed.stderr, stdout_tail=printed.stdout)

"""The engines of one match: found, told of it, made ready, and given back."""

import asyncio

from podesta.v1 import engine_pb2, game_pb2, match_pb2

from referee.deal import commitment, engine_seed
from referee.engine_host import EngineHost, FailedStartError, as_start
from referee.errors import EngineFault, VoidMatch
from referee.hosts import EngineHosts
from referee.launcher.launcher import Printed
from referee.match_plan import MatchPlan
from referee.packing import pack
from referee.record_builder import NAME_BYTES, RecordBuilder, cut_text
from referee.seat import Seat
from referee.spectators import Spectators
from referee.time_source import TimeSource

__all__ = ["Lineup"]


class Lineup:
    """Who sits where; `seats` is empty until every engine runs."""

    def __init__(
        self,
        plan: MatchPlan,
        hosts: EngineHosts,
        bell: asyncio.Event,
        builder: RecordBuilder,
        spectators: Spectators,
        time: TimeSource,
    ) -> None:
        self.seats: list[Seat] = []
        self._plan = plan
        self._spec = plan.spec
        self._hosts = hosts
        self._bell = bell
        self._builder = builder
        self._spectators = spectators
        self._time = time
        self._engines: dict[int, EngineHost] = {}
        self._limits: list[asyncio.Future[None]] = []
        self._freezes = plan.spec.off_move == match_pb2.OFF_MOVE_FREEZE

    @property
    def names(self) -> list[str]:
        """What the engines are called in this match, by seat."""
        return [self._name(seat) for seat in self.seats]

    async def make_ready(self) -> bool:
        """Whether every engine runs, said Hello, was told of the match and said Ready in time.

        Raises AddressError and VoidMatch.
        """
        return await self._gather_engines() and await self._prepare()

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
        self.seats = [self._seat(number) for number in range(self._plan.seats)]
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
        self._limits = [together] * len(self.seats)
        restarts: dict[int, asyncio.Task[None]] = {}
        for seat in self.seats:
            seat.conversation.begin_match(self.new_match(seat), seat)
        try:
            while True:
                self._bell.clear()
                for seat in self.seats:
                    if seat.gone_before_match and seat.number not in restarts:
                        restart = asyncio.create_task(self._start_anew(seat))
                        restart.add_done_callback(lambda _: self._bell.set())
                        restarts[seat.number] = restart
                faults = [
                    (seat, fault)
                    for seat in self.seats
                    if (fault := self._start_fault(seat, restarts.get(seat.number))) is not None
                ]
                if faults or all(seat.ready for seat in self.seats):
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
        self.seats[number] = anew = self._seat(number)
        self._limits[number] = self._ready_limit()
        anew.conversation.begin_match(self.new_match(anew), anew)

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

    def new_match(self, seat: Seat) -> engine_pb2.NewMatch:
        """What a seat is told of the match."""
        plan, spec = self._plan, self._spec
        return engine_pb2.NewMatch(
            match_id=spec.match_id,
            game=spec.game,
            game_options=plan.options,
            seats=[
                engine_pb2.SeatInfo(
                    name=self._name(other), version=cut_text(other.hello.version, NAME_BYTES)
                )
                for other in self.seats
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

    async def give_back(self) -> str | None:
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
        faulty = any(seat.faults for seat in self.seats if seat.number == number)
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
        process = host.process
        if process is not None and not process.out_of_reach:
            frozen_by = process.frozen_by if self._freezes else ""
            self._builder.placed(number, cpus=host.cpus, frozen_by=frozen_by)

    def _record_printed(self, number: int, printed: Printed) -> None:
        self._builder.printed(number, stderr_tail=printed.stderr, stdout_tail=printed.stdout)

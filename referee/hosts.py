"""Keeps engines running from match to match, and ends them."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from types import TracebackType
from typing import Self

from podesta.v1 import engine_pb2, game_pb2, match_pb2

from referee.conversation import Conversation
from referee.engine_host import (
    ADDRESS_VARIABLE,
    GRACE_VARIABLE,
    TOKEN_VARIABLE,
    Announce,
    EngineHost,
    FailedStartError,
)
from referee.errors import AddressError, EngineFault
from referee.launcher.confined import ConfinedLauncher
from referee.launcher.confinement import confinement_of
from referee.launcher.launcher import Launcher
from referee.launcher.remote import RemoteLauncher
from referee.limits import limits_of
from referee.orderly_end import to_the_end
from referee.remote_seats import RemoteSeats
from referee.returning_conversation import ReturningConversation
from referee.time_source import MonotonicTime, TimeSource

__all__ = ["DEFAULT_READY_LIMIT_US", "EngineHosts"]

DEFAULT_READY_LIMIT_US = 10_000_000
"""For process start and Hello, and again for Ready."""

_MOST_IDLE = 4
_PARALLEL_STARTS = 2
_FIRST_PAUSE_US = 50_000
_LONGEST_PAUSE_US = 1_000_000

_Key = tuple[object, ...]


class EngineHosts:
    """A pool of running engines. Use as an async context manager: at its end all are gone."""

    def __init__(
        self,
        launcher: Launcher | None = None,
        time: TimeSource | None = None,
        *,
        announce: Announce | None = None,
        most_idle: int = _MOST_IDLE,
        converse: Callable[[match_pb2.EngineSpec], Conversation] | None = None,
        remote: RemoteSeats | None = None,
        seat_cpus: Sequence[int] = (),
    ) -> None:
        """`converse` makes the conversations, for a debugger that listens in.

        `remote` is needed to seat engines from far away. `seat_cpus` gives each seat a core for
        its engine, in turn where there are more seats; empty for all of ours.
        """
        self._launcher = launcher or ConfinedLauncher()
        self._time = time or MonotonicTime()
        self._announce = announce
        self._most_idle = most_idle
        self._converse = converse
        self._remote = remote
        self._seat_cpus = seat_cpus
        self._idle: list[EngineHost] = []
        self._busy: set[EngineHost] = set()
        self._starts = asyncio.Semaphore(_PARALLEL_STARTS)
        self._failed_starts: dict[_Key, int] = {}

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    @property
    def running(self) -> int:
        """How many engines are kept or play."""
        return len(self._idle) + len(self._busy)

    async def acquire(
        self,
        spec: match_pb2.EngineSpec,
        game: str,
        *,
        seat: int = 0,
        limit_us: int = DEFAULT_READY_LIMIT_US,
        fresh: bool = False,
    ) -> EngineHost:
        """A running engine that has said Hello, for one seat of one match; give it back after it.

        Raises FailedStartError, AddressError and VoidMatch; then nothing is left running.
        """
        cpus = self._cpus_of(seat)
        host = None if fresh else await self._kept(spec)
        if host is None:
            host = await self._start(spec, limit_us, cpus)
        else:
            host.take_up(cpus)
        try:
            host.check_welcome(game, dict(spec.options))
        except EngineFault as fault:
            raise await self._turn_away(host, fault) from None
        return host

    def _cpus_of(self, seat: int) -> tuple[int, ...]:
        cpus = self._seat_cpus
        return (cpus[seat % len(cpus)],) if cpus else ()

    async def release(self, host: EngineHost, *, keep: bool = True) -> None:
        """Give an engine back. One that did wrong is killed with its tree before this returns."""
        await self._end_broken()
        # One from far away waits for its next match in the lobby, where any referee finds it.
        if keep and host.healthy and not host.spec.HasField("remote"):
            host.kept = True
            self._busy.discard(host)
            self._idle.append(host)
            while len(self._idle) > self._most_idle:
                await self._idle.pop(0).end("no match for now", politely=True)
        else:
            await self._end(host, "the match is over", politely=host.healthy)

    async def close(self) -> None:
        """End all engines; who is cancelled meanwhile is so when all have ended."""
        hosts = [*self._idle, *self._busy]
        self._idle.clear()
        self._busy.clear()
        ends = asyncio.gather(
            *(host.end("no more matches", politely=host.healthy) for host in hosts),
            return_exceptions=True,
        )
        for result in await to_the_end(ends):
            if isinstance(result, BaseException):
                raise result

    async def _end_broken(self) -> None:
        """Kept engines that died, or talked out of turn, take up no place and leave no keeper."""
        broken = [host for host in self._idle if not host.healthy]
        self._idle = [host for host in self._idle if host.healthy]
        self._busy.update(broken)
        for host in broken:
            await self._end(host, "broken", politely=False)

    async def _end(self, host: EngineHost, reason: str, *, politely: bool) -> None:
        """Until it is gone it is ours to end: `close` does it for whoever is cancelled before."""
        try:
            await host.end(reason, politely=politely)
        finally:
            self._busy.discard(host)

    async def _kept(self, spec: match_pb2.EngineSpec) -> EngineHost | None:
        for host in list(self._idle):
            if _key(host.spec) == _key(spec):
                self._idle.remove(host)
                if host.healthy:
                    self._busy.add(host)
                    return host
                # It died, or talked out of turn, since its last match.
                await host.end("broken", politely=False)
        return None

    async def _start(
        self, spec: match_pb2.EngineSpec, limit_us: int, cpus: tuple[int, ...]
    ) -> EngineHost:
        key = _key(spec)
        await self._pause(self._failed_starts.get(key, 0))
        far = spec.HasField("remote")
        host = self._far_host(spec) if far else self._host(spec, cpus)
        self._busy.add(host)
        try:
            # Who is only waited for takes no core of ours to start.
            async with nullcontext() if far else self._starts:
                await host.start((spec.remote.wait_limit_us or limit_us) if far else limit_us)
        except EngineFault as fault:
            self._failed_starts[key] = self._failed_starts.get(key, 0) + 1
            raise await self._turn_away(host, fault) from None
        except BaseException:
            self._busy.discard(host)
            await host.end("the referee stops", politely=False)
            raise
        self._failed_starts.pop(key, None)
        return host

    def _host(self, spec: match_pb2.EngineSpec, cpus: tuple[int, ...]) -> EngineHost:
        conversation = self._converse(spec) if self._converse is not None else None
        return EngineHost(spec, self._launcher, self._time, self._announce, conversation, cpus=cpus)

    def _far_host(self, spec: match_pb2.EngineSpec) -> EngineHost:
        seats = self._remote
        if seats is None:
            raise AddressError(f"this referee has no lobby to invite {spec.id} from")
        launcher = RemoteLauncher(
            seats.lobby,
            seats.secret,
            self._time,
            address_variable=ADDRESS_VARIABLE,
            token_variable=TOKEN_VARIABLE,
            grace_variable=GRACE_VARIABLE,
        )
        conversation = ReturningConversation(self._time, spec.remote.reconnect_grace_us)
        return EngineHost(spec, launcher, self._time, conversation=conversation, door=seats.door)

    async def _pause(self, failed_starts: int) -> None:
        """An engine that fails again and again to start is tried ever more slowly."""
        if failed_starts:
            pause_us = min(_FIRST_PAUSE_US << min(failed_starts - 1, 10), _LONGEST_PAUSE_US)
            await self._time.timer(self._time.now_us() + pause_us)

    async def _turn_away(self, host: EngineHost, fault: EngineFault) -> FailedStartError:
        self._busy.discard(host)
        host.conversation.send(
            engine_pb2.PlayResponse(
                rejected=engine_pb2.Rejected(
                    kind=game_pb2.FAULT_KIND_START,
                    reason=fault.detail,
                    expected="an engine that speaks this protocol and plays this game",
                )
            )
        )
        await host.end(fault.detail, politely=False)
        return FailedStartError(fault, await host.printed())


def _key(spec: match_pb2.EngineSpec) -> _Key:
    """What must be equal for one process to serve both; options are told anew for each match."""
    return (
        spec.id,
        spec.version_digest,
        tuple(spec.command),
        spec.directory,
        tuple(sorted(spec.environment.items())),
        spec.transport,
        limits_of(spec.limits),
        confinement_of(spec.confinement),
    )

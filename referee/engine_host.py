"""One running engine: its process, its server and the conversation with it, match after match."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from podesta.v1 import engine_pb2, game_pb2, match_pb2

from referee.conversation import MAX_MESSAGE_BYTES, PROTOCOL_VERSION, Conversation, Phase, SeatEar
from referee.distribution import referee_version
from referee.engine_options import option_problems
from referee.errors import EngineFault, VoidMatch
from referee.last_moments import ended_or_alive
from referee.launcher.confinement import confinement_of
from referee.launcher.launcher import (
    ADDRESS_VARIABLE,
    TOKEN_VARIABLE,
    EngineCommand,
    EngineProcess,
    Launcher,
    LaunchError,
    Printed,
    Usage,
)
from referee.launcher.plain import base_environment
from referee.limits import limits_of
from referee.orderly_end import to_the_end
from referee.returning_conversation import ReturningConversation
from referee.time_source import TimeSource
from referee.transport.engine_server import EngineServer
from referee.transport.tls_door import TlsDoor

__all__ = [
    "ADDRESS_VARIABLE",
    "GRACE_VARIABLE",
    "TOKEN_VARIABLE",
    "Announce",
    "EngineHost",
    "FailedStartError",
    "as_start",
    "welcome",
]

GRACE_VARIABLE = "PODESTA_RECONNECT_GRACE_US"
"""How long an engine from far away may come back after its stream broke."""

_GOODBYE_US = 1_000_000
_TERMINATE_US = 1_000_000
_FAREWELL_US = 200_000
_MOST_DETAIL = 300


class FailedStartError(Exception):
    """An engine that did not get as far as to play: its fault, and its last words."""

    def __init__(self, fault: EngineFault, printed: Printed) -> None:
        super().__init__(str(fault))
        self.fault = fault
        self.printed = printed


Announce = Callable[[match_pb2.EngineSpec, str, str], None]
"""Told the address and the token of an engine that is awaited, not started."""


class EngineHost:
    """Starts or awaits one engine, and ends it."""

    def __init__(
        self,
        spec: match_pb2.EngineSpec,
        launcher: Launcher,
        time: TimeSource,
        announce: Announce | None = None,
        conversation: Conversation | None = None,
        door: TlsDoor | None = None,
        cpus: tuple[int, ...] = (),
    ) -> None:
        """`door` is where an engine from far away comes in; None for all others.

        `cpus` are the cores that the engine may run on; empty for all of ours.
        """
        self.spec = spec
        self.cpus = cpus
        self.conversation = conversation or Conversation()
        self.failure: EngineFault | None = None
        """Why the engine can't play on, once that is known."""
        self.failure_us = 0
        """When the stream closed."""
        self.kept = False
        """It waited for its match, and was not started for it."""
        self.process: EngineProcess | None = None
        started = spec.command or spec.HasField("remote")
        self.isolation = launcher.isolation if started else "remote"
        self._launcher = launcher
        self._time = time
        self._announce = announce
        self._confinement = confinement_of(spec.confinement)
        self._relayed = spec.transport == match_pb2.TRANSPORT_TCP and launcher.relays_tcp(
            self._confinement
        )
        self._server = EngineServer(
            self.conversation,
            time,
            match_pb2.TRANSPORT_UNIX if self._relayed else spec.transport,
            door=door,
            takes_another=self.conversation.takes_another,
        )
        self._changed = asyncio.Event()
        self._closed = asyncio.Event()
        self._blame: asyncio.Task[None] | None = None
        self._ending: asyncio.Task[None] | None = None
        self.conversation.on_closed = self._on_closed
        self.conversation.on_opened = self._on_opened
        if isinstance(self.conversation, ReturningConversation):
            self.conversation.on_away = self._on_away

    # --- the start -----------------------------------------------------------------------------

    async def start(self, limit_us: int) -> None:
        """Start or await the engine until it has said Hello.

        Raises EngineFault (start) where it does not in time, AddressError and VoidMatch where it
        could not even be tried. `end` must be called in any case.
        """
        timer = self._time.timer(self._time.now_us() + limit_us)
        self.conversation.ear = _Bell(self._changed)
        timer.add_done_callback(lambda _: self._changed.set())
        try:
            await self._server.start()
            await self._launch()
            while self.conversation.hello is None:
                self._changed.clear()
                self._raise_if_failed()
                if timer.done():
                    raise EngineFault(game_pb2.FAULT_KIND_START, self._silence(limit_us))
                await self._changed.wait()
        finally:
            timer.cancel()
        self.conversation.send(engine_pb2.PlayResponse(welcome=welcome()))

    async def _launch(self) -> None:
        spec, server = self.spec, self._server
        if spec.HasField("remote"):
            letter = {
                ADDRESS_VARIABLE: server.address,
                TOKEN_VARIABLE: server.token,
                GRACE_VARIABLE: str(spec.remote.reconnect_grace_us),
            }
            command = EngineCommand((spec.remote.token_name,), environment=letter)
            self.process = await self._launcher.start(command)
            return
        if not spec.command:
            if self._announce is not None:
                self._announce(spec, server.address, server.token)
            return
        environment = {
            **base_environment(),
            **spec.environment,
            ADDRESS_VARIABLE: server.address,
            TOKEN_VARIABLE: server.token,
        }
        try:
            self.process = await self._launcher.start(
                EngineCommand(
                    tuple(spec.command),
                    spec.directory,
                    environment,
                    scratch=server.directory,
                    limits=limits_of(spec.limits),
                    cpus=self.cpus,
                    confinement=self._confinement,
                    relayed=self._relayed,
                )
            )
        except LaunchError as error:
            raise EngineFault(
                game_pb2.FAULT_KIND_START, f"the engine can't be started: {error}"
            ) from None
        self.isolation = self.process.isolation or self.isolation
        self.process.call_at_exit(self._changed.set)

    def _raise_if_failed(self) -> None:
        fault = self.conversation.fault or self.failure
        if fault is not None:
            raise as_start(fault)
        process = self.process
        if process is not None and process.exit is not None and process.exit.no_walls:
            raise VoidMatch(
                f"no {self.isolation} for the engine {self.spec.id}: {process.exit.no_walls}"
            )
        if process is not None and process.exit is not None and not process.exit.left:
            raise EngineFault(
                game_pb2.FAULT_KIND_START,
                f"{_how_it_ended(process)} before it said hello{self._refusals()}",
                exit_status=process.exit.status,
                signal=process.exit.signal,
            )

    def _silence(self, limit_us: int) -> str:
        known = f"; {self.process.status}" if self.process and self.process.status else ""
        return f"no hello within {limit_us / 1_000_000:g} s{known}{self._refusals()}"

    def _refusals(self) -> str:
        refused = self._server.refused_calls
        return f"; {refused} calls were refused, as for a wrong token" if refused else ""

    def check_welcome(self, game: str, options: dict[str, str]) -> None:
        """Raises EngineFault (start) where it plays another game or has no such options."""
        hello = self.conversation.hello
        assert hello is not None
        if game not in hello.games:
            raise EngineFault(
                game_pb2.FAULT_KIND_START,
                f"the engine does not play {game}, only {', '.join(hello.games)[:_MOST_DETAIL]}",
            )
        if problems := option_problems(hello.options, options):
            raise EngineFault(game_pb2.FAULT_KIND_START, "; ".join(problems)[:_MOST_DETAIL])

    @property
    def address_note(self) -> str:
        """What is odd about where the engine reaches us, for the record; mostly empty."""
        return self._server.note

    # --- while it lives ------------------------------------------------------------------------

    @property
    def healthy(self) -> bool:
        """Whether the engine waits for a match and has done nothing wrong."""
        exited = self.process.exit if self.process is not None else None
        return (
            self.conversation.phase is Phase.IDLE
            and self.failure is None
            and self._ending is None
            and (exited is None or exited.left)
        )

    @property
    def may_return(self) -> bool:
        """Whether the engine may come back when its stream breaks."""
        return isinstance(self.conversation, ReturningConversation)

    def _on_opened(self) -> None:
        if self.process is not None:
            self.process.stream_opened()

    def _on_away(self) -> None:
        if self.process is not None:
            self.process.stream_closed()

    def _on_closed(self) -> None:
        self._closed.set()
        self.failure_us = self._time.now_us()
        self._blame = asyncio.get_running_loop().create_task(self._find_blame())

    async def _find_blame(self) -> None:
        """A closed stream is a crash where the process ends too, so wait a moment for that."""
        process = self.process
        if process is not None and process.is_near and process.exit is None:
            await ended_or_alive(process, self._time)
        self.failure = self.conversation.fault or self._closed_fault()
        self.conversation.ear.changed()

    async def cause(self) -> EngineFault:
        """Why a stream that is closed is closed, as soon as that is known."""
        assert self._blame is not None, "asked before the end"
        await asyncio.shield(self._blame)
        assert self.failure is not None
        return self.failure

    def _closed_fault(self) -> EngineFault:
        process = self.process
        status = process.exit if process is not None else None
        if process is None or status is None:
            detail = self.conversation.closed_detail
            return EngineFault(game_pb2.FAULT_KIND_STREAM_CLOSED, str(detail))
        return EngineFault(
            game_pb2.FAULT_KIND_CRASH,
            _how_it_ended(process),
            exit_status=status.status,
            signal=status.signal,
        )

    async def printed(self) -> Printed:
        """What it wrote since the last call."""
        return Printed() if self.process is None else await self.process.printed()

    def used(self) -> Usage:
        """What it used in its match, as far as the last `printed` or its end told."""
        return Usage() if self.process is None else self.process.usage()

    def take_up(self, cpus: tuple[int, ...]) -> None:
        """A kept engine begins another match, on these cores (empty: all of ours)."""
        if self.process is not None:
            self.process.thaw(waits=False)
            self.process.begin_window()
            if cpus != self.cpus:
                self.process.bind(cpus)
        self.cpus = cpus

    # --- the end -------------------------------------------------------------------------------

    async def end(self, reason: str, *, politely: bool) -> None:
        """Goodbye, SIGTERM, SIGKILL to the whole tree; SIGKILL very soon where not `politely`.

        Returns when nothing of the engine is left, to one that is cancelled too. May be called
        twice.
        """
        if self._ending is None:
            self._ending = asyncio.create_task(self._end(reason, politely))
        await to_the_end(self._ending)

    async def _end(self, reason: str, politely: bool) -> None:
        try:
            goodbye = engine_pb2.PlayResponse(goodbye=engine_pb2.Goodbye(reason=reason))
            self.conversation.send(goodbye)
            self.conversation.leaving = True
            if self.process is not None:
                self.process.thaw(waits=False)
            # Even an engine that did wrong gets a moment to read why, and to print it.
            await self._wait_for_exit(_GOODBYE_US if politely else _FAREWELL_US)
            process = self.process
            if politely and process is not None and process.is_near and process.exit is None:
                process.terminate()
                await self._wait_for_exit(_TERMINATE_US)
        finally:
            try:
                if self.process is not None:
                    await self.process.end()
            finally:
                await self._server.stop()
                if self._blame is not None:
                    self._blame.cancel()

    async def _wait_for_exit(self, limit_us: int) -> None:
        process, gone = self.process, asyncio.Event()
        if process is None:
            await self._within(limit_us, self.conversation.drained())
        elif not process.is_near:
            # It hangs up when it has read the last words, which a break would overtake.
            if self.conversation.phase is not Phase.UNCONNECTED and not self._closed.is_set():
                await self._within(limit_us, self._closed.wait())
        elif process.exit is None and self.conversation.phase is not Phase.UNCONNECTED:
            process.call_at_exit(gone.set)
            await self._within(limit_us, gone.wait())

    async def _within(self, limit_us: int, awaitable: Coroutine[Any, Any, object]) -> None:
        task = asyncio.ensure_future(awaitable)
        timer = self._time.timer(self._time.now_us() + limit_us)
        await asyncio.wait((task, timer), return_when=asyncio.FIRST_COMPLETED)
        task.cancel()
        timer.cancel()


def welcome() -> engine_pb2.Welcome:
    """What an engine is answered that said Hello."""
    return engine_pb2.Welcome(
        protocol_version=PROTOCOL_VERSION,
        referee_version=referee_version(),
        max_message_bytes=MAX_MESSAGE_BYTES,
    )


class _Bell(SeatEar):
    def __init__(self, changed: asyncio.Event) -> None:
        self._changed = changed

    def changed(self) -> None:
        self._changed.set()


def _how_it_ended(process: EngineProcess) -> str:
    limit = f"{process.breach}; " if process.breach else ""
    return f"{limit}the process {process.exit}"


def as_start(fault: EngineFault) -> EngineFault:
    """Whatever goes wrong before the match begins is a fault of the start."""
    if fault.kind == game_pb2.FAULT_KIND_START:
        return fault
    return EngineFault(
        game_pb2.FAULT_KIND_START,
        fault.detail,
        exit_status=fault.exit_status,
        signal=fault.signal,
    )

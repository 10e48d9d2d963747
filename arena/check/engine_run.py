"""One process of an engine and its stream, with the check in the referee's place.

The referee's own state machine listens (`referee.conversation`), so what is a fault in a match is a
fault here. What is said is the caller's business: it may be what no referee would say.
"""

import asyncio
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Self

from podesta.v1 import engine_pb2, game_pb2, match_pb2

from arena.check.exchange import Exchange
from arena.check.tapped_conversation import TappedConversation
from arena.check.verdict import StepFailed
from referee.conversation import (
    MAX_MESSAGE_BYTES,
    PROTOCOL_VERSION,
    Answer,
    Conversation,
    SeatEar,
)
from referee.distribution import referee_version
from referee.engine_host import ADDRESS_VARIABLE, TOKEN_VARIABLE
from referee.last_moments import ended_or_alive
from referee.launcher.confinement import confinement_of
from referee.launcher.launcher import (
    EngineCommand,
    EngineProcess,
    ExitStatus,
    Launcher,
    LaunchError,
    Printed,
)
from referee.launcher.plain import base_environment
from referee.launcher.process_tree import marked
from referee.limits import limits_of
from referee.orderly_end import to_the_end
from referee.time_control import duration_text
from referee.time_source import TimeSource
from referee.transport.engine_server import EngineServer
from referee.transport.engine_stream import WriteStamp

__all__ = ["EngineRun"]

_CHILDREN_WAIT_US = 1_000_000
_LOOK_AGAIN_US = 20_000
_STDERR_LINES = 12
_MOST_THOUGHTS = 1_000


class EngineRun(SeatEar):
    """Use as an async context manager: started at its begin, gone with its whole tree at its end.

    Every method that waits raises StepFailed when the engine does something wrong meanwhile.
    """

    def __init__(
        self,
        spec: match_pb2.EngineSpec,
        launcher: Launcher,
        time: TimeSource,
        limit_us: int,
        *,
        transport: match_pb2.Transport | None = None,
        environment: Mapping[str, str] | None = None,
        token: str | None = None,
        told: bool = True,
    ) -> None:
        """`token` takes the place of the right one; without `told` nobody says where to call."""
        self.exchange = Exchange(time)
        self.conversation = Conversation()
        self.process: EngineProcess | None = None
        self.thoughts: list[tuple[int, game_pb2.Evaluation]] = []
        """When it told an evaluation while it thought (monotonic), and which."""
        self.lines: list[str] = []
        """What it wanted in the log."""
        self.late_messages = 0
        self.printed_bytes = 0
        self._spec = spec
        self._launcher = launcher
        self._time = time
        self._limit_us = limit_us
        self._environment = dict(environment or {})
        self._told = told
        self._bell = asyncio.Event()
        self._asked_twice = False
        self._first_answer: Answer | None = None
        self._confinement = confinement_of(spec.confinement)
        where = spec.transport if transport is None else transport
        self._relayed = where == match_pb2.TRANSPORT_TCP and launcher.relays_tcp(self._confinement)
        if self._relayed:
            where = match_pb2.TRANSPORT_UNIX
        self._server = EngineServer(
            TappedConversation(self.conversation, self.exchange), time, where
        )
        self._token = token or self._server.token
        self.conversation.ear = self
        self.conversation.on_closed = self._bell.set

    async def __aenter__(self) -> Self:
        starting = asyncio.ensure_future(self._start())
        try:
            # Whoever interrupts us must not do so in the middle of a start: what it makes is ended.
            await to_the_end(starting)
        except BaseException:
            await self._ended()
            raise
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._ended()

    async def _start(self) -> None:
        await self._server.start()
        environment = {**base_environment(), **self._spec.environment, **self._environment}
        if self._told:
            environment[ADDRESS_VARIABLE] = self._server.address
            environment[TOKEN_VARIABLE] = self._token
        command = EngineCommand(
            tuple(self._spec.command),
            self._spec.directory,
            environment,
            scratch=self._server.directory,
            limits=limits_of(self._spec.limits),
            confinement=self._confinement,
            relayed=self._relayed,
        )
        try:
            self.process = await self._launcher.start(command)
        except LaunchError as error:
            raise StepFailed(f"it can't be started: {error}", self.exchange) from None
        self.exchange.note("the process was started")
        self.process.call_at_exit(self._exited)

    def _exited(self) -> None:
        self.exchange.note(f"the process {self._process.exit}")
        self._bell.set()

    async def _ended(self) -> None:
        await to_the_end(asyncio.ensure_future(self._end()))

    async def _end(self) -> None:
        try:
            if self.process is not None:
                await self.process.end()
        finally:
            await self._server.stop()

    # --- what the stream tells -----------------------------------------------------------------

    def changed(self) -> None:
        """See `SeatEar.changed`."""
        talk = self.conversation
        if self._asked_twice and talk.answer is not None:
            # Two answers are right then; the next may be here before anybody looks.
            self._first_answer = self._first_answer or talk.answer
            talk.reopen()
        self._bell.set()

    def thought(self, evaluation: game_pb2.Evaluation, at_us: int) -> None:
        """See `SeatEar.thought`."""
        if len(self.thoughts) < _MOST_THOUGHTS:
            self.thoughts.append((at_us, evaluation))

    def logged(self, text: str) -> None:
        """See `SeatEar.logged`."""
        if len(self.lines) < _MOST_THOUGHTS:
            self.lines.append(text)

    def late(self, what: str) -> None:
        """See `SeatEar.late`."""
        self.late_messages += 1

    # --- what the check says -------------------------------------------------------------------

    def say(self, message: engine_pb2.PlayResponse) -> None:
        """Say anything, whether it has its place there or not."""
        self.exchange.said(message)
        self.conversation.send(message)

    def say_welcome(self, protocol_version: int = PROTOCOL_VERSION) -> None:
        """The answer to Hello."""
        self.say(
            engine_pb2.PlayResponse(
                welcome=engine_pb2.Welcome(
                    protocol_version=protocol_version,
                    referee_version=referee_version(),
                    max_message_bytes=MAX_MESSAGE_BYTES,
                )
            )
        )

    def say_goodbye(self) -> None:
        """No more matches."""
        self.say(
            engine_pb2.PlayResponse(
                goodbye=engine_pb2.Goodbye(reason="this step of the check ends")
            )
        )

    def announce(self, new_match: engine_pb2.NewMatch) -> None:
        """Say NewMatch; the engine is to say Ready."""
        self.exchange.said(engine_pb2.PlayResponse(new_match=new_match))
        self.conversation.begin_match(new_match, self)

    def ask(self, decide: engine_pb2.Decide) -> None:
        """Say Decide, with an id one more than the last."""
        message = engine_pb2.PlayResponse(decide=decide)
        self._asked_twice, self._first_answer = False, None
        self.exchange.said(message)
        self.conversation.ask(message.SerializeToString(), decide.decision_id, WriteStamp())

    def ask_again(self, decide: engine_pb2.Decide) -> None:
        """Say the Decide once more that was just asked: one answer is right, and two are."""
        self._asked_twice = True
        self.say(engine_pb2.PlayResponse(decide=decide))

    def say_over(self, over: engine_pb2.MatchOver) -> None:
        """Say MatchOver; what still comes for the match is late."""
        message = engine_pb2.PlayResponse(match_over=over)
        self.exchange.said(message)
        self.conversation.end_match(message)
        self.conversation.ear = self

    async def hang_up(self) -> None:
        """The referee is gone: the stream breaks, and nobody listens at the address any more."""
        self.exchange.note("the check hangs up, as a referee that died")
        await self._server.stop()

    # --- what the check waits for --------------------------------------------------------------

    async def hello(self) -> engine_pb2.Hello:
        """Wait for Hello, the first message."""
        await self.wait(lambda: self.conversation.hello is not None, self._limit_us, "hello")
        hello = self.conversation.hello
        assert hello is not None
        return hello

    async def ready(self) -> None:
        """Wait for Ready to the match announced."""
        await self.wait(lambda: self.conversation.ready, self._limit_us, "ready")

    async def answer(self, until_us: int, limit_us: int) -> Answer | None:
        """Wait for the answer to the open decision; None where the engine resigns.

        `until_us` is when the flag falls (monotonic), `limit_us` the time that the engine was told.
        """
        talk = self.conversation
        left_us = until_us - self._time.now_us()

        def given() -> Answer | None:
            return talk.answer or self._first_answer

        await self.wait(
            lambda: given() is not None or talk.resigned_us is not None,
            left_us,
            "answer",
            told_us=limit_us,
        )
        return given()

    async def wait(
        self, come: Callable[[], bool], limit_us: int, what: str, *, told_us: int | None = None
    ) -> None:
        """Until `come()`; StepFailed where that is not within the limit, or can't be any more."""
        timer = self._alarm(limit_us)
        try:
            while True:
                self._bell.clear()
                if come():
                    return
                await self._raise_if_failed(what)
                if timer.done():
                    within = duration_text(limit_us if told_us is None else told_us)
                    raise await self.failure(f"no {what} within {within}{self._refusals()}")
                await self._bell.wait()
        finally:
            timer.cancel()

    async def keeps_still(self, for_us: int) -> None:
        """Wait that long; StepFailed where the engine does wrong or leaves meanwhile."""
        timer = self._alarm(for_us)
        try:
            while not timer.done():
                self._bell.clear()
                await self._raise_if_failed("more")
                await self._bell.wait()
        finally:
            timer.cancel()
        await self._raise_if_failed("more")

    async def leaves(self, limit_us: int | None = None) -> ExitStatus | None:
        """Wait for the end of the process; None where it still runs after the limit."""
        process = self._process
        timer = self._alarm(self._limit_us if limit_us is None else limit_us)
        try:
            while not timer.done():
                self._bell.clear()
                if process.exit is not None:
                    break
                await self._bell.wait()
        finally:
            timer.cancel()
        return process.exit

    async def children_left(self) -> int:
        """How many processes of its tree still run a moment after the first one ended.

        They are found by the token in their environment; at least 1 where the launcher saw some.
        """
        exited = self._process.exit
        if exited is None or not exited.left:
            return 0
        until_us = self._time.now_us() + _CHILDREN_WAIT_US
        while self._time.now_us() < until_us:
            if not marked(TOKEN_VARIABLE, self._token):
                return 0
            await self._time.timer(self._time.now_us() + _LOOK_AGAIN_US)
        return max(1, len(marked(TOKEN_VARIABLE, self._token)))

    async def closes(self, limit_us: int | None = None) -> bool:
        """Wait until the engine closes its stream or ends; whether it did."""
        timer = self._alarm(self._limit_us if limit_us is None else limit_us)
        try:
            while not (self.gone or timer.done()):
                self._bell.clear()
                if self.conversation.fault is not None:
                    await self._raise_if_failed("the end of the stream")
                if not self.gone:
                    await self._bell.wait()
        finally:
            timer.cancel()
        return self.gone

    @property
    def gone(self) -> bool:
        """Whether the stream is closed or the process ended."""
        exited = self._process.exit
        return self.conversation.closed_detail is not None or (
            exited is not None and not exited.left
        )

    async def failure(self, detail: str) -> StepFailed:
        """An error for `raise`, with all that was said and what the engine printed last."""
        printed = await self.printed()
        for line in printed.stderr.decode("utf-8", "replace").splitlines()[-_STDERR_LINES:]:
            self.exchange.note(f"stderr: {line}")
        return StepFailed(detail, self.exchange)

    async def printed(self) -> Printed:
        """What it wrote since the last call; counted in `printed_bytes`."""
        printed = await self._process.printed()
        self.printed_bytes += len(printed.stdout) + len(printed.stderr)
        return printed

    @property
    def refused_calls(self) -> int:
        """Calls with a wrong token, or beside the first."""
        return self._server.refused_calls

    @property
    def _process(self) -> EngineProcess:
        assert self.process is not None, "entered"
        return self.process

    def _alarm(self, after_us: int) -> "asyncio.Future[None]":
        timer = self._time.timer(self._time.now_us() + after_us)
        timer.add_done_callback(lambda _: self._bell.set())
        return timer

    def _refusals(self) -> str:
        refused = self.refused_calls
        return f"; {refused} calls were refused, as for a wrong token" if refused else ""

    async def _raise_if_failed(self, what: str) -> None:
        talk = self.conversation
        if talk.fault is not None:
            kind = game_pb2.FaultKind.Name(talk.fault.kind).removeprefix("FAULT_KIND_")
            raise await self.failure(f"{talk.fault.detail} ({kind})")
        if not self.gone:
            return
        if self._process.exit is None:
            await ended_or_alive(self._process, self._time)
        exited = self._process.exit
        if talk.closed_detail is not None and (exited is None or exited.left):
            raise await self.failure(f"{talk.closed_detail}, {what} was awaited")
        raise await self.failure(f"the process {exited}, {what} was awaited{self._refusals()}")

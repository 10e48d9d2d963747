"""One engine as a process, spoken to by hand: every message is heard, and nothing is judged."""

import asyncio
from collections import deque
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Self

from podesta.v1 import engine_pb2, match_pb2, transcript_pb2

from referee.conversation import MAX_MESSAGE_BYTES, Phase, SeatEar
from referee.engine_host import EngineHost
from referee.engine_options import option_problems
from referee.errors import EngineFault
from referee.launcher.launcher import Launcher, Printed
from referee.launcher.plain import PlainLauncher
from referee.tap import TappedConversation
from referee.time_source import MonotonicTime, TimeSource

__all__ = ["EngineLink"]

_MOST_UNHEARD = 10_000
_MOST_UNHEARD_BYTES = 64 << 20
_MOST_KEPT = 10_000


class EngineLink:
    """Starts an engine and talks with it. Use as an async context manager: at its end it is gone.

    `said` holds the conversation, the last part of a very long one.
    """

    def __init__(
        self,
        spec: match_pb2.EngineSpec,
        *,
        launcher: Launcher | None = None,
        time: TimeSource | None = None,
        told: Callable[[transcript_pb2.TranscriptMessage], None] | None = None,
    ) -> None:
        """`told` hears every message of both sides at once; it must return at once."""
        self._time = time or MonotonicTime()
        self._told = told
        self._start_us = self._time.now_us()
        self._bell = asyncio.Event()
        self._unheard: deque[transcript_pb2.TranscriptMessage] = deque()
        self._unheard_bytes = 0
        self._conversation = _OpenEar(self, self._time)
        self._host = EngineHost(
            spec, launcher or PlainLauncher(), self._time, conversation=self._conversation
        )
        self.said: deque[transcript_pb2.TranscriptMessage] = deque(maxlen=_MOST_KEPT)
        self.dropped = 0
        """Messages of an engine that says more than anybody hears."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.end()

    async def end(self) -> None:
        """Goodbye; when this returns nothing of the engine is left. May be called twice."""
        await self._host.end("no more matches", politely=not self.closed)

    async def start(self, limit_us: int) -> engine_pb2.Hello:
        """Start the engine; its Hello, after which it was told Welcome.

        Raises EngineFault (start) where there is none in time, AddressError and VoidMatch where it
        could not even be tried.
        """
        await self._host.start(limit_us)
        self._conversation.ear = _Bell(self._bell)
        self._unheard.clear()
        return self.hello

    @property
    def hello(self) -> engine_pb2.Hello:
        """How the engine introduced itself."""
        hello = self._conversation.hello
        assert hello is not None, "asked before start"
        return hello

    @property
    def pid(self) -> int | None:
        """Of the engine's first process."""
        return self._host.process.pid if self._host.process is not None else None

    def now_us(self) -> int:
        """The instant now, on the monotonic clock of this conversation."""
        return self._time.now_us()

    @property
    def closed(self) -> bool:
        """Whether the engine has closed its stream."""
        return self._conversation.phase is Phase.ENDED

    def option_problems(self, options: Mapping[str, str]) -> list[str]:
        """Why the engine can't be given these options; a line each."""
        return option_problems(self.hello.options, dict(options))

    def send(self, message: engine_pb2.PlayResponse | bytes) -> None:
        """Say something, whatever it is; returns at once."""
        data = message if isinstance(message, bytes) else message.SerializeToString()
        self._conversation.say(data)

    async def hear(self, limit_us: int | None) -> transcript_pb2.TranscriptMessage | None:
        """The next message that was not heard yet; one of `closed` is the last and comes again.

        None when nothing came in `limit_us`; None as the limit waits for ever.
        """
        timer = None
        if limit_us is not None:
            timer = self._time.timer(self._time.now_us() + limit_us)
            timer.add_done_callback(lambda _: self._bell.set())
        try:
            while not self._unheard:
                if timer is not None and timer.done():
                    return None
                self._bell.clear()
                await self._bell.wait()
        finally:
            if timer is not None:
                timer.cancel()
        if self._unheard[0].HasField("closed"):
            return self._unheard[0]
        message = self._unheard.popleft()
        self._unheard_bytes -= len(message.from_engine)
        return message

    async def end_cause(self) -> EngineFault:
        """Why a stream that was closed is closed: a crash where the process ended too."""
        # The host waits for the end of the process, and not for ever: another limit here could
        # be over before its own.
        return await self._host.cause()

    async def printed(self) -> Printed:
        """What the engine wrote to stdout and stderr since the last call."""
        return await self._host.printed()

    # --- the tap ---------------------------------------------------------------------------------

    def sent(self, data: bytes, at_us: int) -> None:
        """See `StreamTap.sent`."""
        self._keep(
            transcript_pb2.TranscriptMessage(
                at_us=at_us - self._start_us,
                to_engine=data[:MAX_MESSAGE_BYTES],
                size_bytes=len(data),
            )
        )

    def received(self, data: bytes, at_us: int) -> None:
        """See `StreamTap.received`."""
        message = transcript_pb2.TranscriptMessage(
            at_us=at_us - self._start_us,
            from_engine=data[:MAX_MESSAGE_BYTES],
            size_bytes=len(data),
        )
        if len(self._unheard) >= _MOST_UNHEARD or self._unheard_bytes > _MOST_UNHEARD_BYTES:
            self.dropped += 1
            return
        self._unheard_bytes += len(message.from_engine)
        self._unheard.append(message)
        self._keep(message)

    def closed_because(self, detail: str, at_us: int) -> None:
        """The engine closed its stream."""
        message = transcript_pb2.TranscriptMessage(at_us=at_us - self._start_us, closed=detail)
        self._unheard.append(message)
        self._keep(message)

    def _keep(self, message: transcript_pb2.TranscriptMessage) -> None:
        self.said.append(message)
        if self._told is not None:
            self._told(message)
        self._bell.set()


class _Bell(SeatEar):
    def __init__(self, bell: asyncio.Event) -> None:
        self._bell = bell

    def changed(self) -> None:
        self._bell.set()


class _LinkTap:
    """Implements `StreamTap`."""

    def __init__(self, link: EngineLink) -> None:
        self.sent = link.sent
        self.received = link.received
        self.closed = link.closed_because


class _OpenEar(TappedConversation):
    """Takes the Hello as the referee does; whatever comes after it is heard and never judged."""

    def __init__(self, link: EngineLink, time: TimeSource) -> None:
        self._link = link
        super().__init__(_LinkTap(link), time)

    def received(self, data: bytes, arrived_us: int) -> bool:
        if self.phase in (Phase.UNCONNECTED, Phase.GREETING):
            return super().received(data, arrived_us)
        self._link.received(data, arrived_us)
        return self.phase is not Phase.ENDED

    def say(self, data: bytes) -> None:
        if self._stream is not None:
            self._stream.send(data)

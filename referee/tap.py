"""A debugger listens in on the conversation with one engine: every message, with its instant.

It is another kind of conversation, made only where somebody listens, so that others pay nothing.
What is told of one engine's stream comes from that stream alone: it holds what its seat saw and
said, and nothing of other seats.
"""

from typing import Protocol

from referee.conversation import Conversation
from referee.time_source import TimeSource
from referee.transport.engine_stream import EngineStream, WriteStamp

__all__ = ["StreamTap", "TappedConversation"]


class StreamTap(Protocol):
    """Hears the messages of one stream; must return at once. Instants are monotonic us."""

    def sent(self, data: bytes, at_us: int) -> None:
        """The referee handed a message to the stream."""

    def received(self, data: bytes, at_us: int) -> None:
        """A message of the engine had arrived."""

    def closed(self, detail: str, at_us: int) -> None:
        """No more will come; `detail` says why, for people."""


class TappedConversation(Conversation):
    """A conversation like any other, told to a tap."""

    def __init__(self, tap: StreamTap, time: TimeSource) -> None:
        super().__init__()
        self._tap = tap
        self._time = time
        self._tapped: _TappedStream | None = None

    def opened(self, stream: EngineStream) -> None:
        """See `StreamListener.opened`."""
        self._tapped = _TappedStream(stream, self._tap, self._time)
        super().opened(self._tapped)

    def received(self, data: bytes, arrived_us: int) -> bool:
        """See `StreamListener.received`."""
        self._tap.received(data, arrived_us)
        return super().received(data, arrived_us)

    def closed(self, detail: str) -> None:
        """See `StreamListener.closed`."""
        if self._tapped is not None:
            self._tapped.closed = True
        self._tap.closed(detail, self._time.now_us())
        super().closed(detail)


class _TappedStream(EngineStream):
    """Hands everything on to the stream itself."""

    def __init__(self, stream: EngineStream, tap: StreamTap, time: TimeSource) -> None:
        # Nothing of the base: there is one stream, and it is another one.
        self._stream = stream
        self._tap = tap
        self._time = time
        self.closed = False

    def send(self, data: bytes, stamp: WriteStamp | None = None) -> None:
        """See `EngineStream.send`."""
        if not self.closed:
            # First, so that an answer is never told before its question.
            self._tap.sent(data, self._time.now_us())
            self._stream.send(data, stamp)

    async def drained(self) -> None:
        """See `EngineStream.drained`."""
        await self._stream.drained()

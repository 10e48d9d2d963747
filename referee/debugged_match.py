"""A referee process that plays one match for a debugger: every message is told, and it may wait.

It speaks debug.proto over a socket pair that it inherits: each message behind its length, four
bytes, big-endian. The match is played here, so that nothing that a debugger draws or writes, and
no person who thinks, costs an engine time.
"""

import asyncio
import contextlib
import signal
import socket
from collections.abc import Awaitable

from google.protobuf.message import DecodeError
from podesta.v1 import debug_pb2, match_pb2, record_pb2, transcript_pb2

from referee.clock import MatchClocks
from referee.conversation import MAX_MESSAGE_BYTES, Conversation
from referee.errors import UserError
from referee.games import AnyState
from referee.hosts import EngineHosts
from referee.launcher.confined import ConfinedLauncher
from referee.launcher.launcher import Launcher
from referee.launcher.plain import PlainLauncher
from referee.observation_message import observation_message
from referee.play import play_match, void_record
from referee.tap import TappedConversation
from referee.time_source import MonotonicTime, TimeSource

__all__ = ["LENGTH_BYTES", "MOST_UNSENT_BYTES", "DebugChannel", "debug_match"]

LENGTH_BYTES = 4
MOST_UNSENT_BYTES = 64 << 20
"""A debugger that takes nothing costs messages of the tap, never memory beyond this."""

_LARGEST_ORDER_BYTES = 64 << 20


class DebugChannel:
    """The referee's end of the socket pair."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self.lost = 0
        """Messages of taps that were dropped."""

    def tell(self, report: debug_pb2.DebugReport) -> None:
        """Say something; returns at once."""
        data = report.SerializeToString()
        self._writer.write(len(data).to_bytes(LENGTH_BYTES, "big") + data)

    def tell_tapped(self, seat: int, message: transcript_pb2.TranscriptMessage) -> None:
        """Hand a message of a stream on, unless too many wait already."""
        if self._writer.transport.get_write_buffer_size() > MOST_UNSENT_BYTES:
            self.lost += 1
            return
        self.tell(debug_pb2.DebugReport(tapped=debug_pb2.TappedMessage(seat=seat, message=message)))

    async def order(self) -> debug_pb2.DebugOrder | None:
        """The next order; None when the debugger is gone, or speaks nonsense."""
        try:
            length = int.from_bytes(await self._reader.readexactly(LENGTH_BYTES), "big")
            if length > _LARGEST_ORDER_BYTES:
                return None
            return debug_pb2.DebugOrder.FromString(await self._reader.readexactly(length))
        except (asyncio.IncompleteReadError, ConnectionError, DecodeError):
            return None

    def hang_up(self) -> None:
        """Hear nothing more: the next order is None, as when the debugger is gone."""
        self._writer.transport.pause_reading()  # type: ignore[attr-defined]
        self._reader.feed_eof()

    async def close(self) -> None:
        """When all that was told is on its way."""
        with contextlib.suppress(ConnectionError):
            await self._writer.drain()
        self._writer.close()
        with contextlib.suppress(ConnectionError):
            await self._writer.wait_closed()


class _SeatTap:
    """Tells of one stream. Implements `StreamTap`."""

    def __init__(self, channel: DebugChannel, seat: int, start_us: int) -> None:
        self._channel = channel
        self._seat = seat
        self._start_us = start_us

    def sent(self, data: bytes, at_us: int) -> None:
        self._tell(at_us, to_engine=data[:MAX_MESSAGE_BYTES], size_bytes=len(data))

    def received(self, data: bytes, at_us: int) -> None:
        self._tell(at_us, from_engine=data[:MAX_MESSAGE_BYTES], size_bytes=len(data))

    def closed(self, detail: str, at_us: int) -> None:
        self._tell(at_us, closed=detail)

    def _tell(
        self,
        at_us: int,
        *,
        to_engine: bytes | None = None,
        from_engine: bytes | None = None,
        closed: str | None = None,
        size_bytes: int = 0,
    ) -> None:
        message = transcript_pb2.TranscriptMessage(
            at_us=at_us - self._start_us,
            to_engine=to_engine,
            from_engine=from_engine,
            closed=closed,
            size_bytes=size_bytes,
        )
        self._channel.tell_tapped(self._seat, message)


class _OrderedGate:
    """Waits for the debugger at every step. Implements `Gate`."""

    def __init__(self, channel: DebugChannel) -> None:
        self._channel = channel
        self._go = asyncio.Event()

    async def reached(
        self, ply: int, state: AnyState, clocks: MatchClocks, *, over: bool = False
    ) -> None:
        self._go.clear()
        ended = state.to_act is None
        reached = debug_pb2.PlayReached(
            ply=ply,
            over=over,
            observations=[observation_message(state, seat) for seat in range(len(clocks.seats))],
            to_act=state.to_act,
            kind=state.decision,
            legal_moves=[] if ended else state.legal_texts(),
            clocks=clocks.to_proto(),
        )
        self._channel.tell(debug_pb2.DebugReport(reached=reached))
        await self._go.wait()

    def go(self) -> None:
        self._go.set()


async def debug_match(
    connection: socket.socket,
    *,
    launcher: Launcher | None = None,
    time: TimeSource | None = None,
) -> None:
    """Play the one match that the debugger orders; ends it, void, when the debugger is gone."""
    channel = DebugChannel(*await asyncio.open_connection(sock=connection))
    # The kernel says so when the debugger is killed, and the socket too: one end, told twice.
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, channel.hang_up)
    first = await channel.order()
    try:
        if first is not None and first.WhichOneof("order") == "play":
            await _play(channel, first.play, launcher, time or MonotonicTime())
    finally:
        await channel.close()


async def _play(
    channel: DebugChannel, order: debug_pb2.DebugPlay, launcher: Launcher | None, time: TimeSource
) -> None:
    spec, start_us = order.spec, time.now_us()
    seats = {engine.id: seat for seat, engine in enumerate(spec.engines)}
    gate = _OrderedGate(channel) if order.stepped else None

    def converse(engine: match_pb2.EngineSpec) -> Conversation:
        return TappedConversation(_SeatTap(channel, seats[engine.id], start_us), time)

    def tell(event: match_pb2.MatchEvent) -> None:
        channel.tell(debug_pb2.DebugReport(event=event))

    async def play() -> record_pb2.MatchRecord:
        starter = launcher or ConfinedLauncher(PlainLauncher(adopts_orphans=True))
        async with EngineHosts(starter, time, converse=converse) as hosts:
            return await play_match(spec, hosts=hosts, sink=tell, time=time, gate=gate)

    try:
        record = await _unless_gone(play(), _hear_orders(channel, gate))
    except UserError as error:
        channel.tell(debug_pb2.DebugReport(refused=str(error)))
        return
    if record is None:
        record = void_record(spec, "interrupted")
        record.unrated = order.stepped
    channel.tell(debug_pb2.DebugReport(ended=debug_pb2.PlayEnded(record=record, lost=channel.lost)))


async def _hear_orders(channel: DebugChannel, gate: _OrderedGate | None) -> None:
    while (order := await channel.order()) is not None:
        if gate is not None and order.WhichOneof("order") == "go":
            gate.go()


async def _unless_gone(
    play: Awaitable[record_pb2.MatchRecord], hear: Awaitable[None]
) -> record_pb2.MatchRecord | None:
    """What `play` gives; None, and its engines ended, where `hear` ends before it."""
    playing, hearing = asyncio.ensure_future(play), asyncio.ensure_future(hear)
    try:
        await asyncio.wait((playing, hearing), return_when=asyncio.FIRST_COMPLETED)
        if playing.done():
            return playing.result()
        return None
    finally:
        for task in (playing, hearing):
            task.cancel()
        await asyncio.gather(playing, hearing, return_exceptions=True)

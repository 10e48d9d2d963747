"""The referee of a debugger, by itself: real sockets, and a debugger made by hand."""

import asyncio
import socket
from collections.abc import Mapping

from podesta.v1 import debug_pb2, match_pb2, record_pb2, transcript_pb2

from referee.debugged_match import LENGTH_BYTES, MOST_UNSENT_BYTES, DebugChannel, debug_match
from referee.launcher.fake import FakeLauncher
from tests.referee.engine_specs import match_spec
from tests.zoo.wire import dial


def framed(order: debug_pb2.DebugOrder) -> bytes:
    data = order.SerializeToString()
    return len(data).to_bytes(LENGTH_BYTES, "big") + data


GO = framed(debug_pb2.DebugOrder(go=debug_pb2.DebugGo()))


async def first_moves(environment: Mapping[str, str]) -> None:
    async with dial(environment=environment) as wire:
        await wire.hello()
        await wire.play_on()


def spec() -> match_pb2.MatchSpec:
    engines = [match_pb2.EngineSpec(id=f"e{n}", name=f"e{n}", command=["x"]) for n in (0, 1)]
    return match_spec(*engines)


async def told(first: bytes, *, leave_at_ply: int | None = None) -> list[debug_pb2.DebugReport]:
    """All reports to a debugger that lets every step go on, or leaves."""
    ours, theirs = socket.socketpair()
    playing = asyncio.create_task(debug_match(theirs, launcher=FakeLauncher({"x": first_moves})))
    reader, writer = await asyncio.open_connection(sock=ours)
    writer.write(first)
    reports = []
    while True:
        try:
            length = int.from_bytes(await reader.readexactly(LENGTH_BYTES), "big")
        except asyncio.IncompleteReadError:
            break
        report = debug_pb2.DebugReport.FromString(await reader.readexactly(length))
        reports.append(report)
        if report.HasField("reached"):
            if report.reached.ply == leave_at_ply:
                writer.write_eof()
            else:
                writer.write(GO)
    await playing
    writer.close()
    return reports


def test_a_stepped_match_tells_every_position_and_waits() -> None:
    order = debug_pb2.DebugOrder(play=debug_pb2.DebugPlay(spec=spec(), stepped=True))
    reports = asyncio.run(told(framed(order)))
    record = reports[-1].ended.record
    assert record.unrated
    plies = len(record.decisions)
    reached = [report.reached for report in reports if report.HasField("reached")]
    opening = record.spec.opening_plies
    assert [one.ply for one in reached] == [*range(opening, plies), plies]
    assert [one.over for one in reached] == [False] * (plies - opening) + [True]
    for one, decision in zip(reached, record.decisions[opening:], strict=False):
        assert (one.to_act, one.kind) == (decision.seat, record.kinds[decision.kind])
        assert decision.move in one.legal_moves
        assert len(one.legal_moves) == decision.legal_count
        assert len(one.observations) == len(one.clocks) == 2
    # Between two steps: the question, the answer, the move.
    tapped = [report.tapped for report in reports if report.HasField("tapped")]
    assert {message.seat for message in tapped} == {0, 1}


def test_a_match_whose_debugger_leaves_is_void() -> None:
    order = debug_pb2.DebugOrder(play=debug_pb2.DebugPlay(spec=spec(), stepped=True))
    reports = asyncio.run(told(framed(order), leave_at_ply=4))
    record = reports[-1].ended.record
    assert record.reason == "interrupted"
    assert record.unrated
    assert max(report.reached.ply for report in reports) == 4


def test_nonsense_is_no_order() -> None:
    for first in (GO, b"\x00\x00\x00\x02\xff\xff", b"\xff" * 8):
        assert asyncio.run(told(first)) == []


class FullPipe:
    """A writer that nobody empties."""

    def __init__(self) -> None:
        self.transport = self
        self.waiting_bytes = 0
        self.written: list[bytes] = []

    def get_write_buffer_size(self) -> int:
        return self.waiting_bytes

    def write(self, data: bytes) -> None:
        self.written.append(data)
        self.waiting_bytes += len(data)


def test_a_reader_that_sleeps_costs_messages_and_no_memory() -> None:
    pipe = FullPipe()
    channel = DebugChannel(None, pipe)  # type: ignore[arg-type]
    message = transcript_pb2.TranscriptMessage(from_engine=bytes(1 << 20))
    for _ in range(100):
        channel.tell_tapped(0, message)
    assert MOST_UNSENT_BYTES <= pipe.waiting_bytes < MOST_UNSENT_BYTES + (2 << 20)
    assert channel.lost == 100 - len(pipe.written)
    # The record is told whatever waits.
    ended = debug_pb2.PlayEnded(record=record_pb2.MatchRecord(), lost=channel.lost)
    channel.tell(debug_pb2.DebugReport(ended=ended))
    assert len(pipe.written) == 100 - channel.lost + 1

"""A referee process of a league: takes one match after another from the arena.

It speaks worker.proto with a ZeroMQ ROUTER of the arena. A record is sent again until the arena
says that the ledger has it, so that none is lost on the way.
"""

import asyncio
import gc
import logging
import os
import signal
from collections.abc import Callable, Sequence
from typing import Any

import zmq
import zmq.asyncio
from google.protobuf.message import DecodeError
from podesta.v1 import match_pb2, record_pb2, worker_pb2

from referee.errors import UserError
from referee.hosts import EngineHosts
from referee.play import play_match, void_record
from referee.spectators import EventLevel
from referee.time_source import MonotonicTime, TimeSource

__all__ = ["Worker"]

_RESEND_US = 1_000_000
_PARENT_EVERY_US = 500_000
_LINGER_MS = 500
_MOST_UNSENT_EVENTS = 10_000

_log = logging.getLogger("referee")


class Worker:
    """See the module."""

    def __init__(
        self,
        endpoint: str,
        slot: int,
        level: EventLevel,
        *,
        hosts: EngineHosts | None = None,
        time: TimeSource | None = None,
        secret: str = "",
        parent: Callable[[], int] = os.getppid,
    ) -> None:
        """`endpoint` is a ZeroMQ address to dial; `parent` tells who our parent process is.

        By `secret` the arena knows the process that it started from others that found the socket.
        """
        self._endpoint = endpoint
        self._slot = slot
        self._secret = secret
        self._level = level
        self._time = time or MonotonicTime()
        self._hosts = hosts or EngineHosts(time=self._time)
        self._parent = parent
        self._stopping = asyncio.Event()
        self._match: asyncio.Task[None] | None = None
        self._committed = asyncio.Event()
        self._awaiting: tuple[str, int] | None = None
        self._unsent = 0
        self._is_set_aside = False

    def stop(self) -> None:
        """End engines, say goodbye, return from `run`."""
        self._stopping.set()

    async def run(self) -> None:
        """Until told to stop, by the arena, by SIGTERM, or because the arena is gone."""
        parent = self._parent()
        # ctrl-C goes to all processes of a terminal; what it means is the arena's to say.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self.stop)
        context = zmq.asyncio.Context()
        self._socket = context.socket(zmq.DEALER)
        self._socket.connect(self._endpoint)
        self._say_idle()
        tasks: list[asyncio.Task[Any]] = [
            asyncio.create_task(work)
            for work in (self._listen(), self._watch_parent(parent), self._stopping.wait())
        ]
        reason = ""
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
            raise
        finally:
            await self._end([*tasks, *([self._match] if self._match else [])])
            self._say(worker_pb2.WorkerReport(leaving=worker_pb2.Leaving(reason=reason)))
            self._socket.close(linger=_LINGER_MS)
            await asyncio.to_thread(context.term)

    async def _end(self, tasks: "Sequence[asyncio.Task[Any]]") -> None:
        for task in tasks:
            task.cancel()
        for result in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(result, Exception):
                _log.error("while ending: %r", result)
        await self._hosts.close()

    # --- the arena -----------------------------------------------------------------------------

    async def _listen(self) -> None:
        while True:
            data = await self._socket.recv()
            try:
                order = worker_pb2.WorkerOrder.FromString(data)
            except DecodeError:
                _log.error("the arena sent %d bytes that are no order", len(data))
                continue
            what = order.WhichOneof("order")
            if what == "stop":
                return
            if what == "committed":
                known = order.committed.match_id, order.committed.attempt
                if known == self._awaiting:
                    self._committed.set()
            elif what == "play":
                if self._match is not None and not self._match.done():
                    _log.error("asked to play %s in mid-match", order.play.match_id)
                else:
                    self._match = asyncio.create_task(self._play(order.play))
                    self._match.add_done_callback(self._played)

    async def _watch_parent(self, parent: int) -> None:
        """Whoever started us is gone when we get another parent; so it goes with `kill -9` too."""
        while self._parent() == parent:
            await self._time.timer(self._time.now_us() + _PARENT_EVERY_US)

    def _say(self, report: worker_pb2.WorkerReport) -> None:
        report.slot = self._slot
        # Not awaited: the message goes to ZeroMQ's own thread at once, and no clock waits for it.
        sent: Any = self._socket.send(report.SerializeToString())
        if not sent.done():
            self._unsent += 1
            sent.add_done_callback(self._sent)

    def _sent(self, _: object) -> None:
        self._unsent -= 1

    def _say_idle(self) -> None:
        idle = worker_pb2.Idle(pid=os.getpid(), secret=self._secret)
        self._say(worker_pb2.WorkerReport(idle=idle))

    def _tell(self, event: match_pb2.MatchEvent) -> None:
        # An arena that is stuck costs events, never memory.
        if self._unsent < _MOST_UNSENT_EVENTS:
            self._say(worker_pb2.WorkerReport(event=event))

    # --- a match -------------------------------------------------------------------------------

    def _played(self, match: "asyncio.Task[None]") -> None:
        if not match.cancelled() and match.exception() is not None:
            _log.error("a match broke the referee", exc_info=match.exception())
            self.stop()

    async def _play(self, spec: match_pb2.MatchSpec) -> None:
        try:
            record = await play_match(
                spec, hosts=self._hosts, sink=self._tell, level=self._level, time=self._time
            )
        except UserError as error:
            record = void_record(spec, f"not to be played: {error}")
        await self._hand_over(record)
        self._set_aside()
        self._say_idle()

    def _set_aside(self) -> None:
        """Once: all modules are loaded now, and need not be searched for garbage in mid-match.

        A full collection took 25 ms with them and 5 without, on whoever's clock it fell.
        """
        if not self._is_set_aside:
            self._is_set_aside = True
            gc.collect()
            gc.freeze()

    async def _hand_over(self, record: record_pb2.MatchRecord) -> None:
        self._awaiting = record.spec.match_id, record.spec.attempt
        self._committed.clear()
        report = worker_pb2.WorkerReport(record=record)
        while not self._committed.is_set():
            self._say(report)
            timer = self._time.timer(self._time.now_us() + _RESEND_US)
            known = asyncio.ensure_future(self._committed.wait())
            await asyncio.wait((timer, known), return_when=asyncio.FIRST_COMPLETED)
            timer.cancel()
            known.cancel()
        self._awaiting = None

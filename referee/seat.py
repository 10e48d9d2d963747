"""One seat of one match: its engine, what it still has to be told, and what it did."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from google.protobuf.any_pb2 import Any
from podesta.v1 import engine_pb2, game_pb2

from referee.conversation import Phase, SeatEar
from referee.engine_host import EngineHost
from referee.errors import EngineFault
from referee.record_builder import RecordBuilder, cut_text
from referee.spectators import Spectators
from referee.transport.engine_stream import WriteStamp

__all__ = ["Seat", "Trouble"]

_MOST_REASON_BYTES = 1024
_NO_EVENTS: list[Any] = []
_SILENT_FAULTS = (
    game_pb2.FAULT_KIND_TIMEOUT,
    game_pb2.FAULT_KIND_CRASH,
    game_pb2.FAULT_KIND_STREAM_CLOSED,
)


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why a seat fails: its fault, or None where it resigned; and when that was."""

    at_us: int
    fault: EngineFault | None


class Seat(SeatEar):
    """Speaks with the engine of a seat while a match is played."""

    def __init__(
        self,
        number: int,
        host: EngineHost,
        match_id: str,
        bell: asyncio.Event,
        builder: RecordBuilder,
        spectators: Spectators,
    ) -> None:
        hello = host.conversation.hello
        assert hello is not None, "a host is only handed out after Hello"
        self.number = number
        self.host = host
        self.conversation = host.conversation
        self.hello = hello
        self.failed = False
        """The engine no longer plays."""
        self.faults: list[game_pb2.Fault] = []
        self.answered: Callable[[Seat], bool] | None = None
        """Told at once that something arrived; where it returns False, the match is woken."""
        self._match_id = match_id
        self._bell = bell
        self._builder = builder
        self._spectators = spectators
        self.returned_hello: Callable[[Seat], None] | None = None
        """Told when the engine came back and said Hello again."""
        self.returned_ready: Callable[[Seat], None] | None = None
        """Told when it said Ready again."""
        self._pending: list[Any] = []
        self._history: list[Any] | None = [] if host.may_return else None
        self._asked = 0
        builder.introduced(number, hello.name, hello.version, hello.author)
        builder.isolated(number, host.isolation)
        if host.address_note:
            builder.note(f"seat {number}: {host.address_note}")

    # --- what the match hears ------------------------------------------------------------------

    def changed(self) -> None:
        """See `SeatEar.changed`."""
        if self.answered is None or not self.answered(self):
            self._bell.set()

    def thought(self, evaluation: game_pb2.Evaluation, at_us: int) -> None:
        """See `SeatEar.thought`."""
        if not self.failed:
            self._spectators.thought(self.number, evaluation, at_us)

    def logged(self, text: str) -> None:
        """See `SeatEar.logged`."""
        self._builder.log(self.number, text)

    def late(self, what: str) -> None:
        """See `SeatEar.late`."""
        self._builder.late_message(self.number)
        self._builder.note(f"seat {self.number}: {what}")

    def away(self, detail: str) -> None:
        """See `SeatEar.away`."""
        self._builder.note(f"seat {self.number}: away: {detail}")

    def returned(self) -> None:
        """See `SeatEar.returned`."""
        if self.returned_hello is not None:
            self.returned_hello(self)

    def back(self) -> None:
        """See `SeatEar.back`."""
        self._builder.note(f"seat {self.number}: back after {self._builder.ply} decisions")
        if self.returned_ready is not None:
            self.returned_ready(self)

    @property
    def trouble(self) -> Trouble | None:
        """What makes the seat fail; None while it plays, or failed already."""
        if self.failed:
            return None
        talk = self.conversation
        if talk.fault is not None:
            return Trouble(talk.fault_us, talk.fault)
        if talk.resigned_us is not None:
            return Trouble(talk.resigned_us, None)
        if self.host.failure is not None:
            # Whatever the engine said before its stream closed is heard first.
            return Trouble(self.host.failure_us, self.host.failure)
        return None

    @property
    def blame_is_open(self) -> bool:
        """The stream closed, but whether the process ended too is not yet known."""
        talk = self.conversation
        return talk.phase is Phase.ENDED and talk.fault is None and self.host.failure is None

    @property
    def gone_before_match(self) -> bool:
        """A kept engine whose process or stream ended before its Ready, by no wrong message.

        It may have ended long before, right after its last match: that is seen only now.
        """
        talk = self.conversation
        gone = self.host.failure is not None and talk.fault is None
        return gone and self.host.kept and not talk.ready

    @property
    def ready(self) -> bool:
        """The engine said Ready to this match."""
        return self.conversation.phase is Phase.WATCHING

    # --- what the match says -------------------------------------------------------------------

    def tell_later(self, event: Any) -> None:
        """Keep an event, packed, for the next message."""
        if not (self.failed or self.hello.omit_events):
            self._pending.append(event)
            if self._history is not None:
                self._history.append(event)

    def take_history(self) -> list[Any]:
        """All events of the match so far, for an engine that came back; none is pending then."""
        self._pending = []
        return self._history or []

    def observe(self, ply: int) -> None:
        """Tell the events kept so far, where there are any."""
        if self._pending and not self.failed:
            message = engine_pb2.PlayResponse()
            observe = message.observe
            observe.match_id, observe.ply = self._match_id, ply
            observe.events.extend(self.take_pending())
            self.conversation.send(message)

    def next_question(self) -> tuple[str, int, list[Any]]:
        """Match id and decision id of a new question, and the events kept so far."""
        self._asked += 1
        return self._match_id, self._asked, self.take_pending() if self._pending else _NO_EVENTS

    def ask(self, question: bytes) -> WriteStamp:
        """Send the question, serialized; the stamp tells when it was written."""
        stamp = WriteStamp()
        self.conversation.ask(question, self._asked, stamp)
        return stamp

    def reject(self, fault: EngineFault, *, legal_count: int | None, may_retry: bool) -> None:
        """Tell what was wrong; `legal_count` is None where no decision is open."""
        if fault.kind in _SILENT_FAULTS:
            return
        is_open = legal_count is not None
        expected = f"one of {legal_count} legal moves" if is_open else "what the protocol says"
        self.conversation.send(
            engine_pb2.PlayResponse(
                rejected=engine_pb2.Rejected(
                    match_id=self._match_id,
                    decision_id=self._asked if is_open else None,
                    kind=fault.kind,
                    reason=cut_text(fault.detail, _MOST_REASON_BYTES),
                    expected=expected,
                    legal_count=legal_count,
                    may_retry=may_retry,
                )
            )
        )

    def match_over(self, message: engine_pb2.MatchOver) -> None:
        """Tell that the match is over; the message is filled up with what is this seat's own."""
        own = engine_pb2.PlayResponse(match_over=message)
        own.match_over.your_faults.extend(self.faults)
        own.match_over.events.extend(self.take_pending())
        self.conversation.end_match(own)

    def take_pending(self) -> list[Any]:
        """The events kept for the next message; they are no longer kept then."""
        taken, self._pending = self._pending, []
        return taken

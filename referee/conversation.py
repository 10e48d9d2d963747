"""What may be said on an engine's stream, and when: the protocol as a state machine.

It gets every message at the moment of its arrival and never waits: chat is handed on or counted,
an answer is kept for the match, and the first fault ends all listening. So nothing queues up,
whatever an engine sends.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto

from google.protobuf.message import DecodeError
from podesta.v1 import engine_pb2, game_pb2

from referee.errors import EngineFault
from referee.transport.engine_stream import EngineStream, WriteStamp

__all__ = [
    "MAX_MESSAGE_BYTES",
    "MOST_UNASKED_BYTES",
    "MOST_UNASKED_PER_S",
    "PROTOCOL_VERSION",
    "Answer",
    "Conversation",
    "Phase",
    "SeatEar",
]

PROTOCOL_VERSION = 1
MAX_MESSAGE_BYTES = 1 << 20
MOST_UNASKED_PER_S = 1_000
"""More messages that nobody asked for, in one second, are a flood."""
MOST_UNASKED_BYTES = 4 << 20
"""More bytes that nobody asked for, between two questions, are a flood."""
_MATCHES_REMEMBERED = 64
_LATE_REMEMBERED = 20
_US_PER_S = 1_000_000


class Phase(Enum):
    """Where the conversation stands."""

    UNCONNECTED = auto()
    """No stream yet."""
    GREETING = auto()
    """The engine is to say Hello."""
    IDLE = auto()
    """Welcome, between matches."""
    PREPARING = auto()
    """The engine is to say Ready."""
    WATCHING = auto()
    """In a match, nothing is asked."""
    ASKED = auto()
    """In a match, a decision is open."""
    ENDED = auto()
    """By a fault, or because the stream closed."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A Move for the open decision, and when it arrived (monotonic, microseconds)."""

    move: engine_pb2.Move
    arrived_us: int


class SeatEar:
    """What a match hears of one engine while it is played; each method must return at once."""

    def changed(self) -> None:
        """Ready, an answer, a resignation, a fault or the end of the stream: look."""

    def thought(self, evaluation: game_pb2.Evaluation, at_us: int) -> None:
        """The engine tells what it thinks."""

    def logged(self, text: str) -> None:
        """The engine wants a line in the log."""

    def late(self, what: str) -> None:
        """A message was dropped because its decision was closed; `what` says which."""

    def away(self, detail: str) -> None:
        """The stream of an engine that may come back broke; `detail` says why, for people."""

    def returned(self) -> None:
        """It said Hello on a new stream and is to be told where the match stands."""

    def back(self) -> None:
        """It said Ready again."""


class _BetweenMatches(SeatEar):
    """Keeps what is said late until the next match can note it."""

    def __init__(self) -> None:
        self.kept: deque[str] = deque(maxlen=_LATE_REMEMBERED)

    def late(self, what: str) -> None:
        self.kept.append(what)


class Conversation:
    """The referee's side of one stream. Implements `StreamListener`."""

    def __init__(self) -> None:
        self.phase = Phase.UNCONNECTED
        self.hello: engine_pb2.Hello | None = None
        self.fault: EngineFault | None = None
        """The first fault; nothing is heard after it."""
        self.fault_us = 0
        """When the message at fault arrived."""
        self.closed_detail: str | None = None
        """Why the stream ended; None while it lives. Not a fault in itself."""
        self.answer: Answer | None = None
        """For the open decision, not yet taken."""
        self.ready = False
        """The engine said Ready to this match; stays so when the stream closes."""
        self.resigned_us: int | None = None
        """When the engine gave the match up; None while it has not."""
        self.leaving = False
        """The engine is being ended: whatever closes now is meant to."""
        self.on_opened: Callable[[], None] | None = None
        self.on_closed: Callable[[], None] | None = None
        self.ear: SeatEar = SeatEar()
        self._stream: EngineStream | None = None
        self._match_id = ""
        self._decision_id = 0
        self._closed_id = 0
        self._earlier: deque[str] = deque(maxlen=_MATCHES_REMEMBERED)
        self._second_us = 0
        self._unasked = 0
        self._unasked_bytes = 0

    # --- the referee speaks --------------------------------------------------------------------

    def send(self, message: engine_pb2.PlayResponse) -> None:
        """Say something; returns at once. Nothing happens when nobody listens any more."""
        if self._stream is not None:
            self._stream.send(message.SerializeToString())

    def begin_match(self, message: engine_pb2.NewMatch, ear: SeatEar) -> None:
        """Announce a match: the engine is to say Ready."""
        self._match_id = message.match_id
        self._decision_id = self._closed_id = 0
        self._unasked_bytes = 0
        before, self.ear = self.ear, ear
        if isinstance(before, _BetweenMatches):
            for what in before.kept:
                ear.late(what)
        self.ready, self.answer, self.resigned_us = False, None, None
        if self.phase is Phase.IDLE:
            self.phase = Phase.PREPARING
        self.send(engine_pb2.PlayResponse(new_match=message))

    def ask(self, question: bytes, decision_id: int, stamp: WriteStamp) -> None:
        """Put a question: a serialized `Decide` with this id, one more than the last."""
        self._decision_id = decision_id
        self._unasked_bytes = 0
        self.answer = None
        if self.phase is Phase.WATCHING:
            self.phase = Phase.ASKED
        if self._stream is not None:
            self._stream.send(question, stamp)

    def reopen(self) -> None:
        """The answer is not accepted, but the engine may answer again."""
        self.answer = None
        if self.phase is Phase.WATCHING:
            self.phase = Phase.ASKED

    def close_decision(self) -> None:
        """The referee no longer waits for an answer: one that still comes is late."""
        self.answer = None
        if self.phase is Phase.ASKED:
            self.phase = Phase.WATCHING
        self._closed_id = self._decision_id

    def end_match(self, message: engine_pb2.PlayResponse) -> None:
        """Say that the match is over; what still comes for it is late."""
        if self._match_id:
            self._earlier.append(self._match_id)
        self._match_id = ""
        self.answer, self.ear = None, _BetweenMatches()
        if self.phase in (Phase.PREPARING, Phase.WATCHING, Phase.ASKED):
            self.phase = Phase.IDLE
        self.send(message)

    async def drained(self) -> None:
        """Wait until gRPC took all that was said."""
        if self._stream is not None:
            await self._stream.drained()

    # --- the engine speaks ---------------------------------------------------------------------

    def opened(self, stream: EngineStream) -> None:
        """See `StreamListener.opened`."""
        if self.phase is Phase.UNCONNECTED:
            self._stream = stream
            self.phase = Phase.GREETING
            if self.on_opened is not None:
                self.on_opened()

    def takes_another(self) -> bool:
        """Whether a new stream may take the place of the one before."""
        return False

    def closed(self, detail: str) -> None:
        """See `StreamListener.closed`."""
        self.phase = Phase.ENDED
        self.closed_detail = detail
        if self.on_closed is not None:
            self.on_closed()
        self.ear.changed()

    def received(self, data: bytes, arrived_us: int) -> bool:
        """See `StreamListener.received`."""
        if self.phase is Phase.ENDED:
            return False
        try:
            self._receive(data, arrived_us)
        except EngineFault as fault:
            self.fault, self.fault_us = fault, arrived_us
            self.phase = Phase.ENDED
            self.ear.changed()
            return False
        return True

    def _receive(self, data: bytes, arrived_us: int) -> None:
        if len(data) > MAX_MESSAGE_BYTES:
            raise EngineFault(
                game_pb2.FAULT_KIND_OVERSIZE,
                f"a message of {len(data)} bytes, allowed are {MAX_MESSAGE_BYTES}",
            )
        try:
            request = engine_pb2.PlayRequest.FromString(data)
        except DecodeError:
            raise EngineFault(
                game_pb2.FAULT_KIND_BAD_BYTES, f"{len(data)} bytes that are no PlayRequest"
            ) from None
        what = request.WhichOneof("message")
        if what == "move" and self._is_answer(request.move):
            self.phase = Phase.WATCHING
            self.answer = Answer(request.move, arrived_us)
            self.ear.changed()
            return
        if what is None:
            raise EngineFault(game_pb2.FAULT_KIND_BAD_BYTES, "a PlayRequest that says nothing")
        if what == "hello":
            self._greet(request.hello)
            return
        if self.phase in (Phase.UNCONNECTED, Phase.GREETING):
            raise _out_of_order(f"{what} before hello")
        if (
            what == "ready"
            and self.phase is Phase.PREPARING
            and request.ready.match_id == self._match_id
        ):
            self.phase, self.ready = Phase.WATCHING, True
            self.ear.changed()
            return
        self._count_unasked(len(data), arrived_us)
        _UNASKED[what](self, request, arrived_us)

    def _is_answer(self, move: engine_pb2.Move) -> bool:
        return (
            self.phase is Phase.ASKED
            and move.decision_id == self._decision_id
            and move.match_id == self._match_id
        )

    def _count_unasked(self, size_bytes: int, arrived_us: int) -> None:
        if arrived_us - self._second_us >= _US_PER_S:
            self._second_us, self._unasked = arrived_us, 0
        self._unasked += 1
        self._unasked_bytes += size_bytes
        if self._unasked > MOST_UNASKED_PER_S:
            raise EngineFault(
                game_pb2.FAULT_KIND_FLOOD,
                f"more than {MOST_UNASKED_PER_S} messages in a second that nobody asked for",
            )
        if self._unasked_bytes > MOST_UNASKED_BYTES:
            raise EngineFault(
                game_pb2.FAULT_KIND_FLOOD,
                f"more than {MOST_UNASKED_BYTES} bytes for one decision that nobody asked for",
            )

    def _greet(self, hello: engine_pb2.Hello) -> None:
        if self.phase is not Phase.GREETING:
            raise _out_of_order("a second hello")
        if hello.protocol_version != PROTOCOL_VERSION:
            raise EngineFault(
                game_pb2.FAULT_KIND_START,
                f"the engine speaks version {hello.protocol_version} of the protocol, "
                f"the referee version {PROTOCOL_VERSION}",
            )
        self.hello = hello
        self.phase = Phase.IDLE
        self.ear.changed()

    def _move(self, request: engine_pb2.PlayRequest, _: int) -> None:
        move = request.move
        if self._belongs_here(move.match_id, "a move"):
            if move.decision_id == self._closed_id and self._closed_id:
                self.ear.late(f"a move for decision {move.decision_id}, which is closed")
                return
            if 1 <= move.decision_id <= self._decision_id:
                raise EngineFault(
                    game_pb2.FAULT_KIND_SECOND_ANSWER,
                    f"a second answer to decision {move.decision_id}",
                )
            raise EngineFault(
                game_pb2.FAULT_KIND_UNKNOWN_DECISION,
                f"an answer to decision {move.decision_id}, which was never asked",
            )

    def _info(self, request: engine_pb2.PlayRequest, arrived_us: int) -> None:
        info = request.info
        if not self._belongs_here(info.match_id, "info"):
            return
        if info.decision_id > self._decision_id or info.decision_id < 1:
            raise EngineFault(
                game_pb2.FAULT_KIND_UNKNOWN_DECISION,
                f"info on decision {info.decision_id}, which was never asked",
            )
        if self.phase is Phase.ASKED and info.decision_id == self._decision_id:
            self.ear.thought(info.evaluation, arrived_us)
        else:
            self.ear.late(f"info on decision {info.decision_id}, which is closed")

    def _log(self, request: engine_pb2.PlayRequest, _: int) -> None:
        self.ear.logged(request.log.text)

    def _resign(self, request: engine_pb2.PlayRequest, arrived_us: int) -> None:
        if not self._belongs_here(request.resign.match_id, "a resignation"):
            return
        if self.phase is Phase.PREPARING:
            raise _out_of_order("a resignation before ready")
        if self.resigned_us is None:
            self.resigned_us = arrived_us
            self.ear.changed()

    def _ready(self, request: engine_pb2.PlayRequest, _: int) -> None:
        if self._belongs_here(request.ready.match_id, "ready"):
            raise _out_of_order("a second ready")

    def _belongs_here(self, match_id: str, what: str) -> bool:
        """Whether a message is of this match; False where it is of an earlier one, so late."""
        if match_id == self._match_id and match_id:
            return True
        if match_id in self._earlier:
            self.ear.late(f"{what} for an earlier match")
            return False
        raise EngineFault(
            game_pb2.FAULT_KIND_UNKNOWN_DECISION, f"{what} for a match that is not played here"
        )


def _out_of_order(what: str) -> EngineFault:
    return EngineFault(game_pb2.FAULT_KIND_OUT_OF_ORDER, what)


_UNASKED: dict[str, Callable[[Conversation, engine_pb2.PlayRequest, int], None]] = {
    "move": Conversation._move,
    "info": Conversation._info,
    "log": Conversation._log,
    "resign": Conversation._resign,
    "ready": Conversation._ready,
}

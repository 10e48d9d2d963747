"""The conversation with an engine from far away: its stream may break, and come back.

While the engine is away the match goes on and its clock runs. It comes back by a new stream with
the same token; where the old stream still seems to live, the newer wins. It says the same Hello,
is told where the match stands, says Ready, and is asked again what is still open.
"""

import asyncio
from collections.abc import Callable

from podesta.v1 import engine_pb2, game_pb2

from referee.conversation import Conversation, Phase
from referee.errors import EngineFault
from referee.time_control import duration_text
from referee.time_source import TimeSource
from referee.transport.engine_stream import EngineStream, WriteStamp

__all__ = ["MOST_RETURNS", "ReturningConversation"]

MOST_RETURNS = 50
"""More returns in one match are a flood: each makes the referee tell the whole position."""


class ReturningConversation(Conversation):
    """See the module. An engine away for longer than the grace has closed its stream for good."""

    def __init__(self, time: TimeSource, grace_us: int) -> None:
        super().__init__()
        self.on_away: Callable[[], None] | None = None
        """Told when the stream broke and may come back."""
        self._time = time
        self._grace_us = grace_us
        self._timer: asyncio.Future[None] | None = None
        self._away_detail = ""
        self._returning = False
        """From the new stream until Ready."""
        self._open = False
        """A decision is asked and not answered."""
        self._returns = 0

    def takes_another(self) -> bool:
        """Whether a new stream may take the place of the one before."""
        return (
            self._grace_us > 0
            and self.ready
            and bool(self._match_id)
            and not self.leaving
            and self.phase is not Phase.ENDED
        )

    @property
    def is_away(self) -> bool:
        """The engine hears nothing now: its stream broke, or it has not yet said Ready again."""
        return self._timer is not None

    # --- the stream ----------------------------------------------------------------------------

    def opened(self, stream: EngineStream) -> None:
        """See `StreamListener.opened`."""
        if not self.takes_another():
            super().opened(stream)
            return
        self._returns += 1
        if self._returns > MOST_RETURNS:
            self._fail(
                EngineFault(game_pb2.FAULT_KIND_FLOOD, f"came back more than {MOST_RETURNS} times")
            )
            return
        if not self.is_away:
            self._go_away("a newer stream took its place")
        self._stream, self._returning = stream, True
        self.phase = Phase.GREETING
        if self.on_opened is not None:
            self.on_opened()

    def closed(self, detail: str) -> None:
        """See `StreamListener.closed`."""
        if not self.takes_another():
            self._cancel_timer()
            super().closed(detail)
            return
        if not self.is_away:
            self._go_away(detail)
        self._stream, self._returning = None, False
        self.phase = Phase.UNCONNECTED
        if self.on_away is not None:
            self.on_away()

    def _go_away(self, detail: str) -> None:
        self._away_detail = detail
        self._timer = self._time.timer(self._time.now_us() + self._grace_us)
        self._timer.add_done_callback(self._grace_over)
        self.ear.away(detail)

    def _grace_over(self, timer: "asyncio.Future[None]") -> None:
        if timer.cancelled() or timer is not self._timer:
            return
        self._timer = None
        if self.phase is not Phase.ENDED:
            self._stream = None
            super().closed(
                f"{self._away_detail}, and the engine was not back within "
                f"{duration_text(self._grace_us)}"
            )

    def _fail(self, fault: EngineFault) -> None:
        self.fault, self.fault_us = fault, self._time.now_us()
        self.phase = Phase.ENDED
        self.ear.changed()

    def _cancel_timer(self) -> None:
        timer, self._timer = self._timer, None
        if timer is not None:
            timer.cancel()

    # --- the referee speaks --------------------------------------------------------------------

    def send(self, message: engine_pb2.PlayResponse) -> None:
        """See `Conversation.send`. One that came back hears nothing before it has said Hello."""
        if not (self._returning and self.phase is Phase.GREETING):
            super().send(message)

    def resume(self, welcome: engine_pb2.Welcome, message: engine_pb2.NewMatch) -> None:
        """Tell an engine that said Hello again where the match stands."""
        self.send(engine_pb2.PlayResponse(welcome=welcome))
        self.send(engine_pb2.PlayResponse(new_match=message))

    def ask(self, question: bytes, decision_id: int, stamp: WriteStamp) -> None:
        """See `Conversation.ask`. One who is away is asked when it is back."""
        self._open = True
        if not self.is_away:
            super().ask(question, decision_id, stamp)
            return
        self._decision_id, self._unasked_bytes, self.answer = decision_id, 0, None
        # The engine lets the question wait, not the referee.
        stamp.begun_us = self._time.now_us()

    def ask_again(self, question: bytes) -> None:
        """Repeat the question that is open to an engine that is back."""
        if self._stream is not None:
            self._stream.send(question)

    def reopen(self) -> None:
        """See `Conversation.reopen`."""
        self._open = True
        super().reopen()

    def close_decision(self) -> None:
        """See `Conversation.close_decision`."""
        self._open = False
        super().close_decision()

    def end_match(self, message: engine_pb2.PlayResponse) -> None:
        """See `Conversation.end_match`. Who is away then never hears of it."""
        was_away, self._open = self.is_away, False
        self._cancel_timer()
        super().end_match(message)
        if was_away:
            self.phase = Phase.ENDED

    # --- the engine speaks ---------------------------------------------------------------------

    def _receive(self, data: bytes, arrived_us: int) -> None:
        before = self.phase
        super()._receive(data, arrived_us)
        if self.phase is not Phase.WATCHING:
            return
        if before is Phase.ASKED:
            self._open = False
        elif before is Phase.PREPARING and self._returning:
            self._returning = False
            self._cancel_timer()
            if self._open:
                self.phase = Phase.ASKED
            self.ear.back()

    def _greet(self, hello: engine_pb2.Hello) -> None:
        if not self._returning or self.phase is not Phase.GREETING:
            super()._greet(hello)
            return
        if hello != self.hello:
            raise EngineFault(
                game_pb2.FAULT_KIND_OUT_OF_ORDER, "came back with another hello than before"
            )
        self.phase = Phase.PREPARING
        self.ear.returned()

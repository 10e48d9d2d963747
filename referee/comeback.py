"""What an engine from far away is told when it comes back in mid-match."""

from collections.abc import Callable, Iterable

from podesta.v1 import engine_pb2

from referee.clock import MatchClocks
from referee.packing import pack_into
from referee.question import Question
from referee.returning_conversation import ReturningConversation
from referee.seat import Seat
from referee.table import Table
from referee.time_source import TimeSource, elapsed_us

__all__ = ["Comeback"]


class Comeback:
    """Tells it the whole position, the clocks as they stand, and asks again what is open."""

    def __init__(
        self,
        table: Table,
        time: TimeSource,
        welcome: Callable[[], engine_pb2.Welcome],
        new_match: Callable[[Seat], engine_pb2.NewMatch],
    ) -> None:
        self._table = table
        self._time = time
        self._welcome = welcome
        self._new_match = new_match

    def watch(self, seats: Iterable[Seat]) -> None:
        """From now on."""
        for seat in seats:
            seat.returned_hello = self._tell
            seat.returned_ready = self._go_on

    def _tell(self, seat: Seat) -> None:
        talk = seat.conversation
        assert isinstance(talk, ReturningConversation), "no other engine comes back"
        state, ply, question = self._table.standing()
        message = self._new_match(seat)
        resumed = message.resumed
        resumed.ply = ply
        pack_into(resumed.observation.public, state.public())
        private = state.private(seat.number)
        if private is not None:
            pack_into(resumed.observation.private, private)
        resumed.events.extend(seat.take_history())
        resumed.clocks.extend(self._clocks(question).to_proto())
        talk.resume(self._welcome(), message)

    def _go_on(self, seat: Seat) -> None:
        talk = seat.conversation
        assert isinstance(talk, ReturningConversation), "no other engine comes back"
        _, _, question = self._table.standing()
        if question is not None and question.seat is seat:
            now_us = self._time.now_us()
            talk.ask_again(question.ask_again(now_us, self._clocks(question)))

    def _clocks(self, question: Question | None) -> MatchClocks:
        """As they stand now: that of a seat that is asked has run since."""
        clocks = self._table.clocks
        if question is None:
            return clocks
        raw_us = elapsed_us(question.asked_us, self._time.now_us())
        state, _, _ = self._table.standing()
        return clocks.charge(question.seat.number, state.turn_seat, raw_us)[0]

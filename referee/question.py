"""One decision that an engine is asked: the message, and the time it has."""

from podesta.v1 import engine_pb2, game_pb2

from referee.clock import MatchClocks
from referee.games import AnyState
from referee.games.wire import LengthDelimited
from referee.observation_message import observation_bytes
from referee.seat import Seat
from referee.transport.engine_stream import WriteStamp

__all__ = ["Question"]

_DECIDE = LengthDelimited(engine_pb2.PlayResponse, "decide")
_OBSERVATION = LengthDelimited(engine_pb2.Decide, "observation")


class Question:
    """Built before the clock starts; `ask` starts it."""

    __slots__ = (
        "_message",
        "_stamp",
        "asked_us",
        "clocks",
        "deadline_us",
        "flag_us",
        "kind",
        "legal_count",
        "limit_us",
        "ply",
        "retries",
        "seat",
    )

    def __init__(
        self, state: AnyState, clocks: MatchClocks, seat: Seat, ply: int, grace_us: int
    ) -> None:
        number, turn_seat = seat.number, state.turn_seat
        self.ply = ply
        self.kind = state.decision
        self.legal_count = state.legal_count()
        self.limit_us = clocks.limit_us(number, turn_seat)
        self.flag_us = clocks.flag_us(number, turn_seat, grace_us)
        """The flag falls this long after the question was asked."""
        self.clocks: list[game_pb2.SeatClock] = clocks.to_proto()
        self.retries = 0
        """Wrong answers that are still forgiven."""
        self.asked_us = 0
        self.deadline_us = 0
        """When the flag falls (monotonic)."""
        self.seat = seat
        match_id, decision_id, events = seat.next_question()
        decide = engine_pb2.Decide(
            match_id=match_id,
            decision_id=decision_id,
            ply=ply,
            kind=self.kind,
            events=events,
            legal_count=self.legal_count,
            clocks=self.clocks,
            limit_us=self.limit_us,
            turn=state.turn,
        )
        moves = b"" if seat.hello.omit_legal_moves else state.legal_moves_bytes()
        observation = observation_bytes(state, number)
        rest = decide.SerializeToString() + _OBSERVATION.prefix(len(observation))
        size_bytes = len(rest) + len(observation) + len(moves)
        self._message = _DECIDE.prefix(size_bytes) + rest + observation + moves
        self._stamp: WriteStamp | None = None

    def ask(self, now_us: int) -> None:
        """Hand the message to its writer; the clock runs from `now_us`."""
        self.asked_us = now_us
        self.deadline_us = now_us + self.flag_us
        self._stamp = self.seat.ask(self._message)

    def ask_again(self, now_us: int, clocks: MatchClocks) -> bytes:
        """The same question for an engine that came back; its clock has run on since `asked_us`.

        `clocks` are those of now.
        """
        message = engine_pb2.PlayResponse.FromString(self._message)
        decide = message.decide
        # What happened before was told when it came back.
        del decide.events[:]
        decide.events.extend(self.seat.take_pending())
        del decide.clocks[:]
        decide.clocks.extend(clocks.to_proto())
        decide.limit_us = max(0, self.limit_us - (now_us - self.asked_us))
        return message.SerializeToString()

    def queue_us(self, arrived_us: int) -> int:
        """How long the question waited in the referee before it was written."""
        begun_us = self._stamp.begun_us if self._stamp is not None else None
        if begun_us is None:
            begun_us = arrived_us
        return max(0, min(begun_us, arrived_us) - self.asked_us)

"""What a match tells while it is played, for live views; nothing is built when nobody looks."""

import time
from collections.abc import Callable
from enum import IntEnum

from podesta.v1 import game_pb2, match_pb2

from referee.clock import MatchClocks
from referee.games import AnyGame, AnyState
from referee.judge import Verdict
from referee.outcome_message import outcome_message
from referee.packing import pack_into
from referee.record_builder import capped_evaluation

__all__ = ["EventLevel", "EventSink", "Spectators"]

EventSink = Callable[[match_pb2.MatchEvent], None]
"""Takes an event and returns at once."""

_THOUGHTS_PER_S = 10
_HIDDEN = "(hidden)"
_ABOUT_MOVES = (game_pb2.FAULT_KIND_ILLEGAL_MOVE, game_pb2.FAULT_KIND_UNREADABLE_MOVE)
"""Faults whose details quote the move, or say what would have been legal."""
_US_PER_S = 1_000_000


class EventLevel(IntEnum):
    """How much is told."""

    NONE = 0
    MATCHES = 1
    """Beginning, faults and end."""
    MOVES = 2
    """Every question, move and thought too."""


class Spectators:
    """Tells one match to a sink.

    Where a game hides something, of moves only what the game makes public is told, and neither
    how many were legal nor evaluations: they may give it away.
    """

    def __init__(
        self, match_id: str, game: AnyGame, sink: EventSink | None, level: EventLevel
    ) -> None:
        self._match_id = match_id
        self._sink = sink or (lambda _: None)
        self._game = game
        self._open = game.perfect_information
        self.matches = sink is not None and level >= EventLevel.MATCHES
        self.moves = sink is not None and level >= EventLevel.MOVES
        self._thoughts: dict[int, tuple[int, int]] = {}

    def started(self, game: str, names: list[str], state: AnyState, clocks: MatchClocks) -> None:
        """All engines are ready and the game is set up."""
        if self.matches:
            event = self._event()
            started = event.started
            started.game = game
            started.names.extend(names)
            pack_into(started.observation.public, state.public())
            started.clocks.extend(clocks.to_proto())
            self._sink(event)

    def asked(
        self, seat: int, ply: int, kind: str, clocks: list[game_pb2.SeatClock], limit_us: int
    ) -> None:
        """A decision is asked."""
        if self.moves:
            event = self._event()
            asked = event.asked
            asked.seat, asked.ply, asked.kind, asked.limit_us = seat, ply, kind, limit_us
            asked.clocks.extend(clocks)
            self._sink(event)

    def moved(
        self,
        seat: int,
        ply: int,
        kind: str,
        text: str,
        state: AnyState,
        clocks: MatchClocks,
        *,
        charged_us: int,
        legal_count: int,
        evaluation: game_pb2.Evaluation | None,
        decider: match_pb2.Decider,
    ) -> None:
        """A move was made; `state` and `clocks` are those after it."""
        if self.moves:
            event = self._event()
            move = event.move
            move.seat, move.ply, move.kind = seat, ply, kind
            move.charged_us, move.decider = charged_us, decider
            move.clocks.extend(clocks.to_proto())
            pack_into(move.observation.public, state.public())
            move.text = self._game.public_move(self._game.parse_move(text)) or ""
            if self._open:
                move.legal_count = legal_count
                if evaluation is not None:
                    move.evaluation.CopyFrom(capped_evaluation(evaluation))
            self._sink(event)

    def thought(self, seat: int, evaluation: game_pb2.Evaluation, at_us: int) -> None:
        """An engine tells what it thinks; more than ten a second are left out."""
        if self.moves and self._open:
            second, count = self._thoughts.get(seat, (0, 0))
            if at_us // _US_PER_S != second:
                second, count = at_us // _US_PER_S, 0
            self._thoughts[seat] = second, count + 1
            if count < _THOUGHTS_PER_S:
                event = self._event()
                event.thought.seat = seat
                event.thought.evaluation.CopyFrom(capped_evaluation(evaluation))
                self._sink(event)

    def fault(self, fault: game_pb2.Fault) -> None:
        """An engine did something wrong."""
        if self.matches:
            event = self._event()
            event.fault.CopyFrom(fault)
            if not self._open and fault.kind in _ABOUT_MOVES:
                event.fault.detail = _HIDDEN
            self._sink(event)

    def ended(self, verdict: Verdict) -> None:
        """The match is over."""
        if self.matches:
            event = self._event()
            ended = event.ended
            ended.termination, ended.reason = verdict.termination, verdict.reason
            if verdict.outcome is not None:
                ended.outcome.CopyFrom(outcome_message(verdict.outcome))
            self._sink(event)

    def _event(self) -> match_pb2.MatchEvent:
        return match_pb2.MatchEvent(match_id=self._match_id, at_us=time.time_ns() // 1_000)

"""One decision, as the bot sees it."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from podesta.v1 import engine_pb2, game_pb2

from engines.kit.answers import Evaluation
from engines.kit.match import Match
from engines.kit.monotonic import Monotonic
from engines.kit.unpacking import unpack, unpack_all

if TYPE_CHECKING:
    from referee.games.game import AnyState

__all__ = ["Observation", "SeatClock", "Turn"]

INFO_INTERVAL_US = 50_000
"""Info goes out at most this often, so that an eager search is no flood."""

LOGS_A_DECISION = 100
"""Log lines of one decision; the rest is dropped."""

LOG_BYTES = 1024

Post = Callable[[bytes], None]


@dataclass(frozen=True, slots=True)
class SeatClock:
    """The clock of one seat when the question was written; None where there is no such thing.

    `remaining_us` is the bank, `period_us` the rest of the current byo-yomi period.
    """

    remaining_us: int | None
    periods_left: int | None
    turns_to_refill: int | None
    period_us: int | None


class Observation:
    """The position as this seat may see it, unpacked when first looked at."""

    def __init__(self, message: game_pb2.Observation) -> None:
        self._message = message

    @cached_property
    def public(self) -> Any:
        """The game's ...Public message."""
        return unpack(self._message.public)

    @cached_property
    def private(self) -> Any:
        """The game's ...Private message; None in games of perfect information."""
        return unpack(self._message.private) if self._message.HasField("private") else None


class Turn:
    """One question of the referee, and what may be said while thinking about it."""

    def __init__(
        self,
        match: Match,
        message: engine_pb2.Decide,
        *,
        asked_at_us: int,
        monotonic: Monotonic,
        post: Post,
    ) -> None:
        self.match = match
        """The match it belongs to."""
        self.decision_id: int = message.decision_id
        """Counts the decisions of this seat in this match, from 1."""
        self.ply: int = message.ply
        """Decisions made so far by all seats."""
        self.number: int = message.turn
        """Turns begun so far; decisions with one number belong to one turn."""
        self.kind: str = message.kind
        """What is asked, a name from the game's documentation."""
        self.legal_count: int = message.legal_count
        """How many moves are legal."""
        self.limit_us: int = message.limit_us
        """The flag falls this long after the question was written, microseconds."""
        self.asked_at_us = asked_at_us
        """When the question arrived, on the bot's own monotonic clock."""
        self.rejected: engine_pb2.Rejected | None = None
        """Why the last answer to this very question was wrong, when it may be answered again."""
        self._message = message
        self._monotonic = monotonic
        self._post = post
        self._closed = False
        self._last_info_us: int | None = None
        self._logs = 0

    # --- the position --------------------------------------------------------------------------

    @property
    def seat(self) -> int:
        """The bot's own seat, 0-based."""
        return self.match.seat

    @cached_property
    def observation(self) -> Observation:
        """The whole position as this seat may see it."""
        return Observation(self._message.observation)

    @cached_property
    def events(self) -> tuple[Any, ...]:
        """The game's ...Event messages since the last message; empty with `omit_events`."""
        return unpack_all(self._message.events)

    @cached_property
    def legal_moves(self) -> list[str]:
        """Canonical texts of all legal moves; empty with `omit_legal_moves`."""
        return list(self._message.legal_moves)

    def state(self) -> "AnyState":
        """The position as the rules of `referee.games` know it, for bots that search.

        Hidden parts are drawn anew each time, with the match's own `random`. Raises ProtocolError
        where the observation contradicts itself or the game is not installed.
        """
        from engines.kit.state import rebuild_state

        return rebuild_state(self)

    # --- time ----------------------------------------------------------------------------------

    @cached_property
    def clocks(self) -> tuple[SeatClock, ...]:
        """All clocks, by seat."""
        return tuple(
            SeatClock(
                clock.remaining_us if clock.HasField("remaining_us") else None,
                clock.periods_left if clock.HasField("periods_left") else None,
                clock.turns_to_refill if clock.HasField("turns_to_refill") else None,
                clock.period_us if clock.HasField("period_us") else None,
            )
            for clock in self._message.clocks
        )

    @property
    def clock(self) -> SeatClock:
        """The bot's own clock."""
        return self.clocks[self.seat]

    @property
    def spent_us(self) -> int:
        """Time since the question arrived, microseconds."""
        return self._monotonic() - self.asked_at_us

    @property
    def left_us(self) -> int:
        """Time until the flag falls, as seen from here; never negative, microseconds."""
        return max(0, self.limit_us - self.spent_us)

    @property
    def closed(self) -> bool:
        """Whether the referee no longer waits for the answer: the match is over, or it is gone."""
        return self._closed

    def should_stop(self, budget_us: int | None = None) -> bool:
        """Whether a search should end now: nobody waits any more, or the time is up.

        `budget_us` is what the bot means to spend on this decision; without it, the limit counts.
        """
        if self._closed:
            return True
        limit = self.limit_us if budget_us is None else min(budget_us, self.limit_us)
        return self.spent_us >= limit

    # --- speaking while thinking ---------------------------------------------------------------

    def info(self, evaluation: Evaluation) -> bool:
        """Tell what the bot thinks so far; for people who watch.

        Goes out at most every 50 ms, the rest is dropped, and nothing after the decision is closed.
        Gives whether it went out.
        """
        now = self._monotonic()
        last = self._last_info_us
        if self._closed or (last is not None and now - last < INFO_INTERVAL_US):
            return False
        self._last_info_us = now
        request = engine_pb2.PlayRequest()
        request.info.match_id = self.match.id
        request.info.decision_id = self.decision_id
        request.info.evaluation.CopyFrom(evaluation.to_proto())
        self._post(request.SerializeToString())
        return True

    def log(self, text: str) -> bool:
        """Write a line into the log of the match; at most 100 lines a decision, 1 KiB each.

        Gives whether it went out.
        """
        if self._closed or self._logs >= LOGS_A_DECISION:
            return False
        self._logs += 1
        cut = text.encode("utf-8", "replace")[:LOG_BYTES].decode("utf-8", "ignore")
        request = engine_pb2.PlayRequest()
        request.log.text = cut
        self._post(request.SerializeToString())
        return True

    # --- for the kit ---------------------------------------------------------------------------

    def close(self) -> None:
        """The kit's own: the referee no longer waits for the answer."""
        self._closed = True

    def reopen(self, rejected: engine_pb2.Rejected) -> None:
        """The kit's own: the referee waits for another answer."""
        self.rejected = rejected
        self._closed = False

"""The fall of a flag: whose fault it is that no answer came in time."""

import asyncio

from podesta.v1 import game_pb2

from referee.conversation import Conversation
from referee.errors import EngineFault, VoidMatch
from referee.question import Question
from referee.record_builder import RecordBuilder
from referee.time_control import duration_text
from referee.time_source import TimeSource, elapsed_us

__all__ = ["Flag"]

_TOLERATED_LAG_US = 20_000
_LONGEST_EXTENSION_US = 1_000_000


class Flag:
    """Judges questions whose time is over."""

    def __init__(
        self, time: TimeSource, bell: asyncio.Event, builder: RecordBuilder, grace_us: int
    ) -> None:
        """`bell` rings when something of the match changed."""
        self._time = time
        self._bell = bell
        self._builder = builder
        self._grace_us = grace_us

    async def fell(self, question: Question) -> EngineFault:
        """The fault of a seat whose time is over; its decision is closed.

        Where we ourselves woke so late that an answer may have waited for us, it gets as long to
        come in; if it does, nobody can tell whose time it was. Raises VoidMatch then.
        """
        talk = question.seat.conversation
        now_us = self._time.now_us()
        late_us = now_us - question.deadline_us
        self._builder.lag(late_us)
        if late_us > max(self._grace_us, _TOLERATED_LAG_US):
            await self._wait_for_answer(talk, now_us + min(late_us, _LONGEST_EXTENSION_US))
            if talk.answer is not None:
                raise VoidMatch(
                    f"the referee woke {duration_text(late_us)} late, "
                    f"so the time of seat {question.seat.number} can't be judged"
                )
        arrived_us = now_us if talk.answer is None else talk.answer.arrived_us
        talk.close_decision()
        return EngineFault(
            game_pb2.FAULT_KIND_TIMEOUT,
            f"no answer within {duration_text(question.limit_us)}",
            overrun_us=elapsed_us(question.asked_us + question.limit_us, arrived_us),
        )

    async def _wait_for_answer(self, talk: Conversation, until_us: int) -> None:
        timer = self._time.timer(until_us)
        timer.add_done_callback(lambda _: self._bell.set())
        while talk.answer is None and not timer.done():
            self._bell.clear()
            await self._bell.wait()
        timer.cancel()

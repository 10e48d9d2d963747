"""The conversation of one bot with one referee, from Hello to Goodbye."""

import asyncio
import sys
from collections import deque
from enum import Enum, auto
from functools import partial
from typing import Any

from google.protobuf.message import DecodeError
from podesta.v1 import engine_pb2, game_pb2

from engines.kit.answers import encode_answer
from engines.kit.bot import PROTOCOL_VERSION, Bot, hello, is_asynchronous, is_overridden
from engines.kit.environment import Connection
from engines.kit.errors import BotError, NotWelcomeError, ProtocolError
from engines.kit.lanes import AsyncLane, InlineLane, Lane, ThreadLane
from engines.kit.match import Match, Result
from engines.kit.monotonic import Monotonic, monotonic_us
from engines.kit.options import apply_options
from engines.kit.stream import Stream, StreamLostError, open_stream
from engines.kit.turn import Turn
from engines.kit.unpacking import unpack_all

__all__ = ["Ending", "play"]

_HOOKS = ("on_match", "on_events", "on_rejected", "on_over")
_MATCHES_REMEMBERED = 64


class Ending(Enum):
    """How a conversation ended."""

    OVER = auto()
    """By Goodbye, or because the referee hung up between matches."""
    LOST = auto()
    """The stream broke between matches, or before the first."""
    BROKEN = auto()
    """The stream broke in mid-match."""
    REPLACED = auto()
    """A newer stream of the same bot took its place in mid-match."""


async def play(
    bot: Bot,
    connection: Connection,
    monotonic: Monotonic = monotonic_us,
    *,
    to_the_end: bool = False,
) -> Ending:
    """Play matches until the referee says Goodbye or goes away; which of both it was.

    `to_the_end` waits until no method of the bot runs any more, so that it can be used again;
    else one that computes on is left behind.

    Raises what the bot raises, NotWelcomeError where no referee takes the bot, OptionValueError for
    values it can't have, BotError and ProtocolError for what makes no sense.
    """
    async with open_stream(connection) as stream:
        return await _Session(bot, stream, connection, monotonic).run(to_the_end=to_the_end)


class _Session:
    def __init__(
        self, bot: Bot, stream: Stream, connection: Connection, monotonic: Monotonic
    ) -> None:
        self._bot = bot
        self._stream = stream
        self._connection = connection
        self._monotonic = monotonic
        self._match: Match | None = None
        self._earlier: deque[str] = deque(maxlen=_MATCHES_REMEMBERED)
        self._turn: Turn | None = None
        # Written where the bot runs, read by the reader: each is one reference.
        self._unanswered: Turn | None = None
        self._thinking: Turn | None = None
        self._error: BaseException | None = None
        self._task = asyncio.current_task()
        self._hears_events = is_overridden(bot, "on_events")
        self._lane = self._make_lane()

    def _make_lane(self) -> Lane:
        if not self._bot.games:
            raise BotError(f"{type(self._bot).__name__} names no game; set its `games`")
        if is_asynchronous(self._bot):
            return AsyncLane(self._stream, self._fail)
        asynchronous = [name for name in _HOOKS if is_asynchronous(self._bot, name)]
        if asynchronous:
            raise BotError(f"{asynchronous[0]} is async, so choose must be async too")
        return (
            InlineLane(self._stream) if self._bot.instant else ThreadLane(self._stream, self._fail)
        )

    def _fail(self, error: BaseException) -> None:
        # The reader waits for a message that may never come: only a cancel wakes it.
        self._error = error
        if self._task is not None:
            self._task.cancel()

    async def run(self, *, to_the_end: bool) -> Ending:
        try:
            await self._stream.send(hello(self._bot).SerializeToString())
            await self._welcome()
            ending = await self._listen()
            self._close_turn()
            await self._lane.end()
            await self._stream.finish()
            if to_the_end:
                await self._lane.gone()
            return ending
        except NotWelcomeError:
            await self._lane.end()
            await self._stream.finish()
            raise
        except asyncio.CancelledError:
            if self._error is None:
                raise
            raise self._error from None

    async def _welcome(self) -> None:
        address = self._connection.address
        try:
            data = await self._stream.read()
        except StreamLostError as lost:
            raise NotWelcomeError(f"no referee at {address} takes this bot ({lost})") from None
        if data is None:
            raise NotWelcomeError(f"the referee at {address} hung up without a word")
        response = _parse(data)
        what = response.WhichOneof("message")
        if what == "rejected":
            raise NotWelcomeError(
                f"the referee at {address} does not take this bot: {response.rejected.reason}"
            )
        if what == "goodbye":
            raise NotWelcomeError(
                f"the referee at {address} has no match for this bot: {response.goodbye.reason}"
            )
        if what != "welcome":
            raise ProtocolError(f"the referee said {what} before welcome")
        if response.welcome.protocol_version != PROTOCOL_VERSION:
            raise NotWelcomeError(
                f"the referee at {address} speaks protocol version "
                f"{response.welcome.protocol_version}, this kit {PROTOCOL_VERSION}"
            )

    async def _listen(self) -> Ending:
        while True:
            try:
                data = await self._stream.read()
            except StreamLostError as lost:
                _note(f"the referee is gone ({lost})")
                if self._match is None:
                    return Ending.LOST
                return Ending.REPLACED if lost.status == "ABORTED" else Ending.BROKEN
            if data is None:
                return Ending.OVER if self._match is None else Ending.BROKEN
            asked_at_us = self._monotonic()
            response = _parse(data)
            what = response.WhichOneof("message")
            if what == "decide":
                await self._decide(response.decide, asked_at_us)
            elif what == "observe":
                await self._observe(response.observe)
            elif what == "new_match":
                await self._new_match(response.new_match)
            elif what == "match_over":
                await self._match_over(response.match_over)
            elif what == "rejected":
                await self._rejected(response.rejected)
            elif what == "goodbye":
                return Ending.OVER
            elif what is None:
                # A later version of the protocol may have more to say.
                _note("the referee said something that this kit does not know")
            else:
                raise ProtocolError(f"the referee said {what}")

    # --- what the referee says -----------------------------------------------------------------

    async def _new_match(self, message: engine_pb2.NewMatch) -> None:
        if self._match is not None:
            raise ProtocolError(f"a match began while {self._match.id} was played")
        match = Match(message)
        if match.game not in self._bot.games:
            plays = ", ".join(self._bot.games)
            raise ProtocolError(f"the referee plays {match.game!r}, this bot plays {plays}")
        self._match = match
        ready = engine_pb2.PlayRequest(ready=engine_pb2.Ready(match_id=match.id))
        options = dict(message.engine_options)

        def begin() -> Any:
            apply_options(self._bot, options)
            return self._bot.on_match(match)

        resumed = match.resumed
        if resumed is None or not (self._hears_events and resumed.events):
            await self._lane.run(begin, lambda _: ready.SerializeToString())
            return
        # A bot that plays from events alone hears all of them again, after its new beginning.
        await self._lane.run(begin, _silent)
        await self._lane.run(
            lambda: self._bot.on_events(unpack_all(resumed.events)),
            lambda _: ready.SerializeToString(),
        )

    async def _observe(self, message: engine_pb2.Observe) -> None:
        if self._expect_match(message.match_id) and self._hears_events:
            await self._hear(message.events)

    async def _hear(self, packed: Any) -> None:
        await self._lane.run(lambda: self._bot.on_events(unpack_all(packed)), _silent)

    async def _decide(self, message: engine_pb2.Decide, asked_at_us: int) -> None:
        match = self._expect_match(message.match_id)
        if match is None:
            return
        turn = Turn(
            match,
            message,
            asked_at_us=asked_at_us,
            monotonic=self._monotonic,
            post=self._lane.post,
        )
        self._turn = turn
        if self._hears_events and message.events:
            await self._hear(message.events)
        await self._ask(turn)

    async def _ask(self, turn: Turn) -> None:
        self._unanswered = turn
        await self._lane.run(partial(self._choose, turn), partial(self._answer, turn))

    def _choose(self, turn: Turn) -> Any:
        if turn.closed:
            return None
        self._thinking = turn
        return self._bot.choose(turn)

    def _answer(self, turn: Turn, answer: object) -> bytes | None:
        self._thinking = self._unanswered = None
        if turn.closed:
            return None
        thinking_us = turn.spent_us
        turn.close()
        return encode_answer(answer, turn.match.id, turn.decision_id, thinking_us)

    async def _rejected(self, message: engine_pb2.Rejected) -> None:
        kind = game_pb2.FaultKind.Name(message.kind).removeprefix("FAULT_KIND_").lower()
        expected = f"; expected: {message.expected}" if message.expected else ""
        _note(f"rejected ({kind}): {message.reason}{expected}")
        if message.match_id in self._earlier:
            return
        turn = self._turn
        if not message.HasField("decision_id") or (
            turn is not None and turn.decision_id != message.decision_id
        ):
            turn = None
        if is_overridden(self._bot, "on_rejected"):
            await self._lane.run(partial(self._bot.on_rejected, turn, message), _silent)
        if turn is not None and message.may_retry and self._unanswered is not turn:
            turn.reopen(message)
            await self._ask(turn)

    async def _match_over(self, message: engine_pb2.MatchOver) -> None:
        match = self._expect_match(message.match_id)
        if match is None:
            return
        self._close_turn()
        if self._hears_events and message.events:
            await self._hear(message.events)
        self._match = None
        self._earlier.append(match.id)
        await self._lane.run(partial(self._bot.on_over, Result(match, message)), _silent)

    def _close_turn(self) -> None:
        turn = self._turn
        if turn is not None:
            self._turn = None
            turn.close()
            if self._thinking is turn:
                self._lane.interrupt()

    def _expect_match(self, match_id: str) -> Match | None:
        """The match that is played; None where the message is of an earlier one, so late."""
        if self._match is None or self._match.id != match_id:
            if match_id in self._earlier:
                _note(f"a late message of match {match_id} was dropped")
                return None
            raise ProtocolError(f"the referee speaks of match {match_id}, which is not played")
        return self._match


def _parse(data: bytes) -> engine_pb2.PlayResponse:
    try:
        return engine_pb2.PlayResponse.FromString(data)
    except DecodeError:
        raise ProtocolError(f"the referee sent {len(data)} bytes that are no message") from None


def _silent(_: object) -> None:
    return None


def _note(text: str) -> None:
    print(f"podesta: {text}", file=sys.stderr, flush=True)

"""What a bot is: a class with `choose(turn)`."""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Sequence
from inspect import iscoroutinefunction
from typing import Any, ClassVar

from podesta.v1 import engine_pb2

from engines.kit.answers import Answer
from engines.kit.match import Match, Result
from engines.kit.options import declared_options
from engines.kit.turn import Turn

__all__ = ["PROTOCOL_VERSION", "Bot", "hello"]

PROTOCOL_VERSION = 1


class Bot(ABC):
    """A bot. Write `choose`, name the games, and call `serve`.

    All methods may be `async def`; `choose` decides which kind of bot it is. The kit never calls
    two of them at once. Options are class attributes, see `engines.kit.options`.
    """

    name: ClassVar[str] = ""
    """For people; the name of the class where it is empty."""

    version: ClassVar[str] = "1"
    """For people."""

    author: ClassVar[str] = ""
    """For people."""

    games: ClassVar[tuple[str, ...]] = ()
    """Names of the games it plays, such as "bologna"."""

    omit_legal_moves: ClassVar[bool] = False
    """The bot finds the legal moves itself, or answers with an index below `legal_count`."""

    omit_events: ClassVar[bool] = False
    """The bot plays from the observation alone: no events, no `on_events`."""

    instant: ClassVar[bool] = False
    """`choose` never takes longer than a millisecond or so and is no coroutine.

    It is then called without a thread of its own, which saves time; but what it says with
    `turn.info` and `turn.log` goes out only with its answer, and `turn.closed` never changes while
    it thinks.
    """

    @abstractmethod
    def choose(self, turn: Turn) -> Answer | Awaitable[Answer]:
        """The bot's answer: a text out of `turn.legal_moves`, an index, a Choice or Resign()."""

    def on_match(self, match: Match) -> Awaitable[None] | None:  # noqa: B027
        """A match begins; options are set. Costs no thinking time up to `match.ready_limit_us`."""

    def on_events(self, events: Sequence[Any]) -> Awaitable[None] | None:  # noqa: B027
        """What happened since the last call, in order: the game's ...Event messages, each once."""

    def on_rejected(  # noqa: B027
        self, turn: Turn | None, rejected: engine_pb2.Rejected
    ) -> Awaitable[None] | None:
        """The referee did not take something; `turn` is the decision it was said to, if any.

        Where it may be answered again, `choose` is called next with the same turn, whose
        `turn.rejected` then says why.
        """

    def on_over(self, result: Result) -> Awaitable[None] | None:  # noqa: B027
        """The match ended."""


def is_overridden(bot: Bot, method: str) -> bool:
    """Whether a bot has a method of its own in place of the empty one."""
    return getattr(type(bot), method) is not getattr(Bot, method)


def is_asynchronous(bot: Bot, method: str = "choose") -> bool:
    """Whether a method is a coroutine function."""
    return iscoroutinefunction(getattr(bot, method))


def hello(bot: Bot) -> engine_pb2.PlayRequest:
    """How a bot introduces itself."""
    return engine_pb2.PlayRequest(
        hello=engine_pb2.Hello(
            protocol_version=PROTOCOL_VERSION,
            name=bot.name or type(bot).__name__,
            version=bot.version,
            author=bot.author,
            games=bot.games,
            options=[option.declaration() for option in declared_options(type(bot)).values()],
            omit_legal_moves=bot.omit_legal_moves,
            omit_events=bot.omit_events,
        )
    )

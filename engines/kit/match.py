"""A match as the bot knows it: what `NewMatch` told, and how it ended."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

from podesta.v1 import engine_pb2, game_pb2

from engines.kit.unpacking import unpack, unpack_all

__all__ = ["Match", "Result"]


class Match:
    """The facts of one match; they do not change while it is played."""

    def __init__(self, message: engine_pb2.NewMatch) -> None:
        self._message = message
        self.id: str = message.match_id
        """Unique."""
        self.game: str = message.game
        """For example "bologna"."""
        self.seat: int = message.your_seat
        """The bot's own seat, 0-based."""
        self.options: Mapping[str, str] = dict(message.game_options)
        """Canonical options of the game."""
        self.names: tuple[str, ...] = tuple(seat.name for seat in message.seats)
        """Display names of the bots, by seat."""
        self.versions: tuple[str, ...] = tuple(seat.version for seat in message.seats)
        """Version texts of the bots, by seat."""
        self.rules_version: str = message.rules_version
        """Version of the rules of the game."""
        self.engine_seed: int = message.engine_seed
        """Where all randomness of the bot should come from, so that a match can be repeated."""
        self.random = Random(message.engine_seed)
        """A generator that starts from `engine_seed`."""
        self.seed_commitment: bytes = message.seed_commitment
        """SHA-256 of nonce and chance seed."""
        self.ready_limit_us: int = message.ready_limit_us
        """Time for `on_match`, microseconds; it costs no thinking time."""
        self.grace_us: int = message.grace_us
        """How much later than its limit the flag falls, microseconds; charged all the same."""

    @property
    def resumed(self) -> engine_pb2.Resumption | None:
        """Where the match stands, when the bot came back after its stream broke; else None.

        Ply, observation, clocks, and all events so far, which `on_events` hears next.
        """
        return self._message.resumed if self._message.HasField("resumed") else None

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return len(self.names)

    @property
    def time_control(self) -> game_pb2.TimeControl:
        """How time is counted; `.text` says it in short."""
        return self._message.time_control

    @cached_property
    def data(self) -> Any:
        """The game's ...Data message: tiles, cards and tables; None when the referee sent none."""
        if not self._message.HasField("game_data"):
            return None
        return unpack(self._message.game_data)


@dataclass(frozen=True)
class Result:
    """How a match ended."""

    match: Match
    message: engine_pb2.MatchOver
    """As the referee sent it."""

    @property
    def placements(self) -> tuple[int, ...]:
        """By seat, 1-based, shared by seats that tie; empty when the match is void."""
        return tuple(seat.placement for seat in self.message.outcome.seats)

    @property
    def scores(self) -> tuple[int, ...]:
        """The game's own points by seat; empty when the match is void."""
        return tuple(seat.score for seat in self.message.outcome.seats)

    @property
    def termination(self) -> str:
        """`completed`, `resignation`, `fault`, `forfeit` or `void`."""
        name = game_pb2.Termination.Name(self.message.termination)
        return name.removeprefix("TERMINATION_").lower()

    @property
    def reason(self) -> str:
        """For people, one line."""
        return self.message.reason

    @property
    def faults(self) -> Sequence[game_pb2.Fault]:
        """What this bot did wrong."""
        return tuple(self.message.your_faults)

    @cached_property
    def events(self) -> tuple[Any, ...]:
        """The last ...Event messages of the match."""
        return unpack_all(self.message.events)

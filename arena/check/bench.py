"""What a step works with: the engine, how to start it, and where advice goes."""

import hashlib
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from podesta.v1 import engine_pb2, match_pb2

from arena.check.engine_run import EngineRun
from arena.check.match_setup import MatchSetup, plain_setup
from arena.check.seat_match import SeatMatch
from arena.check.verdict import DoesNotApply
from referee.games import AnyGame, game_names, load_game
from referee.launcher.launcher import Launcher
from referee.time_control import TimeControl, parse_time_control
from referee.time_source import TimeSource

__all__ = ["DEFAULT_LIMIT_US", "DEFAULT_SEED", "DEFAULT_TIME_CONTROL", "Bench", "CheckSettings"]

DEFAULT_LIMIT_US = 10_000_000
"""As the referee waits for Hello and for Ready."""
DEFAULT_TIME_CONTROL = "5s+50ms"
DEFAULT_SEED = "check"
_MOST_ADVICE = 20


@dataclass(frozen=True, slots=True)
class CheckSettings:
    """What is the same in all steps.

    `limit_us`: for Hello, Ready and the end of the process. `control`: of matches whose clock is
    not the point. `seed`: any text; all deals and moves of ours come from it. `games`: asked for by
    name; empty for all that the engine claims.
    """

    limit_us: int = DEFAULT_LIMIT_US
    control: TimeControl = field(default_factory=lambda: parse_time_control(DEFAULT_TIME_CONTROL))
    seed: str = DEFAULT_SEED
    games: tuple[str, ...] = ()


class Bench:
    """One engine on the bench. A step starts it as often as it likes; each run ends with it."""

    def __init__(
        self,
        spec: match_pb2.EngineSpec,
        launcher: Launcher,
        time: TimeSource,
        settings: CheckSettings | None = None,
        progress: Callable[[str], None] | None = None,
    ) -> None:
        self.spec = spec
        self.time = time
        self.settings = settings or CheckSettings()
        self.hello: engine_pb2.Hello | None = None
        """What the engine said of itself, once the first step has heard it."""
        self._launcher = launcher
        self._progress = progress
        self._advice: list[str] = []
        self._notes: list[str] = []
        self._matches = 0
        self._step = ""

    # --- what a step finds ---------------------------------------------------------------------

    def begin(self, step: str) -> None:
        """A step begins: nothing found yet, and its deals depend on its name alone."""
        self._step = step
        self._matches = 0
        self._advice.clear()
        self._notes.clear()

    def advise(self, text: str) -> None:
        """Something that the engine could do better, one line; each is told once."""
        if text not in self._advice and len(self._advice) < _MOST_ADVICE:
            self._advice.append(text)

    def note(self, text: str) -> None:
        """Something worth knowing, one line."""
        self._notes.append(text)

    def progress(self, text: str) -> None:
        """How far a long step has come."""
        if self._progress is not None:
            self._progress(text)

    @property
    def advice(self) -> tuple[str, ...]:
        """All of this step."""
        return tuple(self._advice)

    @property
    def notes(self) -> tuple[str, ...]:
        """All of this step."""
        return tuple(self._notes)

    # --- the engine ----------------------------------------------------------------------------

    def process(
        self,
        *,
        transport: match_pb2.Transport | None = None,
        environment: Mapping[str, str] | None = None,
        token: str | None = None,
        told: bool = True,
    ) -> EngineRun:
        """A process of the engine, started where it is entered. See `EngineRun`."""
        return EngineRun(
            self.spec,
            self._launcher,
            self.time,
            self.settings.limit_us,
            transport=transport,
            environment=environment,
            token=token,
            told=told,
        )

    @asynccontextmanager
    async def welcomed(
        self,
        *,
        transport: match_pb2.Transport | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> AsyncIterator[EngineRun]:
        """A process that said Hello and heard Welcome."""
        async with self.process(transport=transport, environment=environment) as run:
            await run.hello()
            run.say_welcome()
            yield run

    # --- matches -------------------------------------------------------------------------------

    @property
    def games(self) -> tuple[AnyGame, ...]:
        """The games to try: those that the engine claims, we know, and nobody left out."""
        claimed = self.hello.games if self.hello is not None else ()
        wanted = self.settings.games or game_names()
        return tuple(load_game(name) for name in game_names() if name in wanted and name in claimed)

    @property
    def first_game(self) -> AnyGame:
        """The game of steps for which any will do. Raises DoesNotApply where there is none."""
        if not self.games:
            raise DoesNotApply("it plays none of the games")
        return self.games[0]

    def match(
        self,
        run: EngineRun,
        setup: MatchSetup | None = None,
        *,
        control: TimeControl | str | None = None,
        options: Iterable[tuple[str, str]] | None = None,
    ) -> SeatMatch:
        """A match that is still to begin; by default in the first game, seat 0.

        `options` are values for the engine's own; by default what its organiser set.
        """
        self._matches += 1
        if isinstance(control, str):
            control = parse_time_control(control)
        match = SeatMatch(
            run,
            setup or plain_setup(self.first_game),
            control or self.settings.control,
            self.seed(self._matches),
            f"check-{self._step}-{self._matches}",
            self.time,
            self.settings.limit_us,
        )
        given = self.spec.options if options is None else dict(options)
        match.new_match.engine_options.update(given)
        return match

    def seed(self, number: int) -> bytes:
        """32 bytes for a deal of this step."""
        text = f"podesta check {self.settings.seed}/{self._step}/{number}"
        return hashlib.sha256(text.encode("utf-8", "surrogateescape")).digest()

"""A MatchSpec, checked whole and read: what the match loop works from."""

from collections.abc import Callable
from dataclasses import dataclass

from podesta.v1 import match_pb2

from referee.deal import SEED_BYTES
from referee.errors import SpecError
from referee.games import AnyGame, OptionError, game_names, load_game
from referee.hosts import DEFAULT_READY_LIMIT_US
from referee.launcher.ladder import AUTO, LEVELS
from referee.time_control import (
    DEFAULT_GRACE_US,
    LONGEST_US,
    TimeControl,
    TimeControlError,
    parse_time_control,
)

__all__ = ["LoadGame", "MatchPlan", "plan_match"]

LoadGame = Callable[[str], AnyGame]

_MOST_OPENING_PLIES = 10_000
_MOST_RETRIES = 1_000
_ISOLATIONS = ("", AUTO, *LEVELS)


@dataclass(frozen=True, slots=True)
class MatchPlan:
    """What is to be played; durations in microseconds."""

    spec: match_pb2.MatchSpec
    game: AnyGame
    options: dict[str, str]
    """Canonical."""
    control: TimeControl
    grace_us: int
    ready_limit_us: int

    @property
    def seats(self) -> int:
        """How many."""
        return len(self.spec.engines)


def plan_match(spec: match_pb2.MatchSpec, load: LoadGame = load_game) -> MatchPlan:
    """Raises SpecError with every problem at once."""
    problems = list(_plain_problems(spec))
    game, options = _game(spec, load, problems)
    control = None
    try:
        control = parse_time_control(spec.time_control)
    except TimeControlError as error:
        problems.append(str(error))
    if problems or game is None or control is None:
        raise SpecError(problems)
    return MatchPlan(
        spec=spec,
        game=game,
        options=options,
        control=control,
        grace_us=spec.grace_us if spec.HasField("grace_us") else DEFAULT_GRACE_US,
        ready_limit_us=spec.ready_limit_us or DEFAULT_READY_LIMIT_US,
    )


def _plain_problems(spec: match_pb2.MatchSpec) -> list[str]:
    problems = []
    if not spec.match_id:
        problems.append("match_id: expected a text")
    if len(spec.seed) != SEED_BYTES:
        problems.append(f"seed: expected {SEED_BYTES} bytes, not {len(spec.seed)}")
    if len(spec.nonce) not in (0, SEED_BYTES):
        problems.append(f"nonce: expected {SEED_BYTES} bytes, not {len(spec.nonce)}")
    for name, value, most in (
        ("opening_plies", spec.opening_plies, _MOST_OPENING_PLIES),
        ("retries", spec.retries, _MOST_RETRIES),
        ("ready_limit_us", spec.ready_limit_us, LONGEST_US),
        ("grace_us", spec.grace_us, LONGEST_US),
    ):
        if not 0 <= value <= most:
            problems.append(f"{name}: expected 0 to {most}, not {value}")
    if spec.off_move not in match_pb2.OffMove.values():
        problems.append(f"off_move: {spec.off_move} is none of {match_pb2.OffMove.values()}")
    known = match_pb2.Transport.values()
    for seat, engine in enumerate(spec.engines):
        if engine.transport not in known:
            problems.append(f"engines[{seat}].transport: {engine.transport} is none of {known}")
        given = engine.limits
        if min(given.memory_bytes, given.file_size_bytes, given.cpu_time_us) < 0:
            problems.append(f"engines[{seat}].limits: a limit can't be less than 0")
        walls = engine.confinement
        if walls.isolation not in _ISOLATIONS:
            problems.append(
                f"engines[{seat}].confinement.isolation: {walls.isolation!r} is none of "
                f"{', '.join(_ISOLATIONS[1:])}"
            )
        if not all(path.startswith("/") for path in (*walls.readable, *walls.hidden)):
            problems.append(f"engines[{seat}].confinement: paths must be absolute")
        if any("\0" in text for text in (*engine.command, engine.directory, *walls.readable)):
            problems.append(f"engines[{seat}]: a command can't contain a zero character")
    return problems


def _game(
    spec: match_pb2.MatchSpec, load: LoadGame, problems: list[str]
) -> tuple[AnyGame | None, dict[str, str]]:
    try:
        game = load(spec.game)
    except KeyError:
        problems.append(f"game: {spec.game!r} is none of {', '.join(game_names())}")
        return None, {}
    try:
        return game, game.parse_options(spec.game_options, len(spec.engines))
    except OptionError as error:
        problems += [f"game_options: {problem}" for problem in error.problems]
        return game, {}

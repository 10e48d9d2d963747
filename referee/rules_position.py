"""A position as somebody outside describes it: options, chance and moves. Hostile until read."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from podesta.v1 import rules_pb2

from referee.deal import SEED_BYTES, chance_from
from referee.errors import RequestError
from referee.games import (
    AnyGame,
    AnyState,
    Chance,
    Event,
    MoveSyntaxError,
    OptionError,
    RecordedChance,
    ReplayError,
)

__all__ = ["MOST_MOVES", "NamedGames", "Position", "apply_move", "read_position"]

MOST_MOVES = 10_000
"""No position has more moves behind it."""

_SHOWN_CHARACTERS = 60


@dataclass(frozen=True, slots=True)
class NamedGames:
    """The games that can be asked about."""

    names: Callable[[], Sequence[str]]
    load: Callable[[str], AnyGame]

    def find(self, name: str) -> AnyGame:
        """The game of that name. Raises RequestError with the nearest one."""
        try:
            return self.load(name)
        except KeyError:
            names = self.names()
            near = get_close_matches(name[:_SHOWN_CHARACTERS], names, 1)
            hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(names)}"
            raise RequestError(f"no game is called {shown(name)}: {hint}") from None


@dataclass(frozen=True, slots=True)
class Position:
    """A position and the chance that what follows it draws from."""

    game: AnyGame
    options: dict[str, str]
    seats: int
    state: AnyState
    chance: Chance


def read_position(
    position: rules_pb2.Position, games: NamedGames, keep_going: Callable[[], None]
) -> Position:
    """Deal and make the moves. `keep_going` is called before each and may raise to give up.

    Raises RequestError for whatever does not fit, naming its place.
    """
    game = games.find(position.game)
    seats = position.seats or game.default_seats
    try:
        options = game.parse_options(position.game_options, seats)
    except OptionError as error:
        raise RequestError(f"game_options of {game.name}: {error}") from error
    if len(position.moves) > MOST_MOVES:
        raise RequestError(f"{len(position.moves)} moves: at most {MOST_MOVES} are taken")
    chance = _chance(position)
    try:
        state = game.initial_state(options, seats, chance)
    except ReplayError as error:
        raise RequestError(
            f"the set-up draws chance: {_chance_problem(position, error)}"
        ) from error
    read = Position(game, options, seats, state, chance)
    for number, text in enumerate(position.moves):
        keep_going()
        try:
            apply_move(read, text)
        except ReplayError as error:
            problem = _chance_problem(position, error)
            raise RequestError(f"moves[{number}] {shown(text)}: {problem}") from error
        except RequestError as error:
            raise RequestError(f"moves[{number}] {error}") from error
    return read


def apply_move(position: Position, text: str) -> list[Event]:
    """Make one move. Raises RequestError where it is unreadable or not legal, and ReplayError."""
    state = position.state
    if state.to_act is None:
        raise RequestError(f"{shown(text)}: the game is over")
    try:
        move = position.game.parse_move(text)
    except MoveSyntaxError as error:
        raise RequestError(f"{shown(text)} is unreadable: {error}") from error
    refusal = state.validate(move)
    if refusal is not None:
        raise RequestError(f"{shown(text)} is not legal: {refusal}")
    events: list[Event] = []
    state.apply(move, position.chance, events)
    return events


def shown(text: str) -> str:
    """A text from outside, quoted and short enough for one line."""
    cut = text if len(text) <= _SHOWN_CHARACTERS else text[:_SHOWN_CHARACTERS] + "..."
    return repr(cut)


def _chance(position: rules_pb2.Position) -> Chance:
    if position.WhichOneof("chance") != "seed":
        return RecordedChance(position.draws.values)
    if len(position.seed) != SEED_BYTES:
        raise RequestError(f"the seed has {len(position.seed)} bytes: {SEED_BYTES} are needed")
    return chance_from(position.seed)


def _chance_problem(position: rules_pb2.Position, error: ReplayError) -> str:
    if position.WhichOneof("chance") is None:
        return "give a seed or draws"
    return str(error)

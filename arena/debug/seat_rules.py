"""The rules as one seat may ask them: about positions as they were shown to it, and no more."""

from typing import Self

from podesta.v1 import engine_pb2, game_pb2

from arena.debug.unpacking import unpacked
from referee.answer_reading import read_answer
from referee.errors import EngineFault
from referee.games import (
    AnyGame,
    AnyState,
    OptionError,
    SeededChance,
    game_names,
    load_game,
)

__all__ = ["SeatRules", "written"]

_MOST_SEATS = 64


class SeatRules:
    """Judges answers by what their questions showed.

    Hidden parts of a position are drawn by chance, to fit what the seat saw: which moves are legal,
    and why others are not, does not depend on them.
    """

    def __init__(self, game: AnyGame, options: dict[str, str], seats: int, seat: int) -> None:
        self._game = game
        self._options = options
        self._seats = seats
        self._seat = seat
        self._cached: tuple[bytes, AnyState | None] | None = None

    @classmethod
    def of(cls, match: engine_pb2.NewMatch) -> Self | None:
        """The rules of a match as it was announced; None where there are none for it here."""
        seats = len(match.seats)
        if match.game not in game_names() or not match.your_seat < seats <= _MOST_SEATS:
            return None
        game = load_game(match.game)
        try:
            options = game.parse_options(dict(match.game_options), seats)
        except OptionError:
            return None
        return cls(game, options, seats, match.your_seat)

    def position(self, observation: game_pb2.Observation) -> AnyState | None:
        """A position that fits what was shown; None where nothing does."""
        key = observation.SerializeToString(deterministic=True)
        if self._cached is None or self._cached[0] != key:
            self._cached = key, self._rebuilt(observation)
        return self._cached[1]

    def _rebuilt(self, observation: game_pb2.Observation) -> AnyState | None:
        public, private = unpacked(observation.public), unpacked(observation.private)
        if public is None:
            return None
        try:
            return self._game.determinize(
                self._options, self._seats, self._seat, public, private, SeededChance(b"debug")
            )
        except ValueError:
            return None

    def judge(
        self, decide: engine_pb2.Decide, move: engine_pb2.Move
    ) -> tuple[str, EngineFault | None]:
        """The canonical text of an answer, and what is wrong with it, if anything is.

        The text is as the engine wrote it where it names no legal move: an index as "[12]", empty
        where it gave none.
        """
        state = self.position(decide.observation)
        if state is None or state.to_act is None:
            return written(move), None
        try:
            return str(read_answer(move, self._game, state, state.legal_count())), None
        except EngineFault as fault:
            return written(move), fault


def written(move: engine_pb2.Move) -> str:
    """An answer as the engine wrote it: an index as "[12]", empty where it gave none."""
    return f"[{move.index}]" if move.WhichOneof("choice") == "index" else move.text

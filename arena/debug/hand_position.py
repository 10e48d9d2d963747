"""A position that a person sets up by moves, and what each seat is still to be told of them."""

from collections.abc import Mapping

from google.protobuf.any_pb2 import Any as PackedMessage

from referee.deal import chance_from, random_move
from referee.errors import RequestError
from referee.games import AnyGame, AnyState, ReplayError, SeededChance
from referee.packing import pack
from referee.rules_position import Position, apply_move

__all__ = ["HandPosition"]


class HandPosition:
    """Dealt from a seed, then played by hand."""

    def __init__(self, game: AnyGame, options: Mapping[str, str], seats: int, seed: bytes) -> None:
        """`options` as given, not yet checked. Raises OptionError."""
        self.game = game
        self.options = game.parse_options(options, seats)
        self.seats = seats
        self.seed = seed
        self._choice = SeededChance(seed + b"random moves by hand")
        self._deal()

    def _deal(self) -> None:
        chance = chance_from(self.seed)
        state = self.game.initial_state(self.options, self.seats, chance)
        self._position = Position(self.game, self.options, self.seats, state, chance)
        self.moves: list[str] = []
        self._pending: list[list[PackedMessage]] = [[] for _ in range(self.seats)]

    @property
    def state(self) -> AnyState:
        """The position now."""
        return self._position.state

    def play(self, text: str) -> None:
        """Make a move of whoever is to act. Raises RequestError where it is not legal."""
        try:
            events = apply_move(self._position, text)
        except ReplayError as error:
            raise RequestError(str(error)) from error
        self.moves.append(text)
        for event in events:
            packed = pack(event.message)
            for seat, pending in enumerate(self._pending):
                if event.audience is None or seat in event.audience:
                    pending.append(packed)

    def play_at_random(self) -> str:
        """Make one legal move, each equally likely. Raises RequestError at the end of the game."""
        if self.state.to_act is None:
            raise RequestError("the game is over")
        text = str(random_move(self.state, self._choice))
        self.play(text)
        return text

    def undo(self, count: int) -> None:
        """Take moves back. What seats were to be told of is forgotten: nobody can be untold."""
        if count > len(self.moves):
            raise RequestError(f"only {len(self.moves)} moves were made")
        kept = self.moves[: len(self.moves) - count]
        self._deal()
        for text in kept:
            self.play(text)
        self.take_events(None)

    def take_events(self, seat: int | None) -> list[PackedMessage]:
        """What a seat was not told yet; now it is. None forgets what all were to be told."""
        if seat is None:
            self._pending = [[] for _ in range(self.seats)]
            return []
        taken, self._pending[seat] = self._pending[seat], []
        return taken

    def pending(self, seat: int) -> int:
        """How many events a seat was not told yet."""
        return len(self._pending[seat])

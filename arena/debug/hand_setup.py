"""What a person sets up in the console: game, deal, seats and moves."""

from collections.abc import Callable, Mapping, Sequence

from rich.console import Console
from rich.text import Text

from arena.debug.console_words import ConsoleError, key_values, whole_number
from arena.debug.hand_position import HandPosition
from arena.debug.hand_referee import HandReferee
from arena.match.match_specs import deal_seed
from arena.terminal.observation_view import draw_observation
from arena.terminal.printable import printable
from referee.games import AnyGame, MoveSyntaxError, game_names, load_game
from referee.observation_message import observation_message
from referee.time_control import parse_time_control

__all__ = ["SETUP_COMMANDS", "HandSetup"]


class HandSetup:
    """Commands about the position; each takes its words. Raises ConsoleError and what it means.

    That is RequestError, OptionError, TimeControlError and ValueError.
    """

    def __init__(self, referee: HandReferee, deal: str, console: Console) -> None:
        self._referee = referee
        self._deal = deal
        self._console = console
        self._given: dict[str, str] = {}

    @property
    def position(self) -> HandPosition:
        """What is set up."""
        return self._referee.position

    def game(self, words: Sequence[str]) -> None:
        """Another game."""
        if not words or words[0] not in game_names():
            raise ConsoleError(f"game: expected one of {', '.join(game_names())}")
        game = load_game(words[0])
        self._given = {}
        self._deal_anew(game, whole_number(words, 1, game.default_seats))

    def option(self, words: Sequence[str]) -> None:
        """Options of the game."""
        given = self._given | key_values(words, "option")
        self._deal_anew(self.position.game, self.position.seats, given)
        self._given = given

    def deal(self, words: Sequence[str]) -> None:
        """Another deal."""
        if len(words) != 1:
            raise ConsoleError("deal: expected one text")
        self._deal = words[0]
        self._deal_anew(self.position.game, self.position.seats)

    def _deal_anew(self, game: AnyGame, seats: int, given: Mapping[str, str] | None = None) -> None:
        options = self._given if given is None else given
        self._referee.position = HandPosition(game, options, seats, deal_seed(self._deal))
        if self._referee.seat >= seats:
            self._referee.seat = 0
        self.where(())

    def seat(self, words: Sequence[str]) -> None:
        """Where the bot sits."""
        seat = whole_number(words, 0, None)
        if seat >= self.position.seats:
            raise ConsoleError(f"seat: there are seats 0 to {self.position.seats - 1}")
        self._referee.seat = seat

    def time(self, words: Sequence[str]) -> None:
        """The time control."""
        self._referee.control = parse_time_control(" ".join(words))

    def play(self, words: Sequence[str]) -> None:
        """Moves of whoever is to act."""
        if not words:
            raise ConsoleError("play: expected a move")
        for move in self._moves(words):
            self.position.play(move)
        self.next()

    def _moves(self, words: Sequence[str]) -> Sequence[str]:
        """All words together where they are one move, as in games that write them with blanks."""
        together = " ".join(words)
        try:
            self.position.game.parse_move(together)
        except MoveSyntaxError:
            return words
        return [together]

    def random(self, words: Sequence[str]) -> None:
        """Random legal moves."""
        for _ in range(whole_number(words, 0, 1)):
            who = self.position.state.to_act
            self._print(f"seat {who}: {printable(self.position.play_at_random())}")
        self.next()

    def undo(self, words: Sequence[str]) -> None:
        """Take moves back."""
        self.position.undo(whole_number(words, 0, 1))
        self.next()

    def reset(self, _: Sequence[str]) -> None:
        """Back to the deal."""
        self.position.undo(len(self.position.moves))
        self.next()

    def show(self, words: Sequence[str]) -> None:
        """Draw the position."""
        seat: int | None = self._referee.seat
        if words:
            seat = None if words[0] == "all" else whole_number(words, 0, None)
        if seat is not None and seat >= self.position.seats:
            raise ConsoleError(f"show: there are seats 0 to {self.position.seats - 1}")
        observation = observation_message(self.position.state, seat)
        self._console.print(draw_observation(self.position.game.name, observation))

    def legal(self, words: Sequence[str]) -> None:
        """The legal moves."""
        texts = self.legal_texts()
        wanted = " ".join(words)
        found = [text for text in texts if wanted in text]
        self._print(f"{len(found)} of {len(texts)} legal moves")
        self._print("  ".join(found))

    def legal_texts(self) -> list[str]:
        """What may be played, for completion too."""
        state = self.position.state
        return [] if state.to_act is None else state.legal_texts()

    def where(self, _: Sequence[str]) -> None:
        """What is set up."""
        position, referee = self.position, self._referee
        options = " ".join(f"{key}={value}" for key, value in sorted(position.options.items()))
        self._print(f"{position.game.name}, {position.seats} seats, deal {self._deal!r} {options}")
        self._print(f"the bot sits in seat {referee.seat}, time control {referee.control}")
        if position.moves:
            self._print(f"moves: {' '.join(position.moves)}")
        self.next()

    def next(self) -> None:
        """Tell who is to act."""
        state = self.position.state
        if state.to_act is None:
            outcome = state.outcome()
            reason = outcome.reason if outcome is not None else ""
            self._print(f"ply {len(self.position.moves)}: the game is over ({reason})")
            return
        who = "the bot" if state.to_act == self._referee.seat else f"seat {state.to_act}"
        count = state.legal_count()
        self._print(
            f"ply {len(self.position.moves)}: {who} is to act, {state.decision}, {count} legal"
        )

    def _print(self, text: str) -> None:
        self._console.print(Text(text), soft_wrap=True)
        self._console.file.flush()


SETUP_COMMANDS: dict[str, Callable[[HandSetup, Sequence[str]], None]] = {
    "game": HandSetup.game,
    "option": HandSetup.option,
    "deal": HandSetup.deal,
    "seat": HandSetup.seat,
    "time": HandSetup.time,
    "play": HandSetup.play,
    "random": HandSetup.random,
    "undo": HandSetup.undo,
    "reset": HandSetup.reset,
    "show": HandSetup.show,
    "legal": HandSetup.legal,
    "where": HandSetup.where,
}
"""By the names of `console_words.COMMANDS`."""

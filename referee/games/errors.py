"""What can go wrong with a game, by whose fault it is.

    GameError
    ├── OptionError        the user's: options, seat counts or data files that can't be
    ├── MoveSyntaxError    the engine's: a text that is no move of this game
    └── ReplayError        the record's: chance draws that do not fit the rules

A move that can be read but is not legal is no exception: `State.validate` gives the reason.
"""

from collections.abc import Sequence

__all__ = ["GameError", "MoveSyntaxError", "OptionError", "ReplayError"]


class GameError(Exception):
    """Any fault at the border of a game."""


class OptionError(GameError):
    """Options, a number of seats or a data file that the game refuses.

    `problems` holds one line each, naming the key and the allowed values.
    """

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("; ".join(problems))
        self.problems = tuple(problems)


class MoveSyntaxError(GameError):
    """A text that is no move of this game; the message says what was expected."""


class ReplayError(GameError):
    """Recorded chance draws ended too early or lie outside their bounds."""

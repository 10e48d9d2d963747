"""The kit for authors of bots: a bot is a class with `choose(turn)`, `serve` does the rest."""

from engines.kit.answers import Answer, Choice, Evaluation, Resign
from engines.kit.bot import Bot
from engines.kit.environment import Connection, read_environment
from engines.kit.errors import (
    BotError,
    EnvironmentVariableError,
    KitError,
    NotWelcomeError,
    OptionValueError,
    ProtocolError,
    SetupError,
)
from engines.kit.match import Match, Result
from engines.kit.options import (
    BooleanOption,
    ChoiceOption,
    IntegerOption,
    NumberOption,
    Option,
    TextOption,
)
from engines.kit.serve import serve
from engines.kit.session import play
from engines.kit.turn import Observation, SeatClock, Turn

__all__ = [
    "Answer",
    "BooleanOption",
    "Bot",
    "BotError",
    "Choice",
    "ChoiceOption",
    "Connection",
    "EnvironmentVariableError",
    "Evaluation",
    "IntegerOption",
    "KitError",
    "Match",
    "NotWelcomeError",
    "NumberOption",
    "Observation",
    "Option",
    "OptionValueError",
    "ProtocolError",
    "Resign",
    "Result",
    "SeatClock",
    "SetupError",
    "TextOption",
    "Turn",
    "play",
    "read_environment",
    "serve",
]

"""What can go wrong around a bot, by whose fault it is.

    KitError
    ├── SetupError          the user's: environment, address, token, option values; exit status 2
    │   ├── EnvironmentVariableError   PODESTA_ADDRESS or PODESTA_TOKEN is missing or can't be
    │   ├── OptionValueError        a value for an option that the bot does not take
    │   └── NotWelcomeError           no referee or lobby answers there, or it refuses the bot
    ├── BotError            the bot's: an answer that is none; exit status 1
    └── ProtocolError     the referee's: a message that has no place; exit status 1

What the bot itself raises comes through as it is: a traceback and exit status 1.
"""

__all__ = [
    "BotError",
    "EnvironmentVariableError",
    "KitError",
    "NotWelcomeError",
    "OptionValueError",
    "ProtocolError",
    "SetupError",
]


class KitError(Exception):
    """Any fault that the kit itself finds."""


class SetupError(KitError):
    """The bot was started wrongly."""


class EnvironmentVariableError(SetupError):
    """The environment does not say where the referee is."""


class OptionValueError(SetupError):
    """An option that the bot has not declared, or a value outside its declaration."""


class NotWelcomeError(SetupError):
    """No referee or lobby answers at the address, or it does not take this bot."""


class BotError(KitError):
    """`choose` gave something that is no answer."""


class ProtocolError(KitError):
    """The referee said something that has no place at this point of the conversation."""

"""Where the referee is: read from the environment of the process."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engines.kit.errors import EnvironmentVariableError

__all__ = ["ADDRESS_VARIABLE", "TOKEN_VARIABLE", "Connection", "read_environment"]

ADDRESS_VARIABLE = "PODESTA_ADDRESS"
TOKEN_VARIABLE = "PODESTA_TOKEN"

_HINT = "A referee sets both when it starts a bot; see docs/writing-a-bot.md."


@dataclass(frozen=True, slots=True)
class Connection:
    """A gRPC target, such as `unix:/run/seat.sock` or `127.0.0.1:4000`, and the seat's token."""

    address: str
    token: str = field(repr=False)


def read_environment(environment: Mapping[str, str]) -> Connection:
    """Where to connect. Raises EnvironmentVariableError, naming every variable at fault."""
    problems: list[str] = []
    for variable in (ADDRESS_VARIABLE, TOKEN_VARIABLE):
        value = environment.get(variable, "")
        if not value:
            problems.append(f"{variable} is not set")
        elif not (value.isascii() and value.isprintable()) or " " in value:
            problems.append(f"{variable} must be printable ASCII without spaces")
    if problems:
        raise EnvironmentVariableError(f"{'; '.join(problems)}. {_HINT}")
    return Connection(environment[ADDRESS_VARIABLE], environment[TOKEN_VARIABLE])

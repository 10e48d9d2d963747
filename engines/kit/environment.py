"""Where the referee is: read from the environment of the process."""

import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from engines.kit.errors import EnvironmentVariableError

__all__ = [
    "ADDRESS_VARIABLE",
    "CA_VARIABLE",
    "TOKEN_VARIABLE",
    "Connection",
    "read_environment",
]

ADDRESS_VARIABLE = "PODESTA_ADDRESS"
TOKEN_VARIABLE = "PODESTA_TOKEN"
CA_VARIABLE = "PODESTA_CA"
"""A file with certificates (PEM) to trust in place of the usual authorities; for lobbies only."""

_LOBBY = "lobby://"
_BOTH_HINT = (
    "A referee sets both when it starts a bot; see docs/writing-a-bot.md and docs/remote.md."
)
_LOBBY_HINT = "See docs/remote.md for how a bot dials a lobby."


@dataclass(frozen=True, slots=True)
class Connection:
    """A gRPC target, such as `unix:/run/seat.sock` or `127.0.0.1:4000`, and the token for it.

    `lobby`: matches are to be waited for there. `tls`: it is dialled over TLS, trusting `roots`
    (PEM) or, where they are None, the usual authorities.
    """

    address: str
    token: str = field(repr=False)
    lobby: bool = False
    tls: bool = False
    roots: bytes | None = None


def read_environment(environment: Mapping[str, str]) -> Connection:
    """Where to connect. Raises EnvironmentVariableError, naming every variable at fault."""
    problems: list[str] = []
    for variable in (ADDRESS_VARIABLE, TOKEN_VARIABLE):
        value = environment.get(variable, "")
        if not value:
            problems.append(f"{variable} is not set")
        elif not (value.isascii() and value.isprintable()) or " " in value:
            problems.append(f"{variable} must be printable ASCII without spaces")
    # A referee sets no address of a lobby, and no authorities.
    hint = _BOTH_HINT if problems else _LOBBY_HINT
    address = environment.get(ADDRESS_VARIABLE, "")
    roots = None
    if address.startswith(_LOBBY):
        problems += _lobby_problems(address)
        if ca := environment.get(CA_VARIABLE):
            try:
                roots = Path(ca).read_bytes()
            except OSError as error:
                problems.append(f"{CA_VARIABLE}: {ca}: {error.strerror}")
    elif _leaves_the_machine(address):
        problems.append(
            f"{ADDRESS_VARIABLE} {address!r} would send the token unencrypted over the network; "
            f"write {_LOBBY}{address} for a lobby"
        )
    if problems:
        raise EnvironmentVariableError(f"{'; '.join(problems)}. {hint}")
    token = environment[TOKEN_VARIABLE]
    if address.startswith(_LOBBY):
        target = address.removeprefix(_LOBBY).rstrip("/")
        return Connection(target, token, lobby=True, tls=True, roots=roots)
    return Connection(address, token)


def _lobby_problems(address: str) -> list[str]:
    host, colon, port = address.removeprefix(_LOBBY).rstrip("/").rpartition(":")
    if host and colon and port.isdecimal() and 0 < int(port) < 65_536 and "/" not in host:
        return []
    return [f"{ADDRESS_VARIABLE} {address!r}: expected {_LOBBY}HOST:PORT"]


def _leaves_the_machine(address: str) -> bool:
    """Whether a target is certainly a port of another machine."""
    host, colon, port = address.rpartition(":")
    if not colon or not port.isdecimal() or "/" in host or host.startswith("unix"):
        return False
    name = host.strip("[]").lower()
    if name in ("", "localhost") or name.endswith(".localhost"):
        return False
    try:
        return not ipaddress.ip_address(name).is_loopback
    except ValueError:
        return True

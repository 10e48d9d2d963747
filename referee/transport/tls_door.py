"""Where engines from far away reach the seats of a referee: over TLS, and with limits."""

from dataclasses import dataclass, field
from typing import Any

import grpc

from referee.errors import AddressError

__all__ = ["TlsDoor", "host_and_port", "listen", "public_options"]

_HANDSHAKE_MS = 10_000
_KEEPALIVE_MS = 10_000
_IDLE_MS = 60_000
_METADATA_BYTES = 16 << 10


@dataclass(frozen=True, slots=True)
class TlsDoor:
    """Listen on `listen_host`, at a port of `ports` (first and last; 0 and 0 for any free one).

    Engines dial `public_host`. Certificate chain and key are PEM.
    """

    listen_host: str
    public_host: str
    certificate: bytes
    key: bytes = field(repr=False)
    ports: tuple[int, int] = (0, 0)

    def credentials(self) -> grpc.ServerCredentials:
        """For a server; what is wrong with the files shows only when it listens."""
        return grpc.ssl_server_credentials([(self.key, self.certificate)])

    def public_address(self, port: int) -> str:
        """What engines dial."""
        return host_and_port(self.public_host, port)


def host_and_port(host: str, port: int) -> str:
    """A gRPC target; an IPv6 address stands in brackets."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def public_options(most_connections: int) -> tuple[tuple[str, int], ...]:
    """What a server that anybody can dial allows, before a token was seen.

    Who does not finish the handshake, calls nothing or answers no pings is cut off; more
    connections than `most_connections` are closed as they come.
    """
    return (
        ("grpc.max_allowed_incoming_connections", most_connections),
        ("grpc.server_handshake_timeout_ms", _HANDSHAKE_MS),
        ("grpc.max_connection_idle_ms", _IDLE_MS),
        ("grpc.max_metadata_size", _METADATA_BYTES),
        # A peer that is gone without a word, or a cable that was pulled, is noticed.
        ("grpc.keepalive_time_ms", _KEEPALIVE_MS),
        ("grpc.keepalive_timeout_ms", _KEEPALIVE_MS),
        ("grpc.keepalive_permit_without_calls", 1),
        ("grpc.http2.max_pings_without_data", 0),
        ("grpc.so_reuseport", 0),
    )


def listen(server: Any, door: TlsDoor) -> int:
    """Have a gRPC server listen at the first port of a door that is free; which that is.

    Raises AddressError where none is, or certificate and key can't be used.
    """
    first, last = door.ports
    credentials = door.credentials()
    for port in range(first, last + 1):
        try:
            bound: int = server.add_secure_port(host_and_port(door.listen_host, port), credentials)
        except RuntimeError:
            continue
        if bound:
            return bound
    where = host_and_port(door.listen_host, first) + (f" to {last}" if last > first else "")
    raise AddressError(
        f"can't listen on {where}: the address is taken or not ours, "
        "or the certificate and its key can't be used"
    )

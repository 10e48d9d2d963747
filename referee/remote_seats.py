"""What a referee needs to seat engines from far away, and the file in which a league tells it."""

import json
from dataclasses import dataclass
from pathlib import Path

from referee.errors import AddressError
from referee.transport.tls_door import TlsDoor

__all__ = ["RemoteSeats", "read_remote_seats", "write_remote_seats"]


@dataclass(frozen=True, slots=True)
class RemoteSeats:
    """Where the lobby hears referees (a gRPC target of this machine), and our own door.

    `secret` is what the lobby knows referees by.
    """

    lobby: str
    secret: str
    door: TlsDoor


def write_remote_seats(
    path: Path,
    *,
    lobby: str,
    secret: str,
    listen_host: str,
    public_host: str,
    ports: tuple[int, int],
    certificate: Path,
    key: Path,
) -> None:
    """For `read_remote_seats`. The file holds a secret, which no engine may read."""
    path.touch(mode=0o600)
    path.write_text(
        json.dumps(
            {
                "lobby": lobby,
                "secret": secret,
                "listen_host": listen_host,
                "public_host": public_host,
                "first_port": ports[0],
                "last_port": ports[1],
                "certificate": str(certificate),
                "key": str(key),
            }
        )
    )


def read_remote_seats(path: Path) -> RemoteSeats:
    """Read such a file, and the certificate and key it names. Raises AddressError."""
    try:
        said = json.loads(path.read_bytes())
        door = TlsDoor(
            listen_host=str(said["listen_host"]),
            public_host=str(said["public_host"]),
            certificate=Path(said["certificate"]).read_bytes(),
            key=Path(said["key"]).read_bytes(),
            ports=(int(said["first_port"]), int(said["last_port"])),
        )
        return RemoteSeats(str(said["lobby"]), str(said["secret"]), door)
    except OSError as error:
        raise AddressError(f"{error.filename}: {error.strerror}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise AddressError(f"{path}: does not tell how to seat remote engines: {error}") from error

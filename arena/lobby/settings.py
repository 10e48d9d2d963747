"""What a lobby is told, in a file: by the league that starts it, to its process."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from arena.errors import LobbyError

if TYPE_CHECKING:
    from referee.transport.tls_door import TlsDoor

__all__ = ["LobbySettings", "read_settings", "write_settings"]


@dataclass(frozen=True, slots=True)
class LobbySettings:
    """Where a lobby listens, what it shows, whom it lets in, and on what terms they play.

    `seat_ports` are the first and the last port of seats, 0 and 0 for any free one. A match waits
    `wait_limit_us` for an engine to come; one whose stream broke may be back within
    `reconnect_grace_us`.
    """

    listen_host: str
    port: int
    public_host: str
    certificate: Path
    key: Path
    tokens: Path
    seat_ports: tuple[int, int]
    wait_limit_us: int
    reconnect_grace_us: int

    def door(self) -> "TlsDoor":
        """The lobby's own. Raises LobbyError where certificate or key can't be read."""
        from referee.transport.tls_door import TlsDoor  # loads gRPC, which only a lobby needs

        try:
            return TlsDoor(
                listen_host=self.listen_host,
                public_host=self.public_host,
                certificate=self.certificate.read_bytes(),
                key=self.key.read_bytes(),
                ports=(self.port, self.port),
            )
        except OSError as error:
            raise LobbyError(f"{error.filename}: {error.strerror}") from error


def write_settings(
    path: Path, settings: LobbySettings, private_target: str, private_secret: str
) -> None:
    """For `read_settings`. The file holds a secret, which no engine may read."""
    path.touch(mode=0o600)
    said = {
        "private_target": private_target,
        "private_secret": private_secret,
        "listen_host": settings.listen_host,
        "port": settings.port,
        "public_host": settings.public_host,
        "certificate": str(settings.certificate),
        "key": str(settings.key),
        "tokens": str(settings.tokens),
        "seat_ports": settings.seat_ports,
        "wait_limit_us": settings.wait_limit_us,
        "reconnect_grace_us": settings.reconnect_grace_us,
    }
    path.write_text(json.dumps(said))


def read_settings(path: Path) -> tuple[LobbySettings, str, str]:
    """The settings, the gRPC target at which referees are heard, and what they bear.

    Raises LobbyError.
    """
    try:
        said = json.loads(path.read_bytes())
        first, last = said["seat_ports"]
        settings = LobbySettings(
            listen_host=said["listen_host"],
            port=said["port"],
            public_host=said["public_host"],
            certificate=Path(said["certificate"]),
            key=Path(said["key"]),
            tokens=Path(said["tokens"]),
            seat_ports=(first, last),
            wait_limit_us=said["wait_limit_us"],
            reconnect_grace_us=said["reconnect_grace_us"],
        )
        return settings, str(said["private_target"]), str(said["private_secret"])
    except OSError as error:
        raise LobbyError(f"{error.filename}: {error.strerror}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise LobbyError(f"{path}: holds no settings of a lobby: {error}") from error

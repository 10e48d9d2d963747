"""What a league file must keep about bots from far away, and the lobby in which they wait."""

import ipaddress
import re
from pathlib import Path

from arena.config.models import EngineTable, LobbyTable
from arena.config.paths import is_file
from arena.config.problems import Problems
from arena.lobby.settings import LobbySettings
from arena.tokens.token_file import default_token_file

__all__ = ["check_lobby", "check_remote"]

_LISTEN = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+):([0-9]{1,5})", re.ASCII)
_HOST = re.compile(r"[A-Za-z0-9._-]{1,253}|[0-9A-Fa-f:.]{2,45}", re.ASCII)
_PORTS = re.compile(r"([0-9]{1,5})-([0-9]{1,5})", re.ASCII)
_MOST_PORT = 65_535
_NOT_WHEN_REMOTE = (
    "directory",
    "environment",
    "files",
    "transport",
    "limits",
    "readable",
    "image",
)


def check_remote(table: EngineTable, key: str, problems: Problems) -> None:
    """Note what does not fit: an engine is either started or comes by itself."""
    given = table.model_fields_set
    if table.remote is None:
        if table.command is None:
            problems.add(f"{key}.command", "is missing; or say remote, with the name of a token")
        if "at_once" in given:
            problems.add(f"{key}.at_once", "only remote bots have it")
        return
    if table.command is not None:
        problems.add(f"{key}.command", "a remote bot is not started; leave command or remote out")
    for name in _NOT_WHEN_REMOTE:
        if name in given:
            problems.add(f"{key}.{name}", "means nothing for a remote bot")


def check_lobby(table: LobbyTable, directory: Path, problems: Problems) -> LobbySettings | None:
    """The lobby of a league; None where it can't be opened, with the reasons noted.

    Relative paths start at `directory`, that of the league file.
    """
    before = len(problems.found)
    host, port = "", 0
    listen = _LISTEN.fullmatch(table.listen)
    if listen is None or not 0 < int(listen[2]) <= _MOST_PORT:
        problems.add("lobby.listen", f"{table.listen!r}: expected HOST:PORT, such as 0.0.0.0:7050")
    else:
        host, port = listen[1].strip("[]"), int(listen[2])
    public_host = table.public_host if table.public_host is not None else host
    if listen is not None and _is_any(public_host):
        problems.add(
            "lobby.public_host", "is needed: the name or address by which bots reach this machine"
        )
    elif public_host and not _HOST.fullmatch(public_host):
        problems.add("lobby.public_host", f"{public_host!r} is no name or address of a machine")
    ports = _ports(table.seat_ports, problems)
    paths = {}
    for name, written in (("certificate", table.certificate), ("key", table.key)):
        paths[name] = path = directory / written
        if not is_file(path):
            problems.add(f"lobby.{name}", f"there is no file {path}")
    if len(problems.found) > before:
        return None
    return LobbySettings(
        listen_host=host,
        port=port,
        public_host=public_host,
        certificate=paths["certificate"],
        key=paths["key"],
        tokens=directory / table.tokens if table.tokens else default_token_file(),
        seat_ports=ports,
        wait_limit_us=table.wait,
        reconnect_grace_us=table.reconnect_grace,
    )


def _ports(written: str | None, problems: Problems) -> tuple[int, int]:
    if written is None:
        return 0, 0
    ports = _PORTS.fullmatch(written)
    if ports is None or not 0 < int(ports[1]) <= int(ports[2]) <= _MOST_PORT:
        problems.add("lobby.seat_ports", f"{written!r}: expected two ports, such as 7051-7099")
        return 0, 0
    return int(ports[1]), int(ports[2])


def _is_any(host: str) -> bool:
    """Whether it is an address to listen on only, such as 0.0.0.0."""
    try:
        return ipaddress.ip_address(host).is_unspecified
    except ValueError:
        return False

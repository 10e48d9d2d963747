"""The process of a lobby: `python -m arena.lobby SETTINGS`, started by a league.

On stdout it says one line of JSON: {"listening": ADDRESS} or {"failed": REASON}. It ends by
SIGTERM, or with the league.
"""

import asyncio
import json
import logging
import signal
import sys
from pathlib import Path

from referee.transport.grpc_core import choose_event_engine

choose_event_engine()

from arena.errors import LobbyError, TokenError  # noqa: E402
from arena.lobby.lobby_server import LobbyServer  # noqa: E402
from arena.lobby.settings import read_settings  # noqa: E402
from arena.tokens.token_file import TokenFile  # noqa: E402
from referee.launcher.process_tree import go_on_without_parent  # noqa: E402


async def _run(path: Path) -> None:
    settings, private_target, secret = read_settings(path)
    server = LobbyServer(settings.door(), private_target, secret, TokenFile(settings.tokens))
    stopping = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stopping.set)
    try:
        await server.start()
        _say(listening=server.address)
        await stopping.wait()
    finally:
        await server.stop()


def _say(**line: str) -> None:
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


def main() -> None:
    """Run until told to stop; exit status 2 where the lobby can't be opened."""
    logging.basicConfig(format="%(asctime)s lobby: %(message)s", level=logging.WARNING)
    # ctrl-C goes to all processes of a terminal; what it means is the league's to say.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    go_on_without_parent()
    try:
        asyncio.run(_run(Path(sys.argv[1])))
    except (LobbyError, TokenError) as error:
        _say(failed=str(error))
        sys.exit(2)


if __name__ == "__main__":
    main()

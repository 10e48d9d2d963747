"""Run a bot as a program."""

import asyncio
import os
import sys
import traceback
from collections.abc import Callable

from engines.kit.bot import Bot
from engines.kit.environment import Connection, read_environment
from engines.kit.errors import SetupError
from engines.kit.lobby import play_from_lobby
from engines.kit.session import play

__all__ = ["serve"]


def serve(bot: Bot) -> None:
    """Play matches until the referee says Goodbye or goes away, then return.

    Where the referee is stands in the environment (PODESTA_ADDRESS, PODESTA_TOKEN). Where that is
    a lobby (lobby://HOST:PORT), the bot waits there for one match after another, and never returns.

    Otherwise raises SystemExit: 2 with one clear line on stderr where the bot was started wrongly,
    1 with a traceback where the bot or the conversation failed, 130 on ctrl-C.
    """
    reconfigure: Callable[..., None] | None = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None:
        # Into a pipe Python writes by blocks: the last words of a bot would come after its match.
        reconfigure(line_buffering=True)
    try:
        connection = read_environment(os.environ)
        asyncio.run(
            play_from_lobby(bot, connection) if connection.lobby else _play(bot, connection)
        )
    except SetupError as error:
        print(f"{bot.name or type(bot).__name__}: {error}", file=sys.stderr, flush=True)
        raise SystemExit(2) from None
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    except Exception:  # noqa: BLE001 - whatever a bot raises ends the program with a traceback
        traceback.print_exc()
        raise SystemExit(1) from None


async def _play(bot: Bot, connection: Connection) -> None:
    await play(bot, connection)

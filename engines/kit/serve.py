"""Run a bot as a program."""

import asyncio
import os
import sys
import traceback

from engines.kit.bot import Bot
from engines.kit.environment import read_environment
from engines.kit.errors import SetupError
from engines.kit.session import play

__all__ = ["serve"]


def serve(bot: Bot) -> None:
    """Play matches until the referee says Goodbye or goes away, then return.

    Where the referee is stands in the environment (PODESTA_ADDRESS, PODESTA_TOKEN).

    Otherwise raises SystemExit: 2 with one clear line on stderr where the bot was started wrongly,
    1 with a traceback where the bot or the conversation failed, 130 on ctrl-C.
    """
    try:
        asyncio.run(play(bot, read_environment(os.environ)))
    except SetupError as error:
        print(f"{bot.name or type(bot).__name__}: {error}", file=sys.stderr, flush=True)
        raise SystemExit(2) from None
    except KeyboardInterrupt:
        raise SystemExit(130) from None
    except Exception:  # noqa: BLE001 - whatever a bot raises ends the program with a traceback
        traceback.print_exc()
        raise SystemExit(1) from None

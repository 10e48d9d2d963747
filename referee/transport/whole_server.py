"""A gRPC server is started whole and stopped whole, whoever is cancelled meanwhile.

One whose start was cut short can't be stopped: its main loop has died of a future that is done
(grpc.aio 1.85). One whose stop was cut short is left to the end of the event loop, see
`referee.orderly_end`.
"""

import asyncio
from typing import Any

from referee.orderly_end import to_the_end

__all__ = ["start_whole", "stop_whole"]


async def start_whole(server: Any) -> None:
    """As `server.start`; who is cancelled here has a server that is started, and is to stop it."""
    await to_the_end(asyncio.ensure_future(server.start()))


async def stop_whole(server: Any) -> None:
    """As `server.stop` without a grace."""
    await to_the_end(asyncio.ensure_future(server.stop(None)))

"""A bot far away from the arena: it waits in a lobby, plays where it is invited, waits again."""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from typing import Any, cast

from google.protobuf.message import DecodeError
from podesta.v1 import lobby_pb2

from engines.kit.back_off import BackOff
from engines.kit.bot import PROTOCOL_VERSION, Bot
from engines.kit.environment import Connection
from engines.kit.errors import NotWelcomeError
from engines.kit.monotonic import Monotonic, monotonic_us
from engines.kit.session import Ending, play
from engines.kit.stream import RpcError, bearer, open_channel

__all__ = ["play_from_lobby"]

_METHOD = "/podesta.v1.LobbyService/Wait"
_REDIAL_S = 0.5
_SILENCE_S = 60.0
"""A lobby that does not say for how long it may be silent is gone after this."""
_LONGEST_SILENCE_S = 600.0
_US_PER_S = 1_000_000

# The lobby will not have this bot, however often it asks.
_REFUSALS = frozenset(
    {"UNAUTHENTICATED", "PERMISSION_DENIED", "UNIMPLEMENTED", "FAILED_PRECONDITION"}
)

Pause = Callable[[float], Awaitable[None]]


class _AwayError(Exception):
    """The lobby does not answer, or has no place; the text says which."""


async def play_from_lobby(
    bot: Bot,
    lobby: Connection,
    *,
    monotonic: Monotonic = monotonic_us,
    pause: Pause = asyncio.sleep,
    back_off: BackOff | None = None,
) -> None:
    """Play match after match; ends only by an exception.

    A lobby that is away is dialled again, ever more slowly. Raises NotWelcomeError where it refuses
    the bot for good (the token is wrong, expired or revoked), and what the bot raises.
    """
    tries = back_off or BackOff()
    while True:
        try:
            invitation = await _wait(bot, lobby, tries)
            await _play_match(bot, lobby, invitation, monotonic, pause)
            tries.succeeded()
        except _AwayError as away:
            wait_s = tries.failed_s()
            _note(f"{away}; again in {wait_s:.0f} s")
            await pause(wait_s)


async def _wait(bot: Bot, lobby: Connection, tries: BackOff) -> lobby_pb2.Invitation:
    request = lobby_pb2.WaitRequest(
        protocol_version=PROTOCOL_VERSION,
        name=bot.name or type(bot).__name__,
        version=bot.version,
    )
    async with open_channel(lobby) as channel:
        method = cast(Any, channel.unary_stream(_METHOD))
        call = method(request.SerializeToString(), metadata=bearer(lobby))
        silence_s = _SILENCE_S
        try:
            while True:
                async with asyncio.timeout(silence_s):
                    data = await call.read()
                response = lobby_pb2.WaitResponse.FromString(
                    data if isinstance(data, bytes) else b""
                )
                what = response.WhichOneof("message")
                if what == "invitation":
                    return response.invitation
                if what is None:
                    raise _AwayError(f"the lobby at {lobby.address} closed")
                tries.succeeded()
                said_s = response.waiting.next_within_us / _US_PER_S
                silence_s = min(said_s, _LONGEST_SILENCE_S) if said_s > 0 else _SILENCE_S
        except RpcError as error:
            status = error.code().name
            said = f"the lobby at {lobby.address}: {status}: {error.details()}"
            if status in _REFUSALS:
                raise NotWelcomeError(said) from None
            raise _AwayError(said) from None
        except TimeoutError:
            raise _AwayError(f"the lobby at {lobby.address} fell silent") from None
        except DecodeError:
            raise _AwayError(f"what answers at {lobby.address} is no lobby") from None
        finally:
            call.cancel()


async def _play_match(
    bot: Bot,
    lobby: Connection,
    invitation: lobby_pb2.Invitation,
    monotonic: Monotonic,
    pause: Pause,
) -> None:
    """One match, however often its stream breaks within the grace."""
    referee = Connection(invitation.address, invitation.seat_token, tls=True, roots=lobby.roots)
    back_until_us: int | None = None
    while True:
        try:
            ending = await play(bot, referee, monotonic, to_the_end=True)
        except NotWelcomeError as refused:
            if back_until_us is None:
                raise _AwayError(str(refused)) from None
            ending = Ending.LOST
        if ending is Ending.BROKEN and invitation.reconnect_grace_us > 0:
            back_until_us = monotonic() + invitation.reconnect_grace_us
        elif ending is not Ending.LOST or back_until_us is None:
            return
        elif monotonic() > back_until_us:
            _note("the match is lost: the referee could not be reached again in time")
            return
        else:
            await pause(_REDIAL_S)


def _note(text: str) -> None:
    print(f"podesta: {text}", file=sys.stderr, flush=True)

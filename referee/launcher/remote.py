"""Engines from far away: not started but invited, through the lobby where they wait."""

import asyncio
from typing import Any

import grpc
import grpc.aio
from podesta.v1 import lobby_pb2, lobby_pb2_grpc

from referee.launcher.launcher import (
    EngineCommand,
    EngineProcess,
    Launcher,
    Printed,
    Usage,
)
from referee.time_source import TimeSource

__all__ = ["RemoteEngineProcess", "RemoteLauncher"]

_DIAL_US = 10_000_000
"""One that was invited and does not dial in this time is invited again: it may be gone."""
_AGAIN_US = 1_000_000
"""Between tries to reach a lobby that does not answer."""
_OPTIONS = (("grpc.enable_http_proxy", 0), ("grpc.max_reconnect_backoff_ms", 1_000))


class RemoteLauncher(Launcher):
    """Invites through the lobby at an address; the "program" is the name of the engine's token."""

    isolation = "remote"

    def __init__(
        self,
        lobby: str,
        secret: str,
        time: TimeSource,
        *,
        address_variable: str,
        token_variable: str,
        grace_variable: str,
    ) -> None:
        """`lobby` is a gRPC target on this machine, where the lobby hears who bears `secret`.

        What the environment of a command has under the three variables goes into the invitation.
        """
        self._lobby = lobby
        self._secret = secret
        self._time = time
        self._address_variable = address_variable
        self._token_variable = token_variable
        self._grace_variable = grace_variable

    async def start(self, command: EngineCommand) -> "RemoteEngineProcess":
        """See `Launcher.start`; raises nothing: whoever starts it has a limit of its own."""
        environment = command.environment
        invitation = lobby_pb2.Invitation(
            address=environment[self._address_variable],
            seat_token=environment[self._token_variable],
            reconnect_grace_us=int(environment[self._grace_variable]),
        )
        request = lobby_pb2.InviteRequest(token_name=command.argv[0], invitation=invitation)
        return RemoteEngineProcess(self._lobby, self._secret, request, self._time)


class RemoteEngineProcess(EngineProcess):
    """One engine that is invited until it is there, and again when its stream broke."""

    is_near = False

    def __init__(
        self, lobby: str, secret: str, request: lobby_pb2.InviteRequest, time: TimeSource
    ) -> None:
        super().__init__()
        self._lobby = lobby
        self._metadata = (("authorization", f"Bearer {secret}"),)
        self._request = request
        self._time = time
        self._here = asyncio.Event()
        self._status = "the lobby does not answer"
        self._inviting: set[asyncio.Task[None]] = set()
        self._begin_to_invite()

    @property
    def pid(self) -> int | None:
        """See `EngineProcess.pid`."""
        return None

    @property
    def status(self) -> str:
        """See `EngineProcess.status`."""
        return self._status

    def stream_opened(self) -> None:
        """See `EngineProcess.stream_opened`."""
        self._here.set()
        self._cancel()

    def stream_closed(self) -> None:
        """See `EngineProcess.stream_closed`."""
        self._here.clear()
        self._cancel()
        self._begin_to_invite()

    async def printed(self) -> Printed:
        """See `EngineProcess.printed`: what it writes is written elsewhere."""
        return Printed()

    def usage(self) -> Usage:
        """See `EngineProcess.usage`: what it uses is used elsewhere."""
        return Usage()

    def terminate(self) -> None:
        """See `EngineProcess.terminate`: nothing but Goodbye can end it."""

    async def end(self) -> None:
        """See `EngineProcess.end`: it is invited no more."""
        self._cancel()
        # Those of earlier times, too: each closes its channel yet, which must not be cut short.
        if self._inviting:
            await asyncio.wait(self._inviting)

    def _begin_to_invite(self) -> None:
        task = asyncio.create_task(self._invite())
        self._inviting.add(task)
        task.add_done_callback(self._inviting.discard)

    def _cancel(self) -> None:
        for task in self._inviting:
            if not task.cancelling():
                task.cancel()

    async def _invite(self) -> None:
        name = self._request.token_name
        async with grpc.aio.insecure_channel(self._lobby, options=_OPTIONS) as channel:
            make_stub: Any = lobby_pb2_grpc.InvitationServiceStub
            stub = make_stub(channel)
            while not self._here.is_set():
                self._status = f"no bot waits in the lobby with the token {name!r}"
                try:
                    await stub.Invite(self._request, metadata=self._metadata)
                except grpc.aio.AioRpcError as error:
                    self._status = f"the lobby does not answer ({error.code().name})"
                    await self._pause(_AGAIN_US)
                    continue
                self._status = f"the bot of the token {name!r} was invited and did not come"
                await self._pause(_DIAL_US)

    async def _pause(self, pause_us: int) -> None:
        await self._time.timer(self._time.now_us() + pause_us)

"""The protocol as raw messages, so that every rule of it can be broken."""

import asyncio
import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

# What the referee does too: the other event engine is slower.
os.environ.setdefault("GRPC_EXPERIMENTS", "-event_engine_client,-event_engine_listener")

import grpc.aio
from podesta.v1 import engine_pb2

METHOD = "/podesta.v1.RefereeService/Play"
OPTIONS = (
    ("grpc.max_send_message_length", 64 << 20),
    ("grpc.max_receive_message_length", 64 << 20),
)


class RefereeGoneError(Exception):
    """The stream ended."""


class Wire:
    """One stream to the referee."""

    def __init__(self, call: Any) -> None:
        self._call = call

    async def raw(self, data: bytes) -> None:
        """Send bytes as they are. Raises RefereeGoneError."""
        try:
            await self._call.write(data)
        except grpc.aio.AioRpcError as error:
            raise RefereeGoneError(str(error.details())) from None

    async def say(self, **message: Any) -> None:
        """Send one PlayRequest, such as `say(ready=Ready(...))`."""
        await self.raw(engine_pb2.PlayRequest(**message).SerializeToString())

    async def hear(self) -> engine_pb2.PlayResponse:
        """The next message. Raises RefereeGoneError."""
        try:
            data = await self._call.read()
        except grpc.aio.AioRpcError as error:
            raise RefereeGoneError(str(error.details())) from None
        if not isinstance(data, bytes):
            raise RefereeGoneError("end of stream")
        return engine_pb2.PlayResponse.FromString(data)

    async def wait_for(self, what: str) -> Any:
        """Skip messages up to one of this kind; its content. Raises RefereeGoneError."""
        while True:
            response = await self.hear()
            kind = response.WhichOneof("message")
            if kind == what:
                return getattr(response, what)
            if kind == "goodbye":
                raise RefereeGoneError("goodbye")

    async def hello(self, **fields: Any) -> None:
        """Say Hello, with some fields changed."""
        values: dict[str, Any] = {
            "protocol_version": 1,
            "name": "zoo",
            "version": "1",
            "games": ["bologna", "bomarzo", "patrician", "tuerme"],
        }
        await self.say(hello=engine_pb2.Hello(**(values | fields)))

    async def begin(self, **hello: Any) -> engine_pb2.NewMatch:
        """Hello up to the first match, which is not yet answered."""
        await self.hello(**hello)
        match: engine_pb2.NewMatch = await self.wait_for("new_match")
        return match

    async def first_question(self, **hello: Any) -> engine_pb2.Decide:
        """Hello up to the first Decide."""
        match = await self.begin(**hello)
        await self.ready(match)
        decide: engine_pb2.Decide = await self.wait_for("decide")
        return decide

    async def ready(self, match: engine_pb2.NewMatch) -> None:
        await self.say(ready=engine_pb2.Ready(match_id=match.match_id))

    async def answer(self, decide: engine_pb2.Decide, **fields: Any) -> None:
        """Answer a question with its first legal move, or with some fields changed."""
        values: dict[str, Any] = {
            "match_id": decide.match_id,
            "decision_id": decide.decision_id,
        }
        if not {"text", "index"} & fields.keys():
            values["text"] = decide.legal_moves[0]
        await self.say(move=engine_pb2.Move(**(values | fields)))

    async def play_on(self) -> None:
        """Play whatever comes, always the first legal move, until Goodbye."""
        while True:
            response = await self.hear()
            kind = response.WhichOneof("message")
            if kind == "decide":
                await self.answer(response.decide)
            elif kind == "new_match":
                await self.ready(response.new_match)
            elif kind == "goodbye":
                return

    async def close(self) -> None:
        """Say that nothing more comes."""
        await self._call.done_writing()


async def stand_still() -> None:
    """Do nothing, for ever."""
    await asyncio.Event().wait()


@asynccontextmanager
async def dial(
    token: str | None = None, environment: Mapping[str, str] = os.environ
) -> AsyncIterator[Wire]:
    """A stream to the referee that the environment names."""
    token = environment["PODESTA_TOKEN"] if token is None else token
    address = environment["PODESTA_ADDRESS"]
    async with grpc.aio.insecure_channel(address, options=OPTIONS) as channel:
        call: Any = channel.stream_stream(METHOD)(metadata=(("authorization", f"Bearer {token}"),))
        yield Wire(call)

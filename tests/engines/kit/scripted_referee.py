"""A real gRPC server on a real socket that says what a test tells it to say.

It parses with the same messages as everybody, but shares no code with the referee or the kit.
"""

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

# As the kit does, for tests that import this first.
os.environ.setdefault("GRPC_EXPERIMENTS", "-event_engine_client,-event_engine_listener")

import grpc
import grpc.aio
from podesta.bologna.v1 import bologna_pb2
from podesta.v1 import engine_pb2, game_pb2

TOKEN = "token-of-the-seat"
MATCH_ID = "m1"
HANG_S = 30.0
"""Only so that a broken test ends; no test waits for it."""


class Hangup(Exception):  # noqa: N818 - what the script does, said in one word
    """Raised by a script to break the stream off with a status that is not OK."""


@dataclass
class Seat:
    """The referee's end of one stream."""

    context: Any
    token: str
    broken: bool = False
    """Whether the engine broke the stream off instead of hanging up."""

    async def receive(self) -> engine_pb2.PlayRequest | None:
        """The next message; None when the engine has hung up."""
        try:
            data = await self.context.read()
        except asyncio.CancelledError:
            self.broken = True
            return None
        return engine_pb2.PlayRequest.FromString(data) if isinstance(data, bytes) else None

    async def expect(self, what: str) -> Any:
        """The next message, which must be of this kind."""
        request = await self.receive()
        assert request is not None, f"expected {what}, the engine hung up"
        assert request.WhichOneof("message") == what, f"expected {what}, got {request}"
        return getattr(request, what)

    async def send(self, **message: Any) -> None:
        """Say something: `send(goodbye=Goodbye(...))`."""
        try:
            await self.context.write(engine_pb2.PlayResponse(**message).SerializeToString())
        except asyncio.CancelledError:
            # The engine may have heard it, and broken off before gRPC called it written.
            self.broken = True

    async def welcome(self) -> engine_pb2.Hello:
        """Hear Hello, say Welcome."""
        hello: engine_pb2.Hello = await self.expect("hello")
        await self.send(welcome=engine_pb2.Welcome(protocol_version=1, referee_version="test"))
        return hello

    async def begin(self, match_id: str = MATCH_ID, **facts: Any) -> None:
        """Say NewMatch, hear Ready."""
        await self.send(new_match=new_match(match_id, **facts))
        ready = await self.expect("ready")
        assert ready.match_id == match_id

    async def ask(self, decision_id: int = 1, match_id: str = MATCH_ID, **question: Any) -> Any:
        """Say Decide, hear Move."""
        await self.send(decide=decide(decision_id, match_id, **question))
        move = await self.expect("move")
        assert (move.match_id, move.decision_id) == (match_id, decision_id)
        return move

    async def over(self, match_id: str = MATCH_ID, **facts: Any) -> None:
        """Say MatchOver."""
        facts.setdefault("termination", game_pb2.TERMINATION_COMPLETED)
        await self.send(match_over=engine_pb2.MatchOver(match_id=match_id, **facts))

    async def goodbye(self) -> None:
        """Say Goodbye; the engine must hang up in an orderly way."""
        await self.send(goodbye=engine_pb2.Goodbye(reason="no more matches"))
        assert await self.receive() is None
        assert not self.broken


def new_match(match_id: str = MATCH_ID, **facts: Any) -> engine_pb2.NewMatch:
    """A match of two seats, the engine in the second."""
    facts.setdefault("game", "bologna")
    facts.setdefault("your_seat", 1)
    facts.setdefault("engine_seed", 7)
    facts.setdefault(
        "seats",
        [
            engine_pb2.SeatInfo(name="yellow", version="1"),
            engine_pb2.SeatInfo(name="red", version="2"),
        ],
    )
    return engine_pb2.NewMatch(match_id=match_id, **facts)


def decide(
    decision_id: int = 1,
    match_id: str = MATCH_ID,
    legal_moves: Sequence[str] = ("a", "b", "c"),
    **question: Any,
) -> engine_pb2.Decide:
    """A question with three legal moves and a minute for it."""
    question.setdefault("limit_us", 60_000_000)
    question.setdefault("legal_count", len(legal_moves))
    message = engine_pb2.Decide(
        match_id=match_id, decision_id=decision_id, legal_moves=legal_moves, **question
    )
    if not message.HasField("observation"):
        message.observation.public.Pack(bologna_pb2.BolognaPublic(city="ABBAAB", pawn=-2))
    return message


Script = Callable[[Seat], Awaitable[None]]


class ScriptedReferee:
    """Where it listens, and how the script went."""

    def __init__(self, script: Script) -> None:
        self.address = ""
        self._script = script
        self._ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def play(self, _: object, context: Any) -> None:
        """Serve one stream."""
        metadata = dict(context.invocation_metadata())
        seat = Seat(context, metadata.get("authorization", "").removeprefix("Bearer "))
        try:
            await self._script(seat)
        except Hangup:
            self._end(None)
            await context.abort(grpc.StatusCode.UNAVAILABLE, "the test hangs up")
        except BaseException as error:
            self._end(error)
            raise
        self._end(None)

    def _end(self, error: BaseException | None) -> None:
        if self._ended.done():
            return
        if error is None:
            self._ended.set_result(None)
        else:
            self._ended.set_exception(error)

    async def ended(self) -> None:
        """Wait for the end of the script; raises what it raised."""
        await self._ended


@asynccontextmanager
async def referee(script: Script, address: str) -> AsyncIterator[ScriptedReferee]:
    """Listen at `unix:/path`, or at a free port for `127.0.0.1:0`."""
    served = ScriptedReferee(script)
    server = grpc.aio.server()
    server.add_generic_rpc_handlers(
        (
            grpc.method_handlers_generic_handler(
                "podesta.v1.RefereeService",
                {"Play": grpc.stream_stream_rpc_method_handler(served.play)},
            ),
        )
    )
    port = server.add_insecure_port(address)
    served.address = address if address.startswith("unix:") else f"127.0.0.1:{port}"
    await server.start()
    try:
        async with asyncio.timeout(HANG_S):
            yield served
    finally:
        await server.stop(None)


def socket_in(folder: Path) -> str:
    """The address of a socket in a folder."""
    return f"unix:{folder / 's'}"

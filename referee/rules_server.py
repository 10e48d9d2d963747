"""The RulesService on a socket, with reflection and health.

For a process of its own: answers take processor time, which no process that keeps a clock may
spend. They are found in threads, so that health is told meanwhile.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import grpc
import grpc.aio
from google.protobuf.message import DecodeError, Message
from google.protobuf.message_factory import GetMessageClass
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection
from podesta.v1 import rules_pb2

from referee.errors import AddressError, RequestError
from referee.rules_answers import RulesAnswers
from referee.transport.whole_server import start_whole, stop_whole

__all__ = ["SERVICE", "RulesServer", "serve_rules"]

_DESCRIPTOR = rules_pb2.DESCRIPTOR.services_by_name["RulesService"]
SERVICE = _DESCRIPTOR.full_name

_OPTIONS = (
    ("grpc.max_receive_message_length", 1 << 20),
    ("grpc.so_reuseport", 0),  # two servers on one port: the second is told
)
_MOST_CALLS = 64
_THREADS = 2
# It travels as metadata, of which clients take 8 KiB; in UTF-8, percent-encoded, it grows.
_LONGEST_REASON = 600


class RulesServer:
    """Answers questions about the rules; `start`, then `stop`."""

    def __init__(self, answers: RulesAnswers | None = None) -> None:
        self._answers = RulesAnswers() if answers is None else answers
        self._threads = ThreadPoolExecutor(_THREADS, "rules")
        self._server: Any = None

    async def start(self, address: str) -> str:
        """Listen on `host:port` (port 0: any free one) or `unix:path`; returns what it became.

        Raises AddressError.
        """
        server = grpc.aio.server(options=_OPTIONS, maximum_concurrent_rpcs=_MOST_CALLS)
        servicer = health.aio.HealthServicer()
        server.add_generic_rpc_handlers((self._calls(),))
        health_pb2_grpc.add_HealthServicer_to_server(servicer, server)
        reflection.enable_server_reflection(
            (SERVICE, health.SERVICE_NAME, reflection.SERVICE_NAME), server
        )
        self._server = server
        try:
            port = server.add_insecure_port(address)
        except RuntimeError as error:
            await self.stop()
            raise AddressError(f"can't listen on {address!r}: {error}") from error
        await start_whole(server)
        for name in ("", SERVICE):
            await servicer.set(name, health_pb2.HealthCheckResponse.SERVING)
        if address.startswith("unix"):
            return address
        return f"{address.rpartition(':')[0]}:{port}"

    async def stop(self) -> None:
        """Break off every call and listen no more."""
        self._answers.stop()
        try:
            if self._server is not None:
                await stop_whole(self._server)
        finally:
            self._threads.shutdown(wait=False, cancel_futures=True)

    def _calls(self) -> Any:
        """The calls by their names in the protocol.

        Requests come as bytes: what gRPC can't parse itself, it calls our bug, with a traceback.
        """
        answers = self._answers
        find: dict[str, Callable[[Any], Message]] = {
            "Describe": answers.describe,
            "LegalMoves": answers.legal_moves,
            "Validate": answers.validate,
            "Apply": answers.apply,
            "Observation": answers.observation,
            "Perft": answers.perft,
        }
        return grpc.method_handlers_generic_handler(
            SERVICE,
            {
                method.name: grpc.unary_unary_rpc_method_handler(
                    partial(self._answer, GetMessageClass(method.input_type), find[method.name]),
                    response_serializer=GetMessageClass(method.output_type).SerializeToString,
                )
                for method in _DESCRIPTOR.methods
            },
        )

    async def _answer(
        self,
        request_type: type[Message],
        find: Callable[[Any], Message],
        data: bytes,
        context: Any,
    ) -> Message:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(
                self._threads, lambda: find(_parse(request_type, data))
            )
        except RequestError as error:
            await context.abort(grpc.StatusCode.INVALID_ARGUMENT, str(error)[:_LONGEST_REASON])
            raise


def _parse(request_type: type[Message], data: bytes) -> Message:
    try:
        return request_type.FromString(data)
    except DecodeError:
        name = request_type.DESCRIPTOR.full_name
        raise RequestError(f"{len(data)} bytes that are no {name}") from None


async def serve_rules(
    address: str,
    *,
    answers: RulesAnswers | None = None,
    listening: Callable[[str], None] | None = None,
) -> None:
    """Serve until cancelled. `listening` is told the address once calls are taken.

    Raises AddressError.
    """
    server = RulesServer(answers)
    try:
        bound = await server.start(address)
        if listening is not None:
            listening(bound)
        await asyncio.Event().wait()
    finally:
        await server.stop()

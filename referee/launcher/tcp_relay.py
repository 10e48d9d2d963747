"""From a port inside a sandbox without network to the Unix socket of the seat.

For engines whose gRPC has no Unix sockets. A program of its own, run inside of the sandbox as
`python tcp_relay.py SOCKET COMMAND...`: it starts the engine, carries bytes, and ends as the
engine ends. Only the standard library.
"""

import asyncio
import os
import resource
import signal
import sys
from pathlib import Path

__all__ = ["RELAY_PORT", "relay_command", "relay_files"]

RELAY_PORT = 50551
"""Free in every sandbox, since each has a network of its own."""

_PIECE_BYTES = 64 * 1024


def relay_command(address: str, argv: tuple[str, ...]) -> tuple[str, ...]:
    """The command that stands before an engine's own. `address` is that of the seat, `unix:...`."""
    interpreter = os.path.realpath(sys.executable)
    socket_path = address.removeprefix("unix:")
    return (interpreter, "-I", "-S", str(Path(__file__).resolve()), socket_path, *argv)


def relay_files() -> tuple[str, ...]:
    """What must be seen inside for that: our interpreter and this file."""
    return (sys.base_prefix, str(Path(__file__).resolve()))


async def _carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while piece := await reader.read(_PIECE_BYTES):
            writer.write(piece)
            await writer.drain()
    except ConnectionError:
        pass  # one side is gone: so is the other very soon
    finally:
        writer.close()


async def _relay(socket_path: str, argv: list[str]) -> int:
    carried: set[asyncio.Task[None]] = set()

    async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            far_reader, far_writer = await asyncio.open_unix_connection(socket_path)
        except OSError:
            writer.close()
            return
        for task in (
            asyncio.create_task(_carry(reader, far_writer)),
            asyncio.create_task(_carry(far_reader, writer)),
        ):
            carried.add(task)
            task.add_done_callback(carried.discard)

    server = await asyncio.start_server(accept, "127.0.0.1", RELAY_PORT)
    async with server:
        # Who is asked to end is the engine; we end when it has.
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        engine = await asyncio.create_subprocess_exec(
            *argv, preexec_fn=lambda: signal.signal(signal.SIGTERM, signal.SIG_DFL)
        )
        return await engine.wait()


def main() -> None:
    """Carry until the engine ends, then end as it did."""
    code = asyncio.run(_relay(sys.argv[1], sys.argv[2:]))
    if code < 0:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    sys.exit(code)


if __name__ == "__main__":
    main()

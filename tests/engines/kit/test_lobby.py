"""A bot that waits in a lobby, with the lobby and the referee as scripts."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import grpc
import grpc.aio
import pytest
from podesta.bologna.v1 import bologna_pb2
from podesta.v1 import engine_pb2, lobby_pb2

from engines.kit import Bot, Connection, Match, NotWelcomeError, Turn
from engines.kit.back_off import BackOff
from engines.kit.lobby import play_from_lobby
from tests.certificates import make_certificate, needs_openssl
from tests.engines.kit.scripted_referee import MATCH_ID, Hangup, ScriptedReferee, Seat

pytestmark = needs_openssl

LOBBY_TOKEN = "of the lobby"
SEAT_TOKEN = "of the seat"
Said = lobby_pb2.WaitResponse
WAITING = Said(waiting=lobby_pb2.Waiting(next_within_us=5_000_000))


class First(Bot):
    games = ("bologna",)

    def __init__(self) -> None:
        self.matches: list[Match] = []
        self.heard: list[str] = []

    def on_match(self, match: Match) -> None:
        self.matches.append(match)
        self.heard.append("match")

    def on_events(self, events: Any) -> None:
        self.heard += [event.played.move for event in events]

    def choose(self, turn: Turn) -> str:
        return turn.legal_moves[0]


class World:
    """A lobby at whose address the referee listens too, and how long the bot paused."""

    def __init__(self, lobby: "LobbyScript", seat: "SeatScript") -> None:
        self.address = ""
        self.calls = 0
        self.pauses: list[float] = []
        self._lobby = lobby
        self._seat = seat
        self.streams = 0

    async def wait(self, request: bytes, context: Any) -> None:
        assert dict(context.invocation_metadata())["authorization"] == f"Bearer {LOBBY_TOKEN}"
        assert lobby_pb2.WaitRequest.FromString(request).protocol_version == 1
        self.calls += 1
        await self._lobby(self, context)

    async def play(self, requests: object, context: Any) -> None:
        self.streams += 1

        async def script(seat: Seat) -> None:
            assert seat.token == SEAT_TOKEN
            await self._seat(self, seat)

        await ScriptedReferee(script).play(requests, context)

    async def invite(self, context: Any, grace_us: int = 5_000_000) -> None:
        invitation = lobby_pb2.Invitation(
            address=self.address, seat_token=SEAT_TOKEN, reconnect_grace_us=grace_us
        )
        await context.write(WAITING.SerializeToString())
        await context.write(Said(invitation=invitation).SerializeToString())

    async def pause(self, pause_s: float) -> None:
        self.pauses.append(pause_s)
        await asyncio.sleep(0)


LobbyScript = Callable[[World, Any], Awaitable[None]]
SeatScript = Callable[[World, Seat], Awaitable[None]]


async def one_match(_: World, seat: Seat) -> None:
    await seat.welcome()
    await seat.begin()
    assert (await seat.ask()).text == "a"
    await seat.over()
    await seat.goodbye()


@contextlib.asynccontextmanager
async def served(world: World, directory: Path) -> AsyncIterator[Connection]:
    certificate, key = make_certificate(directory)
    server = grpc.aio.server()
    credentials = grpc.ssl_server_credentials([(key.read_bytes(), certificate.read_bytes())])
    wait: Any = grpc.unary_stream_rpc_method_handler(world.wait)
    play: Any = grpc.stream_stream_rpc_method_handler(world.play)
    handlers = {
        "podesta.v1.LobbyService": {"Wait": wait},
        "podesta.v1.RefereeService": {"Play": play},
    }
    server.add_generic_rpc_handlers(
        [grpc.method_handlers_generic_handler(name, methods) for name, methods in handlers.items()]
    )
    world.address = f"localhost:{server.add_secure_port('127.0.0.1:0', credentials)}"
    await server.start()
    try:
        yield Connection(
            world.address, LOBBY_TOKEN, lobby=True, tls=True, roots=certificate.read_bytes()
        )
    finally:
        await server.stop(None)


def live(directory: Path, lobby: LobbyScript, seat: SeatScript = one_match) -> tuple[World, First]:
    """Until the lobby refuses the bot for good, which every script comes to."""
    world, bot = World(lobby, seat), First()

    async def run() -> None:
        async with asyncio.timeout(30), served(world, directory) as connection:
            with pytest.raises(NotWelcomeError):
                await play_from_lobby(
                    bot,
                    connection,
                    pause=world.pause,
                    back_off=BackOff(1, 8, lambda: 1.0),
                )

    asyncio.run(run())
    return world, bot


async def refuse(context: Any) -> None:
    await context.abort(grpc.StatusCode.UNAUTHENTICATED, "the token 'x' is revoked")


def test_match_after_match_until_it_is_refused(tmp_path: Path) -> None:
    async def lobby(world: World, context: Any) -> None:
        if world.calls > 3:
            await refuse(context)
        await world.invite(context)

    world, bot = live(tmp_path, lobby)
    assert (world.calls, world.streams, len(bot.matches)) == (4, 3, 3)
    assert world.pauses == []


def test_a_lobby_that_is_away_is_dialled_ever_more_slowly(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async def lobby(world: World, context: Any) -> None:
        if world.calls <= 4:
            await context.abort(grpc.StatusCode.UNAVAILABLE, "away")
        if world.calls == 5:
            await world.invite(context)
        elif world.calls == 6:
            await context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, "full")
        else:
            await refuse(context)

    world, _ = live(tmp_path, lobby)
    # After a match it begins anew.
    assert world.pauses == [1, 2, 4, 8, 1]
    told = capsys.readouterr().err
    assert "again in 2 s" in told
    assert LOBBY_TOKEN not in told
    assert SEAT_TOKEN not in told


def test_an_empty_answer_and_one_that_is_none_are_no_lobby(tmp_path: Path) -> None:
    async def lobby(world: World, context: Any) -> None:
        if world.calls == 1:
            return
        if world.calls == 2:
            await context.write(b"\xff\xff")
        elif world.calls == 3:
            await context.write(Said().SerializeToString())
        else:
            await refuse(context)

    world, _ = live(tmp_path, lobby)
    assert len(world.pauses) == 3


def test_a_referee_that_is_not_there_sends_it_back_to_the_lobby(tmp_path: Path) -> None:
    async def lobby(world: World, context: Any) -> None:
        if world.calls > 1:
            await refuse(context)
        letter = lobby_pb2.Invitation(address="localhost:1", seat_token=SEAT_TOKEN)
        await context.write(Said(invitation=letter).SerializeToString())

    world, bot = live(tmp_path, lobby)
    assert (world.calls, len(bot.matches), len(world.pauses)) == (2, 0, 1)


def test_a_broken_stream_is_dialled_again_and_the_match_goes_on(tmp_path: Path) -> None:
    played = bologna_pb2.BolognaEvent(played=bologna_pb2.Played(seat=0, move="t"))
    resumed = engine_pb2.Resumption(ply=1)
    resumed.events.add().Pack(played)

    async def lobby(world: World, context: Any) -> None:
        if world.calls > 1:
            await refuse(context)
        await world.invite(context)

    async def seat_script(world: World, seat: Seat) -> None:
        await seat.welcome()
        if world.streams == 1:
            await seat.begin()
            raise Hangup
        if world.streams == 2:
            # It may break again before it is back.
            raise Hangup
        await seat.begin(resumed=resumed)
        assert (await seat.ask()).text == "a"
        await seat.over()
        await seat.goodbye()

    world, bot = live(tmp_path, lobby, seat_script)
    assert world.streams == 3
    assert [match.resumed for match in bot.matches] == [None, resumed]
    assert bot.matches[1].id == MATCH_ID
    # A new beginning, and then all that happened since the match began.
    assert bot.heard == ["match", "match", "t"]


def test_without_a_grace_it_is_not_dialled_again(tmp_path: Path) -> None:
    async def lobby(world: World, context: Any) -> None:
        if world.calls > 1:
            await refuse(context)
        await world.invite(context, grace_us=0)

    async def seat_script(world: World, seat: Seat) -> None:
        await seat.welcome()
        await seat.begin()
        raise Hangup

    world, _ = live(tmp_path, lobby, seat_script)
    assert (world.calls, world.streams) == (2, 1)


def test_one_that_was_replaced_does_not_fight_for_its_seat(tmp_path: Path) -> None:
    async def lobby(world: World, context: Any) -> None:
        if world.calls > 1:
            await refuse(context)
        await world.invite(context)

    async def seat_script(world: World, seat: Seat) -> None:
        await seat.welcome()
        await seat.begin()
        await seat.context.abort(grpc.StatusCode.ABORTED, "a newer stream took this seat")

    world, _ = live(tmp_path, lobby, seat_script)
    assert (world.calls, world.streams) == (2, 1)

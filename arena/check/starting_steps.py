"""Steps about the start: Hello and what stands in it, Welcome, and refusals."""

from difflib import get_close_matches

from podesta.v1 import engine_pb2, game_pb2, match_pb2

from arena.check.bench import Bench
from arena.check.step import Step
from arena.check.verdict import DoesNotApply, StepFailed
from arena.terminal.printable import printable
from referee.conversation import PROTOCOL_VERSION
from referee.games import game_names
from referee.record_builder import NAME_BYTES

__all__ = ["STEPS"]

_LIFE = "The life of a stream"
_CALLING = "Calling"
_SAYS = "What the bot says"
_NO_VERSION = 4_000_000_000
_PROXIES = ("grpc_proxy", "https_proxy", "http_proxy", "HTTPS_PROXY", "HTTP_PROXY")
_NO_PROXY = "http://127.0.0.1:9"
"""Nothing listens at the port of the discard service."""


async def _hello(bench: Bench) -> None:
    async with bench.process() as run:
        bench.hello = await run.hello()


async def _introduction(bench: Bench) -> None:
    hello = _heard(bench)
    for what in ("name", "version", "author"):
        text: str = getattr(hello, what)
        if len(text.encode()) > NAME_BYTES:
            bench.advise(
                f"its {what} is longer than {NAME_BYTES} bytes, the rest is cut in records"
            )
        elif printable(text) != text:
            bench.advise(f"its {what} holds characters that nobody sees: {printable(text, 80)}")
    if not hello.name:
        raise StepFailed("its name is empty")
    if not hello.version:
        bench.advise("it tells no version, so nobody knows what played")
    bench.note(
        f"{printable(hello.name, 60)} {printable(hello.version, 30)}, protocol version "
        f"{hello.protocol_version}"
    )


async def _games(bench: Bench) -> None:
    hello = _heard(bench)
    claimed = list(hello.games)
    if not claimed:
        raise StepFailed("it claims no game")
    if len(set(claimed)) < len(claimed):
        raise StepFailed(f"it names a game twice: {_listed(claimed)}")
    known = game_names()
    missing = [name for name in bench.settings.games if name not in claimed]
    if missing:
        raise StepFailed(f"it does not claim {_listed(missing)}, only {_listed(claimed)}")
    unknown = [name for name in claimed if name not in known]
    if len(unknown) == len(claimed):
        raise StepFailed(f"of the games that it claims none is known here: {_listed(claimed)}")
    for name in unknown:
        close = get_close_matches(name, known, n=1)
        meant = f"; did it mean {close[0]}?" if close else ""
        bench.advise(f"it claims {printable(name, 60)}, which is not known here{meant}")
    bench.note(_listed([game.name for game in bench.games]))


async def _started_by_hand(bench: Bench) -> None:
    async with bench.process(told=False) as run:
        exited = await run.leaves()
        if exited is None:
            raise await run.failure("it still runs, though it was not told where to call")
        printed = await run.printed()
        if exited.status == 0:
            bench.advise("started without an address it ends with status 0, as if all were well")
        if not (printed.stderr + printed.stdout).strip():
            bench.advise("started without an address it says nothing: its user learns nothing")


async def _wrong_token(bench: Bench) -> None:
    async with bench.process(token="not-the-token-of-this-seat") as run:
        exited = await run.leaves()
        if exited is None:
            raise await run.failure("it was refused for a wrong token, and still runs")
        if run.refused_calls > 1:
            bench.advise(f"it called {run.refused_calls} times with a token that was refused")
        if exited.status == 0:
            bench.advise("refused for a wrong token it ends with status 0, as if all were well")


async def _refused(bench: Bench) -> None:
    async with bench.process() as run:
        await run.hello()
        run.say(
            engine_pb2.PlayResponse(
                rejected=engine_pb2.Rejected(
                    kind=game_pb2.FAULT_KIND_START,
                    reason="this referee takes no engine, for this is a step of a check",
                    expected="an engine that leaves",
                )
            )
        )
        run.say_goodbye()
        if await run.leaves() is None:
            raise await run.failure("it was refused with Rejected and Goodbye, and still runs")


async def _other_version(bench: Bench) -> None:
    async with bench.process() as run:
        hello = await run.hello()
        if hello.protocol_version != PROTOCOL_VERSION:
            raise await run.failure(f"it speaks version {hello.protocol_version}")
        run.say_welcome(protocol_version=_NO_VERSION)
        if not await run.closes():
            raise await run.failure(
                f"Welcome named version {_NO_VERSION}, and it neither left nor closed its stream"
            )


async def _tcp(bench: Bench) -> None:
    if bench.spec.transport == match_pb2.TRANSPORT_TCP:
        raise DoesNotApply("its organiser chose TCP, so all steps use a port")
    async with bench.welcomed(transport=match_pb2.TRANSPORT_TCP) as run:
        match = bench.match(run)
        await match.begin()
        await match.move()


async def _proxy(bench: Bench) -> None:
    environment = dict.fromkeys(_PROXIES, _NO_PROXY) | {"no_proxy": "", "NO_PROXY": ""}
    async with bench.welcomed(transport=match_pb2.TRANSPORT_TCP, environment=environment) as run:
        await run.keeps_still(0)


async def _two_at_once(bench: Bench) -> None:
    async with bench.welcomed() as one, bench.welcomed() as other:
        matches = [bench.match(run) for run in (one, other)]
        for match in matches:
            await match.begin()
        for _ in range(3):
            for match in matches:
                await match.move()


def _heard(bench: Bench) -> engine_pb2.Hello:
    assert bench.hello is not None, "the walk begins with Hello"
    return bench.hello


def _listed(names: list[str]) -> str:
    return printable(", ".join(names), 200)


STEPS = (
    Step(
        "hello", "starts, calls, and says Hello first of all, in time", _LIFE, _hello, plays=False
    ),
    Step("introduction", "has a name that people can read", _SAYS, _introduction, plays=False),
    Step("games", "claims games that exist, each once", _SAYS, _games, plays=False),
    Step(
        "started-by-hand",
        "ends with a word where nobody told it an address",
        _CALLING,
        _started_by_hand,
        plays=False,
    ),
    Step("wrong-token", "ends where its token is refused", _CALLING, _wrong_token, plays=False),
    Step("refused", "ends where it is not welcome", _LIFE, _refused, plays=False),
    Step(
        "other-version",
        "leaves a referee whose version it does not speak",
        _SAYS,
        _other_version,
        plays=False,
    ),
    Step("tcp-address", "plays over a port of this machine", _CALLING, _tcp),
    Step("proxy", "calls the referee itself, whatever proxy there is", _CALLING, _proxy),
    Step("two-at-once", "plays in two processes at once", _CALLING, _two_at_once),
)

"""Engines kept from match to match, started with care, ended for certain."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping

import pytest
from podesta.v1 import game_pb2, match_pb2

from referee.engine_host import EngineHost, FailedStartError
from referee.errors import EngineFault
from referee.hosts import DEFAULT_READY_LIMIT_US, EngineHosts
from referee.launcher.fake import FakeLauncher
from referee.time_source import FakeTimeSource
from tests.zoo.wire import dial


async def waits(environment: Mapping[str, str]) -> None:
    async with dial(environment=environment) as wire:
        await wire.hello()
        await wire.wait_for("goodbye")


async def crashes(environment: Mapping[str, str]) -> None:
    raise RuntimeError("no network file")


class Floor:
    def __init__(self) -> None:
        self.launcher = FakeLauncher({"a": waits, "b": waits, "crashes": crashes})
        self.time: FakeTimeSource = FakeTimeSource()

    def run(self, test: Callable[[EngineHosts], Awaitable[None]]) -> None:
        async def limited() -> None:
            async with asyncio.timeout(30), EngineHosts(self.launcher, self.time) as hosts:
                await test(hosts)
                self.hosts = hosts

        asyncio.run(limited())
        assert self.hosts.running == 0

    @property
    def starts(self) -> int:
        return len(self.launcher.started)


def engine(name: str = "a", **fields: object) -> match_pb2.EngineSpec:
    values: dict[str, object] = {"id": name, "command": [name]}
    return match_pb2.EngineSpec(**(values | fields))  # type: ignore[arg-type]


def test_a_healthy_engine_is_kept_for_the_next_match() -> None:
    floor = Floor()

    async def test(hosts: EngineHosts) -> None:
        first = await hosts.acquire(engine(), "bologna")
        await hosts.release(first)
        assert await hosts.acquire(engine(), "bologna") is first
        assert floor.starts == 1

    floor.run(test)


@pytest.mark.parametrize(
    "other",
    [
        engine(id="other"),
        engine(version_digest="2"),
        engine(command=["a", "--fast"]),
        engine(environment={"X": "1"}),
        engine(transport=match_pb2.TRANSPORT_TCP),
    ],
    ids=["id", "version", "command", "environment", "transport"],
)
def test_an_engine_that_differs_gets_a_process_of_its_own(other: match_pb2.EngineSpec) -> None:
    floor = Floor()

    async def test(hosts: EngineHosts) -> None:
        await hosts.release(await hosts.acquire(engine(), "bologna"))
        await hosts.acquire(other, "bologna")
        assert floor.starts == 2

    floor.run(test)


def test_one_in_play_is_not_handed_out_again() -> None:
    floor = Floor()

    async def test(hosts: EngineHosts) -> None:
        one = await hosts.acquire(engine(), "bologna")
        two = await hosts.acquire(engine(), "bologna")
        assert one is not two

    floor.run(test)


def test_a_fresh_process_can_be_asked_for() -> None:
    floor = Floor()

    async def test(hosts: EngineHosts) -> None:
        await hosts.release(await hosts.acquire(engine(), "bologna"))
        await hosts.acquire(engine(), "bologna", fresh=True)
        assert floor.starts == 2

    floor.run(test)


def test_few_start_at_the_same_time() -> None:
    floor = Floor()
    running = most = 0

    async def starts_slowly(environment: Mapping[str, str]) -> None:
        nonlocal running, most
        running += 1
        most = max(most, running)
        # Long enough for the others to start too, if they were let.
        for _ in range(500):
            await asyncio.sleep(0)
        running -= 1
        await waits(environment)

    floor.launcher = FakeLauncher({"slow": starts_slowly})

    async def test(hosts: EngineHosts) -> None:
        await asyncio.gather(
            *(hosts.acquire(engine("slow", id=str(number)), "bologna") for number in range(5))
        )
        assert floor.starts == 5
        assert most == 2

    floor.run(test)


def test_not_more_than_a_few_wait_idle() -> None:
    floor = Floor()

    async def test(hosts: EngineHosts) -> None:
        for number in range(7):
            host = await hosts.acquire(engine(id=str(number)), "bologna")
            await hosts.release(host)
        assert hosts.running == 4

    floor.run(test)


def test_kept_engines_that_died_are_ended_and_take_no_place() -> None:
    floor = Floor()

    async def test(hosts: EngineHosts) -> None:
        kept = [await hosts.acquire(engine(id=str(number)), "bologna") for number in range(4)]
        for host in kept:
            await hosts.release(host)
        assert hosts.running == 4
        for host in kept[1:]:
            died = asyncio.Event()
            assert host.process is not None
            host.process.call_at_exit(died.set)
            host.process.terminate()
            await died.wait()
        last = await hosts.acquire(engine(), "bologna")
        await hosts.release(last)
        assert hosts.running == 2
        assert await hosts.acquire(engine(id="0"), "bologna") is kept[0]

    floor.run(test)


def test_a_start_that_fails_tells_why_with_the_last_words() -> None:
    floor = Floor()

    async def test(hosts: EngineHosts) -> None:
        with pytest.raises(FailedStartError) as failed:
            await hosts.acquire(engine("crashes"), "bologna")
        assert failed.value.fault.kind == game_pb2.FAULT_KIND_START
        assert failed.value.fault.exit_status == 1
        assert b"no network file" in failed.value.printed.stderr
        assert hosts.running == 0

    floor.run(test)


def test_a_program_that_is_not_there_and_a_game_it_does_not_play_are_told() -> None:
    floor = Floor()

    async def test(hosts: EngineHosts) -> None:
        with pytest.raises(FailedStartError, match="there is no program nobody"):
            await hosts.acquire(engine("nobody"), "bologna")
        with pytest.raises(FailedStartError, match=r"does not play chess, only .*bologna"):
            await hosts.acquire(engine(), "chess")
        assert hosts.running == 0

    floor.run(test)


class Impatient(FakeTimeSource):
    """Passes every pause at once and keeps how long it was; limits of starts never come."""

    def __init__(self) -> None:
        super().__init__()
        self.pauses_us: list[int] = []

    def timer(self, at_us: int) -> "asyncio.Future[None]":
        pause_us = at_us - self.now_us()
        if pause_us < DEFAULT_READY_LIMIT_US:
            self.pauses_us.append(pause_us)
            self.jump(pause_us)
        return super().timer(at_us)


def test_failed_starts_are_tried_ever_more_slowly_up_to_a_second() -> None:
    floor = Floor()
    floor.time = time = Impatient()

    async def test(hosts: EngineHosts) -> None:
        for _ in range(8):
            with pytest.raises(FailedStartError):
                await hosts.acquire(engine("crashes"), "bologna")
        assert time.pauses_us == [50_000 << n for n in range(5)] + [1_000_000] * 2

    floor.run(test)


def test_an_engine_that_is_awaited_is_announced() -> None:
    told: list[tuple[str, str, str]] = []

    async def test() -> None:
        connected: list[asyncio.Task[None]] = []

        def announce(spec: match_pb2.EngineSpec, address: str, token: str) -> None:
            told.append((spec.id, address, token))
            environment = {"PODESTA_ADDRESS": address, "PODESTA_TOKEN": token}
            connected.append(asyncio.create_task(waits(environment)))

        async with asyncio.timeout(30), EngineHosts(announce=announce) as hosts:
            host = await hosts.acquire(engine(command=[]), "bologna")
            assert host.process is None
            assert host.isolation == "remote"
        await asyncio.gather(*connected)

    asyncio.run(test())
    assert told[0][0] == "a"
    assert told[0][1].startswith("unix:")


async def stays(environment: Mapping[str, str]) -> None:
    """Until it is killed."""
    async with dial(environment=environment) as wire:
        await wire.hello()
        await asyncio.Event().wait()


@pytest.mark.parametrize("played", [True, False], ids=["in play", "kept"])
def test_who_closes_and_is_cancelled_leaves_nothing_running(*, played: bool) -> None:
    async def test() -> None:
        time = FakeTimeSource()
        hosts = EngineHosts(FakeLauncher({"stays": stays}), time)
        host = await hosts.acquire(engine("stays"), "bologna")
        if not played:
            await hosts.release(host)
        closing = asyncio.create_task(hosts.close())
        await asyncio.sleep(0)
        while not closing.done():
            closing.cancel()
            await asyncio.sleep(0)
            time.jump_to_next_timer()
        assert closing.cancelled()
        assert host.process is not None
        assert host.process.exit is not None
        assert host._server._server is None

    asyncio.run(test())


def test_an_engine_given_back_is_ended_though_another_held_up_who_gave_it_back() -> None:
    """Cancelled while engines that broke are ended, which comes first."""
    floor = Floor()
    kept: list[EngineHost] = []

    async def test(hosts: EngineHosts) -> None:
        kept.extend([await hosts.acquire(engine(id=name), "bologna") for name in "xyz"])
        *broken, last = kept
        for host in broken:
            await hosts.release(host)
            host.failure = EngineFault(game_pb2.FAULT_KIND_CRASH, "it fell ill")
        giving = asyncio.create_task(hosts.release(last))
        while broken[0].healthy or broken[0]._ending is None:
            await asyncio.sleep(0)
        giving.cancel()
        with pytest.raises(asyncio.CancelledError):
            await giving

    floor.run(test)
    assert all(host._ending is not None and host._ending.done() for host in kept)

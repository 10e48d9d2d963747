"""One engine spoken to by hand: why it is gone."""

import asyncio
from collections.abc import Mapping

import pytest
from podesta.v1 import game_pb2, match_pb2

from arena.debug.engine_link import EngineLink
from referee import last_moments
from referee.errors import EngineFault
from referee.launcher.fake import FakeLauncher
from referee.time_source import FakeTimeSource
from tests.zoo.wire import dial


async def _some_turns() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


@pytest.mark.parametrize("ends", [True, False], ids=["and then ends", "and stays"])
def test_the_cause_is_told_when_the_host_knows_it_and_not_before(
    monkeypatch: pytest.MonkeyPatch, *, ends: bool
) -> None:
    """On a busy machine the end of a process may be long after the end of its stream."""
    monkeypatch.setattr(last_moments, "_LOOK_US", 3_600_000_000)
    time = FakeTimeSource()
    leave = asyncio.Event()

    async def hangs_up(environment: Mapping[str, str]) -> None:
        async with dial(environment=environment) as wire:
            await wire.hello()
            await wire.wait_for("welcome")
        await leave.wait()
        raise RuntimeError("no idea")

    async def cause() -> EngineFault:
        spec = match_pb2.EngineSpec(id="x", name="x", command=["x"])
        async with EngineLink(spec, launcher=FakeLauncher({"x": hangs_up}), time=time) as link:
            await link.start(10_000_000)
            message = await link.hear(None)
            assert message is not None
            assert message.HasField("closed")
            asking = asyncio.create_task(link.end_cause())
            await _some_turns()
            time.jump(3_000_000_000)
            await _some_turns()
            assert not asking.done()
            if ends:
                leave.set()
            else:
                time.jump(1_000_000_000)
            fault = await asking
            leave.set()
            return fault

    fault = asyncio.run(cause())
    crash, closed = game_pb2.FAULT_KIND_CRASH, game_pb2.FAULT_KIND_STREAM_CLOSED
    assert fault.kind == (crash if ends else closed)

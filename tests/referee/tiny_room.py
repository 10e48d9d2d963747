"""Matches of the tiny game between coroutines of one event loop, over real gRPC."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from google.protobuf.struct_pb2 import Struct
from podesta.v1 import engine_pb2, match_pb2, record_pb2

from referee.hosts import EngineHosts
from referee.launcher.fake import FakeLauncher
from referee.play import play_match
from referee.replay import verify
from referee.spectators import EventLevel
from referee.time_source import TimeSource
from tests.referee.tiny_game import load_tiny
from tests.zoo.wire import Wire, dial

Script = Callable[[Wire, list[engine_pb2.PlayResponse]], Awaitable[None]]


async def plays_first_move(wire: Wire, heard: list[engine_pb2.PlayResponse]) -> None:
    await play_on(wire, heard, lambda _: {})


async def play_on(
    wire: Wire,
    heard: list[engine_pb2.PlayResponse],
    answer: Callable[[engine_pb2.Decide], dict[str, Any] | None],
    **hello: Any,
) -> None:
    """Until Goodbye; `answer` changes fields of the Move, or says nothing for None."""
    await wire.hello(**{"games": ["tiny"], **hello})
    while True:
        response = await wire.hear()
        heard.append(response)
        kind = response.WhichOneof("message")
        if kind == "new_match":
            await wire.ready(response.new_match)
        elif kind == "decide":
            fields = answer(response.decide)
            if fields is not None:
                await wire.answer(response.decide, **fields)
        elif kind == "goodbye":
            return


class Room:
    """One event loop, engines as coroutines in it, and what each of them heard."""

    def __init__(self, **scripts: Script) -> None:
        self.heard: dict[str, list[engine_pb2.PlayResponse]] = {name: [] for name in scripts}
        self.events: list[match_pb2.MatchEvent] = []
        self._launcher = FakeLauncher(
            {name: self._program(name, script) for name, script in scripts.items()}
        )
        self.starts = self._launcher.started

    def _program(
        self, name: str, script: Script
    ) -> Callable[[Mapping[str, str]], Awaitable[object]]:
        async def run(environment: Mapping[str, str]) -> None:
            async with dial(environment=environment) as wire:
                await script(wire, self.heard[name])

        return run

    def play(
        self,
        *specs: match_pb2.MatchSpec,
        load: Any = load_tiny,
        time: TimeSource | None = None,
    ) -> list[record_pb2.MatchRecord]:
        """One match after another; each record must verify."""

        async def play_all() -> list[record_pb2.MatchRecord]:
            async with EngineHosts(self._launcher, time) as hosts:
                return [
                    await play_match(
                        spec,
                        hosts=hosts,
                        sink=self.events.append,
                        level=EventLevel.MOVES,
                        load=load,
                        time=time,
                    )
                    for spec in specs
                ]

        records = asyncio.run(play_all())
        if load is load_tiny:
            assert [verify(record, load=load) for record in records] == [[]] * len(records)
        return records

    def said(self, name: str, kind: str) -> list[Any]:
        """All messages of one kind that an engine heard."""
        return [
            getattr(response, kind)
            for response in self.heard[name]
            if response.WhichOneof("message") == kind
        ]


def spec(*names: str, **fields: Any) -> match_pb2.MatchSpec:
    values: dict[str, Any] = {
        "match_id": "m1",
        "attempt": 1,
        "game": "tiny",
        "game_options": {"goal": "25"},
        "engines": [
            match_pb2.EngineSpec(id=f"id-{name}", name=name, command=[name]) for name in names
        ],
        "time_control": "1m+1s",
        "seed": bytes(range(32)),
        "nonce": bytes(32),
    }
    return match_pb2.MatchSpec(**(values | fields))


def unpack(packed: Any) -> dict[str, Any]:
    message = Struct()
    assert packed.Unpack(message)
    return dict(message)

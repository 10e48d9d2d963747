"""Who listens in hears every message of one stream, and who holds a match up stops no clock."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest
from podesta.v1 import engine_pb2, match_pb2, record_pb2

from referee.clock import MatchClocks
from referee.conversation import Conversation
from referee.games import AnyGame, AnyState, Chance, SeededChance, game_names, load_game
from referee.gate import Gate
from referee.hosts import EngineHosts
from referee.launcher.fake import FakeLauncher
from referee.play import play_match
from referee.replay import verify
from referee.tap import TappedConversation
from referee.time_source import FakeTimeSource, MonotonicTime, TimeSource
from tests.referee.tiny_game import load_tiny
from tests.referee.tiny_room import spec
from tests.zoo.wire import dial


@dataclass
class KeptTap:
    """What was told of one stream: who spoke, and what."""

    told: list[tuple[str, bytes]] = field(default_factory=list)

    def sent(self, data: bytes, at_us: int) -> None:
        self.told.append(("referee", data))

    def received(self, data: bytes, at_us: int) -> None:
        self.told.append(("engine", data))

    def closed(self, detail: str, at_us: int) -> None:
        self.told.append(("closed", detail.encode()))

    def heard(self) -> list[engine_pb2.PlayResponse]:
        return [engine_pb2.PlayResponse.FromString(d) for who, d in self.told if who == "referee"]

    def kinds(self) -> list[str | None]:
        kinds: list[str | None] = []
        for who, data in self.told:
            if who == "engine":
                kinds.append(engine_pb2.PlayRequest.FromString(data).WhichOneof("message"))
            elif who == "referee":
                kinds.append(engine_pb2.PlayResponse.FromString(data).WhichOneof("message"))
            else:
                kinds.append(who)
        return kinds


def play(
    match: match_pb2.MatchSpec,
    taps: dict[str, KeptTap],
    *,
    gate: Gate | None = None,
    time: TimeSource | None = None,
    load: Any = load_tiny,
) -> tuple[record_pb2.MatchRecord, dict[str, list[engine_pb2.PlayResponse]]]:
    """The record, and what each engine heard itself, which always plays its first legal move."""
    heard: dict[str, list[engine_pb2.PlayResponse]] = {}

    async def program(environment: Mapping[str, str]) -> None:
        async with dial(environment=environment) as wire:
            await wire.hello(games=["tiny", *game_names()])
            mine: list[engine_pb2.PlayResponse] = []
            while True:
                response = await wire.hear()
                mine.append(response)
                kind = response.WhichOneof("message")
                if kind == "new_match":
                    heard[response.new_match.seats[response.new_match.your_seat].name] = mine
                    await wire.ready(response.new_match)
                elif kind == "decide":
                    await wire.answer(response.decide)
                elif kind == "goodbye":
                    return

    clock = time or MonotonicTime()

    def converse(engine: match_pb2.EngineSpec) -> Conversation:
        tap = taps.setdefault(engine.name, KeptTap())
        return TappedConversation(tap, clock)

    async def run() -> record_pb2.MatchRecord:
        launcher = FakeLauncher({engine.command[0]: program for engine in match.engines})
        async with EngineHosts(launcher, clock, converse=converse) as hosts:
            return await play_match(match, hosts=hosts, time=clock, load=load, gate=gate)

    return asyncio.run(run()), heard


def test_a_tap_hears_what_its_engine_hears_and_says() -> None:
    taps: dict[str, KeptTap] = {}
    record, heard = play(spec("a", "b"), taps)
    assert set(taps) == {"a", "b"}
    assert not record.unrated
    for name, tap in taps.items():
        assert tap.heard() == heard[name]
        kinds = tap.kinds()
        assert kinds[:4] == ["hello", "welcome", "new_match", "ready"]
        assert kinds[-3:] == ["match_over", "goodbye", "closed"]
        seat = "ab".index(name)
        moves = sum(decision.seat == seat for decision in record.decisions)
        assert kinds.count("move") == kinds.count("decide") == moves
        # Each answer right behind its question.
        assert all(kinds[place + 1] == "move" for place, k in enumerate(kinds) if k == "decide")


class SlowGate:
    """Somebody who looks at every position for an hour."""

    def __init__(self, time: FakeTimeSource) -> None:
        self._time = time
        self.reached_at: list[tuple[int, bool]] = []

    async def reached(
        self, ply: int, state: AnyState, clocks: MatchClocks, *, over: bool = False
    ) -> None:
        self.reached_at.append((ply, over))
        assert (state.to_act is None) == over
        self._time.jump(3_600_000_000)


def test_a_match_that_is_held_up_loses_no_time() -> None:
    time = FakeTimeSource()
    gate = SlowGate(time)
    record, _ = play(spec("a", "b", time_control="1s"), {}, gate=gate, time=time)
    plies = len(record.decisions)
    assert gate.reached_at == [*((ply, False) for ply in range(plies)), (plies, True)]
    assert {decision.raw_us for decision in record.decisions} == {1}
    assert record.unrated
    assert verify(record, load=load_tiny) == []


# --- two worlds: what a seat's stream holds does not depend on what it can't see ------------------


class OtherWorld:
    """A game whose deal is drawn anew in all that one seat can't see."""

    def __init__(self, game: AnyGame, seat: int) -> None:
        self._game = game
        self._seat = seat

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def initial_state(self, options: Mapping[str, str], seats: int, chance: Chance) -> AnyState:
        state = self._game.initial_state(options, seats, chance)
        return state.resample(self._seat, SeededChance(b"another world"))


HIDING = [name for name in game_names() if not load_game(name).perfect_information]


@pytest.mark.parametrize("name", HIDING)
def test_the_stream_of_a_seat_is_the_same_in_worlds_that_it_can_not_tell_apart(name: str) -> None:
    game = load_game(name)
    seats = max(game.seats)
    engines = [match_pb2.EngineSpec(id=f"e{n}", name=f"e{n}", command=["x"]) for n in range(seats)]
    match = match_pb2.MatchSpec(
        match_id="m1", attempt=1, game=name, engines=engines, time_control="5m",
        seed=bytes(range(32)), nonce=bytes(32),
    )  # fmt: skip
    first: dict[str, KeptTap] = {}
    record, _ = play(match, first, load=load_game, time=FakeTimeSource())
    seat = record.decisions[0].seat

    def load_other(_: str) -> Any:
        return OtherWorld(game, seat)

    second: dict[str, KeptTap] = {}
    play(match, second, load=load_other, time=FakeTimeSource())

    def upto_others(taps: dict[str, KeptTap]) -> list[tuple[str, bytes]]:
        """The stream of the seat, until another seat has moved."""
        turns = next(ply for ply, d in enumerate(record.decisions) if d.seat != seat)
        told, asked = taps[f"e{seat}"].told, 0
        for place, kind in enumerate(taps[f"e{seat}"].kinds()):
            asked += kind == "decide"
            if kind == "decide" and asked > turns:
                return told[:place]
            if kind == "move" and asked == turns:
                return told[: place + 1]
        return told

    mine = upto_others(first)
    assert len(mine) >= 6
    assert mine == upto_others(second)
    # The test is idle where both worlds are one: somebody else sees the difference.
    others = [f"e{other}" for other in range(seats) if other != seat]

    def shown(taps: dict[str, KeptTap], other: str) -> bytes:
        decide = next(r.decide for r in taps[other].heard() if r.HasField("decide"))
        return decide.observation.private.value

    assert any(shown(first, other) != shown(second, other) for other in others)

"""Engines from far away whose stream breaks in mid-match, over real TLS."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from podesta.v1 import engine_pb2, game_pb2, lobby_pb2, record_pb2

from referee import returning_conversation
from referee.hosts import EngineHosts
from referee.launcher.fake import FakeLauncher
from referee.play import play_match
from referee.replay import verify
from tests.certificates import needs_openssl
from tests.referee.far_away import FarAway, far_away, remote
from tests.referee.tiny_game import load_tiny
from tests.referee.tiny_room import plays_first_move, spec
from tests.zoo.wire import RefereeGoneError, Wire, dial

pytestmark = needs_openssl

Script = Callable[[FarAway, lobby_pb2.Invitation], Awaitable[None]]
HELLO: dict[str, Any] = {"games": ["tiny"]}


def play(
    directory: Path,
    script: Script,
    *,
    seat: int = 1,
    far: dict[str, Any] | None = None,
    near: Callable[[Wire, list[engine_pb2.PlayResponse]], Awaitable[None]] = plays_first_move,
    **fields: Any,
) -> record_pb2.MatchRecord:
    """A match of an engine near and one far away, in that seat."""

    async def near_engine(environment: Any) -> None:
        async with dial(environment=environment) as wire:
            await near(wire, [])

    async def run() -> record_pb2.MatchRecord:
        async with far_away(directory) as away:

            async def far_engine() -> None:
                await script(away, await away.invitation())

            playing = asyncio.create_task(far_engine())
            launcher = FakeLauncher({"near": near_engine})
            names = ["near", "near"]
            match = spec(*names, **fields)
            match.engines[seat].CopyFrom(remote("far", **(far or {})))
            async with EngineHosts(launcher, remote=away.seats) as hosts:
                record = await play_match(match, hosts=hosts, load=load_tiny)
            try:
                async with asyncio.timeout(10):
                    await playing
            except RefereeGoneError:
                pass
            return record

    record = asyncio.run(run())
    assert verify(record, load=load_tiny) == []
    return record


async def questions(wire: Wire, number: int) -> engine_pb2.Decide:
    """Play until that question is asked; it is not answered."""
    match = await wire.wait_for("new_match")
    await wire.ready(match)
    while True:
        decide: engine_pb2.Decide = await wire.wait_for("decide")
        if decide.decision_id == number:
            return decide
        await wire.answer(decide)


async def finish(wire: Wire) -> None:
    """From Ready on to the end."""
    while True:
        response = await wire.hear()
        kind = response.WhichOneof("message")
        if kind == "decide":
            await wire.answer(response.decide)
        elif kind == "goodbye":
            return


def test_a_whole_match_far_away(tmp_path: Path) -> None:
    heard: list[engine_pb2.PlayResponse] = []

    async def script(away: FarAway, invitation: lobby_pb2.Invitation) -> None:
        assert invitation.reconnect_grace_us == 10_000_000
        async with away.dial(invitation.address, invitation.seat_token) as wire:
            await plays_first_move(wire, heard)

    record = play(tmp_path, script)
    assert record.termination == game_pb2.TERMINATION_COMPLETED
    assert record.seats[1].isolation == "remote"
    assert [response.WhichOneof("message") for response in heard[-2:]] == ["match_over", "goodbye"]


def test_it_comes_back_to_the_question_that_is_open_with_its_clock_run_on(tmp_path: Path) -> None:
    async def script(away: FarAway, invitation: lobby_pb2.Invitation) -> None:
        async with away.dial(invitation.address, invitation.seat_token) as wire:
            await wire.hello(**HELLO)
            first = await questions(wire, 3)
        async with away.dial(invitation.address, invitation.seat_token) as wire:
            await wire.hello(**HELLO)
            await wire.wait_for("welcome")
            match = await wire.wait_for("new_match")
            resumed = match.resumed
            assert match.match_id == first.match_id
            assert resumed.ply == first.ply
            assert resumed.observation == first.observation
            # All that happened, those events too that the first stream had told.
            assert len(resumed.events) > len(first.events)
            before, now = first.clocks[1].remaining_us, resumed.clocks[1].remaining_us
            assert 0 < now < before
            await wire.ready(match)
            again = await wire.wait_for("decide")
            assert again.decision_id == first.decision_id
            assert again.observation == first.observation
            assert again.legal_moves == first.legal_moves
            assert again.limit_us < first.limit_us
            assert again.clocks[1].remaining_us <= now
            assert list(again.events) == []
            await wire.answer(again)
            await finish(wire)

    record = play(tmp_path, script)
    assert record.termination == game_pb2.TERMINATION_COMPLETED
    assert [fault.kind for fault in record.faults] == []
    assert [note.split(":")[0] for note in record.notes] == ["seat 1"] * 2
    assert "away" in record.notes[0]
    assert "back" in record.notes[1]


def test_it_may_break_while_the_other_thinks(tmp_path: Path) -> None:
    gone, back = asyncio.Event(), asyncio.Event()

    async def near(wire: Wire, heard: list[engine_pb2.PlayResponse]) -> None:
        await wire.hello(**HELLO)
        decide = await questions(wire, 3)
        await gone.wait()
        await wire.answer(decide)
        # The next question of the other comes while it is away: it is asked when it is back.
        back.set()
        await finish(wire)

    async def script(away: FarAway, invitation: lobby_pb2.Invitation) -> None:
        async with away.dial(invitation.address, invitation.seat_token) as wire:
            await wire.hello(**HELLO)
            match = await wire.wait_for("new_match")
            await wire.ready(match)
            # Its second turn is over after four decisions; then the other is asked the third time.
            for _ in range(2):
                await wire.answer(await wire.wait_for("decide"))
        gone.set()
        await back.wait()
        async with away.dial(invitation.address, invitation.seat_token) as wire:
            await wire.hello(**HELLO)
            match = await wire.wait_for("new_match")
            assert match.HasField("resumed")
            await wire.ready(match)
            await finish(wire)

    record = play(tmp_path, script, near=near)
    assert record.termination == game_pb2.TERMINATION_COMPLETED


def test_it_is_invited_again_when_it_lost_its_invitation(tmp_path: Path) -> None:
    async def script(away: FarAway, invitation: lobby_pb2.Invitation) -> None:
        async with away.dial(invitation.address, invitation.seat_token) as wire:
            await wire.hello(**HELLO)
            await questions(wire, 2)
        again = await away.invitation()
        assert again == invitation
        async with away.dial(again.address, again.seat_token) as wire:
            await wire.hello(**HELLO)
            await wire.ready(await wire.wait_for("new_match"))
            await finish(wire)

    assert play(tmp_path, script).termination == game_pb2.TERMINATION_COMPLETED


def test_the_newer_stream_wins(tmp_path: Path) -> None:
    async def script(away: FarAway, invitation: lobby_pb2.Invitation) -> None:
        async with away.dial(invitation.address, invitation.seat_token) as old:
            await old.hello(**HELLO)
            await questions(old, 2)
            async with away.dial(invitation.address, invitation.seat_token) as new:
                await new.hello(**HELLO)
                await new.ready(await new.wait_for("new_match"))
                again = await new.wait_for("decide")
                with pytest.raises(RefereeGoneError, match="newer stream"):
                    await old.wait_for("goodbye")
                await new.answer(again)
                await finish(new)

    record = play(tmp_path, script)
    assert record.termination == game_pb2.TERMINATION_COMPLETED
    assert list(record.faults) == []


def test_one_that_stays_away_is_at_fault_when_the_grace_is_over(tmp_path: Path) -> None:
    async def script(away: FarAway, invitation: lobby_pb2.Invitation) -> None:
        async with away.dial(invitation.address, invitation.seat_token) as wire:
            await wire.hello(**HELLO)
            await questions(wire, 2)

    record = play(tmp_path, script, far={"reconnect_grace_us": 200_000})
    assert [fault.kind for fault in record.faults] == [game_pb2.FAULT_KIND_STREAM_CLOSED]
    assert "not back within 200ms" in record.faults[0].detail
    assert record.termination == game_pb2.TERMINATION_FAULT


def test_its_flag_falls_while_it_is_away(tmp_path: Path) -> None:
    async def script(away: FarAway, invitation: lobby_pb2.Invitation) -> None:
        async with away.dial(invitation.address, invitation.seat_token) as wire:
            await wire.hello(**HELLO)
            await questions(wire, 2)

    record = play(tmp_path, script, time_control="500ms", grace_us=0)
    assert [fault.kind for fault in record.faults] == [game_pb2.FAULT_KIND_TIMEOUT]


def test_without_a_grace_a_broken_stream_is_the_end(tmp_path: Path) -> None:
    async def script(away: FarAway, invitation: lobby_pb2.Invitation) -> None:
        async with away.dial(invitation.address, invitation.seat_token) as wire:
            await wire.hello(**HELLO)
            await questions(wire, 2)

    record = play(tmp_path, script, far={"reconnect_grace_us": 0})
    assert [fault.kind for fault in record.faults] == [game_pb2.FAULT_KIND_STREAM_CLOSED]


def test_another_hello_is_a_fault(tmp_path: Path) -> None:
    async def script(away: FarAway, invitation: lobby_pb2.Invitation) -> None:
        async with away.dial(invitation.address, invitation.seat_token) as wire:
            await wire.hello(**HELLO)
            await questions(wire, 2)
        async with away.dial(invitation.address, invitation.seat_token) as wire:
            await wire.hello(**HELLO, name="somebody else")
            await wire.wait_for("goodbye")

    record = play(tmp_path, script)
    assert [fault.kind for fault in record.faults] == [game_pb2.FAULT_KIND_OUT_OF_ORDER]


def test_coming_and_going_without_end_is_a_flood(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(returning_conversation, "MOST_RETURNS", 3)

    async def script(away: FarAway, invitation: lobby_pb2.Invitation) -> None:
        async with away.dial(invitation.address, invitation.seat_token) as wire:
            await wire.hello(**HELLO)
            await questions(wire, 2)
        while True:
            async with away.dial(invitation.address, invitation.seat_token) as wire:
                await wire.hello(**HELLO)
                await wire.wait_for("new_match")

    record = play(tmp_path, script)
    assert [fault.kind for fault in record.faults] == [game_pb2.FAULT_KIND_FLOOD]


def test_one_that_does_not_come_is_a_forfeit_that_says_so(tmp_path: Path) -> None:
    async def script(away: FarAway, invitation: lobby_pb2.Invitation) -> None:
        return

    record = play(tmp_path, script, far={"wait_limit_us": 300_000})
    assert record.termination == game_pb2.TERMINATION_FORFEIT
    assert [fault.kind for fault in record.faults] == [game_pb2.FAULT_KIND_START]
    assert "the bot of the token 'far' was invited and did not come" in record.faults[0].detail


def test_no_secret_is_in_the_record(tmp_path: Path) -> None:
    secrets = []

    async def script(away: FarAway, invitation: lobby_pb2.Invitation) -> None:
        secrets.append(invitation.seat_token.encode())
        async with away.dial(invitation.address, "wrong") as wire:
            with pytest.raises(RefereeGoneError):
                await wire.hear()
        async with away.dial(invitation.address, invitation.seat_token) as wire:
            await wire.hello(**HELLO)
            await questions(wire, 2)

    record = play(tmp_path, script, far={"reconnect_grace_us": 100_000})
    assert record.faults
    assert secrets[0] not in record.SerializeToString()

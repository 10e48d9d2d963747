"""Whole matches of a small game with hidden parts, reactions and up to three seats."""

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest
from podesta.v1 import engine_pb2, game_pb2, match_pb2

from referee.errors import SpecError
from referee.hosts import EngineHosts
from referee.launcher.fake import FakeLauncher
from referee.play import play_match
from referee.time_source import FakeTimeSource
from tests.referee.tiny_game import GAME, TinyGame, TinyState, load_tiny
from tests.referee.tiny_room import Room, play_on, plays_first_move, spec, unpack
from tests.zoo.wire import Wire, dial


def test_a_match_of_two_to_its_end() -> None:
    room = Room(a=plays_first_move, b=plays_first_move)
    [record] = room.play(spec("a", "b", opening_plies=2))
    assert record.termination == game_pb2.TERMINATION_COMPLETED
    assert record.reason in ("goal reached", "last turn")
    [new_match] = room.said("b", "new_match")
    assert new_match.your_seat == 1
    assert [info.name for info in new_match.seats] == ["a", "b"]
    assert unpack(new_match.game_data) == {"goal": 25.0, "big": 6.0}
    assert len(new_match.seed_commitment) == 32
    [over] = room.said("b", "match_over")
    assert over.outcome == record.outcome
    assert not over.HasField("seed")
    assert not over.HasField("nonce")


def test_every_seat_hears_each_event_once_and_in_order() -> None:
    room = Room(a=plays_first_move, b=plays_first_move, c=plays_first_move)
    [record] = room.play(spec("a", "b", "c", opening_plies=2))
    told = {}
    for name in "abc":
        events = [
            unpack(event)
            for response in room.heard[name]
            for event in getattr(getattr(response, response.WhichOneof("message")), "events", ())
        ]
        told[name] = [event for event in events if "bonus" not in event]
        # What only one seat may see reaches only that seat: its own bonus, at the end.
        assert len([event for event in events if "bonus" in event]) == 1
    assert told["a"] == told["b"] == told["c"]
    assert len(told["a"]) == len(record.decisions)


def test_observe_is_never_empty_and_never_sent_to_who_decides_or_decided() -> None:
    room = Room(a=plays_first_move, b=plays_first_move, c=plays_first_move)
    [record] = room.play(spec("a", "b", "c"))
    seat_at = [decision.seat for decision in record.decisions]
    for seat, name in enumerate("abc"):
        for observe in room.said(name, "observe"):
            assert len(observe.events) >= 1
            assert seat_at[observe.ply - 1] != seat
            assert observe.ply == len(seat_at) or seat_at[observe.ply] != seat


def test_decide_alone_is_enough_and_counts_by_seat() -> None:
    room = Room(a=plays_first_move, b=plays_first_move)
    [record] = room.play(spec("a", "b"))
    for seat, name in enumerate("ab"):
        decides = room.said(name, "decide")
        own = [
            (ply, decision)
            for ply, decision in enumerate(record.decisions)
            if decision.seat == seat
        ]
        assert [decide.decision_id for decide in decides] == list(range(1, len(own) + 1))
        for decide, (ply, decision) in zip(decides, own, strict=True):
            assert decide.ply == ply
            assert decide.legal_count == len(decide.legal_moves) == decision.legal_count
            assert decision.move == decide.legal_moves[0]
            assert len(decide.clocks) == 2
            assert decide.limit_us == decide.clocks[seat].remaining_us
            assert "bonus" in unpack(decide.observation.private)


def test_an_engine_may_do_without_events_and_legal_moves() -> None:
    async def spartan(wire: Wire, heard: list[engine_pb2.PlayResponse]) -> None:
        await play_on(wire, heard, lambda _: {"index": 0}, omit_events=True, omit_legal_moves=True)

    room = Room(a=spartan, b=plays_first_move)
    [record] = room.play(spec("a", "b"))
    assert record.termination == game_pb2.TERMINATION_COMPLETED
    assert room.said("a", "observe") == []
    assert all(not d.legal_moves and not d.events for d in room.said("a", "decide"))
    assert all(d.legal_count for d in room.said("a", "decide"))
    assert len(room.said("a", "match_over")[0].events) == 0


def test_a_stand_in_plays_on_for_the_third_seat() -> None:
    async def breaks(wire: Wire, heard: list[engine_pb2.PlayResponse]) -> None:
        await play_on(wire, heard, lambda _: {"text": "jump"})

    room = Room(a=plays_first_move, b=breaks, c=plays_first_move)
    [record] = room.play(spec("a", "b", "c"))
    assert record.termination == game_pb2.TERMINATION_FAULT
    assert record.outcome.seats[1].placement == 3
    assert record.outcome.reason.startswith("seat 1 sent an unreadable move")
    deciders = {d.decider for d in record.decisions if d.seat == 1}
    assert deciders == {match_pb2.DECIDER_STAND_IN}
    assert all(d.decider == 1 for d in record.decisions if d.seat != 1)
    [rejected] = room.said("b", "rejected")
    assert not rejected.may_retry
    assert rejected.legal_count == 2


def test_a_match_of_three_can_end_with_the_first_fault() -> None:
    async def leaves(wire: Wire, heard: list[engine_pb2.PlayResponse]) -> None:
        await wire.hello(games=["tiny"])
        await wire.ready(await wire.wait_for("new_match"))
        await wire.wait_for("decide")

    room = Room(a=plays_first_move, b=leaves, c=plays_first_move)
    [record] = room.play(spec("a", "b", "c", fault_rule=match_pb2.FAULT_RULE_END))
    assert record.termination == game_pb2.TERMINATION_FAULT
    assert [seat.placement for seat in record.outcome.seats] == [1, 3, 1]
    assert record.faults[0].kind == game_pb2.FAULT_KIND_CRASH


@pytest.mark.parametrize("control", ["none", "1h"])
@pytest.mark.parametrize("asked", ["a", "b"])
def test_an_engine_that_ends_is_blamed_at_once_whoever_is_asked(control: str, asked: str) -> None:
    """No clock has to run for that, and it need not be the turn of the engine that ends."""
    thinks = asyncio.Event()

    async def ends(wire: Wire, heard: list[engine_pb2.PlayResponse]) -> None:
        await wire.ready(await wire.begin(games=["tiny"]))
        await (wire.wait_for("decide") if asked == "a" else thinks.wait())

    async def waits(wire: Wire, heard: list[engine_pb2.PlayResponse]) -> None:
        await wire.ready(await wire.begin(games=["tiny"]))
        async with asyncio.timeout(30):
            if asked == "b":
                await wire.wait_for("decide")
                thinks.set()
            await wire.wait_for("match_over")
        await wire.wait_for("goodbye")

    room = Room(a=ends, b=waits)
    seats = ("a", "b") if asked == "a" else ("b", "a")
    [record] = room.play(spec(*seats, time_control=control), time=FakeTimeSource())
    [fault] = record.faults
    assert (fault.seat, fault.kind) == (seats.index("a"), game_pb2.FAULT_KIND_CRASH)
    assert [seat.placement for seat in record.outcome.seats] == ([2, 1] if asked == "a" else [1, 2])


def test_one_of_three_resigns_and_the_others_play_on() -> None:
    async def resigns(wire: Wire, heard: list[engine_pb2.PlayResponse]) -> None:
        await wire.hello(games=["tiny"])
        match = await wire.wait_for("new_match")
        await wire.ready(match)
        await wire.wait_for("decide")
        await wire.say(resign=engine_pb2.Resign(match_id=match.match_id))
        heard.append(engine_pb2.PlayResponse(match_over=await wire.wait_for("match_over")))

    room = Room(a=plays_first_move, b=resigns, c=plays_first_move)
    [record] = room.play(spec("a", "b", "c"))
    assert record.termination == game_pb2.TERMINATION_RESIGNATION
    assert record.outcome.seats[1].placement == 3
    assert len(room.said("b", "match_over")) == 1


def test_retries_are_inside_one_budget_and_told() -> None:
    tries = []

    async def stumbles(wire: Wire, heard: list[engine_pb2.PlayResponse]) -> None:
        await wire.hello(games=["tiny"])
        while True:
            response = await wire.hear()
            kind = response.WhichOneof("message")
            if kind == "new_match":
                await wire.ready(response.new_match)
            elif kind == "decide":
                decide = response.decide
                await wire.answer(decide, text="sit")
            elif kind == "rejected":
                tries.append(response.rejected)
                assert response.rejected.decision_id == decide.decision_id
                text = "sit" if len(tries) % 2 else decide.legal_moves[0]
                await wire.answer(decide, text=text)
            elif kind == "goodbye":
                return

    room = Room(a=stumbles, b=plays_first_move)
    [record] = room.play(spec("a", "b", retries=2))
    assert record.termination == game_pb2.TERMINATION_COMPLETED
    own = [decision for decision in record.decisions if decision.seat == 0]
    assert len(record.faults) == len(tries) == 2 * len(own)
    assert all(fault.forgiven for fault in record.faults)
    assert all(rejected.may_retry for rejected in tries)


def test_one_retry_too_many_is_a_fault() -> None:
    async def stubborn(wire: Wire, heard: list[engine_pb2.PlayResponse]) -> None:
        await wire.hello(games=["tiny"])
        await wire.ready(await wire.wait_for("new_match"))
        decide = await wire.wait_for("decide")
        await wire.answer(decide, text="sit")
        await wire.wait_for("rejected")
        await wire.answer(decide, text="sit")
        heard.append(await wire.hear())

    room = Room(a=stubborn, b=plays_first_move)
    [record] = room.play(spec("a", "b", retries=1))
    assert [fault.forgiven for fault in record.faults] == [True, False]
    assert record.outcome.seats[0].placement == 2
    assert not room.said("a", "rejected")[0].may_retry


def test_a_late_answer_of_an_earlier_match_is_dropped_and_noted() -> None:
    """The opponent resigned while it thought; its answer comes in the next match."""

    async def slow(wire: Wire, heard: list[engine_pb2.PlayResponse]) -> None:
        await wire.hello(games=["tiny"])
        await wire.ready(await wire.wait_for("new_match"))
        decide = await wire.wait_for("decide")
        await wire.wait_for("match_over")
        match = await wire.wait_for("new_match")
        await wire.answer(decide)
        await wire.ready(match)
        while True:
            response = await wire.hear()
            if response.WhichOneof("message") == "decide":
                await wire.answer(response.decide)
            elif response.WhichOneof("message") == "goodbye":
                return

    async def gives_up_once(wire: Wire, heard: list[engine_pb2.PlayResponse]) -> None:
        await wire.hello(games=["tiny"])
        match = await wire.wait_for("new_match")
        await wire.ready(match)
        await wire.say(resign=engine_pb2.Resign(match_id=match.match_id))
        await wire.play_on()

    room = Room(a=slow, b=gives_up_once)
    first, second = room.play(spec("a", "b"), spec("a", "b", match_id="m2"))
    assert first.termination == game_pb2.TERMINATION_RESIGNATION
    assert second.termination == game_pb2.TERMINATION_COMPLETED
    assert second.seats[0].late_messages == 1
    assert list(second.notes) == ["seat 0: a move for an earlier match"]
    assert not second.faults


def test_the_seed_is_told_only_where_it_may_be() -> None:
    room = Room(a=plays_first_move, b=plays_first_move)
    room.play(spec("a", "b"), spec("a", "b", match_id="m2", reveal_seed=True))
    kept, told = room.said("a", "match_over")
    assert not kept.HasField("seed")
    assert told.seed == bytes(range(32))
    assert told.nonce == bytes(32)
    secret = bytes(range(32))
    assert all(
        secret not in response.SerializeToString()
        for response in room.heard["a"]
        if response.WhichOneof("message") != "match_over" or response.match_over == kept
    )


def test_engines_are_kept_unless_fresh_ones_are_asked_for() -> None:
    room = Room(a=plays_first_move, b=plays_first_move)
    room.play(*(spec("a", "b", match_id=f"m{number}") for number in range(3)))
    assert len(room.starts) == 2
    room = Room(a=plays_first_move, b=plays_first_move)
    room.play(*(spec("a", "b", match_id=f"m{n}", fresh_engines=True) for n in range(3)))
    assert len(room.starts) == 6


def test_an_engine_can_play_itself() -> None:
    room = Room(a=plays_first_move)
    [record] = room.play(spec("a", "a"))
    assert record.termination == game_pb2.TERMINATION_COMPLETED
    assert len(room.starts) == 2


def test_engine_seeds_are_the_same_again_and_differ_by_seat() -> None:
    rooms = [Room(a=plays_first_move, b=plays_first_move) for _ in range(2)]
    for room in rooms:
        room.play(spec("a", "b"))
    seeds = [[room.said(name, "new_match")[0].engine_seed for name in "ab"] for room in rooms]
    assert seeds[0] == seeds[1]
    assert seeds[0][0] != seeds[0][1]


def test_spectators_of_a_game_with_secrets_see_no_moves_and_no_thoughts() -> None:
    async def thinks_aloud(wire: Wire, heard: list[engine_pb2.PlayResponse]) -> None:
        evaluation = game_pb2.Evaluation(comment="I hold 3")
        await play_on(wire, heard, lambda _: {"evaluation": evaluation})

    room = Room(a=thinks_aloud, b=plays_first_move)
    [record] = room.play(spec("a", "b"))
    assert any(decision.evaluation.comment == "I hold 3" for decision in record.decisions)
    moves = [event.move for event in room.events if event.HasField("move")]
    assert len(moves) == len(record.decisions)
    assert all(not move.text and not move.HasField("evaluation") for move in moves)
    assert all(not move.observation.HasField("private") for move in moves)


def test_our_own_bug_makes_the_match_void_and_ends_nothing_else(
    caplog: pytest.LogCaptureFixture,
) -> None:
    class BrokenGame(TinyGame):
        def initial_state(self, *_: Any) -> Any:
            raise ZeroDivisionError("ours")

    def load(name: str) -> Any:
        return BrokenGame() if name == "broken" else GAME

    room = Room(a=plays_first_move, b=plays_first_move)

    async def both(wire: Wire, heard: list[engine_pb2.PlayResponse]) -> None:
        await play_on(wire, heard, lambda _: {}, games=["tiny", "broken"])

    room = Room(a=both, b=both)
    void, good = room.play(spec("a", "b", game="broken"), spec("a", "b", match_id="m2"), load=load)
    assert void.termination == game_pb2.TERMINATION_VOID
    assert "ZeroDivisionError" in void.reason
    assert not void.HasField("outcome")
    assert good.termination == game_pb2.TERMINATION_COMPLETED
    assert len(room.starts) == 2
    assert "is void" in caplog.text


def test_a_spec_that_cannot_be_played_names_every_problem() -> None:
    room = Room(a=plays_first_move)
    with pytest.raises(SpecError) as raised:
        room.play(spec("a", match_id="", seed=b"", time_control="soon", game_options={"gaol": "1"}))
    text = str(raised.value)
    for part in ("match_id", "seed", "time control", "1 seats", "unknown option 'gaol'"):
        assert part in text
    assert room.starts == []


def test_a_cancelled_match_ends_and_gives_its_engines_back() -> None:
    async def silent(wire: Wire, heard: list[engine_pb2.PlayResponse]) -> None:
        await wire.hello(games=["tiny"])
        await wire.ready(await wire.wait_for("new_match"))
        await wire.wait_for("decide")
        asked.set()
        await wire.wait_for("goodbye")

    asked: asyncio.Event

    async def run() -> int:
        nonlocal asked
        asked = asyncio.Event()
        launcher = FakeLauncher({"a": program})
        async with EngineHosts(launcher) as hosts:
            playing = asyncio.ensure_future(play_match(spec("a", "a"), hosts=hosts, load=load_tiny))
            await asked.wait()
            playing.cancel()
            with pytest.raises(asyncio.CancelledError):
                await playing
            return hosts.running

    async def program(environment: Mapping[str, str]) -> None:
        async with dial(environment=environment) as wire:
            await silent(wire, [])

    assert asyncio.run(run()) <= 2


def test_a_bug_in_the_middle_of_a_match_blames_no_engine(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    room = Room(a=plays_first_move, b=plays_first_move)
    made = []
    whole_apply = TinyState.apply

    def breaks(self: TinyState, *args: Any) -> None:
        made.append(args)
        if len(made) == 4:
            raise ZeroDivisionError("ours")
        whole_apply(self, *args)

    monkeypatch.setattr(TinyState, "apply", breaks)
    void, good = room.play(spec("a", "b"), spec("a", "b", match_id="m2"), load=lambda _: GAME)
    assert void.termination == game_pb2.TERMINATION_VOID
    assert void.reason == "a bug of the referee: ZeroDivisionError: ours"
    assert len(void.decisions) == 3
    assert not void.faults
    assert good.termination == game_pb2.TERMINATION_COMPLETED
    assert len(room.starts) == 2
    assert "is void" in caplog.text

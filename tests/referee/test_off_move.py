"""Engines that are not to move stand still, and it costs those that are to move nothing."""

from collections.abc import Mapping

import psutil
import pytest
from podesta.v1 import game_pb2, match_pb2

from referee.accounting.control_group import ControlGroup, group_directory
from referee.hosts import EngineHosts
from referee.launcher.confined import ConfinedLauncher
from referee.launcher.fake import FakeLauncher, FakeProcess
from referee.launcher.ladder import probe_level
from referee.launcher.launcher import EngineCommand, EngineProcess
from referee.launcher.plain import PlainLauncher
from referee.launcher.process_tree import stopped
from referee.off_move import OffMove
from referee.time_source import FakeTimeSource
from tests.referee.arena_floor import ArenaFloor
from tests.referee.engine_specs import good, match_spec, zoo
from tests.referee.test_table import thinker
from tests.referee.tiny_room import Room, plays_first_move, spec

FREEZE = match_pb2.OFF_MOVE_FREEZE


def can_make_groups() -> bool:
    group = ControlGroup.make(group_directory())
    if group is not None:
        group.remove()
    return group is not None


class Noting(FakeProcess):
    """Notes what is done to it, among what is done to others."""

    name = ""
    notes: list[str]

    def freeze(self) -> None:
        self.notes.append(f"freeze {self.name}")

    def thaw(self, *, waits: bool) -> None:
        self.notes.append(f"{'await' if waits else 'thaw'} {self.name}")


class TestPolicy:
    def processes(self, notes: list[str], *names: str) -> list[EngineProcess | None]:
        made: list[EngineProcess | None] = []
        for name in names:
            process = Noting.__new__(Noting)
            process.name, process.notes = name, notes
            made.append(process)
        return made

    def test_all_others_are_stopped_before_the_asked_one_goes_on(self) -> None:
        notes: list[str] = []
        OffMove(self.processes(notes, "a", "b", "c")).turn_to(1)
        assert notes == ["freeze a", "freeze c", "await b"]

    def test_an_engine_elsewhere_is_left_alone(self) -> None:
        notes: list[str] = []
        off_move = OffMove([*self.processes(notes, "a"), None])
        off_move.turn_to(1)
        off_move.turn_to(0)
        off_move.all_go()
        assert notes == ["freeze a", "await a", "thaw a"]


@pytest.fixture
def notes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was done to fake engines, in order; "hears NAME" for each question they heard."""
    found: list[str] = []
    start = FakeLauncher.start

    async def start_noting(self: FakeLauncher, command: EngineCommand) -> FakeProcess:
        process = await start(self, command)
        process.__class__ = Noting
        assert isinstance(process, Noting)
        process.name, process.notes = command.argv[0], found
        return process

    monkeypatch.setattr(FakeLauncher, "start", start_noting)
    return found


def test_whoever_is_asked_runs_and_nobody_else(notes: list[str]) -> None:
    room = Room(a=plays_first_move, b=plays_first_move, c=plays_first_move)
    [record] = room.play(spec("a", "b", "c", off_move=FREEZE, opening_plies=1))
    assert record.termination == game_pb2.TERMINATION_COMPLETED
    running = {"a", "b", "c"}
    asked = []
    for note in notes:
        what, name = note.split()
        if what == "freeze":
            running.discard(name)
        else:
            running.add(name)
        if what == "await":
            assert running == {name}
            asked.append(name)
    played = [d for d in record.decisions if d.decider == match_pb2.DECIDER_ENGINE]
    assert asked == ["abc"[decision.seat] for decision in played]


def test_between_matches_nobody_runs_and_for_the_next_match_all_do(notes: list[str]) -> None:
    room = Room(a=plays_first_move, b=plays_first_move)
    frozen = spec("a", "b", off_move=FREEZE)
    room.play(frozen, spec("a", "b", off_move=FREEZE, match_id="m2"))
    matches = "\n".join(notes).count("freeze a\n")
    assert matches > 2
    # At the end of each match all go, to hear of it, and are stopped after it; then they go on, for
    # the next match or for good.
    ending = ["thaw a", "thaw b"]
    assert [note for note in notes if note.endswith("a")][-3:] == ["thaw a", "freeze a", "thaw a"]
    assert ending in [notes[at : at + 2] for at in range(len(notes))]


def test_without_it_nobody_is_stopped(notes: list[str]) -> None:
    room = Room(a=plays_first_move, b=plays_first_move)
    room.play(spec("a", "b"), spec("a", "b", off_move=match_pb2.OFF_MOVE_ALLOW, match_id="m2"))
    assert not [note for note in notes if note.startswith("freeze")]


def test_the_clock_starts_when_the_engine_can_run(monkeypatch: pytest.MonkeyPatch) -> None:
    time = FakeTimeSource()

    def goes_on_slowly(self: FakeProcess, *, waits: bool) -> None:
        if waits:
            time.jump(70_000)

    monkeypatch.setattr(FakeProcess, "thaw", goes_on_slowly)
    room = Room(a=thinker(time, lambda _: 500), b=thinker(time, lambda _: 300))
    [record] = room.play(spec("a", "b", off_move=FREEZE, time_control="20ms/move"), time=time)
    assert not record.faults
    assert {(d.seat, d.raw_us, d.queue_us) for d in record.decisions} == {(0, 500, 0), (1, 300, 0)}


# --- real processes ------------------------------------------------------------------------------

TRIES = 5
MEANS = {"signals": False, "cgroup": True}


@pytest.fixture(params=MEANS)
def means(request: pytest.FixtureRequest) -> str:
    if request.param == "cgroup" and not can_make_groups():
        pytest.skip("no control group of the second version can be made here")
    return str(request.param)


@pytest.fixture
def stopping_floor(floor: ArenaFloor, means: str) -> ArenaFloor:
    """The floor with engines that are stopped in this way."""
    floor._runner.run(floor.hosts.close())

    async def make() -> EngineHosts:
        return EngineHosts(ConfinedLauncher(PlainLauncher(control_groups=MEANS[means])))

    floor.hosts = floor._runner.run(make())
    return floor


def pondered_share(floor: ArenaFloor, ponders: match_pb2.EngineSpec, off_move: int) -> float:
    """CPU time that it got while the other was to move, as a share of the other's time."""
    idle = zoo("resigns_at_its_fifth")
    # Each time anew: one that is kept plays its second match without a pause.
    record = floor.play(match_spec(ponders, idle, off_move=off_move, fresh_engines=True))
    assert record.termination == game_pb2.TERMINATION_RESIGNATION, record.reason
    free_us = sum(decision.raw_us for decision in record.decisions if decision.seat == 1)
    assert free_us > 200_000
    told = record.seats[0].stdout_tail.split()
    assert len(told) > 1
    return sum(map(float, told)) * 1e6 / free_us


@pytest.mark.parametrize(
    ("means", "level"),
    [("signals", "none"), ("cgroup", "landlock"), ("signals", "bwrap")],
    indirect=["means"],
)
def test_an_engine_that_thinks_off_move_gains_nothing(
    stopping_floor: ArenaFloor, level: str
) -> None:
    if not probe_level(level).works:
        pytest.skip(f"{level} does not work here")
    engine = "ponders" if level == "landlock" else "ponders_out_of_sight"
    confinement = match_pb2.EngineConfinement(isolation=level)
    ponders = zoo(engine, confinement=confinement)
    # On a busy machine the keeper may now and then come late.
    assert any(pondered_share(stopping_floor, ponders, FREEZE) < 0.1 for _ in range(TRIES))
    stopping_floor._runner.run(stopping_floor.hosts.close())
    stopping_floor.check_nothing_left()


def test_where_it_may_it_gains_much(floor: ArenaFloor) -> None:
    """Or the test above would tell nothing."""
    allow = match_pb2.OFF_MOVE_ALLOW
    ponders = zoo("ponders")
    # How much there is to gain depends on what else this machine does.
    assert any(
        pondered_share(floor, ponders, allow) > 3 * pondered_share(floor, ponders, FREEZE)
        for _ in range(TRIES)
    )


def test_kept_engines_stand_still_between_matches_and_leave_in_good_order(
    stopping_floor: ArenaFloor, means: str
) -> None:
    floor = stopping_floor
    first = floor.play(match_spec(good(0), good(1), off_move=FREEZE))
    pids = floor.good_pids()
    second = floor.play(match_spec(good(1), good(0), off_move=FREEZE))
    assert floor.good_pids() == pids
    for record in (first, second):
        assert record.termination == game_pb2.TERMINATION_COMPLETED, record.reason
        assert not record.faults
        assert [seat.frozen_by for seat in record.seats] == [means, means]
    if means == "signals":
        while not all(stopped(pid) for pid in pids.values()):
            pass
    processes = [host.process for host in floor.idle()]
    # Those that were stopped play on where nobody is.
    third = floor.play(match_spec(good(0), good(1)))
    assert not third.faults
    assert [seat.frozen_by for seat in third.seats] == ["", ""]
    floor.play(match_spec(good(0), good(1), off_move=FREEZE))
    floor._runner.run(floor.hosts.close())
    assert [str(process and process.exit) for process in processes] == [
        "ended with exit status 0"
    ] * 2


def test_three_seats_one_of_which_fails(stopping_floor: ArenaFloor, means: str) -> None:
    floor = stopping_floor
    fields: Mapping[str, object] = {"game": "tuerme", "opening_plies": 0, "off_move": FREEZE}
    record = floor.play(match_spec(good(0), zoo("crashes_in_mid_match"), good(1), **fields))
    assert record.termination == game_pb2.TERMINATION_FAULT, record.reason
    assert [(fault.seat, fault.exit_status) for fault in record.faults] == [(1, 7)]
    assert b"(almost)" in record.seats[1].stderr_tail
    assert {decision.decider for decision in record.decisions if decision.seat != 1} == {
        match_pb2.DECIDER_ENGINE
    }
    assert [seat.frozen_by for seat in record.seats] == [means] * 3
    floor.check_nothing_left()


def test_a_seat_that_hangs_is_ended_with_its_tree(stopping_floor: ArenaFloor) -> None:
    floor = stopping_floor
    hangs = zoo("leaves_children_and_hangs", environment={"ZOO_PIDS": str(floor.pids_file)})
    fields: Mapping[str, object] = {"time_control": "150ms/move", "off_move": FREEZE}
    record = floor.play(match_spec(hangs, good(), **fields))
    assert [fault.kind for fault in record.faults] == [game_pb2.FAULT_KIND_TIMEOUT]
    floor.check_nothing_left()


def test_an_engine_that_stopped_its_keeper_holds_up_nothing(stopping_floor: ArenaFloor) -> None:
    floor = stopping_floor
    engine = zoo("stops_its_keeper", environment={"ZOO_PIDS": str(floor.pids_file)})
    record = floor.play(match_spec(engine, good(), off_move=FREEZE))
    assert record.termination == game_pb2.TERMINATION_COMPLETED, record.reason
    floor._runner.run(floor.hosts.close())
    assert psutil.Process().children(recursive=True) == []

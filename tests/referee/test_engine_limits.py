"""Engines that use more than they may: each is ended, told which limit it broke, and loses."""

import re
from typing import Any

import pytest
from podesta.v1 import game_pb2, match_pb2

from referee.hosts import EngineHosts
from referee.launcher.plain import PlainLauncher
from tests.referee.arena_floor import ArenaFloor
from tests.referee.engine_specs import good, match_spec, zoo

G = game_pb2
MIB = 1 << 20
LOOKS = pytest.mark.parametrize("groups", [True, False], ids=["groups", "looks"])
"""With a control group where one can be made, and without."""


def limits(**fields: int) -> match_pb2.EngineLimits:
    return match_pb2.EngineLimits(**fields)


@pytest.fixture
def counting_floor(floor: ArenaFloor, groups: bool) -> ArenaFloor:
    floor._runner.run(floor.hosts.close())

    async def make() -> EngineHosts:
        return EngineHosts(PlainLauncher(control_groups=groups))

    floor.hosts = floor._runner.run(make())
    return floor


def crash(floor: ArenaFloor, engine: str, **fields: int) -> tuple[game_pb2.Fault, Any]:
    """The fault and the seat record of an engine that must lose by a crash, leaving nothing."""
    record = floor.play(match_spec(zoo(engine, limits=limits(**fields)), good()))
    assert record.termination == G.TERMINATION_FAULT, record.reason
    assert [seat.placement for seat in record.outcome.seats] == [2, 1]
    assert [(fault.seat, fault.kind) for fault in record.faults] == [(0, G.FAULT_KIND_CRASH)]
    floor.check_nothing_left()
    return record.faults[0], record.seats[0]


@LOOKS
def test_too_much_memory(counting_floor: ArenaFloor) -> None:
    fault, seat = crash(counting_floor, "swallows_memory", memory_bytes=150 * MIB)
    assert re.search(r"memory limit (broken|reached): .* 150 MiB", fault.detail), fault.detail
    assert fault.signal == 9
    assert seat.peak_memory_bytes > 140 * MIB
    assert b"eating" in seat.stderr_tail


def test_too_much_memory_in_all_processes_together(floor: ArenaFloor) -> None:
    fault, seat = crash(floor, "swallows_memory_in_children", memory_bytes=220 * MIB)
    assert "memory limit" in fault.detail
    assert seat.peak_memory_bytes > 200 * MIB
    assert seat.peak_processes > 3


def test_too_many_processes(floor: ArenaFloor) -> None:
    fault, seat = crash(floor, "forks_without_end", processes=60)
    assert re.search(r"process limit broken: \d+ .* at once, 60 allowed", fault.detail)
    assert 60 < seat.peak_processes < 2_000


def test_a_file_too_large(floor: ArenaFloor) -> None:
    fault, _ = crash(floor, "writes_without_end", file_size_bytes=2 * MIB)
    assert "file limit broken: a file of more than 2 MiB was written" in fault.detail
    assert fault.signal == 25


def test_a_program_that_is_told_of_the_file_limit_may_say_so_itself(floor: ArenaFloor) -> None:
    fault, seat = crash(floor, "writes_without_end_and_is_told", file_size_bytes=2 * MIB)
    assert fault.exit_status == 9
    assert b"File too large" in seat.stderr_tail


@LOOKS
def test_too_much_cpu_time(counting_floor: ArenaFloor) -> None:
    fault, seat = crash(counting_floor, "burns_cpu", cpu_time_us=700_000)
    assert re.search(r"CPU limit broken: \d+\.\d\d s used in the match, 0.7 s", fault.detail)
    assert 700_000 <= seat.cpu_us < 5_000_000


def test_cpu_time_of_children_that_are_never_seen_counts(floor: ArenaFloor) -> None:
    floor._runner.run(floor.hosts.close())

    async def without_groups() -> EngineHosts:
        return EngineHosts(PlainLauncher(control_groups=False))

    floor.hosts = floor._runner.run(without_groups())
    fault, seat = crash(floor, "burns_cpu_in_children", cpu_time_us=700_000)
    assert "CPU limit broken" in fault.detail
    assert seat.cpu_us >= 700_000


def test_output_without_end_harms_nobody(floor: ArenaFloor) -> None:
    record = floor.play(match_spec(zoo("floods_stdout"), good()))
    assert record.termination == G.TERMINATION_COMPLETED, record.reason
    # The match may end in the middle of a line.
    for tail, line in (
        (record.seats[0].stdout_tail, b"spam and eggs\n"),
        (record.seats[0].stderr_tail, b"eggs and spam\n"),
    ):
        assert line in tail
        assert len(tail) <= 64 * 1024


def test_limits_that_are_kept_disturb_nobody_and_use_is_counted_match_by_match(
    floor: ArenaFloor,
) -> None:
    wide = limits(memory_bytes=1 << 31, processes=200, file_size_bytes=MIB, cpu_time_us=60_000_000)
    used = []
    for _ in range(3):
        record = floor.play(match_spec(good(0, limits=wide), good(1, limits=wide)))
        assert record.termination == G.TERMINATION_COMPLETED, record.reason
        assert not record.faults
        used.append(record.seats[0])
    assert [host.spec.limits for host in floor.idle()].count(wide) == 2
    for seat in used:
        assert 10 * MIB < seat.peak_memory_bytes < 1 << 30
        assert 1 <= seat.peak_processes <= 200
        assert (seat.cpu_source, seat.memory_source) in {
            ("cgroup", "cgroup"),
            ("cgroup", "sampled"),
            ("sampled", "sampled"),
        }
    assert used[0].cpu_us > 0
    # Only the first had its start in it: Python and gRPC, far more than a short match.
    assert used[1].cpu_us < used[0].cpu_us
    assert used[2].cpu_us < used[0].cpu_us


def test_an_engine_with_other_limits_is_another_process(floor: ArenaFloor) -> None:
    def pid(processes: int) -> int:
        floor.play(match_spec(good(0, limits=limits(processes=processes)), good(1)))
        return floor.good_pids()["good-0"]

    assert pid(100) == pid(100) != pid(101)


def test_a_limit_broken_at_the_start_is_told_too(floor: ArenaFloor) -> None:
    record = floor.play(match_spec(zoo("starts_slowly", limits=limits(memory_bytes=MIB)), good()))
    assert record.termination == G.TERMINATION_FORFEIT
    assert [fault.kind for fault in record.faults] == [G.FAULT_KIND_START]
    assert record.faults[0].detail.startswith("memory limit")
    floor.check_nothing_left()

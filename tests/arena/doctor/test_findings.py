from dataclasses import replace

from arena.doctor.advice import Recommendation
from arena.doctor.cores import Cores, CpuSpeed
from arena.doctor.findings import Finding, Mark, findings
from arena.doctor.machine import GroupFacts, MachineFacts, TimeFacts
from arena.executors.capacity import Capacity
from referee.launcher.ladder import LevelReport

GOOD = MachineFacts(
    system="Linux 6 x86_64",
    cores=Cores(logical=4, physical=4, allowed=4, quota=None),
    speed=CpuSpeed(("performance",), 3_000, 4_000),
    memory_bytes=2**33,
    capacity=Capacity(descriptors=65_536, tasks=None),
    time=TimeFacts("tsc", 1, True),
    control_group=GroupFacts("/sys/fs/cgroup/x", True, ("cpu", "memory", "tasks"), True, ""),
    isolation=(
        LevelReport("bwrap", True, "", ()),
        LevelReport("landlock", True, "", ()),
        LevelReport("rlimits", True, "", ()),
        LevelReport("none", True, "", ()),
    ),
    versions={"grpcio": "1"},
)
ADVICE = Recommendation(4, 100_000, 250_000, 100_000, ())


def of(mark: Mark, facts: MachineFacts, advice: Recommendation | None = ADVICE) -> list[Finding]:
    return [finding for finding in findings(facts, advice) if finding.mark is mark]


def test_on_a_good_machine_all_is_good() -> None:
    assert {finding.mark for finding in findings(GOOD, ADVICE)} == {Mark.GOOD}
    assert {finding.mark for finding in findings(GOOD, None)} == {Mark.GOOD}


def test_a_level_that_is_missing_is_told_with_its_packages() -> None:
    without = (
        LevelReport("bwrap", False, "the program bwrap is not installed", ("bubblewrap",)),
        *GOOD.isolation[1:],
        LevelReport("docker", False, "no daemon", ()),
    )
    first, bwrap, docker = of(Mark.ADVICE, replace(GOOD, isolation=without))
    assert first.text == "auto takes landlock: strangers' engines ask for bwrap"
    assert bwrap.text == "bwrap does not work: the program bwrap is not installed"
    assert bwrap.packages == ("bubblewrap",)
    assert docker.text == "docker does not work: no daemon"


def test_a_machine_without_any_isolation_is_a_problem() -> None:
    (problem,) = of(Mark.PROBLEM, replace(GOOD, isolation=GOOD.isolation[-1:]))
    assert problem.topic == "isolation"


def test_what_slows_engines_is_told() -> None:
    slow = replace(
        GOOD,
        cores=Cores(8, 4, 8, 1.5),
        speed=CpuSpeed(("powersave",), None, None),
        time=TimeFacts("hpet", 1, True),
        control_group=GroupFacts("", False, (), False, "this system has no cgroup v2"),
        capacity=Capacity(descriptors=256, tasks=100),
    )
    told = of(Mark.ADVICE, slow)
    assert [finding.topic for finding in told] == ["time", "cores", "cores", "accounting", "limits"]
    assert "allows 1.5 of 8 cores" in told[1].text
    assert told[2].packages == ("linux-cpupower",)


def test_a_late_machine_is_told_what_to_set() -> None:
    (late,) = of(Mark.ADVICE, GOOD, replace(ADVICE, grace_us=250_000))
    assert "grace = 250 ms" in late.text
    (hopeless,) = of(Mark.PROBLEM, GOOD, replace(ADVICE, grace_us=1_000_000))
    assert hopeless.topic == "jitter"


def test_where_not_even_one_match_fits_it_is_a_problem() -> None:
    (problem,) = of(Mark.PROBLEM, GOOD, replace(ADVICE, concurrency=0))
    assert problem.topic == "limits"


def test_a_clock_that_can_be_set_back_is_a_problem() -> None:
    (problem,) = of(Mark.PROBLEM, replace(GOOD, time=TimeFacts("tsc", 1, False)))
    assert problem.topic == "time"

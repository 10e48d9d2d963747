"""What is good on this machine, what could be better, and what must be mended. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from arena.doctor.advice import GRACES_US, Recommendation
from arena.doctor.machine import MachineFacts
from referee.launcher.ladder import CONTAINERS, LADDER

__all__ = ["Finding", "Mark", "findings"]

_SLOW_SOURCES = ("hpet", "acpi_pm", "jiffies", "pit")
_FEWEST_DESCRIPTORS = 1_024


class Mark(StrEnum):
    """How much it matters."""

    GOOD = "good"
    ADVICE = "advice"
    PROBLEM = "problem"
    """Leagues can't be played, or not be believed, before it is mended."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was found; `packages` would help, by the names of Debian and Ubuntu."""

    mark: Mark
    topic: str
    text: str
    packages: tuple[str, ...] = ()


def findings(facts: MachineFacts, advice: Recommendation | None) -> tuple[Finding, ...]:
    """All of them; `advice` is None where nothing was measured."""
    return (
        *_timing(facts, advice),
        *_cores(facts),
        *_isolation(facts),
        *_accounting(facts),
        *_limits(facts, advice),
    )


def _timing(facts: MachineFacts, advice: Recommendation | None) -> Iterator[Finding]:
    time = facts.time
    if not time.monotonic:
        yield Finding(Mark.PROBLEM, "time", "the monotonic clock can be set back")
    elif time.source in _SLOW_SOURCES:
        yield Finding(
            Mark.ADVICE,
            "time",
            f"the kernel's clock source is {time.source}, slow to read; tsc or a virtual machine's "
            "own would be better (kernel parameter clocksource=)",
        )
    else:
        yield Finding(
            Mark.GOOD, "time", f"clock source {time.source}, resolution {time.resolution_ns} ns"
        )
    if advice is not None and advice.grace_us >= GRACES_US[-1]:
        yield Finding(
            Mark.PROBLEM,
            "jitter",
            "answers come so late here that no sensible grace covers it: other programs take the "
            "cores, or the machine is throttled",
        )
    elif advice is not None and advice.grace_us > GRACES_US[0]:
        yield Finding(
            Mark.ADVICE,
            "jitter",
            f"answers come late here: give matches grace = {advice.grace_us // 1000} ms, or free "
            "the machine of other work",
        )


def _cores(facts: MachineFacts) -> Iterator[Finding]:
    cores, speed = facts.cores, facts.speed
    if cores.quota is not None and cores.quota < cores.allowed:
        yield Finding(
            Mark.ADVICE,
            "cores",
            f"a control group allows {cores.quota:g} of {cores.allowed} cores; whoever uses them "
            "up is stopped for a while, on the clock of the engine that thinks",
        )
    if speed.saves_power:
        yield Finding(
            Mark.ADVICE,
            "cores",
            f"frequency governor {', '.join(speed.governors)}: engines get less of a core than "
            "they could (cpupower frequency-set -g performance)",
            ("linux-cpupower",),
        )
    elif speed.governors:
        yield Finding(Mark.GOOD, "cores", f"frequency governor {', '.join(speed.governors)}")


def _isolation(facts: MachineFacts) -> Iterator[Finding]:
    reports = {report.level: report for report in facts.isolation}
    works = [level for level in LADDER if level in reports and reports[level].works]
    if not works:
        yield Finding(
            Mark.PROBLEM, "isolation", "nothing keeps engines apart here: run only those you trust"
        )
    elif works[0] == LADDER[0]:
        yield Finding(Mark.GOOD, "isolation", f"auto takes {works[0]}, the strongest")
    else:
        yield Finding(
            Mark.ADVICE, "isolation", f"auto takes {works[0]}: strangers' engines ask for bwrap"
        )
    for level in (*LADDER, *CONTAINERS):
        report = reports.get(level)
        if report is None:
            continue
        mark = Mark.GOOD if report.works and not report.reason else Mark.ADVICE
        text = "works" if report.works else "does not work"
        told = f"{level} {text}" + (f": {report.reason}" if report.reason else "")
        yield Finding(mark, "isolation", told, report.packages)


def _accounting(facts: MachineFacts) -> Iterator[Finding]:
    group = facts.control_group
    if not group.reason:
        text = f"the kernel counts what engines use and stops them (cgroup v2, {group.folder})"
        yield Finding(Mark.GOOD, "accounting", text)
        return
    counted = ", ".join(group.counts) or "nothing"
    yield Finding(
        Mark.ADVICE,
        "accounting",
        f"the kernel counts {counted} of what engines use, the rest is sampled: {group.reason}",
    )


def _limits(facts: MachineFacts, advice: Recommendation | None) -> Iterator[Finding]:
    capacity = facts.capacity
    descriptors = "no limit" if capacity.descriptors is None else f"{capacity.descriptors:,}"
    tasks = "no limit" if capacity.tasks is None else f"{capacity.tasks:,} more"
    told = f"descriptors: {descriptors}; processes and threads: {tasks}"
    if advice is not None and advice.concurrency < 1:
        yield Finding(
            Mark.PROBLEM, "limits", f"not even one match fits ({told}): raise ulimit -n, ulimit -u"
        )
    elif capacity.descriptors is not None and capacity.descriptors < _FEWEST_DESCRIPTORS:
        yield Finding(Mark.ADVICE, "limits", f"{told}: few for more than some matches at once")
    else:
        yield Finding(Mark.GOOD, "limits", told)

"""What the doctor found, as people read it."""

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from arena.doctor.advice import Recommendation
from arena.doctor.findings import Finding, Mark
from arena.doctor.lateness import Lateness, Phase
from arena.doctor.machine import MachineFacts
from arena.terminal.durations import format_span
from arena.terminal.printable import printable

__all__ = ["advice_lines", "facts_lines", "findings_table", "phases_table"]

_STYLES = {Mark.GOOD: "good", Mark.ADVICE: "accent", Mark.PROBLEM: "bad"}
_PHASES = {
    "idle": "idle",
    "full": "one thinker a core",
    "over": "one thinker more than cores",
}


def facts_lines(facts: MachineFacts) -> Iterator[str]:
    """The machine in a few lines."""
    cores, speed = facts.cores, facts.speed
    parts = [f"{cores.logical} cores"]
    if cores.physical is not None and cores.physical != cores.logical:
        parts.append(f"{cores.physical} physical")
    if cores.allowed != cores.logical:
        parts.append(f"{cores.allowed} allowed")
    if speed.most_mhz is not None:
        parts.append(f"up to {speed.most_mhz} MHz")
    parts.append(f"{facts.memory_bytes / 2**30:.1f} GiB of memory")
    yield f"{printable(facts.system, 120)}: {', '.join(parts)}"
    yield ", ".join(f"{name} {text}" for name, text in facts.versions.items())


def phases_table(phases: Sequence[Phase]) -> Table:
    """How late timers woke and answers came, a row a phase."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="heading")
    table.add_column("machine", no_wrap=True)
    for heading in ("timer p50", "p99", "worst", "answer p50", "p99", "worst", "samples"):
        table.add_column(heading, justify="right", no_wrap=True)
    for phase in phases:
        table.add_row(
            _PHASES.get(phase.name, phase.name),
            *_cells(phase.timer),
            *_cells(phase.answer),
            str(phase.answer.samples),
        )
    return table


def _cells(late: Lateness) -> tuple[str, str, str]:
    return format_span(late.p50_us), format_span(late.p99_us), format_span(late.max_us)


def advice_lines(advice: Recommendation) -> Iterator[RenderableType]:
    """What is recommended, and why."""
    yield Text("recommended for matches with a clock", "heading")
    yield Text(f"  concurrency = {advice.concurrency}")
    yield Text(f'  grace = "{_duration(advice.grace_us)}"')
    yield Text(
        f"  with other work on the machine, or engines that think off move or in several threads: "
        f'grace = "{_duration(advice.over_grace_us)}"'
    )
    yield Text(f"  time of a decision: {format_span(advice.decision_us)} or more on average")
    for reason in advice.reasons:
        yield Text(f"  ({reason})")


def _duration(us: int) -> str:
    return f"{us // 1_000}ms"


def findings_table(found: Sequence[Finding]) -> Table:
    """A row a finding; the mark is a word, so that no colour is needed."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(no_wrap=True)
    table.add_column()
    for finding in found:
        text = printable(finding.text, 400)
        if finding.packages:
            text += f" (packages: {', '.join(finding.packages)})"
        table.add_row(Text(finding.mark.value, _STYLES[finding.mark]), finding.topic, Text(text))
    return table

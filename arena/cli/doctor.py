"""`podesta doctor`: what this machine is good for, measured."""

import dataclasses
import sys
from collections.abc import Sequence
from typing import Any

import click
from rich.text import Text

from arena.cli.exit_status import ExitStatus
from arena.cli.finite_range import FiniteRange
from arena.cli.json_lines import write_json
from arena.doctor.advice import Recommendation, recommend
from arena.doctor.findings import Finding, Mark, findings
from arena.doctor.lateness import Phase
from arena.doctor.machine import MachineFacts, read_machine
from arena.doctor.measuring import RealMachine, measure, plans
from arena.terminal.console import make_console
from arena.terminal.doctor_view import advice_lines, facts_lines, findings_table, phases_table
from arena.terminal.share_bar import share_bar
from referee.orderly_end import run_in_order
from referee.time_source import MonotonicTime

__all__ = ["doctor"]

_DEFAULT_S = 6.0
_LEAST_S, _MOST_S = 0.3, 3600.0

EPILOG = """\
\b
Examples:
  podesta doctor                   six seconds of measuring
  podesta doctor --seconds 60      for rare stalls
  podesta doctor --seconds 0       look, measure nothing
  podesta doctor --json | jq .recommendation

\b
timer    how late the referee's own timers wake
answer   by how much a bot seems to think longer than it did

\b
Exit status: 0; 1 a problem that must be mended before leagues are played;
5 nothing could be measured.
"""


@click.command(epilog=EPILOG)
@click.option(
    "--seconds",
    type=FiniteRange(0.0, _MOST_S),
    default=_DEFAULT_S,
    show_default=True,
    metavar="S",
    help="How long to measure, all phases together; 0 measures nothing.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object, times in microseconds.")
def doctor(seconds: float, as_json: bool) -> None:
    """Measure this machine's timers, idle and loaded, and tell what to set and what is missing.

    Tells how late timers wake and answers come, recommends a grace and a concurrency, and says
    which levels of isolation work here, with the packages that are missing.
    """
    facts = read_machine()
    phases = _measured(facts.cores.usable, seconds) if seconds else []
    advice = recommend(phases, facts.cores.usable, facts.capacity) if phases else None
    found = findings(facts, advice)
    if as_json:
        write_json(_as_json(facts, phases, advice, found))
    else:
        _show(facts, phases, advice, found)
    if any(finding.mark is Mark.PROBLEM for finding in found):
        raise click.exceptions.Exit(ExitStatus.DIFFERENT)


def _measured(cores: int, seconds: float) -> list[Phase]:
    plan = plans(cores)
    phase_us = int(max(seconds, _LEAST_S) * 1e6 / len(plan))
    with share_bar("measuring", max(0.02, 0.1 / seconds)) as progress:
        return run_in_order(measure(plan, phase_us, MonotonicTime(), RealMachine(), progress))


def _show(
    facts: MachineFacts,
    phases: Sequence[Phase],
    advice: Recommendation | None,
    found: Sequence[Finding],
) -> None:
    console = make_console(sys.stdout)
    for line in facts_lines(facts):
        console.print(Text(line))
    console.print()
    if phases:
        console.print(phases_table(phases))
        console.print()
    if advice is not None:
        for part in advice_lines(advice):
            console.print(part)
        console.print()
    console.print(findings_table(found))


def _as_json(
    facts: MachineFacts,
    phases: Sequence[Phase],
    advice: Recommendation | None,
    found: Sequence[Finding],
) -> dict[str, Any]:
    return {
        "system": facts.system,
        "cores": dataclasses.asdict(facts.cores) | {"usable": facts.cores.usable},
        "speed": dataclasses.asdict(facts.speed),
        "memory_bytes": facts.memory_bytes,
        "capacity": dataclasses.asdict(facts.capacity),
        "time": dataclasses.asdict(facts.time),
        "control_group": dataclasses.asdict(facts.control_group),
        "isolation": [report._asdict() for report in facts.isolation],
        "versions": dict(facts.versions),
        "phases": [dataclasses.asdict(phase) for phase in phases],
        "recommendation": None if advice is None else dataclasses.asdict(advice),
        "findings": [dataclasses.asdict(finding) for finding in found],
    }

"""The walk: one step after another, each with its finding, whatever the engine does."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from arena.check.bench import Bench
from arena.check.step import Step
from arena.check.verdict import DoesNotApply, Finding, StepFailed, Verdict

__all__ = ["StepResult", "WalkWatcher", "walk"]

_TO_PLAY = ("ready", "first-move")
"""Steps without which no move can be expected."""


@dataclass(frozen=True, slots=True)
class StepResult:
    """A step, what it found, and how long that took."""

    step: Step
    finding: Finding
    duration_us: int


class WalkWatcher(Protocol):
    """Told how the walk goes; each method returns at once."""

    def begins(self, step: Step, number: int, steps: int) -> None:
        """A step is tried now, the `number`-th (from 1) of `steps`."""

    def progress(self, text: str) -> None:
        """The step that runs has come that far; for `Bench`."""

    def ended(self, result: StepResult) -> None:
        """A step is done."""


async def walk(bench: Bench, steps: Sequence[Step], watcher: WalkWatcher) -> list[StepResult]:
    """Try the steps in order; the first must be `hello`.

    Without Hello nothing else is tried, without a first move no step that builds on moves.
    Raises VoidMatch and AddressError where it is the machine's fault.
    """
    results: list[StepResult] = []
    plays = True
    for number, step in enumerate(steps, start=1):
        watcher.begins(step, number, len(steps))
        began_us = bench.time.now_us()
        if results and bench.hello is None:
            finding = Finding(Verdict.UNTRIED, ("it never said hello",))
        elif step.plays and not plays:
            finding = Finding(Verdict.UNTRIED, ("it was not ready, or made no first move",))
        else:
            finding = await _try(bench, step)
        if step.name in _TO_PLAY and finding.verdict is Verdict.FAIL:
            plays = False
        result = StepResult(step, finding, bench.time.now_us() - began_us)
        results.append(result)
        watcher.ended(result)
    return results


async def _try(bench: Bench, step: Step) -> Finding:
    bench.begin(step.name)
    try:
        await step.run(bench)
    except StepFailed as failed:
        return Finding(Verdict.FAIL, (str(failed), *bench.advice), failed.exchange)
    except DoesNotApply as reason:
        return Finding(Verdict.NONE, (str(reason),))
    if bench.advice:
        return Finding(Verdict.ADVICE, (*bench.advice, *bench.notes))
    return Finding(Verdict.PASS, bench.notes)

"""`podesta check --json`: every step as a line of JSON. docs/check.md lists the shapes."""

from arena.check.exchange_text import exchange_fields
from arena.check.step import Step
from arena.check.walk import StepResult
from arena.cli.json_lines import write_json

__all__ = ["CheckJson"]


class CheckJson:
    """Writes a line when a step ended, with all that was said where it failed."""

    def begins(self, step: Step, number: int, steps: int) -> None:
        """Nothing: a step is told when it is done."""

    def progress(self, text: str) -> None:
        """Nothing."""

    def ended(self, result: StepResult) -> None:
        """The line of a step."""
        step, finding = result.step, result.finding
        exchange = finding.exchange
        write_json(
            {
                "event": "step",
                "step": step.name,
                "asks": step.asks,
                "source": step.source,
                "verdict": finding.verdict.value,
                "lines": list(finding.lines),
                "duration_us": result.duration_us,
                "exchange": None if exchange is None else exchange_fields(exchange),
            }
        )

"""A walk through the protocol in a terminal: a line a step, and what was said where one failed."""

from collections.abc import Sequence
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.padding import Padding
from rich.status import Status
from rich.table import Table
from rich.text import Text

from arena.check.exchange_text import exchange_lines
from arena.check.step import Step
from arena.check.verdict import Finding, Verdict
from arena.check.walk import StepResult
from arena.terminal.printable import printable

__all__ = ["CheckView", "steps_table"]

_STYLES = {
    Verdict.PASS: "good",
    Verdict.NONE: "",
    Verdict.ADVICE: "accent",
    Verdict.UNTRIED: "",
    Verdict.FAIL: "bad",
}
_VERDICT_WIDTH = 8
_NAME_WIDTH = 24
_MOST_LINE = 1_000


class CheckView:
    """Lines for every step that ended; on a live terminal also which one runs."""

    def __init__(self, console: Console, *, live: bool, messages: int) -> None:
        """`messages`: how many are shown of an exchange, 0 for all."""
        self._console = console
        self._messages = messages
        self._status: Status | None = console.status("") if live else None
        self._running = ""

    def __enter__(self) -> Self:
        if self._status is not None:
            self._status.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._status is not None:
            self._status.stop()

    def begins(self, step: Step, number: int, steps: int) -> None:
        """A step is tried now."""
        self._running = f"{number} of {steps}  {step.name}: {step.asks}"
        self._redraw(self._running)

    def progress(self, text: str) -> None:
        """The step that runs has come that far."""
        self._redraw(f"{self._running}  ({printable(text, 100)})")

    def ended(self, result: StepResult) -> None:
        """A step is done."""
        step, finding = result.step, result.finding
        line = Text(f"{finding.verdict.value:<{_VERDICT_WIDTH}}", _STYLES[finding.verdict])
        line.append(f"{step.name:<{_NAME_WIDTH}}", "")
        line.append(step.asks, "")
        line.stylize("not bold", _VERDICT_WIDTH)
        self._console.print(line, soft_wrap=True)
        self._lines(finding)
        if finding.verdict is Verdict.FAIL:
            self._failed(step, finding)

    def _lines(self, finding: Finding) -> None:
        for told in finding.lines:
            indent = (0, 0, 0, _VERDICT_WIDTH + _NAME_WIDTH)
            self._console.print(Padding(Text(printable(told, _MOST_LINE)), indent, expand=False))

    def _failed(self, step: Step, finding: Finding) -> None:
        self._console.print(Text(f'        asked by docs/protocol.md, "{step.source}"'))
        if finding.exchange is None:
            return
        self._console.print(Text("        what was said (-> the engine, <- the referee), seconds:"))
        for line in exchange_lines(finding.exchange, self._messages):
            self._console.print(Text(f"        {line}"), soft_wrap=True)

    def _redraw(self, text: str) -> None:
        if self._status is not None:
            self._status.update(Text(text))


def steps_table(steps: Sequence[Step]) -> Table:
    """All steps: the name, what it asks of an engine, and where that is written."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="heading")
    table.add_column("step", no_wrap=True)
    table.add_column("the engine ...")
    table.add_column("section of docs/protocol.md")
    for step in steps:
        table.add_row(step.name, step.asks, step.source)
    return table

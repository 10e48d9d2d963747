"""The certificate: what one walk found, on one page."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from podesta.v1 import engine_pb2

from arena.check.verdict import Verdict
from arena.check.walk import StepResult
from arena.terminal.printable import printable

__all__ = ["Certificate"]

_VERDICTS = (Verdict.PASS, Verdict.ADVICE, Verdict.NONE, Verdict.UNTRIED, Verdict.FAIL)
_IN_WORDS = {
    Verdict.PASS: "passed",
    Verdict.ADVICE: "passed with advice",
    Verdict.NONE: "did not apply",
    Verdict.UNTRIED: "not tried",
    Verdict.FAIL: "failed",
}
_MOST_LINE = 300


@dataclass(frozen=True, slots=True)
class Certificate:
    """What is certified, and of whom.

    `digest` is that of the engine's files, empty where unknown. `date` is written YYYY-MM-DD.
    `all_steps` and `all_games` tell whether nothing was left out by choice: else the certificate is
    a partial one. `games` are those played.
    """

    engine: str
    hello: engine_pb2.Hello | None
    digest: str
    date: str
    podesta_version: str
    isolation: str
    seed: str
    time_control: str
    games: Sequence[str]
    all_steps: bool
    all_games: bool
    results: Sequence[StepResult]

    @property
    def passed(self) -> bool:
        """Whether no step failed, and none had to be left untried."""
        bad = (Verdict.FAIL, Verdict.UNTRIED)
        return not any(result.finding.verdict in bad for result in self.results)

    @property
    def whole(self) -> bool:
        """Whether all steps were tried with all games that the engine claims."""
        return self.all_steps and self.all_games

    @property
    def verdict(self) -> str:
        """One line."""
        word = "PASSED" if self.passed else "NOT PASSED"
        counts = [
            f"{number} {_IN_WORDS[verdict]}" for verdict, number in self.counts.items() if number
        ]
        failed = [
            result.step.name for result in self.results if result.finding.verdict is Verdict.FAIL
        ]
        named = f" ({', '.join(failed)})" if failed else ""
        part = "" if self.whole else "; only a part was asked for"
        return f"{word}: {', '.join(counts)}{named}{part}"

    @property
    def counts(self) -> dict[Verdict, int]:
        """How many steps ended how."""
        return {
            verdict: sum(result.finding.verdict is verdict for result in self.results)
            for verdict in _VERDICTS
        }

    def page(self) -> str:
        """The page as plain text."""
        heading = [f"Certificate of {printable(self.engine, _MOST_LINE)}", ""]
        facts = [f"{name:<12}{printable(text, _MOST_LINE)}" for name, text in self._facts()]
        steps = [line for result in self.results for line in _step_lines(result)]
        return "\n".join([*heading, *facts, "", *steps, ""])

    def as_dict(self) -> dict[str, Any]:
        """The same for machines; docs/check.md has the keys."""
        hello = self.hello
        return {
            "engine": self.engine,
            "name": hello.name if hello else None,
            "version": hello.version if hello else None,
            "author": hello.author if hello else None,
            "protocol_version": hello.protocol_version if hello else None,
            "digest": self.digest or None,
            "date": self.date,
            "podesta_version": self.podesta_version,
            "isolation": self.isolation,
            "seed": self.seed,
            "time_control": self.time_control,
            "games": list(self.games),
            "passed": self.passed,
            "whole": self.whole,
            "counts": {verdict.value: number for verdict, number in self.counts.items()},
            "steps": [
                {
                    "step": result.step.name,
                    "verdict": result.finding.verdict.value,
                    "lines": list(result.finding.lines),
                }
                for result in self.results
            ],
        }

    def _facts(self) -> list[tuple[str, str]]:
        hello = self.hello
        named = "it never said who it is"
        if hello is not None:
            author = f", by {hello.author}" if hello.author else ""
            named = f"{hello.name}, version {hello.version or 'unknown'}{author}"
        return [
            ("result", self.verdict),
            ("engine", named),
            ("digest", self.digest or "unknown: it is not known of which files it is made"),
            ("games", ", ".join(self.games) or "none"),
            (
                "checked",
                f"{self.date} by podesta {self.podesta_version}, matches at {self.time_control}, "
                f"seed {self.seed}, isolation {self.isolation}",
            ),
        ]


def _step_lines(result: StepResult) -> list[str]:
    step, finding = result.step, result.finding
    lines = [f"{finding.verdict.value:<8}{step.name:<24}{step.asks}"]
    lines += [f"{'':<32}{printable(line, _MOST_LINE)}" for line in finding.lines]
    return lines

"""What a step found, and the ways in which a step can end early."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from arena.check.exchange import Exchange

__all__ = ["DoesNotApply", "Finding", "StepFailed", "Verdict"]


class Verdict(StrEnum):
    """How a step ended, from good to bad."""

    PASS = "pass"
    """The engine did what was asked."""

    NONE = "none"
    """There was nothing to try with this engine, such as options that it does not have."""

    ADVICE = "advice"
    """It did, and could do better; or it did not where the protocol leaves it free."""

    UNTRIED = "untried"
    """An earlier step failed without which this one tells nothing."""

    FAIL = "fail"
    """It did not."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What a step found.

    `lines` are for people: why it failed, what is advised, what was seen. `exchange` is what was
    said in the process at fault; None where nothing failed.
    """

    verdict: Verdict
    lines: Sequence[str] = ()
    exchange: Exchange | None = None


class StepFailed(Exception):  # noqa: N818 - a finding about an engine, not an error of ours
    """The engine did not do what a step asks; the message says what it did, one line."""

    def __init__(self, detail: str, exchange: Exchange | None = None) -> None:
        super().__init__(detail)
        self.exchange = exchange


class DoesNotApply(Exception):  # noqa: N818 - no error
    """A step has nothing to try with this engine; the message says why, one line."""

"""One step of the walk: what it asks of an engine, where that is written, and how it is tried."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from arena.check.bench import Bench

__all__ = ["Step"]


@dataclass(frozen=True, slots=True)
class Step:
    """One step.

    `asks` completes the sentence "The engine ..."; `source` is the section of docs/protocol.md that
    asks for it. `run` raises StepFailed where the engine does not do it and DoesNotApply where
    there is nothing to try, and gives advice through the bench. `plays`: tells nothing about an
    engine that can't make a first move.
    """

    name: str
    asks: str
    source: str
    run: Callable[[Bench], Awaitable[None]]
    plays: bool = True

"""All steps in their order, and those that somebody asks for."""

from collections.abc import Sequence
from difflib import get_close_matches
from fnmatch import fnmatchcase

from arena.check import (
    answer_steps,
    clock_steps,
    leaving_steps,
    match_steps,
    message_steps,
    option_steps,
    starting_steps,
)
from arena.check.step import Step

__all__ = ["FIRST", "STEPS", "StepNameError", "chosen"]

FIRST = 3
"""Hello, introduction and games are tried whatever is asked for: the others build on them."""

STEPS: tuple[Step, ...] = (
    *starting_steps.STEPS[:FIRST],
    *option_steps.STEPS[:1],
    *starting_steps.STEPS[FIRST:7],
    *match_steps.STEPS[:2],
    *starting_steps.STEPS[7:],
    *option_steps.STEPS[1:],
    *answer_steps.STEPS,
    *message_steps.STEPS,
    *clock_steps.STEPS,
    *match_steps.STEPS[2:],
    *leaving_steps.STEPS,
)


class StepNameError(ValueError):
    """A name or pattern that fits no step; the message names the nearest."""


def chosen(only: Sequence[str] = (), skip: Sequence[str] = ()) -> tuple[Step, ...]:
    """The steps whose names fit `only` (all where it is empty) and not `skip`, in their order.

    Names may hold `*` and `?`. Raises StepNameError.
    """
    names = [step.name for step in STEPS]
    for pattern in (*only, *skip):
        if not any(fnmatchcase(name, pattern) for name in names):
            close = get_close_matches(pattern, names, n=1)
            hint = f"did you mean {close[0]!r}?" if close else "--list names them all"
            raise StepNameError(f"no step {pattern!r}; {hint}")

    def fits(name: str, patterns: Sequence[str]) -> bool:
        return any(fnmatchcase(name, pattern) for pattern in patterns)

    return tuple(
        step
        for place, step in enumerate(STEPS)
        if place < FIRST or ((not only or fits(step.name, only)) and not fits(step.name, skip))
    )

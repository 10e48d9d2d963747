"""What follows from the measurements: a concurrency, a grace, the shortest decisions. Pure.

docs/doctor.md tells the same rules for people.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.doctor.lateness import Phase
from arena.errors import CapacityError
from arena.executors.capacity import Capacity, check_capacity
from arena.report.jitter import LARGE_SHARE
from referee.time_control import DEFAULT_GRACE_US

__all__ = ["GRACES_US", "MOST_LATE_US", "Recommendation", "grace_for", "recommend"]

GRACES_US = (100_000, 150_000, 200_000, 250_000, 300_000, 400_000, 500_000, 750_000, 1_000_000)
"""What is recommended is one of these, the first being the default of every match."""

MOST_LATE_US = 50_000
"""With a thinking engine on every core, answers later than that (p99) ask for a core left free."""

_OVER_GRACE_US = 250_000
"""At least this much where more engines think than there are cores."""
_ROOM = 2
"""A few seconds see less than a league of hours: the worst that was seen counts so many times."""
_SEATS = 2


@dataclass(frozen=True, slots=True)
class Recommendation:
    """Times in microseconds; `concurrency` counts matches whose engines think in turn.

    `grace_us` goes with that concurrency, `over_grace_us` with more thinkers than cores: other
    programs on the machine, engines that think off move or in several threads. `decision_us` is the
    least that decisions should have on average. `reasons` say where the numbers come from.
    """

    concurrency: int
    grace_us: int
    over_grace_us: int
    decision_us: int
    reasons: tuple[str, ...]


def grace_for(phase: Phase, least_us: int = DEFAULT_GRACE_US) -> int:
    """The least of `GRACES_US` that covers twice the worst that was seen; the last one if none."""
    wanted_us = max(least_us, _ROOM * max(phase.answer.max_us, phase.timer.max_us))
    return next((grace_us for grace_us in GRACES_US if grace_us >= wanted_us), GRACES_US[-1])


def recommend(phases: Sequence[Phase], cores: int, capacity: Capacity) -> Recommendation:
    """From the phases of `measuring.plans(cores)`. Raises KeyError where one is missing."""
    by_name = {phase.name: phase for phase in phases}
    idle, over = by_name["idle"], by_name["over"]
    # On a single core the one that is asked is the one that thinks.
    full = by_name.get("full", idle)
    concurrency = cores
    reasons = [f"one thinking engine a core, {cores} of {cores} cores"]
    if cores > 1 and full.answer.p99_us > MOST_LATE_US:
        concurrency = cores - 1
        reasons = [
            f"with all cores thinking, one answer of a hundred was {full.answer.p99_us / 1000:.0f}"
            " ms late or more, so a core is left free"
        ]
    fitting = _fitting(concurrency, capacity)
    if fitting < concurrency:
        concurrency = fitting
        reasons.append("descriptors or processes do not suffice for more")
    worst_us = max(full.answer.max_us, full.timer.max_us)
    reasons.append(
        f"a grace of {_ROOM} times the worst that was seen with all cores thinking, "
        f"{worst_us / 1000:.1f} ms, and no less than {DEFAULT_GRACE_US // 1000} ms"
    )
    grace_us = grace_for(full)
    return Recommendation(
        concurrency=concurrency,
        grace_us=grace_us,
        over_grace_us=max(grace_us, grace_for(over, _OVER_GRACE_US)),
        decision_us=round(max(full.answer.p99_us, full.timer.p99_us) / LARGE_SHARE),
        reasons=tuple(reasons),
    )


def _fitting(concurrency: int, capacity: Capacity) -> int:
    """The most matches at once, up to `concurrency`, that the limits allow; may be 0."""
    for slots in range(concurrency, 0, -1):
        try:
            check_capacity(slots, _SEATS, capacity)
        except CapacityError:
            continue
        return slots
    return 0

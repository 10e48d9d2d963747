"""When a match is to be held up: pure, told what happens, asked whether to stop."""

import math
from dataclasses import dataclass, field

from podesta.v1 import debug_pb2, engine_pb2, match_pb2

from arena.debug.said import Said
from arena.terminal.match_text import fault_text
from arena.terminal.printable import printable

__all__ = ["Breakpoints"]


@dataclass(slots=True)
class Breakpoints:
    """What stops a match, and what has happened since it last went on.

    `plies` stop before the decision of that ply. `swing` stops after an engine's evaluation of its
    own seat changed by so much from one of its moves to the next; None for no such stop.
    """

    plies: set[int] = field(default_factory=set)
    on_fault: bool = True
    swing: float | None = None
    _steps: int | None = None
    """Stop after so many more decisions; None goes on to the next break."""
    _reasons: list[str] = field(default_factory=list)
    _values: dict[int, float] = field(default_factory=dict)

    def step(self, decisions: int = 1) -> None:
        """Stop again after so many decisions."""
        self._steps = decisions

    def run(self) -> None:
        """Go on until something stops the match."""
        self._steps = None

    def stop_soon(self) -> None:
        """Stop at the next chance."""
        self._steps = 0

    def said(self, said: Said) -> None:
        """Somebody said something: look for a swing."""
        if not isinstance(said.message, engine_pb2.PlayRequest) or said.kind != "move":
            return
        evaluation = said.message.move.evaluation
        if said.seat >= len(evaluation.values):
            return
        value, before = evaluation.values[said.seat], self._values.get(said.seat)
        if not math.isfinite(value):
            return
        self._values[said.seat] = value
        if self.swing is not None and before is not None and abs(value - before) >= self.swing:
            self._reasons.append(
                f"the evaluation of seat {said.seat} swings from {before:+.2f} to {value:+.2f}"
            )

    def happened(self, event: match_pb2.MatchEvent) -> None:
        """Something happened in the match: look for a fault."""
        which = event.WhichOneof("event")
        if which == "fault" and self.on_fault:
            self._reasons.append(
                f"a fault of seat {event.fault.seat}: {printable(fault_text(event.fault))}"
            )
        elif which == "move" and self._steps is not None:
            self._steps = max(0, self._steps - 1)

    def reached(self, reached: debug_pb2.PlayReached) -> list[str]:
        """Why the match stops here, a line each; nothing where it goes on.

        What was found is told once.
        """
        reasons, self._reasons = self._reasons, []
        if reached.ply in self.plies and not reached.over:
            reasons.append(f"ply {reached.ply}")
            self.plies.discard(reached.ply)
        if self._steps == 0:
            reasons.append("the match is over" if reached.over else "step")
        return reasons

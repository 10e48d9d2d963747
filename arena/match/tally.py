"""The score of a few matches: no ratings, just what was won and lost."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from podesta.v1 import game_pb2, match_pb2, record_pb2

__all__ = ["Tally", "TallyRow"]


@dataclass(frozen=True, slots=True)
class TallyRow:
    """One engine; wins, draws and losses count its pairwise comparisons in every match."""

    engine_id: str
    name: str
    wins: int = 0
    draws: int = 0
    losses: int = 0
    faults: int = 0
    placements: tuple[int, ...] = ()
    """From the best to the worst, so that nothing depends on the order in which matches ended."""

    @property
    def points(self) -> float:
        """A win is 1, a draw one half."""
        return self.wins + self.draws / 2


@dataclass(frozen=True, slots=True)
class Tally:
    """All engines in the order of the command line."""

    rows: tuple[TallyRow, ...]
    matches: int = 0
    void: int = 0

    @classmethod
    def of(cls, engines: Iterable[match_pb2.EngineSpec]) -> "Tally":
        """Before the first match."""
        return cls(tuple(TallyRow(engine.id, engine.name or engine.id) for engine in engines))

    def after(self, record: record_pb2.MatchRecord | None) -> "Tally":
        """With one more match; those without an outcome (None: void) change no score."""
        if record is None or not record.HasField("outcome"):
            void = record is None or record.termination == game_pb2.TERMINATION_VOID
            return replace(self, matches=self.matches + 1, void=self.void + void)
        placed = [seat.placement for seat in record.outcome.seats]
        by_id = {engine.id: seat for seat, engine in enumerate(record.spec.engines)}
        rows = []
        for row in self.rows:
            seat = by_id[row.engine_id]
            own, others = placed[seat], placed[:seat] + placed[seat + 1 :]
            rows.append(
                replace(
                    row,
                    wins=row.wins + sum(own < other for other in others),
                    draws=row.draws + sum(own == other for other in others),
                    losses=row.losses + sum(own > other for other in others),
                    faults=row.faults + sum(fault.seat == seat for fault in record.faults),
                    placements=tuple(sorted((*row.placements, own))),
                )
            )
        return replace(self, rows=tuple(rows), matches=self.matches + 1)

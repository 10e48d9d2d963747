"""The score of a few matches: no ratings, just what was won and lost."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from podesta.v1 import game_pb2, match_pb2, record_pb2

from arena.ledger import summarize

__all__ = ["Tally", "TallyRow"]


@dataclass(frozen=True, slots=True)
class TallyRow:
    """One engine; wins, draws and losses count its pairwise comparisons in every match.

    As in a league those who started beat those who did not, and of two that did not both have
    lost. `faults` are all of its faults, `forfeits` the matches that it did not start.
    """

    engine_id: str
    name: str
    wins: int = 0
    draws: int = 0
    losses: int = 0
    faults: int = 0
    forfeits: int = 0
    placements: tuple[int, ...] = ()
    """From the best to the worst, so that nothing depends on the order in which matches ended;
    of a forfeit there is none, since nobody sat down."""

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
        """With one more match; those that are void (None too) change no score."""
        absent: tuple[int, ...] = ()
        if record is not None and record.termination == game_pb2.TERMINATION_FORFEIT:
            summary = summarize(record)
            placed, absent = list(summary.placements), summary.faulty_seats
        elif record is not None and record.HasField("outcome"):
            placed = [seat.placement for seat in record.outcome.seats]
        else:
            void = record is None or record.termination == game_pb2.TERMINATION_VOID
            return replace(self, matches=self.matches + 1, void=self.void + void)
        by_id = {engine.id: seat for seat, engine in enumerate(record.spec.engines)}
        rows = []
        for row in self.rows:
            seat = by_id[row.engine_id]
            own, others = placed[seat], placed[:seat] + placed[seat + 1 :]
            wins = sum(own < other for other in others)
            # Of two that did not start neither has anything from the other.
            draws = 0 if seat in absent else sum(own == other for other in others)
            sat_down = () if absent else (own,)
            rows.append(
                replace(
                    row,
                    wins=row.wins + wins,
                    draws=row.draws + draws,
                    losses=row.losses + len(others) - wins - draws,
                    faults=row.faults + sum(fault.seat == seat for fault in record.faults),
                    forfeits=row.forfeits + (seat in absent),
                    placements=tuple(sorted((*row.placements, *sat_down))),
                )
            )
        return replace(self, rows=tuple(rows), matches=self.matches + 1)

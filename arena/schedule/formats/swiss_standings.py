"""Points and tie-breaks of a Swiss."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from arena.schedule.pairing import PastPairing, pair_halves

__all__ = ["SwissRow", "encounters_of", "swiss_rows"]


@dataclass(frozen=True, slots=True)
class Encounter:
    """What an engine scored against one opponent in one round, as a share of all; a bye has no
    opponent and is scored in full."""

    opponent: str | None
    share: Fraction


@dataclass(frozen=True, slots=True)
class SwissRow:
    """An engine in the table of a Swiss.

    `points` are matches won, or shares of the opponents beaten in them; a bye counts as a table
    won. `buchholz` adds up the points of all opponents, `cut` leaves out the least of them, and
    `sonneborn_berger` weighs them with what was scored against each. A bye counts for these as an
    opponent with as many points as the engine's own. Equal in all four share a rank.
    """

    engine: str
    rank: int
    points: Fraction
    cut: Fraction
    buchholz: Fraction
    sonneborn_berger: Fraction
    rounds: int
    byes: int

    @property
    def key(self) -> tuple[Fraction, Fraction, Fraction, Fraction]:
        """What ranks go by."""
        return self.points, self.cut, self.buchholz, self.sonneborn_berger


def encounters_of(
    rounds: Iterable[Sequence[PastPairing]], seats: int
) -> tuple[dict[str, Fraction], dict[str, list[Encounter]]]:
    """Points and encounters by engine, from the pairings of each round; all deals of one round
    against one opponent are one encounter."""
    points: defaultdict[str, Fraction] = defaultdict(Fraction)
    encounters: defaultdict[str, list[Encounter]] = defaultdict(list)
    for pairings in rounds:
        won: defaultdict[tuple[str, str], int] = defaultdict(int)
        tables = [past for past in pairings if past.pairing.table is not None]
        deals = max((_deal(past) for past in tables), default=1)
        for past in tables:
            for result in past.results:
                for seat, facing, mine, theirs in pair_halves(result):
                    one, other = result.engines[seat], result.engines[facing]
                    won[one, other] += mine
                    won[other, one] += theirs
        whole = 2 * seats * deals
        for past in pairings:
            for engine in past.engines:
                if past.pairing.table is None:
                    points[engine] += seats * deals
                    encounters[engine] += [Encounter(None, Fraction(1))] * (seats - 1)
                elif _deal(past) == 1:
                    for other in past.engines:
                        if other != engine:
                            share = Fraction(won[engine, other], whole)
                            points[engine] += share * seats * deals / (seats - 1)
                            encounters[engine].append(Encounter(other, share))
    return dict(points), dict(encounters)


def swiss_rows(
    rounds: Sequence[Sequence[PastPairing]], engines: Sequence[str], seats: int
) -> list[SwissRow]:
    """The table, the best first; among equals in the order of `engines`."""
    points, encounters = encounters_of(rounds, seats)
    rows = []
    for engine in engines:
        mine = points.get(engine, Fraction(0))
        met = encounters.get(engine, [])
        theirs = [mine if e.opponent is None else points.get(e.opponent, Fraction(0)) for e in met]
        rows.append(
            SwissRow(
                engine=engine,
                rank=0,
                points=mine,
                cut=sum(theirs, Fraction(0)) - min(theirs, default=Fraction(0)),
                buchholz=sum(theirs, Fraction(0)),
                sonneborn_berger=sum(
                    (e.share * score for e, score in zip(met, theirs, strict=True)), Fraction(0)
                ),
                rounds=len(met) // (seats - 1),
                byes=sum(e.opponent is None for e in met) // (seats - 1),
            )
        )
    rows.sort(key=lambda row: row.key, reverse=True)
    ranked: list[SwissRow] = []
    for place, row in enumerate(rows, 1):
        same = ranked and ranked[-1].key == row.key
        ranked.append(replace(row, rank=ranked[-1].rank if same else place))
    return ranked


def _deal(past: PastPairing) -> int:
    return int(past.label.rsplit("/", 1)[1])

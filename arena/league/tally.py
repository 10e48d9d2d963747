"""Counting what a league has come to while it runs."""

from collections import Counter
from collections.abc import Iterable

from podesta.v1 import game_pb2

from arena.league.agenda import Agenda, MatchStatus
from arena.league.result import PartTotals, Totals
from arena.ledger import MatchResult

__all__ = ["Tally"]


class Tally:
    """The results that count now, and the tries that came to nothing."""

    def __init__(
        self, results: Iterable[MatchResult] = (), voids: int = 0, taken_back: int = 0
    ) -> None:
        self._results: dict[str, MatchResult] = {}
        self._by_deal: dict[str, set[str]] = {}
        self._same: Counter[tuple[tuple[str, ...], bytes]] = Counter()
        self._not_started: set[str] = set()
        self.identical = 0
        """Matches that repeat another one with the same engines, move by move."""
        self.voids = voids
        self._taken_back = taken_back
        for result in results:
            self.add(result)

    def add(self, result: MatchResult) -> None:
        """Take in a result that counts."""
        self._results[result.match_id] = result
        self._by_deal.setdefault(result.deal_id, set()).add(result.match_id)
        if _not_started(result):
            self._not_started.add(result.match_id)
        if result.summary.plies:
            self.identical += self._same[_play(result)] > 0
            self._same[_play(result)] += 1

    def drop_deal(self, deal_id: str) -> None:
        """Forget the results of a deal that is dealt anew."""
        for match_id in self._by_deal.pop(deal_id, ()):
            result = self._results.pop(match_id)
            self._not_started.discard(match_id)
            if result.summary.plies:
                self._same[_play(result)] -= 1
                self.identical -= self._same[_play(result)] > 0

    def not_started_by(self, engine_id: str) -> int:
        """Matches that ended before the first move because this engine did not start."""
        return sum(
            _not_started(result)
            and engine_id in {result.engines[seat] for seat in result.summary.faulty_seats}
            for result in self._results.values()
        )

    def totals(self, agenda: Agenda) -> Totals:
        """How the league stands."""
        return Totals(
            planned=agenda.planned,
            played=len(self._results) - len(self._not_started),
            not_started=len(self._not_started),
            forfeited=agenda.count(MatchStatus.FORFEITED),
            unplayed=agenda.count(MatchStatus.UNPLAYED),
            to_do=agenda.count(MatchStatus.TO_DO),
            running=agenda.count(MatchStatus.RUNNING),
            voids=self.voids,
            identical=self.identical,
            taken_back=self._taken_back,
            part=None if agenda.part.whole else self._part_totals(agenda),
        )

    def _part_totals(self, agenda: Agenda) -> PartTotals:
        return PartTotals(
            part=agenda.part,
            planned=agenda.planned_of_part,
            not_started=sum(map(agenda.is_of_part, self._not_started)),
            forfeited=agenda.count_of_part(MatchStatus.FORFEITED),
            unplayed=agenda.count_of_part(MatchStatus.UNPLAYED),
            left=agenda.left + agenda.count_of_part(MatchStatus.RUNNING),
        )


def _not_started(result: MatchResult) -> bool:
    return result.summary.termination == game_pb2.TERMINATION_FORFEIT


def _play(result: MatchResult) -> tuple[tuple[str, ...], bytes]:
    return result.engines, result.summary.moves_digest

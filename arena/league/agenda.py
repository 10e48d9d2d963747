"""What is still to be played: the plan minus what the ledger holds.

Where nothing is hidden, a void match is simply played again: the same deal, the next attempt.
Where something is hidden, engines may remember a deal that was begun, so that a void match makes
its whole table be dealt anew: `dealing` counts this, it is the attempt number of all matches of
the table, and results of an earlier dealing do not count. Nor is a dealing used again that a
former version of an engine has seen.

A run may play only a part of the plan. The others' matches are known and counted, but never given
out.
"""

import heapq
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum, auto

from arena.league.part import WHOLE, Part
from arena.league.plan import PlannedMatch, PlannedTable
from arena.ledger import Attempt, AttemptState

__all__ = ["MAX_VOIDS", "Agenda", "Assignment", "MatchStatus", "absent_seats"]

MAX_VOIDS = 3
"""A match that was void this often is listed as unplayed."""


class MatchStatus(IntEnum):
    """Where a planned match stands."""

    TO_DO = auto()
    RUNNING = auto()
    COUNTED = auto()
    UNPLAYED = auto()
    """Void too often."""
    FORFEITED = auto()
    """One of its engines is suspended; it was not played."""


@dataclass(frozen=True, slots=True)
class Assignment:
    """A match to be played now; `dealing` is the number that its seed is made with."""

    match: PlannedMatch
    attempt: int
    dealing: int


@dataclass(slots=True)
class _Match:
    place: int
    planned: PlannedMatch
    table: "_Table"
    status: MatchStatus = MatchStatus.TO_DO
    attempts: int = 0
    voids: int = 0


@dataclass(slots=True)
class _Table:
    planned: PlannedTable
    ours: bool
    """It belongs to the part that is played here."""
    dealing: int = 1
    matches: list[_Match] = field(default_factory=list)


class Agenda:
    """The state of all planned matches during a run."""

    def __init__(
        self,
        plan: Iterable[PlannedTable],
        *,
        hidden: bool,
        attempts: Iterable[Attempt] = (),
        suspended: Mapping[str, int] | None = None,
        settled: Mapping[str, tuple[int, ...]] | None = None,
        part: Part = WHOLE,
    ) -> None:
        """`attempts` come from the ledger, and so does the number since when engines are suspended.

        `settled` are ids of matches that were not played and are not to be any more, because
        decisions followed from that: with the seats that forfeited them, or none where they were
        void too often. `part` is what is to be played here of the plan. `dealt_anew` then lists
        tables whose results the ledger must no longer count. Raises ValueError for a plan that
        holds a match twice.
        """
        self._hidden = hidden
        self.part = part
        self._tables: list[_Table] = []
        self._matches: dict[str, _Match] = {}
        self._by_place: list[_Match] = []
        self._ours: Counter[MatchStatus] = Counter()
        self._others: Counter[MatchStatus] = Counter()
        self._suspended = dict(suspended or {})
        self._settled = dict(settled or {})
        for planned_table in plan:
            self._plan(planned_table)
        self.dealt_anew: tuple[PlannedTable, ...] = self._restore(attempts)
        self._heap = [m.place for m in self._by_place if self._is_ours_to_do(m)]

    def _plan(self, planned_table: PlannedTable) -> _Table:
        table = _Table(planned_table, self.part.holds(len(self._tables)))
        self._tables.append(table)
        for planned in planned_table.matches:
            if planned.match_id in self._matches:
                raise ValueError(f"match {planned.match_id} is planned twice")
            match = _Match(len(self._by_place), planned, table)
            table.matches.append(match)
            self._matches[planned.match_id] = match
            self._by_place.append(match)
        self._counts(table)[MatchStatus.TO_DO] += len(table.matches)
        return table

    def _counts(self, table: _Table) -> Counter[MatchStatus]:
        return self._ours if table.ours else self._others

    def _set(self, match: _Match, status: MatchStatus) -> None:
        counts = self._counts(match.table)
        counts[match.status] -= 1
        counts[status] += 1
        match.status = status

    @staticmethod
    def _is_ours_to_do(match: _Match) -> bool:
        return match.table.ours and match.status is MatchStatus.TO_DO

    def _offer(self, match: _Match) -> None:
        """Let `next` find it, if it is to be played here."""
        if self._is_ours_to_do(match):
            heapq.heappush(self._heap, match.place)

    def _restore(self, attempts: Iterable[Attempt]) -> tuple[PlannedTable, ...]:
        broken: dict[str, list[Attempt]] = {}
        foreign: dict[str, int] = {}
        engines_of: dict[str, frozenset[str]] | None = None
        for attempt in attempts:
            match = self._matches.get(attempt.match_id)
            if match is None:
                # Of an engine's former version, which may be remembered or have been told.
                if engines_of is None:
                    engines_of = self._engines_of_deals()
                if _all_there(attempt, engines_of.get(attempt.deal_id)):
                    before = foreign.get(attempt.deal_id, 0)
                    foreign[attempt.deal_id] = max(before, attempt.attempt)
                continue
            match.attempts = max(match.attempts, attempt.attempt)
            match.table.dealing = max(match.table.dealing, attempt.attempt)
            if attempt.state is AttemptState.COUNTED:
                self._set(match, MatchStatus.COUNTED)
            elif attempt.state in (AttemptState.VOID, AttemptState.INTERRUPTED):
                broken.setdefault(match.table.planned.deal_id, []).append(attempt)
                match.voids += attempt.state is AttemptState.VOID and not attempt.forgiven
        for match in self._by_place:
            if match.status is MatchStatus.TO_DO:
                self._set(match, self._open_status(match))
        if not self._hidden:
            return ()
        anew = []
        for table in self._tables:
            if all(match.status is not MatchStatus.TO_DO for match in table.matches):
                continue
            known = foreign.get(table.planned.deal_id, 0) >= table.dealing
            if known or any(
                attempt.attempt == table.dealing
                and self._matches[attempt.match_id].status is MatchStatus.TO_DO
                for attempt in broken.get(table.planned.deal_id, ())
            ):
                table.dealing = max(table.dealing, foreign.get(table.planned.deal_id, 0))
                self._deal_anew(table)
                anew.append(table.planned)
        return tuple(anew)

    def _engines_of_deals(self) -> dict[str, frozenset[str]]:
        return {
            table.planned.deal_id: frozenset(e for m in table.planned.matches for e in m.engines)
            for table in self._tables
        }

    def _open_status(self, match: _Match) -> MatchStatus:
        settled = self._settled.get(match.planned.match_id)
        if settled is not None:
            return MatchStatus.FORFEITED if settled else MatchStatus.UNPLAYED
        if match.voids >= MAX_VOIDS:
            return MatchStatus.UNPLAYED
        if self.absent(match.planned):
            return MatchStatus.FORFEITED
        return MatchStatus.TO_DO

    def _deal_anew(self, table: _Table) -> None:
        table.dealing += 1
        for match in table.matches:
            if match.status is MatchStatus.COUNTED:
                self._set(match, self._open_status(match))

    # --- during a run -------------------------------------------------------------------------

    def add(self, tables: Iterable[PlannedTable]) -> None:
        """Plan more, which nobody has begun yet. Raises ValueError for what is planned already."""
        for planned_table in tables:
            for match in self._plan(planned_table).matches:
                self._reopen(match)

    def next(self, busy: Collection[str] = ()) -> Assignment | None:
        """The first match of our part, in the order of the plan, that is to be played; it is
        running then.

        Matches of engines that are `busy` wait.
        """
        passed_over = []
        try:
            while self._heap:
                match = self._by_place[heapq.heappop(self._heap)]
                if match.status is not MatchStatus.TO_DO:
                    continue
                if busy and not set(busy).isdisjoint(match.planned.engines):
                    passed_over.append(match.place)
                    continue
                self._set(match, MatchStatus.RUNNING)
                dealing = match.table.dealing if self._hidden else 1
                match.attempts = dealing if self._hidden else match.attempts + 1
                return Assignment(match.planned, match.attempts, dealing)
            return None
        finally:
            for place in passed_over:
                heapq.heappush(self._heap, place)

    def would_count(self, assignment: Assignment) -> bool:
        """Whether a record of this assignment is a result: its deal was not dealt anew since."""
        table = self._matches[assignment.match.match_id].table
        return not self._hidden or assignment.dealing == table.dealing

    def counted(self, assignment: Assignment) -> None:
        """Its record counts."""
        self._set(self._matches[assignment.match.match_id], MatchStatus.COUNTED)

    def superseded(self, assignment: Assignment) -> None:
        """Its record does not count; the match is to be played again."""
        self._reopen(self._matches[assignment.match.match_id])

    def redeals(self, assignment: Assignment, *, interrupted: bool) -> PlannedTable | None:
        """The table that has to be dealt anew if this assignment is void; mostly None."""
        match = self._matches[assignment.match.match_id]
        if not self._hidden or not self.would_count(assignment):
            return None
        last = not interrupted and match.voids + 1 >= MAX_VOIDS
        return None if last else match.table.planned

    def voided(self, assignment: Assignment, *, interrupted: bool) -> MatchStatus:
        """It came to nothing; returns where the match stands now."""
        match = self._matches[assignment.match.match_id]
        table = self.redeals(assignment, interrupted=interrupted)
        match.voids += not interrupted
        self._reopen(match)
        if table is not None:
            self._deal_anew(match.table)
            for other in match.table.matches:
                self._offer(other)
        return match.status

    def _reopen(self, match: _Match) -> None:
        self._set(match, self._open_status(match))
        self._offer(match)

    def suspend(self, engine_id: str, since: int) -> None:
        """Forfeit all that the engine has not begun; `since` orders suspensions."""
        self._suspended[engine_id] = since
        for match in self._by_place:
            if match.status is MatchStatus.TO_DO:
                self._set(match, self._open_status(match))

    def absent(self, match: PlannedMatch) -> tuple[int, ...]:
        """The seats that forfeit a match; none where nobody does."""
        settled = self._settled.get(match.match_id)
        return absent_seats(match.engines, self._suspended) if settled is None else settled

    # --- totals -------------------------------------------------------------------------------

    @property
    def suspended(self) -> frozenset[str]:
        """Engines that play no more."""
        return frozenset(self._suspended)

    def status(self, match_id: str) -> MatchStatus:
        """Where a match stands. Raises KeyError for one that is not planned."""
        return self._matches[match_id].status

    @property
    def planned(self) -> int:
        """All matches of the plan."""
        return len(self._matches)

    def count(self, status: MatchStatus) -> int:
        """Matches that stand there."""
        return self._ours[status] + self._others[status]

    @property
    def left(self) -> int:
        """Matches that are still to be begun here."""
        return self.count_of_part(MatchStatus.TO_DO)

    @property
    def planned_of_part(self) -> int:
        """All matches of our part."""
        return self._ours.total()

    def count_of_part(self, status: MatchStatus) -> int:
        """Matches of our part that stand there."""
        return self._ours[status]

    def is_of_part(self, match_id: str) -> bool:
        """Whether the match is planned and belongs to our part."""
        match = self._matches.get(match_id)
        return match is not None and match.table.ours

    def matches(self, status: MatchStatus) -> tuple[PlannedMatch, ...]:
        """Matches that stand there, in the order of the plan."""
        return tuple(m.planned for m in self._by_place if m.status is status)

    def seatings(self) -> Counter[tuple[str, ...]]:
        """How many matches are planned of each seating (engine ids by seat)."""
        return Counter(match.planned.engines for match in self._by_place)

    def forfeited(self) -> tuple[tuple[PlannedMatch, tuple[int, ...]], ...]:
        """Matches that are forfeited, with the seats that forfeit them."""
        planned = self.matches(MatchStatus.FORFEITED)
        return tuple((match, self.absent(match)) for match in planned)

    def deal_ids(self) -> frozenset[str]:
        """All deals of the plan."""
        return frozenset(table.planned.deal_id for table in self._tables)

    def counts(self, match_id: str) -> bool:
        """Whether the match is planned and has a result that counts."""
        match = self._matches.get(match_id)
        return match is not None and match.status is MatchStatus.COUNTED

    def is_planned(self, match_id: str) -> bool:
        """Whether the plan holds a match of this id."""
        return match_id in self._matches


def _all_there(attempt: Attempt, engines: frozenset[str] | None) -> bool:
    """Whether all engines of a former try are still to meet over its deal.

    Who has left plays nothing that it could know again; where a deal is shared by many, the others
    need not play it anew because of that.
    """
    return engines is None or engines.issuperset(attempt.engines)


def absent_seats(engines: Sequence[str], suspended: Mapping[str, int]) -> tuple[int, ...]:
    """The seats whose absence forfeits a match: those of the engines that were suspended first.

    Who was suspended later has won it by then, and keeps that. `suspended` says since when.
    """
    if suspended.keys().isdisjoint(engines):
        return ()
    since = [suspended.get(engine) for engine in engines]
    first = min(number for number in since if number is not None)
    return tuple(seat for seat, number in enumerate(since) if number == first)

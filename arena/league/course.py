"""The course of a league: what its format has decided, what came of it, what it decides next.

The ledger goes first. A pairing is committed before anything of it is played, all that were
decided together in one transaction; it is closed as soon as nothing of it is left to play, and
only closed pairings and the engines that are still present decide what comes next. So whoever
opens the ledger, whenever the league was killed, goes on with the same schedule.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from arena.errors import LedgerMismatchError, LedgerUnreadableError
from arena.league.agenda import MatchStatus
from arena.league.pairing_plan import identities_of, pairing_of, plan_pairing, versions_of
from arena.league.plan import PlannedTable
from arena.league.roster import Roster
from arena.league.standings import forfeited_result, rating_result
from arena.league.state import LeagueState
from arena.ledger import Closing, Ledger, LedgerReader, MatchResult, PairingRow
from arena.schedule import Format, FormatPicture, History, Pairing, PastPairing, ScheduleError

__all__ = ["Course"]

_SETTLED = (MatchStatus.COUNTED, MatchStatus.UNPLAYED, MatchStatus.FORFEITED)


class Course:
    """The pairings of a league. A league with a fixed schedule has none, and is asked nothing."""

    def __init__(self, state: LeagueState) -> None:
        """Raises LedgerUnreadableError where the pairings are none of the format's."""
        self._roster = state.roster
        self._format: Format = state.roster.make_format()
        self._agenda = state.agenda
        self._rows = list(state.pairings)
        self._tables = list(state.tables)
        self._place = {
            match_id: place
            for place, table in enumerate(self._tables)
            if table is not None
            for match_id in table.match_ids
        }
        self._results = {
            result.match_id: rating_result(result)
            for result in state.results
            if result.match_id in self._place
        }
        self._past = [self._past_of(place) for place in range(len(self._rows))]
        self._open = [place for place, row in enumerate(self._rows) if row.closing is None]
        self._picture: FormatPicture | None = None
        self.picture()

    @staticmethod
    def picture_of(ledger: LedgerReader, roster: Roster) -> FormatPicture:
        """How the format of a ledger stands. Raises LedgerError."""
        if roster.format.adaptive:
            return Course(LeagueState.of(ledger, roster)).picture()
        names = {entrant.id: entrant.name for entrant in roster.entrants}
        return roster.make_format().picture(History(), names)

    @property
    def over(self) -> bool:
        """Whether nobody will be paired any more."""
        return self.picture().over or not self._format.adaptive

    @property
    def on_demand(self) -> bool:
        """Whether there is always another pairing to be had: ask only for an idle referee."""
        return self._format.on_demand

    def history(self) -> History:
        """All that decisions depend on."""
        present = {entrant.id for entrant in self._roster.entrants} - self._agenda.suspended
        return History(self._past, frozenset(present))

    def picture(self) -> FormatPicture:
        """How the format stands. Raises LedgerUnreadableError."""
        if self._picture is None:
            names = {entrant.id: entrant.name for entrant in self._roster.entrants}
            try:
                self._picture = self._format.picture(self.history(), names)
            except ScheduleError as error:
                raise LedgerUnreadableError(f"its pairings make no sense: {error}") from error
        return self._picture

    def warnings(self) -> tuple[str, ...]:
        """What the organiser should know of the format, one line each."""
        return self._format.warnings(self.history())

    def check_versions(self, ledger: Path) -> None:
        """Raises LedgerMismatchError where a format compares versions and one has changed."""
        if not self._format.of_versions:
            return
        now = identities_of(self._roster)
        for row in self._rows:
            for engine, identity in zip(row.engines, row.identities, strict=True):
                if row.closing is not None and now.get(engine, identity) != identity:
                    raise LedgerMismatchError(
                        f"{ledger}: the ledger tests another version of {engine}, and results of "
                        "two versions make no test; name another ledger"
                    )

    def former(self, match_id: str) -> frozenset[str]:
        """The engines of a match that have another version now."""
        place = self._place.get(match_id)
        if place is None:
            return frozenset()
        row, now = self._rows[place], identities_of(self._roster)
        pairs = zip(row.engines, row.identities, strict=True)
        return frozenset(engine for engine, identity in pairs if now.get(engine) != identity)

    # --- during a run -------------------------------------------------------------------------

    def take(self, result: MatchResult) -> None:
        """A match counts."""
        place = self._place.get(result.match_id)
        if place is not None:
            self._results[result.match_id] = rating_result(result)
            self._past[place] = self._past_of(place)
            self._picture = None

    def drop(self, match_ids: Iterable[str]) -> None:
        """Matches do not count any more: they are played anew."""
        for match_id in match_ids:
            place = self._place.get(match_id)
            if place is not None and self._results.pop(match_id, None) is not None:
                self._past[place] = self._past_of(place)
                self._picture = None

    def settle(self, ledger: Ledger) -> None:
        """Close what has nothing left to play."""
        still_open = []
        for place in self._open:
            closing = self._closing(self._tables[place])
            if closing is None:
                still_open.append(place)
                continue
            row = replace(
                self._rows[place],
                identities=versions_of(self._roster, self._rows[place], self._tables[place]),
                closing=closing,
            )
            ledger.close_pairing(row)
            self._rows[place] = row
            self._past[place] = self._past_of(place)
        if len(still_open) < len(self._open):
            self._open = still_open
            self._picture = None

    def advance(self, ledger: Ledger) -> tuple[Pairing, ...]:
        """Commit what the format decides now, until it decides no more; what was committed.

        A format that always has another pairing is asked once. Raises LedgerError.
        """
        made: list[Pairing] = []
        while not self.over:
            try:
                pairings = self._format.next_tables(self.history())
            except ScheduleError as error:
                raise LedgerUnreadableError(
                    f"{ledger.path}: its pairings make no sense: {error}"
                ) from error
            if pairings:
                self._commit(ledger, pairings)
                made += pairings
                self._picture = None
            if not pairings or self.on_demand:
                break
        return tuple(made)

    def _commit(self, ledger: Ledger, pairings: Sequence[Pairing]) -> None:
        now = identities_of(self._roster)
        rows = [
            PairingRow(
                label=pairing.label,
                engines=pairing.engines,
                # A ruling may name somebody who has left.
                identities=tuple(now.get(engine, "") for engine in pairing.engines),
                deal_index=None if pairing.table is None else pairing.table.deal_index,
                closing=Closing() if pairing.table is None else None,
            )
            for pairing in pairings
        ]
        ledger.commit_pairings(rows)
        tables = []
        for row in rows:
            place = len(self._rows)
            table = plan_pairing(self._roster, row, frozenset())
            self._rows.append(row)
            self._tables.append(table)
            if table is not None:
                tables.append(table)
                self._open.append(place)
                self._place.update(dict.fromkeys(table.match_ids, place))
            self._past.append(self._past_of(place))
        self._agenda.add(tables)

    # --- inside -------------------------------------------------------------------------------

    def _closing(self, table: PlannedTable | None) -> Closing | None:
        """How a pairing has ended, None while something is left to play."""
        if table is None:
            return Closing()
        statuses = {match_id: self._agenda.status(match_id) for match_id in table.match_ids}
        if any(status not in _SETTLED for status in statuses.values()):
            return None
        return Closing(
            forfeited={
                match.match_id: self._agenda.absent(match)
                for match in table.matches
                if statuses[match.match_id] is MatchStatus.FORFEITED
            },
            unplayed=tuple(m for m, status in statuses.items() if status is MatchStatus.UNPLAYED),
        )

    def _past_of(self, place: int) -> PastPairing:
        row, table = self._rows[place], self._tables[place]
        results = []
        for match in table.matches if table is not None else ():
            result = self._results.get(match.match_id)
            if result is None and row.closing is not None:
                absent = row.closing.forfeited.get(match.match_id)
                result = None if absent is None else forfeited_result(match, absent)
            if result is not None:
                results.append(result)
        return PastPairing(pairing_of(row), row.closing is not None, tuple(results))

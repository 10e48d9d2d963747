"""Single and double elimination: who loses, or loses twice, is out."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from arena.schedule.format import Format, FormatPicture, FormatTable, MatchCount, deals_text
from arena.schedule.formats.bracket import Node, Source, SourceKind, bracket, bracket_size
from arena.schedule.pairing import Field, History, Pairing, PastPairing
from arena.schedule.table import ScheduleError, table_of

__all__ = ["Elimination"]

_SEEDS = "seeds"
_SEATS = 2
_HALVES_A_DEAL = 4
"""Two matches, each worth two halves."""


@dataclass(slots=True)
class _Meeting:
    """A node with what is known of it. Participants are None where nobody comes."""

    node: Node
    known: bool = False
    """Both participants are known."""
    first: str | None = None
    second: str | None = None
    tables: list[PastPairing] = field(default_factory=list)
    decided: bool = False
    winner: str | None = None
    loser: str | None = None
    ruled: bool = False
    """The ledger holds who goes on."""

    @property
    def contested(self) -> bool:
        return self.first is not None and self.second is not None

    @property
    def begun(self) -> bool:
        return any(past.results or past.closed for past in self.tables)

    def scores(self) -> tuple[int, int]:
        total: Counter[str | None] = Counter()
        for past in self.tables:
            total.update(past.halves())
        return total[self.first], total[self.second]


class Elimination(Format):
    """Two meet for the best of `deals` deals, one deal after another until it is decided.

    Where all deals end level, at most `tiebreak_deals` more are played one by one; where they are
    level still, the better seed goes on. Who is suspended or has left loses what is not decided
    yet. Seeds are committed first: `seeds`; then tables, `side/round/number/deal`; and who goes on
    from each node, `side/round/number/win`, with the winner before the loser. Newcomers can't get
    into a bracket that has begun.
    """

    def __init__(
        self,
        field: Field,
        deals: int,
        tiebreak_deals: int,
        seeds: Sequence[str] = (),
        *,
        double: bool,
    ) -> None:
        """Raises ScheduleError for tables of more than two."""
        if field.seats != _SEATS:
            raise ScheduleError(f"an elimination has two seats, not {field.seats}")
        self._field = field
        self._deals = deals
        self._tiebreak_deals = tiebreak_deals
        self._order = field.drawn(seeds)
        self._double = double

    def next_tables(self, history: History) -> tuple[Pairing, ...]:
        """See `Format.next_tables`."""
        if not history.pairings:
            return (Pairing(_SEEDS, self._order),)
        seeds, meetings = self._resolve(history)
        dealt = Counter(
            frozenset(past.engines) for past in history.pairings if past.pairing.table is not None
        )
        made = []
        for meeting in meetings:
            if meeting.known and not meeting.decided:
                pairing = self._go_on(meeting, history.present, seeds, dealt)
                if pairing is not None:
                    made.append(pairing)
        return tuple(made)

    def _go_on(
        self,
        meeting: _Meeting,
        present: frozenset[str],
        seeds: Sequence[str],
        dealt: Mapping[frozenset[str], int],
    ) -> Pairing | None:
        """The next deal of a meeting, or who goes on; None while a deal is played."""
        one, other = meeting.first, meeting.second
        if one is None or other is None or any(not past.closed for past in meeting.tables):
            return None
        mine, theirs = meeting.scores()
        lead = mine - theirs
        played = len(meeting.tables)
        better = min(one, other, key=seeds.index)
        winner = None
        if (one in present) != (other in present):
            winner = one if one in present else other
        elif abs(lead) > _HALVES_A_DEAL * max(0, self._deals - played):
            winner = one if lead > 0 else other
        elif played >= self._deals + self._tiebreak_deals or one not in present:
            winner = better if lead == 0 else one if lead > 0 else other
        label = meeting.node.label
        if winner is not None:
            return Pairing(f"{label}/win", (winner, other if winner == one else one))
        engines = (better, other if better == one else one)
        table = table_of(engines, dealt.get(frozenset(engines), 0))
        return Pairing(f"{label}/{played + 1}", engines, table)

    def _resolve(self, history: History) -> tuple[Sequence[str], list[_Meeting]]:
        """The seeds, and every node as far as it is known, in the order of the bracket."""
        first, rest = history.pairings[0], history.pairings[1:]
        if first.label != _SEEDS:
            raise ScheduleError(f"{first.label!r} comes before the seeds of a bracket")
        seeds = first.engines
        meetings = {
            node.label: _Meeting(node)
            for node in bracket(bracket_size(len(seeds)), double=self._double)
        }
        wins: dict[str, PastPairing] = {}
        for past in rest:
            label, _, what = past.label.rpartition("/")
            if label not in meetings:
                raise ScheduleError(f"{past.label!r} is no place in this bracket")
            if what == "win":
                wins[label] = past
            else:
                meetings[label].tables.append(past)
        for meeting in meetings.values():
            _settle(meeting, seeds, meetings, wins.get(meeting.node.label))
        return seeds, list(meetings.values())

    def count(self) -> MatchCount:
        """See `Format.count`."""
        size = len(self._field.engines)
        least = 2 * size - 2 if self._double else size - 1
        most = 2 * size - 1 if self._double else size - 1
        shortest = self._deals // 2 + 1
        longest = self._deals + self._tiebreak_deals
        return MatchCount(least * shortest * _SEATS, most * longest * _SEATS)

    def picture(self, history: History, names: Mapping[str, str]) -> FormatPicture:
        """See `Format.picture`."""
        kind = "double elimination" if self._double else "single elimination"
        title = f"{kind}, best of {deals_text(self._deals)}"
        if not history.pairings:
            data: dict[str, Any] = {"seeds": list(self._order), "meetings": [], "winner": None}
            return FormatPicture(
                title, "the bracket is to be drawn", self.count(), over=False, data=data
            )
        seeds, meetings = self._resolve(history)
        last = meetings[-1]
        over = last.decided
        shown = [meeting for meeting in meetings if meeting.contested]
        winner = last.winner
        if over:
            progress = f"won by {names.get(winner, winner)}" if winner else "over, nobody is left"
        else:
            playing = [m for m in shown if not m.decided]
            progress = "; ".join(_meeting_text(m, names) for m in playing) or "to be paired"
        return FormatPicture(
            title,
            progress,
            self.count(),
            over=over,
            tables=(_bracket_table(shown, names, seeds),),
            data={
                "seeds": list(seeds),
                "meetings": [_meeting_data(m) for m in shown],
                "winner": winner if over else None,
            },
        )

    def warnings(self, history: History) -> tuple[str, ...]:
        """Newcomers that are too late."""
        if not history.pairings:
            return ()
        late = [e for e in self._order if e not in history.pairings[0].engines]
        return tuple(f"{e} is not in the bracket: it had begun" for e in late)


def _settle(
    meeting: _Meeting,
    seeds: Sequence[str],
    meetings: Mapping[str, _Meeting],
    win: PastPairing | None,
) -> None:
    """Fill in what follows from earlier nodes and from the ledger."""
    sources = meeting.node.sources
    if any(s.kind is not SourceKind.SEED and not meetings[s.node].decided for s in sources):
        return
    meeting.known = True
    meeting.first, meeting.second = (_participant(s, seeds, meetings) for s in sources)
    if meeting.node.replay:
        final = meetings[sources[0].node]
        if final.winner is None or final.winner != final.second or not final.contested:
            # The final was enough.
            meeting.decided, meeting.winner, meeting.loser = True, final.winner, final.loser
            meeting.first = meeting.second = None
            return
    if win is not None:
        meeting.decided = meeting.ruled = True
        meeting.winner, meeting.loser = win.engines
    elif not meeting.contested:
        meeting.decided = True
        meeting.winner = meeting.first or meeting.second


def _participant(
    source: Source, seeds: Sequence[str], meetings: Mapping[str, _Meeting]
) -> str | None:
    if source.kind is SourceKind.SEED:
        return seeds[source.seed - 1] if source.seed <= len(seeds) else None
    before = meetings[source.node]
    return before.winner if source.kind is SourceKind.WINNER else before.loser


def _points(halves: int) -> str:
    return f"{halves / 2:g}"


def _meeting_text(meeting: _Meeting, names: Mapping[str, str]) -> str:
    mine, theirs = meeting.scores()
    one, other = (names.get(e or "", e or "") for e in (meeting.first, meeting.second))
    score = f" {_points(mine)}-{_points(theirs)}" if meeting.begun else ""
    return f"{meeting.node.stage}: {one} v {other}{score}"


def _bracket_table(
    meetings: Sequence[_Meeting], names: Mapping[str, str], seeds: Sequence[str]
) -> FormatTable:
    def name(engine: str | None) -> str:
        return f"{names.get(engine, engine)} ({seeds.index(engine) + 1})" if engine else ""

    def rows() -> Iterator[tuple[str, str, str, str, str]]:
        for meeting in meetings:
            mine, theirs = meeting.scores()
            score = f"{_points(mine)}-{_points(theirs)}" if meeting.begun else "-"
            stage, winner = meeting.node.stage, meeting.winner
            won = names.get(winner, winner) if winner is not None else ""
            yield stage, name(meeting.first), score, name(meeting.second), won

    return FormatTable(
        "bracket",
        "Bracket",
        ("stage", "bot (seed)", "score", "bot (seed)", "goes on"),
        tuple(rows()),
        "Scores are matches won in all deals. Where all deals are level, the better seed goes on.",
    )


def _meeting_data(meeting: _Meeting) -> dict[str, Any]:
    mine, theirs = meeting.scores()
    return {
        "node": meeting.node.label,
        "stage": meeting.node.stage,
        "engines": [meeting.first, meeting.second],
        "points": [mine / 2, theirs / 2],
        "deals": len(meeting.tables),
        "winner": meeting.winner,
    }

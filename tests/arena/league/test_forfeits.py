"""Who is suspended when decides who forfeits what, and nothing that comes later changes it."""

from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from podesta.v1 import game_pb2, match_pb2, record_pb2

from arena.league.listener import LeagueListener
from arena.league.plan import PlannedMatch
from arena.league.result import Totals
from arena.league.runner import run_league
from arena.league.standings import forfeited_result, league_results, league_standings
from arena.league.state import LeagueState
from arena.ledger import LedgerReader, MatchResult, Suspension
from arena.ratings import Result
from tests.arena.league.scripted_matches import Fakes, at_fault, completed, make_league

START = game_pb2.FAULT_KIND_START


class _Chronicle(LeagueListener):
    """What the ledger says of every match that is settled, each time somebody is suspended."""

    def __init__(self, ledger: Path) -> None:
        self._ledger = ledger
        self.said: dict[str, int] = {}
        self.order: list[str] = []
        self.settled: list[dict[tuple[str, tuple[str, ...]], Result]] = []

    def engine_suspended(
        self, suspension: Suspension, forfeits: int, running: int, totals: Totals
    ) -> None:
        self.said[suspension.engine_id] = forfeits
        self.order.append(suspension.engine_id)
        with LedgerReader.open(self._ledger) as ledger:
            state = LeagueState.of(ledger)
            row = {row.engine: row for row in league_standings(state).rows}
            assert row[suspension.engine_id].forfeits == forfeits
            self.settled.append(_settled(state))


def _settled(state: LeagueState) -> dict[tuple[str, tuple[str, ...]], Result]:
    return {(result.deal, result.engines): result for result in league_results(state)}


def _both_missing(spec: match_pb2.MatchSpec, seats: list[int]) -> record_pb2.MatchRecord:
    record = at_fault(spec, spec.engines[seats[0]].id, START)
    for seat in seats[1:]:
        record.faults.add(seat=seat, kind=START, detail="it is not there")
    return record


BREAKS = st.fixed_dictionaries(
    {engine: st.tuples(st.integers(0, 12), st.booleans()) for engine in "abcd"}
)
"""By engine: after how many of its matches it breaks, and whether it then does not even start."""


@given(breaks=BREAKS, limit=st.integers(1, 3), deals=st.integers(1, 2))
@settings(max_examples=60, deadline=None)
def test_what_was_settled_at_a_suspension_stays_so(
    breaks: dict[str, tuple[int, bool]], limit: int, deals: int
) -> None:
    played: Counter[str] = Counter()

    def answer(spec: match_pb2.MatchSpec) -> record_pb2.MatchRecord:
        engines = [engine.id for engine in spec.engines]
        broken = [s for s, engine in enumerate(engines) if played[engine] >= breaks[engine][0]]
        played.update(engines)
        missing = [seat for seat in broken if breaks[engines[seat]][1]]
        if missing:
            return _both_missing(spec, missing)
        return at_fault(spec, engines[broken[0]]) if broken else completed(spec)

    with TemporaryDirectory() as folder:
        league = make_league(Path(folder), deals=deals, suspend_after=limit)
        chronicle = _Chronicle(league.ledger)
        run_league(league, executor=Fakes(answer), listener=chronicle)
        with LedgerReader.open(league.ledger) as ledger:
            state = LeagueState.of(ledger)
            kept = {s.engine_id: s.since for s in ledger.suspensions()}
    final = _settled(state)
    assert len(final) == state.agenda.planned
    for settled in chronicle.settled:
        for key, result in settled.items():
            if kept.keys() >= set(key[1]) and len({kept[engine] for engine in key[1]}) == 1:
                continue  # suspended for one match, one told after the other
            assert final[key] == result
    rows = {row.engine: row for row in league_standings(state).rows}
    draws = sum(len(set(r.summary.placements)) == 1 and not _missing(r) for r in state.results)
    assert draws == 0
    for engine, row in rows.items():
        # The number said is the number in the table, and no forfeit is a draw.
        assert row.forfeits == chronicle.said.get(engine, row.forfeits)
        assert row.draws == 0
        assert row.points == row.wins
    assert [s.engine_id for s in state.suspensions] == chronicle.order
    place = {engine: kept[engine] for engine in chronicle.order}
    for match, absent in state.agenda.forfeited():
        result = final[match.deal_id, match.engines]
        out = sorted(place[engine] for engine in match.engines if engine in place)
        for seat, engine in enumerate(match.engines):
            assert (seat in absent) == (place.get(engine) == out[0])
            assert (result.placements[seat] == 1) == (seat not in absent)
    alone = [r for r in final.values() if r.forfeit and len(r.faulty) == 1]
    together = [r for r in final.values() if r.forfeit and len(r.faulty) == 2]
    wins = sum(row.points for row in rows.values())
    # Where nothing was played, forfeits give no points.
    nothing = all(r.forfeit for r in final.values())
    assert wins == (0 if nothing else len(final) - len(together))
    assert len(alone) + len(together) == sum(r.forfeit for r in final.values())


def _missing(result: MatchResult) -> bool:
    return result.summary.termination == game_pb2.TERMINATION_FORFEIT


@pytest.mark.parametrize(
    ("absent", "placements"), [((0,), (2, 1)), ((1,), (1, 2)), ((0, 1), (2, 2))]
)
def test_placements_of_a_match_that_is_not_played(
    absent: tuple[int, ...], placements: tuple[int, ...]
) -> None:
    result = forfeited_result(PlannedMatch("m", "d", ("a", "b")), absent)
    assert (result.placements, set(result.faulty), result.forfeit) == (
        placements,
        set(absent),
        True,
    )


def test_a_win_against_a_suspended_engine_is_kept_when_the_winner_is_suspended_later(
    tmp_path: Path,
) -> None:
    count: Counter[str] = Counter()

    def answer(spec: match_pb2.MatchSpec) -> record_pb2.MatchRecord:
        engines = [engine.id for engine in spec.engines]
        count.update(engines)
        if "d" in engines:
            return at_fault(spec, "d")
        return at_fault(spec, "c") if "c" in engines and count["c"] > 4 else completed(spec)

    league = make_league(tmp_path, deals=4)
    run_league(league, executor=Fakes(answer))
    with LedgerReader.open(league.ledger) as ledger:
        state = LeagueState.of(ledger)
    assert [suspension.engine_id for suspension in state.suspensions] == ["d", "c"]
    pairs = [(m, absent) for m, absent in state.agenda.forfeited() if set(m.engines) == {"c", "d"}]
    assert pairs
    assert all([m.engines[seat] for seat in absent] == ["d"] for m, absent in pairs)

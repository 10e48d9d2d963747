"""The agenda alone: random sequences of what can happen end with every match accounted for."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.league.agenda import MAX_VOIDS, Agenda, Assignment, MatchStatus
from arena.league.plan import PlannedMatch, PlannedTable
from arena.ledger import Attempt, AttemptState


def plan(tables: int, seats: int = 2) -> tuple[PlannedTable, ...]:
    engines = "abcdef"
    made = []
    for table in range(tables):
        there = [engines[(table + seat) % len(engines)] for seat in range(seats)]
        matches = tuple(
            PlannedMatch(f"m{table}.{turn}", f"d{table}", tuple(there[turn:] + there[:turn]))
            for turn in range(seats)
        )
        made.append(PlannedTable(f"d{table}", matches))
    return tuple(made)


class Book:
    """As much of a ledger as an agenda is rebuilt from."""

    def __init__(self) -> None:
        self.rows: dict[tuple[str, int], Attempt] = {}

    def put(self, assignment: Assignment, state: AttemptState) -> None:
        match = assignment.match
        self.rows[match.match_id, assignment.attempt] = Attempt(
            match.match_id, assignment.attempt, match.deal_id, match.engines, state
        )

    def supersede(self, table: PlannedTable) -> None:
        for key, row in self.rows.items():
            if row.match_id in table.match_ids and row.state is AttemptState.COUNTED:
                self.rows[key] = Attempt(
                    row.match_id, row.attempt, row.deal_id, row.engines, AttemptState.SUPERSEDED
                )

    def killed(self) -> None:
        for key, row in self.rows.items():
            if row.state is AttemptState.RUNNING:
                self.rows[key] = Attempt(
                    row.match_id, row.attempt, row.deal_id, row.engines, AttemptState.INTERRUPTED
                )


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["start", "count", "void", "interrupt", "kill", "suspend"]),
        st.integers(0, 7),
    ),
    max_size=60,
)


@given(steps=STEPS, hidden=st.booleans(), seats=st.integers(2, 4))
@settings(max_examples=300, deadline=None)
def test_whatever_happens_every_match_counts_once_or_is_accounted_for(
    steps: list[tuple[str, int]], hidden: bool, seats: int
) -> None:
    tables = plan(4, seats)
    book = Book()
    suspended: dict[str, int] = {}
    agenda = Agenda(tables, hidden=hidden)
    running: list[Assignment] = []

    def end(assignment: Assignment, state: AttemptState) -> None:
        if state is AttemptState.COUNTED:
            counts = agenda.would_count(assignment)
            book.put(assignment, state if counts else AttemptState.SUPERSEDED)
            (agenda.counted if counts else agenda.superseded)(assignment)
            return
        interrupted = state is AttemptState.INTERRUPTED
        table = agenda.redeals(assignment, interrupted=interrupted)
        book.put(assignment, state)
        if table is not None:
            book.supersede(table)
        agenda.voided(assignment, interrupted=interrupted)

    for what, which in steps:
        if what == "start":
            assignment = agenda.next()
            if assignment is not None:
                # No try is ever given out twice.
                assert (assignment.match.match_id, assignment.attempt) not in book.rows
                book.put(assignment, AttemptState.RUNNING)
                running.append(assignment)
        elif what == "suspend":
            engine = "abcdef"[which % 6]
            since = suspended.setdefault(engine, len(book.rows))
            agenda.suspend(engine, since)
        elif what == "kill":
            book.killed()
            agenda = Agenda(tables, hidden=hidden, attempts=book.rows.values(), suspended=suspended)
            for table in agenda.dealt_anew:
                book.supersede(table)
            running = []
        elif running:
            state = {
                "count": AttemptState.COUNTED,
                "void": AttemptState.VOID,
                "interrupt": AttemptState.INTERRUPTED,
            }[what]
            end(running.pop(which % len(running)), state)

    for assignment in running:
        end(assignment, AttemptState.COUNTED)
    while (assignment := agenda.next()) is not None:
        book.put(assignment, AttemptState.RUNNING)
        end(assignment, AttemptState.COUNTED)

    assert agenda.count(MatchStatus.TO_DO) == agenda.count(MatchStatus.RUNNING) == 0
    counted = [row for row in book.rows.values() if row.state is AttemptState.COUNTED]
    assert len({row.match_id for row in counted}) == len(counted)
    assert len(counted) == agenda.count(MatchStatus.COUNTED)
    assert sum(agenda.count(status) for status in MatchStatus) == agenda.planned == 4 * seats
    voids = [row.match_id for row in book.rows.values() if row.state is AttemptState.VOID]
    for match in agenda.matches(MatchStatus.UNPLAYED):
        assert voids.count(match.match_id) >= MAX_VOIDS
    for match in agenda.matches(MatchStatus.FORFEITED):
        assert suspended.keys() & set(match.engines)
    for match, absent in agenda.forfeited():
        first = min(suspended[engine] for engine in match.engines if engine in suspended)
        assert (
            [suspended.get(match.engines[seat]) for seat in absent] == [first] * len(absent) != []
        )
    if hidden:
        # The results of one deal all come from one dealing of it.
        for table in tables:
            assert len({row.attempt for row in counted if row.deal_id == table.deal_id}) <= 1


def test_matches_are_given_out_in_the_order_of_the_plan_and_again_in_their_place() -> None:
    agenda = Agenda(plan(2), hidden=False)
    first = agenda.next()
    second = agenda.next()
    assert first is not None
    assert second is not None
    assert (first.match.match_id, second.match.match_id) == ("m0.0", "m0.1")
    agenda.voided(first, interrupted=False)
    again = agenda.next()
    assert again == Assignment(first.match, attempt=2, dealing=1)


def test_a_match_that_is_planned_twice_is_our_bug() -> None:
    (table,) = plan(1)
    with pytest.raises(ValueError, match="planned twice"):
        Agenda((table, table), hidden=False)


def test_tries_of_matches_that_are_not_planned_are_left_alone() -> None:
    stranger = Attempt("m9", 1, "d9", ("x", "y"), AttemptState.COUNTED)
    agenda = Agenda(plan(1), hidden=True, attempts=[stranger])
    assert agenda.count(MatchStatus.TO_DO) == agenda.planned == 2
    assert not agenda.is_planned("m9")
    assert not agenda.counts("m9")


def test_more_may_be_planned_while_a_league_runs() -> None:
    first, second = plan(2)
    agenda = Agenda((first,), hidden=False, suspended={"c": 1})
    while (assignment := agenda.next()) is not None:
        agenda.counted(assignment)
    agenda.add((second,))
    # b and c meet there, and c is suspended.
    assert agenda.next() is None
    assert agenda.planned == 4
    assert agenda.count(MatchStatus.FORFEITED) == 2
    assert [seats for _, seats in agenda.forfeited()] == [(1,), (0,)]
    with pytest.raises(ValueError, match="planned twice"):
        agenda.add((second,))


def test_what_decisions_followed_from_is_not_played_any_more() -> None:
    """Nor does it change with who is suspended now."""
    (table,) = plan(1)
    one, other = table.match_ids
    agenda = Agenda((table,), hidden=False, settled={one: (1,), other: ()})
    assert agenda.next() is None
    assert agenda.status(one) is MatchStatus.FORFEITED
    assert agenda.status(other) is MatchStatus.UNPLAYED
    agenda.suspend("a", 5)
    assert agenda.forfeited() == ((table.matches[0], (1,)),)


def test_who_has_left_makes_nobody_else_play_a_shared_deal_anew() -> None:
    shared = PlannedTable("d", tuple(PlannedMatch(f"m{e}", "d", ("a", e)) for e in "bc"))
    gone = Attempt("former", 1, "d", ("a", "z"), AttemptState.COUNTED)
    former = Attempt("former", 1, "d", ("a", "b"), AttemptState.COUNTED)
    counted = Attempt("mb", 1, "d", ("a", "b"), AttemptState.COUNTED)
    assert Agenda((shared,), hidden=True, attempts=(counted, gone)).dealt_anew == ()
    assert Agenda((shared,), hidden=True, attempts=(counted, former)).dealt_anew == (shared,)


def test_matches_of_busy_engines_wait_and_keep_their_order() -> None:
    # a-b, b-a, b-c, c-b, c-d, d-c.
    agenda = Agenda(plan(3), hidden=False)
    first = agenda.next(busy={"b"})
    assert first is not None
    assert first.match.engines == ("c", "d")
    assert agenda.next(busy={"b", "c"}) is None
    assert agenda.count(MatchStatus.TO_DO) == 5
    rest = []
    while (assignment := agenda.next()) is not None:
        rest.append(assignment.match.match_id)
    assert rest == ["m0.0", "m0.1", "m1.0", "m1.1", "m2.1"]

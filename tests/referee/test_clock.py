import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.clock import MatchClocks, SeatClock
from referee.time_control import TimeControl, parse_time_control

MS = 1_000
S = 1_000 * MS
GRACE_US = 100 * MS


def start(text: str) -> SeatClock:
    return SeatClock.start(parse_time_control(text))


def turn(clock: SeatClock, *decisions_us: int) -> SeatClock:
    for raw_us in decisions_us:
        clock = clock.charge(raw_us).clock
    return clock.end_turn()


# --- one worked example a kind, against the definitions in docs/time-controls.md ------------------


def test_bank_runs_down_and_never_comes_back() -> None:
    clock = start("10s")
    assert clock.limit_us() == 10 * S
    clock, charged_us = clock.charge(4 * S)
    assert charged_us == 4 * S
    clock = clock.end_turn()
    assert (clock.bank_us, clock.limit_us()) == (6 * S, 6 * S)


def test_fischer_increment_is_added_after_each_turn_and_accumulates() -> None:
    clock = start("10s+3s")
    assert clock.limit_us() == 10 * S  # not before the first turn
    assert turn(clock, 1 * S).bank_us == 12 * S
    assert turn(turn(clock, 1 * S), 5 * S).bank_us == 10 * S


def test_us_delay_is_free_each_turn_and_does_not_accumulate() -> None:
    clock = start("10s d2s")
    assert clock.limit_us() == 12 * S
    assert clock.flag_us(GRACE_US) == 12 * S + GRACE_US
    assert turn(clock, 1 * S).bank_us == 10 * S  # inside the delay: nothing is used
    assert turn(clock, 2 * S).bank_us == 10 * S
    assert turn(clock, 5 * S).bank_us == 7 * S
    assert turn(turn(clock, 1 * S), 5 * S).bank_us == 7 * S  # the unused second is gone
    assert clock.charge(5 * S).charged_us == 3 * S


def test_bronstein_gives_back_what_was_used_up_to_its_length() -> None:
    clock = start("10s b2s")
    assert clock.limit_us() == 10 * S  # given back afterwards, not beforehand
    assert clock.charge(1 * S).clock.bank_us == 9 * S
    assert turn(clock, 1 * S).bank_us == 10 * S
    assert turn(clock, 5 * S).bank_us == 7 * S
    assert turn(turn(clock, 1 * S), 5 * S).bank_us == 7 * S


def test_bank_is_added_again_when_the_moves_of_a_period_are_done() -> None:
    clock = start("2/10s")
    assert clock.turns_to_refill == 2
    clock = turn(clock, 4 * S)
    assert (clock.bank_us, clock.turns_to_refill) == (6 * S, 1)
    clock = turn(clock, 5 * S)
    assert (clock.bank_us, clock.turns_to_refill) == (11 * S, 2)  # what was left is kept


def test_moves_per_period_with_increment() -> None:
    assert turn(start("1/10s+3s"), 4 * S).bank_us == 19 * S


def test_time_per_move_is_new_each_turn() -> None:
    clock = start("10s/move")
    assert clock.limit_us() == 10 * S
    assert turn(clock, 9 * S).limit_us() == 10 * S
    assert clock.charge(9 * S).charged_us == 9 * S


def test_no_clock_ends_a_decision_that_hangs() -> None:
    clock = start("none hang7s")
    assert clock.limit_us() == 7 * S
    assert turn(clock, 6 * S, 6 * S).limit_us() == 7 * S
    assert clock.charge(6 * S).clock.limit_us() == 7 * S


def test_cap_holds_for_each_decision() -> None:
    clock = start("10s max4s")
    assert clock.limit_us() == 4 * S
    clock = clock.charge(4 * S).clock
    assert (clock.bank_us, clock.limit_us()) == (6 * S, 4 * S)
    clock = clock.charge(4 * S).clock
    assert clock.limit_us() == 2 * S


# --- byo-yomi, as go servers and the Nihon Ki-in count it -----------------------------------------


def test_byoyomi_begins_when_the_bank_is_used() -> None:
    clock = start("10s+3x5s")
    assert clock.limit_us() == 25 * S
    clock = turn(clock, 10 * S)
    assert (clock.bank_us, clock.periods_left, clock.period_us) == (0, 3, 5 * S)
    clock = turn(clock, 1 * S)
    assert (clock.periods_left, clock.period_us) == (3, 5 * S)  # in time: the period is kept


def test_a_turn_may_cross_from_bank_into_periods() -> None:
    clock = turn(start("10s+3x5s"), 14 * S)
    assert (clock.bank_us, clock.periods_left, clock.period_us) == (0, 3, 5 * S)


@pytest.mark.parametrize(
    ("used_us", "left"),
    [(5 * S, 3), (5 * S + 1, 2), (10 * S, 2), (10 * S + 1, 1), (15 * S, 1), (15 * S + 1, 1)],
)
def test_a_period_is_lost_when_more_than_it_was_used(used_us: int, left: int) -> None:
    assert turn(turn(start("10s+3x5s"), 10 * S), used_us).periods_left == left


def test_the_last_period_ends_at_the_flag() -> None:
    clock = turn(turn(start("10s+2x5s"), 10 * S), 6 * S)
    assert (clock.periods_left, clock.limit_us()) == (1, 5 * S)
    assert clock.flag_us(GRACE_US) == 5 * S + GRACE_US


def test_several_decisions_share_one_period() -> None:
    clock = turn(start("10s+3x5s"), 10 * S)
    clock = clock.charge(3 * S).clock
    assert (clock.periods_left, clock.period_us) == (3, 2 * S)
    clock = clock.charge(3 * S).clock
    assert (clock.periods_left, clock.period_us) == (2, 4 * S)
    clock = clock.end_turn()
    assert (clock.periods_left, clock.period_us) == (2, 5 * S)


def test_overdraft_of_the_last_period_is_owed_by_the_next_turn() -> None:
    clock = turn(start("1s+1x5s"), 6 * S + 40 * MS)
    assert (clock.periods_left, clock.period_us) == (1, 5 * S - 40 * MS)


# --- a turn of several decisions, and reactions --------------------------------------------------


def test_increment_counts_once_a_turn() -> None:
    assert turn(start("10s+3s"), 1 * S, 1 * S, 1 * S).bank_us == 10 * S


def test_delay_counts_once_a_turn() -> None:
    clock = start("10s d2s").charge(1500 * MS).clock
    assert (clock.bank_us, clock.limit_us()) == (10 * S, 10 * S + 500 * MS)
    clock, charged_us = clock.charge(1 * S)
    assert (charged_us, clock.bank_us) == (500 * MS, 9500 * MS)
    assert clock.end_turn().limit_us() == 11500 * MS


def test_bronstein_counts_once_a_turn() -> None:
    assert turn(start("10s b2s"), 1 * S, 500 * MS).bank_us == 10 * S
    assert turn(start("10s b2s"), 2 * S, 2 * S).bank_us == 8 * S


def test_moves_per_period_count_turns_not_decisions() -> None:
    assert turn(start("3/10s"), 1 * S, 1 * S, 1 * S).turns_to_refill == 2


def test_time_per_move_is_shared_by_the_decisions_of_a_turn() -> None:
    clock = start("10s/move").charge(4 * S).clock
    assert clock.limit_us() == 6 * S
    assert clock.end_turn().limit_us() == 10 * S


def test_a_reaction_draws_on_the_bank_and_earns_nothing() -> None:
    for text in ("10s+3s", "10s d2s", "10s b2s", "2/10s"):
        clock = start(text)
        assert clock.limit_us(reaction=True) == 10 * S
        clock, charged_us = clock.charge(1 * S, reaction=True)
        assert charged_us == 1 * S
        assert clock.end_turn() == clock  # the end of a turn without a decision of its own
        assert clock.bank_us == 9 * S


def test_a_reaction_leaves_the_free_time_of_the_next_turn() -> None:
    clock = start("10s d2s").charge(1 * S, reaction=True).clock
    assert turn(clock, 2 * S).bank_us == 9 * S
    clock = start("10s b2s").charge(1 * S, reaction=True).clock
    assert turn(clock, 1 * S).bank_us == 9 * S  # gives back what the turn used, no more


def test_a_reaction_draws_on_the_current_period() -> None:
    clock = turn(start("10s+3x5s"), 10 * S).charge(4 * S, reaction=True).clock
    assert (clock.periods_left, clock.period_us) == (3, 1 * S)
    clock = turn(clock, 2 * S)
    assert (clock.periods_left, clock.period_us) == (2, 5 * S)


def test_a_reaction_has_time_of_its_own_where_there_is_no_bank() -> None:
    clock = start("10s/move")
    clock = clock.charge(9 * S, reaction=True).clock
    assert clock.limit_us(reaction=True) == 10 * S
    assert clock.limit_us() == 10 * S
    clock = clock.charge(10 * S + 30 * MS, reaction=True).clock
    assert clock.limit_us() == 10 * S - 30 * MS  # an overdraft is owed by the next turn


def test_match_clocks_tell_reactions_by_the_seat_whose_turn_it_is() -> None:
    clocks = MatchClocks.start(parse_time_control("10s d2s"), 3)
    assert clocks.limit_us(1, 1) == 12 * S
    assert clocks.limit_us(2, 1) == 10 * S
    assert clocks.flag_us(2, 1, GRACE_US) == 10 * S + GRACE_US
    clocks, own_us = clocks.charge(1, 1, 3 * S)
    clocks, reaction_us = clocks.charge(2, 1, 3 * S)
    clocks = clocks.end_turn(1)
    assert (own_us, reaction_us) == (1 * S, 3 * S)
    assert [clocks.remaining_us(seat) for seat in range(3)] == [10 * S, 9 * S, 7 * S]
    assert [c.remaining_us for c in clocks.to_proto()] == [10 * S, 9 * S, 7 * S]


# --- grace and overdraft --------------------------------------------------------------------------


def test_grace_makes_the_flag_fall_later_and_is_no_free_time() -> None:
    clock = start("10s+1s")
    assert clock.limit_us() == 10 * S
    assert clock.flag_us(GRACE_US) == 10 * S + GRACE_US
    clock, charged_us = clock.charge(10 * S + 60 * MS)
    assert charged_us == 10 * S + 60 * MS
    assert clock.bank_us == -60 * MS
    assert clock.end_turn().bank_us == 940 * MS


def test_an_overdraft_is_shown_as_zero_and_shortens_the_next_grace() -> None:
    clock = turn(start("10s"), 10 * S + 60 * MS)
    assert clock.to_proto().remaining_us == 0
    assert clock.limit_us() == 0
    assert clock.flag_us(GRACE_US) == 40 * MS
    clock = turn(clock, 40 * MS)
    assert clock.flag_us(GRACE_US) == 0  # no decision can be in time any more


def test_an_overdraft_of_a_time_per_move_is_owed_by_the_next_turn() -> None:
    clock = turn(start("10s/move"), 10 * S + 50 * MS)
    assert clock.limit_us() == 10 * S - 50 * MS


def test_clocks_are_values() -> None:
    clocks = MatchClocks.start(parse_time_control("10s"), 2)
    before = clocks.seats[0]
    clocks.charge(0, 0, 1 * S)
    assert clocks.seats == (before, before)
    for value, name in ((clocks, "seats"), (before, "bank_us"), (before.control, "bank_us")):
        with pytest.raises(AttributeError):
            setattr(value, name, 5)


def test_a_decision_is_never_free() -> None:
    for raw_us in (0, -1):
        with pytest.raises(ValueError, match="at least 1"):
            start("10s").charge(raw_us)


def test_messages_tell_only_what_the_control_has() -> None:
    for text, fields in {
        "none": set(),
        "10s/move": set(),
        "10s": {"remaining_us"},
        "40/10s": {"remaining_us", "turns_to_refill"},
        "10s+3x5s": {"remaining_us", "periods_left", "period_us"},
    }.items():
        assert {field.name for field, _ in start(text).to_proto().ListFields()} == fields


# --- what always holds ----------------------------------------------------------------------------

small = st.integers(1, 5_000)
banks = st.builds(
    lambda bank, extra, cap: TimeControl(bank_us=bank, cap_us=cap, **extra),
    small,
    st.one_of(
        st.just({}),
        st.builds(lambda us: {"increment_us": us}, small),
        st.builds(lambda us: {"delay_us": us}, small),
        st.builds(lambda us: {"bronstein_us": us}, small),
        st.builds(
            lambda n, us: {"turns_per_period": n, "increment_us": us}, st.integers(1, 4), small
        ),
        st.builds(lambda n, us: {"byoyomi_periods": n, "byoyomi_us": us}, st.integers(1, 4), small),
    ),
    st.just(0) | small,
)
controls = banks | st.builds(lambda us: TimeControl(turn_us=us), small)
plays = st.lists(st.tuples(st.floats(0, 1), st.booleans(), st.booleans()), min_size=1, max_size=30)


@settings(max_examples=300)
@given(controls, st.integers(0, 200), plays)
def test_time_is_conserved(
    control: TimeControl, grace_us: int, play: list[tuple[float, bool, bool]]
) -> None:
    clock = SeatClock.start(control)
    for share, reaction, turn_over in play:
        limit_us = clock.limit_us(reaction=reaction)
        flag_us = clock.flag_us(grace_us, reaction=reaction)
        assert limit_us >= 0
        assert limit_us <= flag_us + grace_us
        assert flag_us <= limit_us + grace_us
        if control.cap_us:
            assert limit_us <= control.cap_us
        if flag_us < 1:
            return  # out of time
        raw_us = max(1, round(share * flag_us))
        before = clock
        clock, charged_us = clock.charge(raw_us, reaction=reaction)
        assert 0 <= charged_us <= raw_us
        assert raw_us - charged_us <= control.delay_us
        used_us = (before.bank_us - clock.bank_us) + (before.period_us - clock.period_us)
        used_us += (before.periods_left - clock.periods_left) * control.byoyomi_us
        if control.bank_us:
            assert used_us == charged_us
            assert before.free_us - clock.free_us == raw_us - charged_us
        if reaction:
            assert clock.free_us == before.free_us
            assert charged_us == raw_us
        assert clock.bank_us >= -grace_us
        assert clock.period_us >= -grace_us
        assert clock.periods_left >= min(1, control.byoyomi_periods)
        if turn_over:
            before = clock
            clock = clock.end_turn()
            earned_us = clock.bank_us - before.bank_us
            most_us = control.increment_us + control.bronstein_us
            most_us += control.bank_us if control.turns_per_period else 0
            assert 0 <= earned_us <= most_us
            assert clock.periods_left == before.periods_left
            assert clock.turn_us <= control.turn_us
        message = clock.to_proto()
        assert message.remaining_us >= 0
        assert message.period_us >= 0


@given(
    st.sampled_from(["9s d2s", "9s+2s", "9s b2s", "2/9s", "9s+4x2s", "9s/move"]),
    st.lists(st.integers(1, 900 * MS), min_size=1, max_size=8),
)
def test_a_turn_costs_the_same_however_it_is_cut_into_decisions(
    text: str, parts_us: list[int]
) -> None:
    assert turn(start(text), *parts_us) == turn(start(text), sum(parts_us))

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.time_control import (
    DEFAULT_HANG_US,
    LONGEST_US,
    TimeControl,
    TimeControlError,
    duration_text,
    parse_duration,
    parse_time_control,
)

S = 1_000_000
M = 60 * S

KINDS = [
    ("none", TimeControl(hang_us=DEFAULT_HANG_US)),
    ("none hang10s", TimeControl(hang_us=10 * S)),
    ("10s/move", TimeControl(turn_us=10 * S)),
    ("10s/move max4s", TimeControl(turn_us=10 * S, cap_us=4 * S)),
    ("5m", TimeControl(bank_us=5 * M)),
    ("5m max20s", TimeControl(bank_us=5 * M, cap_us=20 * S)),
    ("5m+3s", TimeControl(bank_us=5 * M, increment_us=3 * S)),
    ("1m+3x10s", TimeControl(bank_us=M, byoyomi_periods=3, byoyomi_us=10 * S)),
    ("40/5m", TimeControl(bank_us=5 * M, turns_per_period=40)),
    ("40/5m+3s", TimeControl(bank_us=5 * M, turns_per_period=40, increment_us=3 * S)),
    ("2m d2s", TimeControl(bank_us=2 * M, delay_us=2 * S)),
    ("2m b2s", TimeControl(bank_us=2 * M, bronstein_us=2 * S)),
    ("40/2m b2s max1m", TimeControl(2 * M, 0, 0, 2 * S, turns_per_period=40, cap_us=M)),
]


@pytest.mark.parametrize(("text", "control"), KINDS)
def test_every_kind_is_read_and_written(text: str, control: TimeControl) -> None:
    assert parse_time_control(text) == control
    assert str(control) == text


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("1.5m", "90s"),
        ("300s", "5m"),
        ("60m+0.5s", "1h+500ms"),
        (" 5M+3S  MAX.25s ", "5m+3s max250ms"),
        ("2500ms/move", "2.5s/move"),
        ("0.001ms/move", "0.001ms/move"),
        ("none hang600s", "none"),
        ("2m max5s d2s", "2m d2s max5s"),
    ],
)
def test_other_ways_to_write_become_canonical(text: str, canonical: str) -> None:
    assert str(parse_time_control(text)) == canonical


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "the time control is empty; expected a time control such as none, 10s/move, 5m"),
        ("fast", "expected a time control such as none"),
        ("300", "bank '300' has no unit: expected h, m, s or ms (300s?)"),
        ("5m+3", "increment '3' has no unit"),
        ("5m+", "increment '': expected a number and a unit"),
        ("5m+0s", "increment '0s': expected more than zero; leave it out instead"),
        ("0s", "expected more than zero"),
        ("-5m", "expected a time control such as"),
        ("5m-3s", "expected a time control such as"),
        ("1e3s", "expected a time control such as"),
        ("5d", "expected a time control such as"),
        ("0.0001ms", "finer than a microsecond"),
        ("1001h", "expected at most 1000h"),
        ("9" * 60 + "h", "expected at most 1000h"),
        ("9" * 200 + "h", "a time control of 201 characters"),
        ("0/5m", "moves per period '0': expected a whole number from 1 to 10000"),
        ("10001/5m", "from 1 to 10000"),
        ("x/5m", "moves per period 'x'"),
        ("\u0663/5m", "moves per period"),
        ("\u0663m", "expected a time control such as"),
        ("/5m", "moves per period ''"),
        ("40/", "expected a time control such as"),
        ("40/5m+3x10s", "turns per period need a bank and no byo-yomi"),
        ("1m+0x10s", "byo-yomi periods '0': expected a whole number from 1 to 1000"),
        ("1m+3x", "byo-yomi period ''"),
        ("1m+3x0s", "byo-yomi period '0s': expected more than zero"),
        ("1m+3x10s d2s", "at most one of"),
        ("2m d2s b2s", "at most one of"),
        ("2m+1s d2s", "at most one of"),
        ("10s/move d2s", "at most one of"),
        ("2m d2s d3s", "delay is given twice"),
        ("5m hang10s", "'hang10s' has no meaning here"),
        ("5m fast", "'fast' has no meaning here: expected d2s"),
        ("none max3s", "behind none only a hang limit"),
        ("none hang", "hang limit '': expected a number and a unit"),
        ("none hang0s", "hang limit '0s': expected more than zero"),
        ("none hang1s hang1s", "behind none only a hang limit"),
    ],
)
def test_what_is_no_time_control_is_refused_clearly(text: str, told: str) -> None:
    with pytest.raises(TimeControlError, match=re.escape(told)):
        parse_time_control(text)


@pytest.mark.parametrize(
    "parts",
    [
        {},
        {"bank_us": -1},
        {"bank_us": LONGEST_US + 1},
        {"bank_us": S, "turn_us": S},
        {"hang_us": S, "cap_us": S},
        {"increment_us": S},
        {"turn_us": S, "increment_us": S},
        {"bank_us": S, "byoyomi_periods": 3},
        {"bank_us": S, "byoyomi_us": 3},
        {"bank_us": S, "byoyomi_us": 3, "byoyomi_periods": 1001},
        {"bank_us": S, "turns_per_period": -1},
        {"turn_us": S, "turns_per_period": 3},
    ],
)
def test_parts_that_do_not_go_together_make_no_time_control(parts: dict[str, int]) -> None:
    with pytest.raises(TimeControlError):
        TimeControl(**parts)


durations = st.integers(1, LONGEST_US) | st.integers(1, 7200).map(lambda s: s * S)


@st.composite
def time_controls(draw: st.DrawFn) -> TimeControl:
    kind = draw(st.sampled_from(["none", "move", "bank", "byoyomi"]))
    if kind == "none":
        return TimeControl(hang_us=draw(durations))
    parts = {}
    if draw(st.booleans()):
        parts["cap_us"] = draw(durations)
    if kind == "move":
        return TimeControl(turn_us=draw(durations), **parts)
    parts["bank_us"] = draw(durations)
    if kind == "byoyomi":
        parts["byoyomi_periods"] = draw(st.integers(1, 1000))
        parts["byoyomi_us"] = draw(durations)
    else:
        extra = draw(st.sampled_from(["", "increment_us", "delay_us", "bronstein_us"]))
        if extra:
            parts[extra] = draw(durations)
        parts["turns_per_period"] = draw(st.just(0) | st.integers(1, 10_000))
    return TimeControl(**parts)


@given(time_controls())
def test_text_and_value_are_inverse(control: TimeControl) -> None:
    assert parse_time_control(str(control)) == control


@given(durations)
def test_durations_lose_nothing(duration_us: int) -> None:
    assert parse_duration(duration_text(duration_us), "bank") == duration_us


def test_no_time_at_all_is_told_in_seconds() -> None:
    assert duration_text(0) == "0s"


@given(st.text(max_size=30) | st.from_regex(r"[0-9.]{1,3}[hms]{1,2}[+/ dbxmax0-9hms.]{0,12}"))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        control = parse_time_control(text)
    except TimeControlError:
        return
    assert parse_time_control(str(control)) == control


@given(time_controls())
def test_the_message_says_the_same(control: TimeControl) -> None:
    message = control.to_proto()
    assert parse_time_control(message.text) == control
    assert (message.bank_us, message.turn_us, message.hang_us) == (
        control.bank_us,
        control.turn_us,
        control.hang_us,
    )
    assert (message.increment_us, message.delay_us, message.bronstein_us, message.cap_us) == (
        control.increment_us,
        control.delay_us,
        control.bronstein_us,
        control.cap_us,
    )
    assert (message.turns_per_period, message.byoyomi_periods, message.byoyomi_us) == (
        control.turns_per_period,
        control.byoyomi_periods,
        control.byoyomi_us,
    )


def test_only_none_is_untimed() -> None:
    assert [c.timed for _, c in KINDS] == [False, False] + [True] * (len(KINDS) - 2)


def test_the_documentation_writes_canonical_texts() -> None:
    page = Path(__file__).parents[2] / "docs" / "time-controls.md"
    table = page.read_text().split("| --- | --- | --- |\n")[1].split("\n\n")[0]
    texts = [row.split("`")[1] for row in table.splitlines()]
    assert len(texts) == 9
    for text in texts:
        assert str(parse_time_control(text)) == text

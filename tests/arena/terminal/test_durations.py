import pytest

from arena.terminal.durations import format_clock, format_count, format_seconds, format_span


@pytest.mark.parametrize(
    ("us", "text"),
    [
        (-5, "0:00.0"),
        (0, "0:00.0"),
        (99_999, "0:00.0"),
        (9_950_000, "0:09.9"),
        (19_999_000, "0:19.9"),
        (59_999_999, "0:59.9"),
        (60_000_000, "1:00"),
        (245_000_000, "4:05"),
        (3_723_000_000, "1:02:03"),
    ],
)
def test_clocks_round_down(us: int, text: str) -> None:
    assert format_clock(us) == text


@pytest.mark.parametrize(
    ("us", "text"),
    [
        (1, "1us"),
        (850, "850us"),
        (12_345, "12.3ms"),
        (4_210_000, "4.21s"),
        (123_000_000, "2m03s"),
        (3_840_000_000, "1h04m"),
    ],
)
def test_spans(us: int, text: str) -> None:
    assert format_span(us) == text


@pytest.mark.parametrize(
    ("us", "text"),
    [
        (-1, "0s"),
        (999_999, "0s"),
        (8_110_000, "8s"),
        (123_900_000, "2m03s"),
        (3_840_000_000, "1h04m"),
    ],
)
def test_whole_seconds(us: int, text: str) -> None:
    assert format_seconds(us) == text


@pytest.mark.parametrize(
    ("number", "text"), [(0, "0"), (950, "950"), (12_345, "12.3k"), (4_500_000, "4.5M")]
)
def test_counts(number: int, text: str) -> None:
    assert format_count(number) == text

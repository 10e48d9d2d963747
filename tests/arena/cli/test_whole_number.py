import click
import pytest

from arena.cli.whole_number import WholeNumber


@pytest.mark.parametrize(
    ("kind", "text", "told"),
    [
        (WholeNumber(1, 64), "x", "'x' is no whole number from 1 to 64."),
        (WholeNumber(1, 64), "2.5", "'2.5' is no whole number from 1 to 64."),
        (WholeNumber(min=0), "", "'' is no whole number, 0 or more."),
        (WholeNumber(max=9), "x", "'x' is no whole number, 9 or less."),
        (WholeNumber(), "x", "'x' is no whole number."),
        (WholeNumber(1, 64), "65", "65 is not in the range 1<=x<=64."),
        (WholeNumber(min=1), "9" * 5000, "is no whole number, 1 or more."),
    ],
)
def test_what_is_none(kind: WholeNumber, text: str, told: str) -> None:
    with pytest.raises(click.BadParameter) as caught:
        kind.convert(text, None, None)
    assert caught.value.message.endswith(told)


def test_numbers_are_taken() -> None:
    assert WholeNumber(1, 64).convert("64", None, None) == 64
    assert WholeNumber(min=0).convert(" 7 ", None, None) == 7

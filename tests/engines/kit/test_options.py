"""Options: declared once, read as plain values, never set to what was not declared."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from podesta.v1 import game_pb2

from engines.kit import (
    Answer,
    BooleanOption,
    Bot,
    ChoiceOption,
    IntegerOption,
    NumberOption,
    OptionValueError,
    TextOption,
    Turn,
)
from engines.kit.options import apply_options, declared_options


class Base(Bot):
    games = ("bologna",)
    book = TextOption("", "Opening book.")
    depth = IntegerOption(3, "Decisions looked ahead.", least=1, most=8)

    def choose(self, turn: Turn) -> Answer:
        return 0


class Full(Base):
    depth = IntegerOption(4, "Decisions looked ahead.", least=1, most=8)
    weight = NumberOption(0.5, "Weight of towers.", least=0, most=1.5)
    ponder = BooleanOption(False, "Think in the other's time.")
    style = ChoiceOption("calm", "How it plays.", choices=("calm", "wild"))
    margin = IntegerOption(-1, "May be anything.")


def test_declarations() -> None:
    declared = [option.declaration() for option in declared_options(Full).values()]
    assert [(d.name, d.type, d.default_value) for d in declared] == [
        ("book", game_pb2.OPTION_TYPE_TEXT, ""),
        ("depth", game_pb2.OPTION_TYPE_INTEGER, "4"),
        ("weight", game_pb2.OPTION_TYPE_NUMBER, "0.5"),
        ("ponder", game_pb2.OPTION_TYPE_BOOLEAN, "false"),
        ("style", game_pb2.OPTION_TYPE_CHOICE, "calm"),
        ("margin", game_pb2.OPTION_TYPE_INTEGER, "-1"),
    ]
    by_name = {d.name: d for d in declared}
    assert (by_name["depth"].min, by_name["depth"].max) == (1, 8)
    assert by_name["weight"].max == 1.5
    assert not by_name["margin"].HasField("min")
    assert not by_name["margin"].HasField("max")
    assert list(by_name["style"].choices) == ["calm", "wild"]
    assert by_name["style"].help == "How it plays."


def test_a_plain_value_in_a_subclass_takes_the_option_away() -> None:
    class Fixed(Base):
        depth = 6

    assert list(declared_options(Fixed)) == ["book"]
    assert Fixed().depth == 6
    with pytest.raises(OptionValueError, match="no option 'depth'; it has book"):
        apply_options(Fixed(), {"depth": "6"})


def test_values_are_plain_and_typed() -> None:
    bot = Full()
    assert (bot.depth, bot.weight, bot.ponder, bot.style) == (4, 0.5, False, "calm")
    apply_options(bot, {"depth": "8", "weight": "1.25", "ponder": "true", "style": "wild"})
    assert (bot.depth, bot.weight, bot.ponder, bot.style) == (8, 1.25, True, "wild")
    assert Full().depth == 4
    apply_options(bot, {"book": "a b"})
    assert (bot.depth, bot.style, bot.book) == (4, "calm", "a b")


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"depth": "0"}, "option depth = '0': must be at least 1"),
        ({"depth": "9"}, "must be at most 8"),
        ({"depth": "3.0"}, "must be a whole number"),
        ({"depth": ""}, "must be a whole number"),
        ({"depth": "٣"}, "must be a whole number"),
        ({"depth": "9" * 5000}, "must be a whole number"),
        ({"weight": "nan"}, "must be a number"),
        ({"weight": "inf"}, "must be a number"),
        ({"weight": "much"}, "must be a number"),
        ({"ponder": "yes"}, "must be true or false"),
        ({"style": "clam"}, "must be one of calm, wild (did you mean 'calm'?)"),
        ({"Depth": "3"}, "no option 'Depth' (did you mean 'depth'?); it has book, depth"),
        ({"choose": "3"}, "no option 'choose'"),
    ],
)
def test_wrong_values_change_nothing(given: dict[str, str], words: str) -> None:
    bot = Full()
    apply_options(bot, {"depth": "7"})
    with pytest.raises(OptionValueError) as caught:
        apply_options(bot, {"book": "new", **given})
    assert words in str(caught.value)
    assert (bot.depth, bot.book) == (7, "")


def test_all_problems_are_told_at_once() -> None:
    with pytest.raises(OptionValueError) as caught:
        apply_options(Full(), {"depth": "0", "ponder": "2", "no": "1"})
    assert [word in str(caught.value) for word in ("depth", "ponder", "'no'")] == [True] * 3


def test_a_bot_without_options_says_so() -> None:
    class Plain(Bot):
        def choose(self, turn: Turn) -> Answer:
            return 0

    with pytest.raises(OptionValueError, match="no option 'depth'; it has none"):
        apply_options(Plain(), {"depth": "1"})


def test_setting_in_code_is_checked_too() -> None:
    bot = Full()
    with pytest.raises(ValueError, match="at most 8"):
        bot.depth = 9
    with pytest.raises(ValueError, match="at least 2"):
        IntegerOption(1, "Default outside its own range.", least=2)


@settings(max_examples=100, deadline=None)
@given(st.integers(-(10**19), 10**19))
def test_integers_are_written_and_read(value: int) -> None:
    option = Full.margin
    assert option.parse(option.write(value)) == value


@settings(max_examples=100, deadline=None)
@given(st.floats(allow_nan=False, allow_infinity=False))
def test_numbers_are_written_and_read(value: float) -> None:
    option = Full.weight
    assert option.parse(option.write(value)) == value


@settings(max_examples=100, deadline=None)
@given(st.dictionaries(st.sampled_from(["depth", "weight", "ponder", "style", "x"]), st.text()))
def test_any_text_is_taken_or_refused(given_values: dict[str, str]) -> None:
    bot = Full()
    try:
        apply_options(bot, given_values)
    except OptionValueError:
        assert (bot.depth, bot.weight, bot.ponder, bot.style) == (4, 0.5, False, "calm")
    else:
        assert 1 <= bot.depth <= 8
        assert 0 <= bot.weight <= 1.5
        assert bot.style in ("calm", "wild")

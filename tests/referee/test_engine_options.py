import pytest
from podesta.v1 import game_pb2

from referee.engine_options import option_problems

DECLARED = [
    game_pb2.OptionDeclaration(name="depth", type=game_pb2.OPTION_TYPE_INTEGER, min=1, max=9),
    game_pb2.OptionDeclaration(name="greed", type=game_pb2.OPTION_TYPE_NUMBER, min=0),
    game_pb2.OptionDeclaration(name="ponder", type=game_pb2.OPTION_TYPE_BOOLEAN),
    game_pb2.OptionDeclaration(
        name="style", type=game_pb2.OPTION_TYPE_CHOICE, choices=["calm", "wild"]
    ),
    game_pb2.OptionDeclaration(name="book", type=game_pb2.OPTION_TYPE_TEXT),
    game_pb2.OptionDeclaration(name="other"),
]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("depth", "1"),
        ("depth", "9"),
        ("greed", "0.5"),
        ("greed", "1e300"),
        ("ponder", "false"),
        ("style", "wild"),
        ("book", ""),
        ("other", "anything"),
    ],
)
def test_values_that_can_be(name: str, value: str) -> None:
    assert option_problems(DECLARED, {name: value}) == []


@pytest.mark.parametrize(
    ("name", "value", "problem"),
    [
        ("depth", "0", "option depth can't be '0': expected at least 1"),
        ("depth", "10", "option depth can't be '10': expected at most 9"),
        ("depth", "2.5", "option depth can't be '2.5': expected a whole number"),
        ("depth", "", "option depth can't be '': expected a whole number"),
        ("greed", "nan", "option greed can't be 'nan': expected at least 0"),
        ("greed", "much", "option greed can't be 'much': expected a number"),
        ("ponder", "yes", "option ponder can't be 'yes': expected true or false"),
        ("style", "mild", "option style can't be 'mild': expected calm or wild"),
        ("dept", "3", "the engine has no option 'dept'; did you mean 'depth'?"),
        (
            "hash",
            "64",
            "the engine has no option 'hash'; it has book, depth, greed, other, ponder, style",
        ),
    ],
)
def test_values_that_cannot_be(name: str, value: str, problem: str) -> None:
    assert option_problems(DECLARED, {name: value}) == [problem]


def test_an_engine_without_options() -> None:
    assert option_problems([], {"a": "1"}) == ["the engine has no option 'a'; it has none"]

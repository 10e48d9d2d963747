import pytest
from pydantic import BaseModel

from referee.games.errors import OptionError
from referee.games.package_data import data_texts, parse_parts


class Sample(BaseModel):
    stones: int
    names: list[str]


FILES = {"numbers": None, "names": "names"}


def test_files_are_put_together_under_their_keys() -> None:
    read = parse_parts(Sample, {"numbers": '{"stones": 3}', "names": '["a", "b"]'}, FILES)
    assert read == Sample(stones=3, names=["a", "b"])


@pytest.mark.parametrize(
    ("numbers", "problem"),
    [
        ("{", "numbers.json: no JSON: "),
        ("[1]", "numbers.json: an object is expected"),
        ('{"stones": "many"}', "numbers.json: stones: "),
    ],
)
def test_what_is_wrong_is_told_with_the_file(numbers: str, problem: str) -> None:
    with pytest.raises(OptionError) as caught:
        parse_parts(Sample, {"numbers": numbers, "names": "[]"}, FILES)
    assert [line.startswith(problem) for line in caught.value.problems] == [True]


def test_every_bad_file_is_told_at_once() -> None:
    with pytest.raises(OptionError) as caught:
        parse_parts(Sample, {"numbers": "{", "names": "]"}, FILES)
    assert [line.split(":")[0] for line in caught.value.problems] == ["numbers.json", "names.json"]


def test_the_texts_of_a_package_are_found() -> None:
    assert set(data_texts("referee.games.bomarzo", ["cards"])) == {"cards"}

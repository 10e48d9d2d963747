"""The environment is hostile until parsed."""

import pytest

from engines.kit import Connection, EnvironmentVariableError, read_environment

GOOD = {"PODESTA_ADDRESS": "unix:/run/s", "PODESTA_TOKEN": "t"}


def test_good() -> None:
    assert read_environment({**GOOD, "OTHER": "x"}) == Connection("unix:/run/s", "t")


def test_the_token_is_not_shown() -> None:
    assert "secret" not in repr(Connection("a", "secret"))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"PODESTA_ADDRESS": ""}, "PODESTA_ADDRESS is not set"),
        ({"PODESTA_TOKEN": ""}, "PODESTA_TOKEN is not set"),
        ({"PODESTA_TOKEN": "a\nb"}, "PODESTA_TOKEN must be printable ASCII"),
        ({"PODESTA_TOKEN": "tökén"}, "PODESTA_TOKEN must be printable ASCII"),
        ({"PODESTA_ADDRESS": "unix:/a b"}, "PODESTA_ADDRESS must be printable ASCII"),
    ],
)
def test_bad(changes: dict[str, str], words: str) -> None:
    with pytest.raises(EnvironmentVariableError) as caught:
        read_environment({**GOOD, **changes})
    assert words in str(caught.value)
    assert "docs/writing-a-bot.md" in str(caught.value)


def test_all_problems_at_once() -> None:
    with pytest.raises(EnvironmentVariableError) as caught:
        read_environment({})
    assert "PODESTA_ADDRESS is not set; PODESTA_TOKEN is not set" in str(caught.value)

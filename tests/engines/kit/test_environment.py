"""The environment is hostile until parsed."""

from pathlib import Path

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
        ({"PODESTA_ADDRESS": "10.0.0.7:4000"}, "would send the token unencrypted"),
        ({"PODESTA_ADDRESS": "arena.example.org:4000"}, "write lobby://arena.example.org:4000"),
        ({"PODESTA_ADDRESS": "[2001:db8::1]:4000"}, "would send the token unencrypted"),
        ({"PODESTA_ADDRESS": "lobby://"}, "expected lobby://HOST:PORT"),
        ({"PODESTA_ADDRESS": "lobby://arena"}, "expected lobby://HOST:PORT"),
        ({"PODESTA_ADDRESS": "lobby://arena:0"}, "expected lobby://HOST:PORT"),
        ({"PODESTA_ADDRESS": "lobby://arena:99999"}, "expected lobby://HOST:PORT"),
        ({"PODESTA_ADDRESS": "lobby://a:1", "PODESTA_CA": "/none/such"}, "PODESTA_CA: /none/such"),
    ],
)
def test_bad(changes: dict[str, str], words: str) -> None:
    with pytest.raises(EnvironmentVariableError) as caught:
        read_environment({**GOOD, **changes})
    assert words in str(caught.value)
    assert "docs/remote.md" in str(caught.value)


def test_what_a_referee_sets_is_said_only_of_what_it_sets() -> None:
    told = "A referee sets both"
    lobby = {**GOOD, "PODESTA_ADDRESS": "lobby://arena:1", "PODESTA_CA": "/none/such"}
    with pytest.raises(EnvironmentVariableError) as caught:
        read_environment(lobby)
    assert str(caught.value) == (
        "PODESTA_CA: /none/such: No such file or directory. "
        "See docs/remote.md for how a bot dials a lobby."
    )
    with pytest.raises(EnvironmentVariableError, match=told):
        read_environment({**lobby, "PODESTA_TOKEN": ""})


def test_all_problems_at_once() -> None:
    with pytest.raises(EnvironmentVariableError) as caught:
        read_environment({})
    assert "PODESTA_ADDRESS is not set; PODESTA_TOKEN is not set" in str(caught.value)


@pytest.mark.parametrize(
    "address", ["127.0.0.1:1", "127.1.2.3:1", "localhost:1", "[::1]:1", "unix:///run/s", "unix:s:1"]
)
def test_addresses_of_this_machine(address: str) -> None:
    assert read_environment({**GOOD, "PODESTA_ADDRESS": address}) == Connection(address, "t")


def test_a_lobby(tmp_path: Path) -> None:
    authorities = tmp_path / "ca.pem"
    authorities.write_bytes(b"PEM")
    lobby = {**GOOD, "PODESTA_ADDRESS": "lobby://arena.example.org:7050/"}
    expected = Connection("arena.example.org:7050", "t", lobby=True, tls=True)
    assert read_environment(lobby) == expected
    lobby["PODESTA_CA"] = str(authorities)
    assert read_environment(lobby).roots == b"PEM"

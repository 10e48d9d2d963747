import json
from pathlib import Path

import pytest

from tests.arena.cli.command_line import podesta


@pytest.fixture
def file(tmp_path: Path) -> str:
    return str(tmp_path / "tokens.json")


def test_a_token_is_shown_once(file: str) -> None:
    done = podesta("token", "add", "towers", "--expires", "12h", "--file", file)
    assert done.returncode == 0
    text = done.stdout.strip()
    assert text.startswith("podesta_")
    assert text not in done.stderr
    assert "not shown again" in done.stderr
    listed = podesta("token", "list", "--file", file)
    assert "towers" in listed.stdout
    assert "valid" in listed.stdout
    assert text not in listed.stdout + listed.stderr
    assert text not in Path(file).read_text()
    revoked = podesta("token", "revoke", "towers", "--file", file)
    assert revoked.returncode == 0
    [line] = podesta("token", "list", "--json", "--file", file).stdout.splitlines()
    assert json.loads(line)["state"] == "revoked"
    again = podesta("token", "revoke", "towers", "--file", file)
    assert again.returncode == 2
    assert "not valid any more" in again.stderr


def test_scripts_get_the_token_alone_or_as_json(file: str) -> None:
    done = podesta("token", "add", "a", "-q", "--file", file)
    assert done.stderr == ""
    assert len(done.stdout.splitlines()) == 1
    done = podesta("token", "add", "b", "--json", "--expires", "never", "--file", file)
    made = json.loads(done.stdout)
    assert made["token"].startswith("podesta_")
    assert (made["name"], made["role"], made["expires"]) == ("b", "engine", None)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("add", "Towers"), "small letters"),
        (("add", "towers", "--expires", "30"), "such as 30d"),
        (("add", "towers", "--role", "king"), "engine"),
        (("add", "towers", "--role", "enigne"), "Did you mean 'engine'"),
        (("ad", "towers"), "did you mean 'add'"),
        (("revoke", "towers"), "does not exist"),
    ],
)
def test_what_is_wrong_is_told(file: str, words: tuple[str, ...], said: str) -> None:
    option = [] if words[0] == "ad" else ["--file", file]
    done = podesta("token", *words, *option)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_a_token_given_for_a_name_is_not_repeated(file: str) -> None:
    text = "podesta_" + "S" * 80
    done = podesta("token", "revoke", text, "--file", file)
    assert done.returncode == 2
    assert text not in done.stderr + done.stdout


def test_the_nearest_name_is_told(file: str) -> None:
    podesta("token", "add", "towers", "--file", file)
    done = podesta("token", "revoke", "twers", "--file", file)
    assert done.returncode == 2
    assert "did you mean 'towers'?" in done.stderr

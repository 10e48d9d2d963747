"""A game is added by the files of docs/adding-a-game.md and by nothing else."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.adding_a_game.the_page import PAGE, PROTO, all_files, files_of_the_page, write_tree

PROGRAMS = Path(sys.executable).parent
LEAGUE = """
[league]
name = "Poker night"
game = "kuhn"
isolation = "none"
time = "10s+1s"
deals = 1
options = { hands = 5 }
[[engine]]
name = "one"
command = "{python} -m engines.random"
[[engine]]
name = "two"
command = "{python} -m engines.random"
"""

COMPARE = """
from pathlib import Path
from google.protobuf.descriptor_pb2 import FileDescriptorProto, FileDescriptorSet
from podesta.kuhn.v1 import kuhn_pb2

(built,) = FileDescriptorSet.FromString(Path("kuhn.binpb").read_bytes()).file
for message in built.message_type:
    for field in message.field:
        field.ClearField("json_name")
ours = FileDescriptorProto()
kuhn_pb2.DESCRIPTOR.CopyToProto(ours)
assert built == ours, (built, ours)
"""


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tree")
    write_tree(folder)
    return folder


def run(tree: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        words,
        cwd=tree,
        env={
            **os.environ,
            "PYTHONPATH": f"{tree}:{tree / 'proto'}",
            "PYTHONDONTWRITEBYTECODE": "1",
        },
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def podesta(tree: Path, *words: str) -> str:
    done = run(tree, sys.executable, "-m", "arena", *words)
    assert done.returncode == 0, done.stderr
    return done.stdout


def pytest_in(tree: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    return run(tree, sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *words)


def test_a_game_is_one_folder_and_one_message_file() -> None:
    folders = {str(Path(path).parent) for path in files_of_the_page()}
    assert folders == {"referee/games/kuhn", PROTO}
    assert {path for path in all_files() if path.startswith("proto")} == {
        "proto/podesta/kuhn/__init__.py",
        *(f"{PROTO}/{name}" for name in ("__init__.py", "kuhn.proto", "kuhn_pb2.py")),
        f"{PROTO}/kuhn_pb2.pyi",
    }


def test_the_generated_code_is_that_of_the_page(tree: Path) -> None:
    proto = f"{PROTO}/kuhn.proto"
    built = run(
        tree, str(PROGRAMS / "buf"), "build", "--path", proto, "--as-file-descriptor-set",
        "--exclude-source-info", "-o", "kuhn.binpb",
    )  # fmt: skip
    assert built.returncode == 0, built.stderr
    compared = run(tree, sys.executable, "-c", COMPARE)
    assert compared.returncode == 0, compared.stderr


def test_the_files_are_as_ours_must_be(tree: Path) -> None:
    folder = "referee/games/kuhn"
    ruff = str(PROGRAMS / "ruff")
    for words in (
        (ruff, "check", "--no-cache", folder),
        (ruff, "format", "--no-cache", "--check", folder),
        (str(PROGRAMS / "buf"), "lint", "--path", PROTO),
        (str(PROGRAMS / "buf"), "format", "--diff", "--exit-code", "--path", PROTO),
    ):
        done = run(tree, *words)
        assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
def test_the_files_are_typed(tree: Path) -> None:
    done = run(
        tree, sys.executable, "-m", "mypy", "--cache-dir", "mypy-cache", "-p", "referee.games.kuhn"
    )
    assert done.returncode == 0, done.stdout


def test_what_every_game_must_pass(tree: Path) -> None:
    done = pytest_in(
        tree,
        "tests/referee/games/test_every_game.py",
        "tests/referee/games/test_two_worlds.py",
        "tests/referee/games/test_likely_worlds.py",
        "tests/arena/cli/test_bad_game_options.py",
        "-m",
        "not slow",
        "-k",
        "kuhn",
    )
    assert done.returncode == 0, done.stdout + done.stderr
    passed = re.search(r"(\d+) passed", done.stdout)
    # Three decks in each of more than a dozen tests, and every planted leak.
    assert passed is not None
    assert int(passed[1]) > 50
    assert "skipped" not in done.stdout


@pytest.mark.slow
def test_ten_thousand_positions_leak_nothing(tree: Path) -> None:
    done = pytest_in(tree, "tests/referee/games/test_two_worlds.py", "-m", "slow", "-k", "kuhn")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 passed" in done.stdout


def test_a_mistake_in_the_rules_is_found(tmp_path: Path) -> None:
    """The tests are no formality: a card that is dealt before all eyes fails them."""
    write_tree(tmp_path)
    state = tmp_path / "referee" / "games" / "kuhn" / "state.py"
    text = state.read_text(encoding="utf-8")
    assert text.count(", frozenset({seat})") == 1
    state.write_text(text.replace(", frozenset({seat})", ""), encoding="utf-8")
    leaking = pytest_in(
        tmp_path, "tests/referee/games/test_two_worlds.py", "-k", "kuhn and look_the_same"
    )
    assert leaking.returncode == 1, leaking.stdout


def test_the_command_line_knows_it(tree: Path) -> None:
    listed = [json.loads(line) for line in podesta(tree, "games", "--json").splitlines()]
    (kuhn,) = (game for game in listed if game["name"] == "kuhn")
    assert (kuhn["title"], kuhn["seats"], kuhn["perfect_information"]) == ("Kuhn poker", [2], False)
    assert kuhn["decisions"] == ["open", "answer"]
    legal = podesta(tree, "rules", "legal", "kuhn", "--deal", "monday", "check", "bet")
    assert legal.split() == ["call", "fold"]


def test_engines_play_it_and_the_record_is_true(tree: Path) -> None:
    words = ("--isolation", "none", "--record", "kuhn.record", "--json")
    # Of this tree, where the built-in engine is that of the installed package.
    engine = "{python} -m engines.random"
    played = podesta(tree, "match", "kuhn", engine, engine, *words)
    result = json.loads(played.splitlines()[-1])["result"]
    assert result["termination"] == "completed"
    assert result["plies"] >= 80
    assert sum(int(seat["score"]) for seat in result["seats"]) == 0
    verified = podesta(tree, "verify", "kuhn.record", "--json")
    assert json.loads(verified)["good"] is True


def test_a_league_plays_it(tree: Path) -> None:
    (tree / "league.toml").write_text(LEAGUE)
    podesta(tree, "league", "run", "league.toml", "--quiet")
    shown = json.loads(podesta(tree, "league", "show", "league.toml", "--json"))
    assert shown["totals"]["played"] == 2
    assert sorted(row["engine"] for row in shown["standings"]) == ["one", "two"]
    assert [row["seats"] for row in shown["standings"]] == [[1, 1], [1, 1]]
    for line in podesta(tree, "verify", "league.ledger", "--json").splitlines():
        assert json.loads(line)["good"] is True


def test_the_commands_of_the_page_are_ours() -> None:
    page = PAGE.read_text(encoding="utf-8")
    (commands,) = re.findall(r"^```console\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    known = ("make proto", ".venv/bin/pytest", "podesta ")
    assert all(line.removeprefix("$ ").startswith(known) for line in commands.splitlines())

"""Files that are none, for all commands that read or write them."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.arena.cli.command_line import environment, podesta, start, wait_for_line

LEAGUE = """\
[league]
name = "x"
game = "bologna"
time = "1s"
deals = 1
ledger = "loop"

[[engine]]
name = "a"
command = "{python} a.py"
directory = "loop"
"""


@pytest.fixture
def loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A link to itself, in the current directory, called as a file of any kind is."""
    monkeypatch.chdir(tmp_path)
    for name in ("loop", "loop.toml", "loop.ledger"):
        Path(name).symlink_to(name)
    Path("league.toml").write_text(LEAGUE)
    return Path("loop")


@pytest.mark.usefixtures("loop")
@pytest.mark.parametrize(
    "words",
    [
        "check loop.toml",
        "match bologna random loop.toml",
        "ratings loop.ledger",
        "ratings loop",
        "verify loop",
        "replay loop",
        "log loop",
        "record text loop",
        "record from-text loop --output x",
        "debug show loop",
        "debug play-back loop random",
        "debug extract loop --seat 0 --output x",
        "league check loop.toml",
        "league check league.toml",
        "league show loop.ledger",
        "league show loop",
        "league add league.toml loop.toml",
        "league merge league.toml loop.ledger",
        "token list --file loop",
    ],
)
def test_a_link_to_itself_is_told(words: str) -> None:
    done = podesta(*words.split())
    assert done.returncode == 2, done.stderr
    assert "a bug of podesta" not in done.stderr


@pytest.mark.parametrize("words", ["league run", "league check", "league show", "sprt"])
def test_a_ledger_that_is_no_file_is_refused_before_anything_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    engines = "".join(
        f'[[engine]]\nname = "{name}"\ncommand = "{{python}} -m engines.random"\n' for name in "ab"
    )
    league = LEAGUE.partition("[[engine]]")[0] + engines
    Path("league.toml").write_text(league.replace('"loop"', '"null"'))
    Path("null").symlink_to("/dev/null")
    ab = "random random --game bologna --max-deals 1 --ledger null"
    done = podesta(*words.split(), *(ab.split() if words == "sprt" else ["league.toml"]))
    assert done.returncode == 2
    assert "null is a device; a ledger is a file of its own" in done.stdout + done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["league.toml", "null"]


# By links, so that a device that were replaced after all would only be the link.
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize(
    "words",
    [
        "ratings games.csv --write full.pgn",
        "ratings games.csv --write full.csv",
        "check random --only hello --output full.txt",
    ],
)
def test_a_full_device_is_told_and_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("full.pgn", "full.csv", "full.txt"):
        Path(name).symlink_to("/dev/full")
    Path("games.csv").write_text("white,black,result\na,b,1-0\n")
    done = podesta(*words.split())
    assert done.returncode == 6, done.stderr
    assert "No space left" in done.stderr
    assert all(Path(name).is_symlink() for name in ("full.pgn", "full.csv", "full.txt"))


@pytest.mark.parametrize("command", ["match", "debug trace", "debug step", "debug run"])
def test_where_a_record_cant_go_is_told_before_the_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    done = podesta(*command.split(), "bologna", "random", "random", "--record", "no/match.record")
    assert done.returncode == 2
    assert "there is no directory no" in done.stderr
    assert done.stdout == ""
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("command", ["match", "debug trace"])
def test_a_place_for_a_record_that_goes_during_the_match_is_a_failure_of_storage(
    tmp_path: Path, command: str
) -> None:
    place = tmp_path / "place"
    place.mkdir()
    hangs = f"{sys.executable} -m tests.zoo hangs"
    words = ("bologna", hangs, hangs, "--time", "300ms/move", "--record", place / "a.record")
    output = ("--output", tmp_path) if command != "match" else ()
    process = start(*command.split(), *words, *output, "--json", env=environment())
    wait_for_line(process, "asked" if command == "match" else "decide")
    place.rmdir()
    _, err = process.communicate(timeout=60)
    assert process.returncode == 6, err
    assert "a.record: the record can't be written: No such file or directory" in err


def test_nothing_of_the_current_directory_is_executed_outside_a_sandbox(tmp_path: Path) -> None:
    """It may be that of a stranger's bot, or hold a `random.py` of somebody's own."""
    ran = tmp_path / "ran"
    for name in ("random", "queue", "referee", "grpc"):
        text = f"open({str(ran)!r}, 'a').write({name!r})\nraise SystemExit(3)\n"
        (tmp_path / f"{name}.py").write_text(text, encoding="utf-8")
    words = ["match", "bologna", "random", "greedy", "--json"]
    done = subprocess.run(
        [sys.executable, "-P", "-m", "arena", *words],
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr + done.stdout
    assert '"completed"' in done.stdout.lower()
    assert not ran.exists()


@pytest.fixture
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The working directory was removed by somebody."""
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()


@pytest.mark.usefixtures("nowhere")
@pytest.mark.parametrize(
    "words",
    [
        "match bologna random random",
        "match bologna random greedy:seed=1",
        "league run {league}",
        "league check {league}",
        "sprt random greedy --game bologna",
        "check random",
        "check bot.toml",
        "debug trace bologna random random",
        "debug step bologna random random",
        "debug run bologna random random",
    ],
)
def test_no_engine_is_started_from_a_directory_that_is_gone(tmp_path: Path, words: str) -> None:
    engines = "".join(
        f'[[engine]]\nname = "{name}"\ncommand = "{{python}} -m engines.random"\n' for name in "ab"
    )
    league = tmp_path / "league.toml"
    league.write_text(LEAGUE.partition("[[engine]]")[0] + engines)
    done = podesta(*words.format(league=league).split())
    assert done.returncode == 2
    assert done.stderr.startswith("podesta: the working directory is not there any more")
    assert done.stdout == ""
    assert list(tmp_path.iterdir()) == [league]


@pytest.mark.usefixtures("nowhere")
def test_all_else_works_in_a_directory_that_is_gone(record_file: Path) -> None:
    assert podesta("--help").returncode == 0
    assert podesta("games").returncode == 0
    assert podesta("verify", record_file).returncode == 0
    doctor = podesta("doctor", "--seconds", "0")
    # What it finds to mend is this machine's.
    assert doctor.returncode in {0, 1}
    assert "isolation" in doctor.stdout
    assert doctor.stderr == ""

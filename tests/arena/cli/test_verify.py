import json
import os
import pty
import shutil
import subprocess
from pathlib import Path

import pytest

from arena.config import load_league
from arena.league.runner import run_league
from arena.league.stopping import StopRequest
from referee.record_file import encode_record, read_record, write_record
from tests.arena.cli.command_line import PODESTA, Terminal, environment, podesta, podesta_process
from tests.arena.league.scripted_matches import Fakes, make_league

LEAGUE = """\
[league]
name = "Weekend"
game = "bologna"
time = "none"
deals = 1

[[engine]]
name = "a"
command = "{python} -m engines.random"

[[engine]]
name = "b"
command = "{python} -m engines.random"
"""


@pytest.fixture
def changed(record_file: Path, tmp_path: Path) -> Path:
    """The same record with another winner."""
    record = read_record(record_file)
    for seat in record.outcome.seats:
        seat.score += 1
    file = tmp_path / "changed.record"
    write_record(file, record)
    return file


def test_a_good_record(record_file: Path) -> None:
    done = podesta_process("verify", record_file)
    assert (done.returncode, done.stdout, done.stderr) == (0, "1 good\n", "")
    assert podesta("verify", record_file, "--quiet").stdout == ""


def test_a_record_that_was_changed(record_file: Path, changed: Path) -> None:
    done = podesta("verify", record_file, changed)
    assert done.returncode == 1
    assert done.stdout.splitlines()[0].startswith(f"{changed}: ")
    assert done.stdout.splitlines()[-1] == "1 good, 1 different"


def test_what_can_not_be_read(record_file: Path, changed: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.record"
    cut.write_bytes(record_file.read_bytes()[:-9])
    other = tmp_path / "other.record"
    other.write_text("hello")
    done = podesta("verify", cut, changed, other, tmp_path / "nowhere")
    assert done.returncode == 2
    assert done.stdout.splitlines()[-1] == "0 good, 1 different, 3 unreadable"
    assert "Traceback" not in done.stderr


def test_a_league_file_stands_for_its_ledger(tmp_path: Path) -> None:
    file = tmp_path / "weekend.toml"
    file.write_text(LEAGUE)
    unplayed = podesta("verify", file)
    assert unplayed.returncode == 2
    assert "nothing was played yet" in unplayed.stdout
    run_league(load_league(file), executor=Fakes())
    of_file = podesta("verify", file)
    assert of_file.returncode == podesta("verify", tmp_path / "weekend.ledger").returncode
    assert "no match record" not in of_file.stdout
    assert of_file.stdout.splitlines()[-1] == "0 good, 2 different"
    (tmp_path / "bad.toml").write_text("[league]")
    assert "league.name: is missing; " in podesta("verify", tmp_path / "bad.toml").stdout


def test_json_has_a_line_a_record(record_file: Path, changed: Path) -> None:
    done = podesta("verify", "--json", record_file, changed, "nowhere")
    assert done.returncode == 2
    good, different, missing = (json.loads(line) for line in done.stdout.splitlines())
    assert good["good"] is True
    assert good["problems"] == []
    assert different["good"] is False
    assert different["readable"] is True
    assert different["problems"]
    assert (missing["readable"], missing["match_id"]) == (False, None)


def test_every_record_of_a_ledger_is_verified(tmp_path: Path) -> None:
    league = make_league(tmp_path, "abc")
    run_league(league, executor=Fakes())
    done = podesta("verify", league.ledger)
    # They are of a game that is not here, which is a difference and no crash.
    assert done.returncode == 1
    assert done.stdout.splitlines()[-1] == "0 good, 6 different"
    assert "match " in done.stdout.splitlines()[0]


def test_an_empty_ledger_is_no_success(tmp_path: Path) -> None:
    league = make_league(tmp_path, "abc")
    stop = StopRequest()
    stop.request()
    run_league(league, executor=Fakes(), stop=stop)
    done = podesta("verify", league.ledger)
    assert done.returncode == 2
    assert "no record" in done.stderr


def test_a_bar_on_a_terminal(record_file: Path, tmp_path: Path) -> None:
    files = []
    for number in range(5):
        files.append(tmp_path / f"{number}.record")
        shutil.copy(record_file, files[-1])
    with Terminal("verify", *files) as terminal:
        assert terminal.wait() == 0
        assert "verifying" in terminal.text
        assert "5/5" in terminal.text
        assert terminal.text.rstrip().endswith("5 good")


def test_a_bar_does_not_swallow_what_goes_into_a_pipe(record_file: Path) -> None:
    ours, theirs = pty.openpty()
    try:
        done = subprocess.run(
            [*PODESTA, "verify", "--json", record_file, record_file],
            env=environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=theirs,
            timeout=60,
            check=False,
        )
    finally:
        os.close(theirs)
    shown = os.read(ours, 65536)
    os.close(ours)
    assert done.returncode == 0
    assert [json.loads(line)["good"] for line in done.stdout.splitlines()] == [True, True]
    assert b"verifying" in shown


def test_names_in_a_record_reach_the_terminal_escaped(record_file: Path, tmp_path: Path) -> None:
    record = read_record(record_file)
    record.decisions[5].move = "\x1b[2J"
    file = tmp_path / "evil.record"
    file.write_bytes(encode_record(record))
    done = podesta("verify", file)
    assert done.returncode == 1
    assert "\x1b" not in done.stdout

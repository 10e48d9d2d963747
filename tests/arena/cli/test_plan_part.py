"""`--part`: what it takes, and what is said of everything else."""

from pathlib import Path

import pytest

from tests.arena.cli.command_line import podesta

LEAGUE = """
[league]
name = "Shared"
game = "bologna"
time = "1s"
deals = 1
{more}
[[engine]]
name = "a"
command = "{{python}} -m engines.random"
[[engine]]
name = "b"
command = "{{python}} -m engines.random"
"""


def _league(folder: Path, more: str = 'seed = "tests"') -> Path:
    file = folder / "league.toml"
    file.write_text(LEAGUE.format(more=more))
    return file


@pytest.mark.parametrize(
    "text",
    ["0/3", "4/3", "a/b", "1/0", "", "2", "1/1001", "9" * 300 + "/" + "9" * 5_000, "\x1b[2J"],
)
def test_what_is_no_part_is_refused_in_one_short_sentence(tmp_path: Path, text: str) -> None:
    file = _league(tmp_path)
    done = podesta("league", "run", file, "--part", text)
    assert done.returncode == 2
    assert "a part is written I/N, such as 1/3 for the first of three: I from 1 to N" in done.stderr
    assert "'--part'" in done.stderr
    assert "\x1b" not in done.stderr
    assert max(map(len, done.stderr.splitlines())) < 250
    assert list(tmp_path.iterdir()) == [file]


def test_a_part_without_a_deal_is_finished_at_once(tmp_path: Path) -> None:
    file = _league(tmp_path)
    done = podesta("league", "run", file, "--part", "3/3")
    assert done.returncode == 0
    assert "2 planned, 0 played, 2 to do; 0 in this run; part 3 of 3: none of the 2" in done.stdout
    assert f"with the other parts: podesta league merge {file} LEDGER..." in done.stdout


def test_all_of_a_plan_is_no_part(tmp_path: Path) -> None:
    file = _league(tmp_path)
    assert podesta("league", "run", file, "--part", "2/2", "--quiet").returncode == 0
    done = podesta("league", "run", file, "--part", "1/1", "--quiet")
    assert done.returncode == 0
    assert "part 1" not in done.stdout
    assert "2 planned, 2 played; 2 in this run" in done.stdout


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ('format = "swiss"', "league.format: part 1 of 2 can't be played: in the format swiss"),
        ("", "league.seed: part 1 of 2 can't be played: without a seed"),
    ],
)
def test_what_can_not_be_shared_is_refused(tmp_path: Path, more: str, told: str) -> None:
    file = _league(tmp_path, more)
    done = podesta("league", "run", file, "--part", "1/2")
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr
    assert list(tmp_path.iterdir()) == [file]

"""Scripts that a command names and that are not there."""

import shlex
import shutil
import sys
from pathlib import Path

import pytest

from arena.config import load_league
from arena.config.scripts import script_place
from tests.arena.cli.command_line import podesta

ROOT = Path(__file__).parents[3]

LEAGUE = """
[league]
name = "Weekend"
game = "bologna"
time = "1s"
deals = 1
{more}
[[engine]]
name = "Towers"
command = "{{python}} bots/towers.py"
[[engine]]
name = "random"
command = "{{python}} -m engines.random"
"""


@pytest.mark.parametrize(
    ("command", "script"),
    [
        ("python3.11 bot.py", "bot.py"),
        ("/usr/bin/python bot.py --book other.py", "bot.py"),
        ("python -u -X utf8 -W ignore bot.py", "bot.py"),
        ("python bot", None),
        ("python main other.py", None),
        ("python -m bot other.py", None),
        ("python -c pass other.py", None),
        ("python - other.py", None),
        ("node bot.js --fast", "bot.js"),
        ("node --require ./hook.js bot.mjs", "bot.mjs"),
        ("node bot.py", None),
        ("node -e 1 bot.js", None),
        ("java -Xmx1g -jar bot.jar", "bot.jar"),
        ("java -cp bot.jar Main", None),
        ("java -jar", None),
        ("bash run.sh", "run.sh"),
        ("./bot.py other.py", None),
        ("python", None),
        ("", None),
    ],
)
def test_which_word_is_plainly_a_script(command: str, script: str | None) -> None:
    words = shlex.split(command)
    place = script_place(words)
    assert (None if place is None else words[place]) == script


def test_our_own_interpreter_is_python_whatever_it_is_called(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert script_place(("/opt/snake", "bot.py")) is None
    monkeypatch.setattr(sys, "executable", "/opt/snake")
    assert script_place(("/opt/snake", "bot.py")) == 1


def test_a_script_that_is_not_there_is_told_with_the_path_that_was_looked_for(
    tmp_path: Path,
) -> None:
    file = tmp_path / "leagues" / "league.toml"
    file.parent.mkdir()
    file.write_text(LEAGUE.format(more=""))
    script = file.parent / "bots" / "towers.py"
    [warning] = load_league(file).warnings
    assert warning.startswith(
        f"engine 'Towers': there is no {script}, which its command calls 'bots/towers.py'"
    )
    done = podesta("league", "check", file)
    assert done.returncode == 0
    assert f"warning: {warning}\n" in done.stdout
    script.parent.mkdir()
    script.touch()
    assert load_league(file).warnings == ()


def test_it_is_looked_for_in_the_directory_of_the_engine(tmp_path: Path) -> None:
    file = tmp_path / "league.toml"
    text = LEAGUE.format(more="")
    file.write_text(text.replace('bots/towers.py"', 'towers.py"\ndirectory = "bots"'))
    (tmp_path / "bots").mkdir()
    (tmp_path / "towers.py").touch()
    [warning] = load_league(file).warnings
    assert f"there is no {tmp_path / 'bots' / 'towers.py'}," in warning
    (tmp_path / "bots" / "towers.py").touch()
    assert load_league(file).warnings == ()


@pytest.mark.parametrize(
    ("root", "isolation", "told"),
    [
        (True, "auto", True),
        (True, "landlock", True),
        (True, "rlimits", False),
        (True, "none", False),
        (False, "auto", False),
    ],
)
def test_a_script_that_is_closed_to_the_engines_of_root_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, root: bool, isolation: str, told: bool
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 0 if root else 1000)
    file = tmp_path / "league.toml"
    file.write_text(LEAGUE.format(more=f'isolation = "{isolation}"'))
    script = tmp_path / "bots" / "towers.py"
    script.parent.mkdir()
    script.touch(mode=0o600)
    warnings = load_league(file).warnings
    if told:
        [warning] = warnings
        assert warning.startswith(f"engine 'Towers': {script} is closed to others")
        script.chmod(0o604)
        warnings = load_league(file).warnings
    assert warnings == ()


def test_an_image_may_hold_what_is_not_here(tmp_path: Path) -> None:
    file = tmp_path / "league.toml"
    file.write_text(LEAGUE.format(more='isolation = "podman"\nimage = "bots"'))
    assert load_league(file).warnings == ()


def test_the_engine_of_the_readme_starts_in_the_sample_league(tmp_path: Path) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    saved = tmp_path / readme.partition("Save it as `")[2].partition("`")[0]
    saved.parent.mkdir()
    saved.write_text(readme.partition("```python\n")[2].partition("```")[0])
    file = tmp_path / "engines" / "leagues" / "sample.toml"
    file.parent.mkdir(parents=True)
    shutil.copy(ROOT / "engines" / "leagues" / "sample.toml", file)
    snippet = readme.partition("```toml\n")[2].partition("```")[0]
    file.write_text(f"{file.read_text()}\n{snippet}")
    league = load_league(file)
    assert league.warnings == ()
    towers = league.engine("towers")
    assert towers.directory is not None
    assert towers.directory / towers.command[-1] == saved

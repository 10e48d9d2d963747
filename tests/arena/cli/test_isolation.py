"""Isolation by the real command line: what is used, what is said, and when nothing is played."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from referee.launcher.ladder import probe_level
from referee.record_file import read_record
from tests.arena.cli.command_line import environment, podesta_process

LEAGUE = """
[league]
name = "Walls"
game = "bologna"
time = "10s"
deals = 1
seed = "tests"
{keys}

[[engine]]
name = "one"
command = "{{python}} -m engines.random"

[[engine]]
name = "two"
command = "{{python}} -m engines.random"
limits = {{ memory = "1G" }}
"""

NOSY = """
from pathlib import Path

from engines.kit import serve
from engines.random.bot import RandomBot

names = sorted(path.name for path in Path(".").iterdir())
print("SEES", names, flush=True)
for name in names:
    if name.startswith("league"):
        print("SEES", name, flush=True)
for name in ("league.ledger", "league.ledger-wal", "league.toml"):
    try:
        print("READS", name, len(Path(name).read_bytes()), flush=True)
    except OSError as error:
        print("MISSES", error, flush=True)
serve(RandomBot())
"""

in_bwrap = pytest.mark.skipif(
    not probe_level("bwrap").works, reason=f"bwrap: {probe_level('bwrap').reason}"
)


def league(directory: Path, keys: str) -> Path:
    file = directory / "league.toml"
    file.write_text(LEAGUE.format(keys=keys), encoding="utf-8")
    return file


def without_bwrap(directory: Path) -> dict[str, str]:
    """Our environment with a search path on which bubblewrap is missing."""
    for name in ("sh", "true"):
        found = shutil.which(name)
        assert found is not None
        (directory / name).symlink_to(found)
    return environment(PATH=str(directory))


@in_bwrap
def test_a_league_is_played_in_sandboxes_and_says_so(tmp_path: Path) -> None:
    file = league(tmp_path, 'require_isolation = "bwrap"')
    done = podesta_process("league", "run", file)
    assert done.returncode == 0, done.stderr + done.stdout
    shown = podesta_process("league", "show", file)
    assert "isolation of the last run: bwrap" in shown.stdout
    told = json.loads(podesta_process("league", "show", file, "--json").stdout)
    assert told["isolation"] == "bwrap"
    report = json.loads(podesta_process("league", "report", file, "--json").stdout)
    assert "bwrap (4 seats)" in json.dumps(report)
    checked = podesta_process("league", "check", file)
    assert "isolation bwrap: good" in checked.stdout


def test_a_league_that_requires_more_than_can_be_had_does_not_start(tmp_path: Path) -> None:
    file = league(tmp_path, 'require_isolation = "bwrap"')
    (tmp_path / "path").mkdir()
    env = without_bwrap(tmp_path / "path")
    for command in ("run", "check"):
        done = podesta_process("league", command, file, env=env)
        assert done.returncode == 2
        told = done.stderr + done.stdout
        assert "league.require_isolation" in told
        assert "the program bwrap is not installed; install bubblewrap" in told
        assert "Traceback" not in told
    assert not (tmp_path / "league.ledger").exists()


def test_without_bwrap_a_match_is_played_with_one_line_of_warning(tmp_path: Path) -> None:
    record = tmp_path / "game.record"
    (tmp_path / "path").mkdir()
    env = without_bwrap(tmp_path / "path")
    words = ("match", "bologna", "random", "random", "--record", record)
    done = podesta_process(*words, env=env)
    assert done.returncode == 0, done.stderr
    warnings = [line for line in done.stderr.splitlines() if "warning" in line]
    assert len(warnings) == 1
    assert "the program bwrap is not installed (install bubblewrap)" in warnings[0]
    level = "landlock" if probe_level("landlock").works else "rlimits"
    assert [seat.isolation for seat in read_record(record).seats] == [level, level]


@pytest.mark.parametrize("isolation", ["bwrap", "landlock", "rlimits"])
def test_our_engines_start_wherever_this_package_is_installed(
    isolation: str, tmp_path: Path
) -> None:
    """Also from a working tree, whose own directory no engine may list."""
    report = probe_level(isolation)
    if not report.works:
        pytest.skip(report.reason)
    env = {name: value for name, value in environment().items() if name != "PYTHONPATH"}
    found = subprocess.run(
        [sys.executable, "-c", "import arena"], cwd=tmp_path, env=env, capture_output=True
    )
    if found.returncode != 0:
        pytest.skip("podesta is not installed in this interpreter")
    done = podesta_process(
        "league", "run", league(tmp_path, f'isolation = "{isolation}"'), cwd=tmp_path, env=env
    )
    assert done.returncode == 0, done.stderr + done.stdout
    assert "2 played" in done.stdout


def test_a_match_says_how_its_engines_are_kept_apart(tmp_path: Path) -> None:
    record = tmp_path / "game.record"
    words = ("match", "bologna", "random", "random", "--record", record)
    limits = ("--limit", "memory=1G", "--limit", "processes=none", "--limit", "cpu_time=1m")
    done = podesta_process(*words, "--isolation", "rlimits", *limits)
    assert done.returncode == 0, done.stderr
    played = read_record(record)
    assert [seat.isolation for seat in played.seats] == ["rlimits", "rlimits"]
    for engine in played.spec.engines:
        assert (engine.limits.memory_bytes, engine.limits.processes) == (1 << 30, 0)
        assert engine.limits.cpu_time_us == 60_000_000
        assert engine.confinement.open_files == 1024


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--limit", "memory"), "write it as memory=2G"),
        (("--limit", "memroy=2G"), "there is no limit 'memroy'; did you mean memory?"),
        (("--limit", "zzz=2G"), "there is no limit 'zzz'; there are: memory"),
        (("--limit", "memory=lots"), "memory: expected a size"),
        (("--isolation", "jail"), "'jail' is not one of 'auto'"),
    ],
)
def test_what_makes_no_sense_is_told(words: tuple[str, ...], told: str) -> None:
    done = podesta_process("match", "bologna", "random", "random", *words)
    assert done.returncode == 2
    assert told in " ".join(done.stderr.split())


@in_bwrap
def test_no_engine_can_read_the_secret_of_its_league(tmp_path: Path) -> None:
    """Its directory is where the ledger lies, since it names none of its own."""
    bot = tmp_path / "nosy.py"
    bot.write_text(NOSY, encoding="utf-8")
    bot.chmod(0o644)
    file = league(tmp_path, "")
    text = file.read_text(encoding="utf-8")
    text = text.replace("-m engines.random", "nosy.py", 1)
    file.write_text(text, encoding="utf-8")
    done = podesta_process("league", "run", file)
    assert done.returncode == 0, done.stderr + done.stdout
    folder = tmp_path / "records"
    podesta_process("league", "export", file, "--format", "records", "--output", folder)
    told = "".join(
        seat.stdout_tail.decode()
        for path in sorted(folder.glob("*.record"))
        for seat in read_record(path).seats
        if seat.engine_id == "one"
    )
    starts = told.count("SEES ['nosy.py']\n")
    assert starts >= 1
    assert told.count("SEES") == starts
    assert told.count("MISSES") == 3 * starts
    assert "READS" not in told

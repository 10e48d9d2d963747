import os
import signal
import subprocess
import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.arena.cli.command_line import (
    environment,
    podesta,
    podesta_process,
    start,
    stop,
    wait_for_line,
)

COMMANDS = ("match", "games", "replay", "verify", "rules", "league")
LEAGUE_COMMANDS = ("run", "show", "export", "check")


def test_help_names_every_command_and_status() -> None:
    done = podesta_process("--help")
    assert done.returncode == 0
    for command in COMMANDS:
        assert f"\n  {command} " in done.stdout
    assert "Examples:" in done.stdout
    for status in ("2 wrong usage", "3 a fault", "4 a forfeit", "70 a bug", "130 interrupted"):
        assert status in done.stdout


@pytest.mark.parametrize("command", [*COMMANDS, *(f"league {name}" for name in LEAGUE_COMMANDS)])
def test_every_command_has_a_page_of_help(command: str) -> None:
    done = podesta(*command.split(), "--help")
    assert done.returncode == 0
    assert done.stdout.startswith(f"Usage: podesta {command} ")
    assert "Exit status:" in done.stdout or command == "league"


def test_version() -> None:
    done = podesta_process("--version")
    assert done.returncode == 0
    assert done.stdout.split()[0] == "podesta"


def test_the_installed_command_is_the_same() -> None:
    script = Path(sys.executable).with_name("podesta")
    done = subprocess.run([script, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == podesta_process("--version").stdout


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["gmaes"], "did you mean 'games'?"),
        (["games", "bolonga"], "did you mean 'bologna'?"),
        (["league", "rnu"], "did you mean 'run'?"),
        (["rules", "vaildate"], "did you mean 'validate'?"),
        (["games", "--jsn"], "--json"),
        (["qqqq"], "there are match, games"),
        (["rules", "legal", "bologna", "-o", "ctiy=ABBAAB"], "did you mean 'city'?"),
        (["rules", "legal", "bologna", "-o", "city"], "KEY=VALUE"),
        (["rules", "legal", "bologna", "-o", "city=@nowhere"], "No such file"),
    ],
)
def test_wrong_words_are_answered_with_the_nearest(words: list[str], hint: str) -> None:
    done = podesta(*words)
    assert done.returncode == 2
    assert hint in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


_BUG = """
import sys
from arena.cli import main
def broken(**_): raise KeyError("an \\x1b[31minvariant")
main.podesta.get_command(None, "games").callback = broken
sys.argv = ["podesta", "games"]
main.main()
"""


def _with_bug(**changes: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", _BUG],
        env=environment(**changes),
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_bug_is_told_in_short_and_kept_in_full(tmp_path: Path) -> None:
    done = _with_bug(TMPDIR=str(tmp_path))
    assert done.returncode == 70
    assert "a bug of podesta: KeyError" in done.stderr
    assert "\x1b" not in done.stderr
    assert "Traceback" not in done.stderr
    (report,) = tmp_path.glob("podesta-bug-*.txt")
    assert str(report) in done.stderr
    assert "in broken" in report.read_text()


def test_a_bug_is_told_in_full_when_debugging(tmp_path: Path) -> None:
    done = _with_bug(TMPDIR=str(tmp_path), PODESTA_DEBUG="1")
    assert done.returncode == 70
    assert "Traceback" in done.stderr
    assert not list(tmp_path.iterdir())


def test_a_reader_that_goes_away_is_no_error() -> None:
    # 600 moves fit into a pipe; so the reader goes before anything is written.
    with unread() as pipe:
        done = shell(f"$P rules legal bologna --deal 7 >&{pipe}", pass_fds=(pipe,))
    assert (done.returncode, done.stderr) == (128 + signal.SIGPIPE, "")


@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_signals_end_it_in_good_order(number: int, status: int, tmp_path: Path) -> None:
    with start("rules", "--serve", f"unix:{tmp_path}/rules") as process:
        wait_for_line(process, "rules are served at")
        assert stop(process, number)[::2] == (status, "")


def test_what_nohup_ignores_stays_ignored(tmp_path: Path) -> None:
    words = ("rules", "--serve", f"unix:{tmp_path}/rules")
    with start(*words, ignored=(signal.SIGHUP,)) as process:
        wait_for_line(process, "rules are served at")
        process.send_signal(signal.SIGHUP)
        assert stop(process)[0] == 143


def test_an_output_that_is_not_unicode_gets_escapes() -> None:
    done = podesta_process(
        "rules", "show", "bologna", "--deal", "7", env=environment(PYTHONIOENCODING="ascii")
    )
    assert done.returncode == 0
    assert done.stdout.isascii()


def test_a_wrong_word_in_a_process_of_its_own() -> None:
    done = podesta_process("gmaes")
    assert done.returncode == 2
    assert "did you mean 'games'?" in done.stderr
    assert "Traceback" not in done.stderr


def shell(command: str, pass_fds: Collection[int] = ()) -> "subprocess.CompletedProcess[str]":
    """What a shell makes of a command in which $P stands for podesta."""
    done = subprocess.run(
        ["bash", "-c", command],
        env=environment(P=f"{sys.executable} -m arena"),
        pass_fds=tuple(pass_fds),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert "Traceback" not in done.stderr
    assert "bug of podesta" not in done.stderr
    return done


@contextmanager
def unread() -> Iterator[int]:
    """A pipe to write to, whose reader is gone already."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        yield writer
    finally:
        os.close(writer)


@pytest.mark.parametrize("command", ["games", "games bologna", "games --json"])
def test_a_reader_that_goes_away_has_its_own_status_whatever_writes(command: str) -> None:
    with unread() as pipe:
        done = shell(f"$P {command} >&{pipe}; echo $? >&2", pass_fds=(pipe,))
    assert done.stderr == "141\n"


def test_complaints_that_nobody_hears() -> None:
    with unread() as pipe:
        assert shell(f"$P gmaes 2>&{pipe}; echo $?", pass_fds=(pipe,)).stdout == "141\n"


def test_a_full_disk_behind_stdout_is_told() -> None:
    for command in ("games", "games bologna", "games --json", "--help"):
        done = shell(f"$P {command} >/dev/full")
        assert (done.returncode, done.stderr) == (6, "podesta: No space left on device\n"), command


def test_streams_that_are_closed_are_no_bug() -> None:
    assert shell("$P games >&-").returncode == 0
    assert shell("$P games <&- >&- 2>&-").returncode == 0
    done = shell("$P gmaes 2>&-")
    assert (done.returncode, done.stderr) == (2, "")


def test_no_file_takes_the_place_of_a_closed_stream(tmp_path: Path) -> None:
    record = tmp_path / "match.record"
    words = f"match bologna random random --time 10s/move --record {record}"
    assert shell(f"$P {words} <&- >&- 2>&-").returncode == 0
    assert shell(f"$P verify {record}").stdout == "1 good\n"


@pytest.mark.parametrize("group", ["", "league", "rules"])
def test_lists_of_commands_cut_no_sentence(group: str) -> None:
    done = podesta(*group.split(), "--help")
    listed = done.stdout.partition("Commands:")[2].partition("\n\n")[0]
    assert len(listed.splitlines()) > 3
    assert "..." not in listed
    assert all(len(line) <= 80 for line in done.stdout.splitlines())

"""Matches between real engines by the real command line."""

import json
import signal
import sys
from pathlib import Path

import psutil
import pytest

from referee.record_file import read_record
from tests.arena.cli.command_line import (
    Terminal,
    all_gone,
    environment,
    podesta,
    podesta_process,
    start,
    stop,
    wait_for_line,
)

THINKER = f"{sys.executable} -m tests.arena.cli.thinking_bot"
CRASHER = f"""{sys.executable} -c 'raise SystemExit("no idea" + chr(27) + "[31m")'"""
BASE = ("match", "bologna", "--deal", "training-7", "--city", "ABBAAB")


def _family(pid: int) -> list[int]:
    return [child.pid for child in psutil.Process(pid).children(recursive=True)]


def test_plain_lines_when_piped(tmp_path: Path) -> None:
    record = tmp_path / "game.record"
    done = podesta_process(*BASE, "random", "random:seed=5", "--record", record)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == "bologna: 0 random, 1 random:seed=5"
    assert lines[1].startswith("   1. 0 random: ")
    assert any(line.startswith("   3. 1 random:seed=5: ") for line in lines)
    result = lines.index("result: completed (final scoring)")
    assert len(lines) == result + 3
    assert "\x1b" not in done.stdout
    assert "the deal was 'training-7'" in done.stderr
    assert f"podesta: record written: {record}\n" in done.stderr
    kept = read_record(record)
    assert len(kept.decisions) == result - 1
    assert kept.game_options["city"] == "ABBAAB"
    assert dict(kept.spec.engines[1].options) == {"seed": "5"}


def test_the_same_deal_gives_the_same_match(tmp_path: Path) -> None:
    moves = []
    for name in ("one", "other"):
        record = tmp_path / name
        assert podesta(*BASE, "random", "random", "--record", record).returncode == 0
        moves.append([decision.move for decision in read_record(record).decisions])
    assert moves[0] == moves[1]


def test_json_has_a_line_an_event_and_a_result(tmp_path: Path) -> None:
    record = tmp_path / "game.record"
    # Chosen by name: where the best is missing, `auto` says so.
    words = ("--json", "--opening-plies", "3", "--record", record, "--isolation", "rlimits")
    done = podesta(*BASE, "random", "random", *words)
    assert done.returncode == 0
    assert done.stderr == ""
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert lines[0]["started"]["names"] == ["random", "random-2"]
    moves = [line["move"] for line in lines if "move" in line]
    assert [move["ply"] for move in moves] == list(range(len(moves)))
    assert [move["decider"] for move in moves[:4]] == [
        *(["DECIDER_OPENING"] * 3),
        "DECIDER_ENGINE",
    ]
    assert lines[-2]["ended"]["termination"] == "TERMINATION_COMPLETED"
    result = lines[-1]["result"]
    assert result["termination"] == "completed"
    assert result["plies"] == len(moves)
    assert result["deal"] == "training-7"
    assert result["record"] == str(record)
    assert [seat["engine"] for seat in result["seats"]] == ["random", "random-2"]
    assert sorted(seat["placement"] for seat in result["seats"]) in ([1, 2], [1, 1])


def test_several_matches_swap_seats_and_are_counted(tmp_path: Path) -> None:
    record = tmp_path / "game.record"
    done = podesta(*BASE, "random", "random:seed=5", "--games", "2", "--record", record)
    assert done.returncode == 0, done.stderr
    assert "match 2 of 2" in done.stdout
    table = done.stdout.splitlines()[-3:]
    assert table[0].split() == ["bot", "points", "W-D-L", "placement", "faults"]
    last = record.with_name("game-2.record")
    assert f"podesta: 2 records written: {tmp_path / 'game-1.record'} to {last}\n" in done.stderr
    first, second = (read_record(tmp_path / f"game-{number}.record") for number in (1, 2))
    assert [engine.id for engine in first.spec.engines] == ["random", "random:seed=5"]
    assert [engine.id for engine in second.spec.engines] == ["random:seed=5", "random"]
    assert first.initial_digest == second.initial_digest


def test_an_engine_that_does_not_start_forfeits(tmp_path: Path) -> None:
    record = tmp_path / "game.record"
    done = podesta(*BASE, "random", CRASHER, "--record", record)
    assert "the last that 1 python wrote to stderr:\n  | no idea\\x1b[31m\n" in done.stdout
    assert done.returncode == 4
    assert "fault at ply 0" in done.stdout
    assert "result: forfeit" in done.stdout
    replayed = podesta("replay", record)
    assert replayed.returncode == 0
    assert "nothing was played" in replayed.stdout


def test_a_bot_that_never_starts_loses_every_match_of_the_tally() -> None:
    done = podesta(*BASE, "random", CRASHER, "--games", "2")
    assert done.returncode == 4
    heading, winner, loser = (line.split() for line in done.stdout.splitlines()[-3:])
    assert heading == ["bot", "points", "W-D-L", "placement", "faults", "forfeits"]
    assert winner == ["random", "2", "2-0-0", "-", "0", "0"]
    assert loser[1:] == ["0", "0-0-2", "-", "2", "2"]


def test_a_fault_decides_a_match() -> None:
    done = podesta(*BASE, "random", f"{THINKER} 0", "--time", "300ms", "--grace", "10ms")
    assert done.returncode == 3, done.stdout + done.stderr
    assert "timeout" in done.stdout
    assert "result: fault" in done.stdout


def test_everything_wrong_is_told_before_anything_is_started(tmp_path: Path) -> None:
    done = podesta(
        *("match", "bolonga", "randm", "random:seed", "--time", "7", "--grace", "soon"),
        *("--record", tmp_path / "nowhere" / "x.record"),
    )
    assert done.returncode == 2
    for told in (
        "things are wrong:",
        "did you mean 'bologna'?",
        "did you mean 'random'?",
        "'seed' is no option of random",
        "bank '7' has no unit",
        "--grace 'soon'",
        "there is no directory",
    ):
        assert told in done.stderr
    wrong_city = podesta("match", "bologna", "random", "random", "--city", "XYZ")
    assert wrong_city.returncode == 2
    assert "six letters" in wrong_city.stderr
    alone = podesta("match", "bologna", "random")
    assert alone.returncode == 2
    assert "2 players" in alone.stderr
    assert podesta("match", "bologna", "random", "random", "--seats", "1").returncode == 2


def test_engines_are_repeated_to_fill_the_seats() -> None:
    done = podesta(*BASE, "random", "--seats", "2", "--json")
    assert done.returncode == 0
    assert "written" not in done.stderr
    assert json.loads(done.stdout.splitlines()[0])["started"]["names"] == ["random", "random-2"]


def test_a_disk_that_refuses_the_record_is_told(tmp_path: Path) -> None:
    taken = tmp_path / "taken"
    (taken / "x").mkdir(parents=True)
    done = podesta(*BASE, "random", "random", "--record", taken)
    assert done.returncode == 2
    assert "directory" in done.stderr


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_match_engines_and_referee(number: int) -> None:
    with start(*BASE, "random", f"{THINKER} 2", "--time", "5m") as process:
        wait_for_line(process, "1. 0 random: ")
        family = _family(process.pid)
        assert len(family) >= 3
        status, _, err = stop(process, number)
        assert status == 128 + number
        assert "Traceback" not in err
        assert all_gone(family)


@pytest.mark.slow
def test_not_even_a_kill_leaves_anything_behind() -> None:
    with start(*BASE, "random", f"{THINKER} 2", "--time", "5m") as process:
        wait_for_line(process, "1. 0 random: ")
        family = _family(process.pid)
        stop(process, signal.SIGKILL)
        assert all_gone(family)


def test_a_match_on_a_terminal_is_live_and_ctrl_c_ends_it(tmp_path: Path) -> None:
    file = tmp_path / "evil.toml"
    file.write_text(
        'name = "thinker\\u001b[31m[bold]"\n'
        'command = "{python} -m tests.arena.cli.thinking_bot 5"\n'
        f'directory = "{Path.cwd()}"\n'
    )
    with Terminal(*BASE, file, "random", "--time", "5m") as terminal:
        place = terminal.expect("ply 7  building")
        terminal.expect("S3A", place)
        # Nothing happens, and yet the clock of the thinker moves; not in every frame by as much
        # as is shown.
        ticking: set[str] = set()
        while len(ticking) < 2:
            after = terminal.expect("ply 7  building", place)
            frame = terminal.text[place:after].splitlines()
            (line,) = (line for line in frame if line[:1] == ">")
            assert "thinker\\x1b[31m[bold]" in line
            ticking.add(line)
            place = after
        family = _family(terminal.pid)
        terminal.interrupt()
        assert terminal.wait() == 130
        assert "interrupted" in terminal.text
        assert "\x1b[31m[bold]" not in terminal.raw
        assert terminal.raw.count("\x1b[?25l") == terminal.raw.count("\x1b[?25h")
        assert all_gone(family)


def test_a_finished_match_leaves_board_and_result_on_the_terminal() -> None:
    with Terminal(*BASE, "random", "random", env=environment(NO_COLOR="1")) as terminal:
        assert terminal.wait() == 0
        assert "over: final scoring" in terminal.text
        assert "result: completed" in terminal.text


def test_a_dumb_terminal_gets_plain_lines() -> None:
    with Terminal(*BASE, "random", "random", env=environment(TERM="dumb")) as terminal:
        assert terminal.wait() == 0
        assert "   1. 0 random: " in terminal.text
        assert "\x1b" not in terminal.raw


@pytest.mark.slow
def test_a_match_whose_referee_is_killed_is_void() -> None:
    with start(*BASE, "random", f"{THINKER} 2", "--time", "5m", "--json") as process:
        wait_for_line(process, '"ply": 2')
        (referee,) = psutil.Process(process.pid).children()
        family = _family(process.pid)
        referee.kill()
        out, err = process.communicate(timeout=60)
        assert process.returncode == 5, err
        result = json.loads(out.splitlines()[-1])["result"]
        assert result["termination"] == "void"
        assert result["reason"]
        assert all_gone(family)

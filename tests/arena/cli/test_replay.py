import json
from pathlib import Path

import pytest
from podesta.v1 import game_pb2

from referee.record_file import read_record, write_record
from tests.arena.cli.command_line import Terminal, podesta, podesta_process


def _plies(record_file: Path) -> int:
    return len(read_record(record_file).decisions)


def test_all_positions_in_plain_text(record_file: Path) -> None:
    done = podesta_process("replay", record_file)
    assert done.returncode == 0, done.stderr
    last = _plies(record_file)
    titles = [line for line in done.stdout.splitlines() if line.startswith("bologna  city=")]
    assert len(titles) == last + 1
    assert f"ply {last} of {last}" in titles[-1]
    assert "0. start" in done.stdout
    assert "(opening)" in done.stdout
    assert done.stdout.count("result: completed") == 1
    assert "\x1b" not in done.stdout


def test_one_position(record_file: Path) -> None:
    done = podesta("replay", record_file, "--ply", "3")
    assert "ply 3 of" in done.stdout
    assert done.stdout.count("bologna  city=") == 1
    last = podesta("replay", record_file, "--ply", "-1")
    assert f"ply {_plies(record_file)} of" in last.stdout
    assert "result: completed" in last.stdout
    wrong = podesta("replay", record_file, "--ply", "999")
    assert wrong.returncode == 2
    assert f"plies 0 to {_plies(record_file)}" in wrong.stderr
    assert podesta("replay", record_file, "--seat", "2").returncode == 2


def test_json_has_a_line_a_position(record_file: Path) -> None:
    done = podesta("replay", record_file, "--json")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    record = read_record(record_file)
    assert [line["ply"] for line in lines[:-1]] == list(range(len(record.decisions) + 1))
    assert [line["move"] for line in lines[1:-1]] == [d.move for d in record.decisions]
    assert [line["digest"] for line in lines[1:-1]] == [d.digest.hex() for d in record.decisions]
    for line, decision in zip(lines[1:-1], record.decisions, strict=True):
        parts = [line["queue_us"], line["wire_us"], line["bot_us"]]
        if line["decider"] == "DECIDER_ENGINE":
            assert sum(parts) == line["raw_us"] == decision.raw_us
        else:
            assert parts == [None, None, None]
    assert lines[0]["public"]["city"] == "ABBAAB"
    assert lines[0]["clocks_us"] == [60_000_000, 60_000_000]
    assert lines[-1]["result"]["termination"] == "completed"


def test_a_record_that_breaks_the_rules_is_shown_as_far_as_it_goes(
    record_file: Path, tmp_path: Path
) -> None:
    record = read_record(record_file)
    record.decisions[4].move = record.decisions[3].move
    file = tmp_path / "broken.record"
    write_record(file, record)
    done = podesta("replay", file)
    assert done.returncode == 1
    assert "ply 4 of 4" in done.stdout
    assert "the record breaks off: decision 4" in done.stderr


def test_what_is_no_record(tmp_path: Path) -> None:
    file = tmp_path / "x.record"
    file.write_text("hello")
    assert podesta("replay", file).returncode == 2
    missing = podesta("replay", tmp_path / "nowhere")
    assert missing.returncode == 2
    assert "No such file" in missing.stderr


def test_stepping_with_keys(record_file: Path) -> None:
    last = _plies(record_file)
    with Terminal("replay", record_file) as terminal:
        place = terminal.expect(f"ply 0 of {last}")
        terminal.expect("quit: q", place)
        for keys, ply in (
            ("n", 1),
            ("\x1b[C", 2),
            (" ", 3),
            ("\x1b[D", 2),
            ("p", 1),
            ("\x1b[6~", 11),
            ("\x1b[F", last),
            ("n", None),
            ("\x1b[H", 0),
            ("nnnp", 2),
        ):
            terminal.press(keys)
            if ply is not None:
                place = terminal.expect(f"ply {ply} of {last}", place)
        terminal.press("q")
        assert terminal.wait() == 0
        # The screen of its own is given back, and the cursor.
        assert terminal.raw.count("\x1b[?1049h") == terminal.raw.count("\x1b[?1049l") == 1
        assert terminal.raw.count("\x1b[?25l") == terminal.raw.count("\x1b[?25h")


def test_stepping_begins_where_it_is_told_and_follows_the_size_of_the_window(
    record_file: Path,
) -> None:
    with Terminal("replay", record_file, "--ply", "5") as terminal:
        place = terminal.expect("ply 5 of")
        terminal.resize(30, 80)
        place = terminal.expect("ply 5 of", place)
        terminal.interrupt()
        assert terminal.wait() == 130
        assert terminal.raw.count("\x1b[?1049h") == terminal.raw.count("\x1b[?1049l") == 1


@pytest.mark.parametrize("field", ["seat", "kind"])
def test_a_record_that_tells_of_what_it_does_not_have_is_shown_as_far_as_it_goes(
    record_file: Path, tmp_path: Path, field: str
) -> None:
    record = read_record(record_file)
    record.termination = game_pb2.TERMINATION_FORFEIT
    del record.outcome.seats[1:]
    setattr(record.decisions[3], field, 77)
    write_record(tmp_path / "odd.record", record)
    done = podesta("replay", tmp_path / "odd.record", "--json")
    assert done.returncode != 70
    assert "Traceback" not in done.stderr
    assert "a bug of podesta" not in done.stderr


def test_a_match_that_counts_for_nothing_says_so(record_file: Path, tmp_path: Path) -> None:
    record = read_record(record_file)
    record.unrated = True
    held_up = tmp_path / "held-up.record"
    write_record(held_up, record)
    shown = podesta("replay", held_up, "--ply", "-1").stdout
    assert "  unrated  ply" in shown
    assert "unrated: it was held up with a debugger" in shown
    assert "unrated" not in podesta("replay", record_file).stdout
    for file, unrated in ((held_up, True), (record_file, False)):
        told = podesta("replay", file, "--ply", "-1", "--json").stdout.splitlines()
        assert json.loads(told[-1])["result"]["unrated"] is unrated
        log = podesta("log", file, "0", "--json").stdout
        assert json.loads(log)["unrated"] is unrated

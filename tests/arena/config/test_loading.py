"""League files: what is read, and everything that is wrong told at once."""

import os
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from podesta.v1 import match_pb2
from pydantic import BaseModel

from arena.config import League, load_league
from arena.config.models import EngineTable, LeagueTable, LimitsTable, LobbyTable
from arena.errors import ConfigError
from tests.arena.config.nim import registry

BAD = Path(__file__).with_name("bad")

GOOD = """
[league]
name = "Weekend"
game = "nim"
time = "1m+1s"
deals = 5

[[engine]]
name = "Old One"
command = "{python} -m old --level 3"

[[engine]]
name = "New One"
command = ["{python}", "new one.py"]
"""


def load(folder: Path, text: str) -> League:
    (folder / "new one.py").touch()
    path = folder / "league.toml"
    path.write_text(text, encoding="utf-8")
    return load_league(path, **registry())


def problems(folder: Path, text: str) -> list[str]:
    with pytest.raises(ConfigError) as caught:
        load(folder, text)
    return [str(problem).removeprefix(f"{folder}/") for problem in caught.value.problems]


@pytest.mark.parametrize(("make", "kind"), [(Path.mkdir, "a directory"), (os.mkfifo, "a pipe")])
def test_a_ledger_that_is_there_must_be_a_file(
    tmp_path: Path, make: Callable[[Path], None], kind: str
) -> None:
    make(tmp_path / "league.ledger")
    place = tmp_path / "league.ledger"
    assert problems(tmp_path, GOOD) == [
        f"league.toml: league.ledger: {place} is {kind}; a ledger is a file of its own"
    ]


@pytest.mark.parametrize(
    ("ledger", "told"),
    [
        ("loop", "{place} is a link to no file: Too many levels of symbolic links"),
        ("dangling", "{place} is a link to no file: No such file or directory"),
        ("x" * 300, "the name {ledger} is too long for files"),
        ("x" * 250, "the name {ledger} is too long for files"),
        ("", "is empty"),
    ],
    ids=["loop", "dangling", "too long", "too long with what lies beside", "empty"],
)
def test_a_ledger_that_can_not_be_made_is_told_with_its_key(
    tmp_path: Path, ledger: str, told: str
) -> None:
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "dangling").symlink_to("nowhere")
    text = GOOD.replace("[league]", f'[league]\nledger = "{ledger}"', 1)
    told = told.format(place=tmp_path / ledger, ledger=ledger)
    assert problems(tmp_path, text) == [f"league.toml: league.ledger: {told}"]


ODD = (
    *('""', "[]", "[[]]", "{}", "{ a = [] }", "-1", "1e300", "nan", "9" * 40, "1979-05-27", "true"),
    *(f'"{"x" * 300}"', f'"./{"x" * 300}"', f'["{"x" * 300}"]'),
)


@pytest.mark.parametrize(
    ("table", "model"),
    [
        ("[league]", LeagueTable),
        ("[league.limits]", LimitsTable),
        ("[[engine]]", EngineTable),
        ("[lobby]", LobbyTable),
    ],
)
def test_whatever_stands_behind_a_key_is_told_in_our_words(
    tmp_path: Path, table: str, model: type[BaseModel]
) -> None:
    theirs = re.compile(r"(?i)\b(value|input) should|valid |validation|unable to|pydantic")
    for key in model.model_fields:
        for value in ODD:
            told = problems(tmp_path, f"{table}\n{key} = {value}\n")
            assert [line for line in told if theirs.search(line)] == []


def test_defaults(tmp_path: Path) -> None:
    league = load(tmp_path, GOOD)
    assert (league.name, league.game, league.seats, league.deals) == ("Weekend", "nim", 2, 5)
    assert league.time_control == "1m+1s"
    assert league.game_options == {"heaps": "3", "last": "wins"}
    assert (league.hidden, league.opening_plies) == (False, 4)
    assert (league.fresh_engines, league.trust, league.seed) == (False, False, None)
    assert league.concurrency == len(os.sched_getaffinity(0))
    assert (league.retries, league.suspend_after) == (0, 3)
    assert (league.grace_us, league.ready_limit_us) == (None, 0)
    assert league.fault_rule == match_pb2.FAULT_RULE_STAND_IN
    assert league.ledger == tmp_path / "league.ledger"
    assert league.warnings == ()
    old, new = league.engines
    assert (old.id, old.name, old.owner) == ("old-one", "Old One", "")
    assert old.command == (sys.executable, "-m", "old", "--level", "3")
    assert old.written_command == ("{python}", "-m", "old", "--level", "3")
    assert new.command == (sys.executable, "new one.py")
    assert new.transport == match_pb2.TRANSPORT_UNIX
    assert (new.directory, league.directory) == (None, tmp_path)


def test_every_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_TOKEN", "s3cret")
    (tmp_path / "bots").mkdir()
    (tmp_path / "bots" / "bot.py").touch()
    (tmp_path / "weights.txt").write_text("1 2 3")
    league = load(
        tmp_path,
        """
        [league]
        name = "Everything"
        game = "poker"
        seats = 3
        time = " 40/5M "
        deals = 2
        concurrency = 1
        opening_plies = 2
        seed = "tuesday"
        fault_rule = "end"
        retries = 1
        suspend_after = 9
        grace = "0.25s"
        ready_limit = "2m"
        pin_cpus = true
        trust = true
        ledger = "kept/here.ledger"
        anchor = "one"
        options = { heaps = 4 }

        [[engine]]
        id = "one"
        name = "Bot \\U0001F916 / 1"
        command = "{python} bot.py"
        directory = "bots"
        owner = "anna"
        files = ["*.py"]
        transport = "tcp"
        environment = { A = "$MY_TOKEN", B = "$$x", C = "a $MY_TOKEN" }
        options = { depth = 4, book = true, speed = 1.5, weights = "@weights.txt", at = "@@x" }

        [[engine]]
        name = "Two"
        command = "{python}"
        [[engine]]
        name = "Three"
        command = "{python}"
        """,
    )
    assert (league.seats, league.hidden, league.fresh_engines) == (3, True, False)
    assert (league.time_control, league.concurrency, league.opening_plies) == ("40/5m", 1, 2)
    assert league.fault_rule == match_pb2.FAULT_RULE_END
    assert (league.grace_us, league.ready_limit_us) == (250_000, 120_000_000)
    assert (league.seed, league.anchor, league.pin_cpus) == ("tuesday", "one", "worker")
    assert league.ledger == tmp_path / "kept" / "here.ledger"
    assert league.game_options == {"heaps": "4", "last": "wins"}
    assert len(league.warnings) == 2  # a seed, and trust, where cards are hidden
    engine = league.engine("one")
    assert engine.directory == tmp_path / "bots"
    assert engine.environment == {"A": "s3cret", "B": "$x", "C": "a $MY_TOKEN"}
    assert engine.written_environment == {"A": "$MY_TOKEN", "B": "$$x", "C": "a $MY_TOKEN"}
    assert engine.options == {
        "depth": "4", "book": "true", "speed": "1.5", "weights": "1 2 3", "at": "@x",
    }  # fmt: skip
    assert (engine.files, engine.transport) == (("*.py",), match_pb2.TRANSPORT_TCP)
    with pytest.raises(KeyError):
        league.engine("four")


def test_more_timed_matches_than_cores_draw_a_warning(tmp_path: Path) -> None:
    many = GOOD.replace("deals = 5", "deals = 5\nconcurrency = 4000")
    assert any("engines take time" in warning for warning in load(tmp_path, many).warnings)
    assert load(tmp_path, many.replace("1m+1s", "none")).warnings == ()


def test_hidden_cards_change_the_defaults(tmp_path: Path) -> None:
    league = load(tmp_path, GOOD.replace('"nim"', '"poker"'))
    assert (league.hidden, league.fresh_engines, league.opening_plies) == (True, True, 0)


@pytest.mark.parametrize("path", sorted(BAD.glob("*.toml")), ids=lambda path: path.stem)
def test_all_problems_of_a_file_at_once(path: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        load_league(path, **registry())
    told = [
        str(problem).replace(str(path), path.name).replace(f"{BAD}/", "")
        for problem in caught.value.problems
    ]
    assert told == path.with_suffix(".txt").read_text(encoding="utf-8").splitlines()


def test_there_are_bad_files_to_try() -> None:
    assert len(list(BAD.glob("*.toml"))) >= 6


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="No such file"):
        load_league(tmp_path / "nowhere.toml", **registry())


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "league.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigError, match="is not UTF-8"):
        load_league(path, **registry())


def test_a_file_without_end(tmp_path: Path) -> None:
    assert problems(tmp_path, GOOD + "#" * 2**20) == ["league.toml: is longer than 1 MiB"]


def test_an_empty_file(tmp_path: Path) -> None:
    assert problems(tmp_path, "") == ["league.toml: league: the table is missing"]


def test_a_variable_that_is_not_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOT_THERE", raising=False)
    text = GOOD + 'environment = { KEY = "$NOT_THERE" }'
    assert problems(tmp_path, text) == [
        "league.toml: engine[2].environment.KEY: the variable $NOT_THERE is not set"
    ]


def test_an_option_file_is_bounded(tmp_path: Path) -> None:
    (tmp_path / "big").write_bytes(b"x" * 300_000)
    text = GOOD + 'options = { map = "@big" }'
    (problem,) = problems(tmp_path, text)
    assert problem.startswith("league.toml: engine[2].options.map: ")
    assert problem.endswith("is longer than 256 KiB")


def test_a_program_that_may_not_be_executed(tmp_path: Path) -> None:
    (tmp_path / "bot").write_text("")
    text = GOOD.replace('"{python} -m old --level 3"', '"./bot"')
    (problem,) = problems(tmp_path, text)
    assert problem.endswith("bot may not be executed")


def test_engines_of_one_owner_alone_make_no_league(tmp_path: Path) -> None:
    text = GOOD.replace("[[engine]]", '[[engine]]\nowner = "anna"')
    (problem,) = problems(tmp_path, text)
    assert "at least 2 owners" in problem


def test_a_key_that_looks_like_a_part_of_a_type_is_named(tmp_path: Path) -> None:
    text = GOOD.replace("deals = 5", 'deals = 5\n"a[1]" = 1\nstr = 2')
    assert problems(tmp_path, text) == [
        "league.toml: league.a[1]: unknown key",
        "league.toml: league.str: unknown key",
    ]


def test_values_of_any_size_are_told_in_one_line(tmp_path: Path) -> None:
    for value in ("0x" + "f" * 5_000, '"' + "x" * 100_000 + '"', "[" + "1," * 50_000 + "]"):
        [problem] = problems(tmp_path, GOOD.replace("deals = 5", f"deals = {value}"))
        assert problem.startswith("league.toml: league.deals: ")
        assert len(problem) < 400


def test_a_path_with_a_null_character_is_refused(tmp_path: Path) -> None:
    text = GOOD.replace("deals = 5", 'deals = 5\nledger = "a\\u0000b"')
    assert problems(tmp_path, text) == ["league.toml: league.ledger: holds a null character"]


def test_where_the_ledger_lies_is_shown_without_detours(tmp_path: Path) -> None:
    (tmp_path / "leagues").mkdir()
    text = GOOD.replace("deals = 5", 'deals = 5\nledger = "../kept/./here.ledger"')
    league = load(tmp_path / "leagues", text)
    assert league.ledger == tmp_path / "kept" / "here.ledger"
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    text = GOOD.replace("deals = 5", 'deals = 5\nledger = "../loop/x.ledger"')
    assert load(tmp_path / "leagues", text).ledger == tmp_path / "loop" / "x.ledger"


@pytest.mark.parametrize("command", ['"{pyhton} x.py"', '["{py}", "x.py"]', '"env {Python}"'])
def test_a_misspelt_interpreter_is_told_how_it_is_written(tmp_path: Path, command: str) -> None:
    text = GOOD.replace('"{python} -m old --level 3"', command)
    (problem,) = problems(tmp_path, text)
    assert problem.startswith("league.toml: engine[1].command: has the word '{")
    assert problem.endswith("did you mean '{python}'?")


def test_braces_elsewhere_in_a_command_are_left_alone(tmp_path: Path) -> None:
    text = GOOD.replace("--level 3", "{level} {}")
    assert load(tmp_path, text).engines[0].written_command[-2:] == ("{level}", "{}")


def test_whose_core_an_engine_may_think_on(tmp_path: Path) -> None:
    plain = load(tmp_path, GOOD)
    assert (plain.off_move, plain.pin_cpus) == (match_pb2.OFF_MOVE_ALLOW, "none")
    cores = len(os.sched_getaffinity(0))
    for written, meant in (("true", "worker"), ("false", "none"), ('"seat"', "seat")):
        keys = f'deals = 5\noff_move = "freeze"\npin_cpus = {written}\nconcurrency = 1'
        league = load(tmp_path, GOOD.replace("deals = 5", keys))
        assert (league.off_move, league.pin_cpus) == (match_pb2.OFF_MOVE_FREEZE, meant)
    keys = f'deals = 5\npin_cpus = "seat"\nconcurrency = {cores}'
    [warning] = load(tmp_path, GOOD.replace("deals = 5", keys)).warnings
    assert warning.startswith(f"league.pin_cpus: {cores} matches of 2 seats on {cores} cores")
    wrong = GOOD.replace("deals = 5", 'deals = 5\noff_move = "freez"\npin_cpus = "seats"')
    told = problems(tmp_path, wrong)
    assert len(told) == 2
    assert all("freeze" in one or '"seat"' in one for one in told)

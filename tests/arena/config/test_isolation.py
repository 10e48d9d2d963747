"""How engines are kept apart: keys of league files, and what is made of them."""

from collections.abc import Callable
from pathlib import Path

import pytest
from podesta.v1 import match_pb2

from arena.config.isolation import (
    DEFAULT_LIMITS,
    IsolationError,
    IsolationSettings,
    confine,
    settle,
    write_own,
)
from arena.config.sizes import parse_size
from referee.launcher.confinement import DEFAULT_SCRATCH_BYTES, confinement_of
from referee.launcher.ladder import Choice
from tests.arena.config.test_loading import GOOD, load, problems


def with_league(keys: str, engine: str = "") -> str:
    return GOOD.replace("deals = 5\n", f"deals = 5\n{keys}\n") + engine


def test_the_default_is_the_best_that_works(tmp_path: Path) -> None:
    league = load(tmp_path, GOOD)
    assert league.isolation == IsolationSettings("auto", None, "", {})
    assert [engine.limits for engine in league.engines] == [{}, {}]


def test_limits_are_read_in_bytes_and_microseconds(tmp_path: Path) -> None:
    keys = """
isolation = "landlock"
require_isolation = "landlock"
limits = { memory = "1.5G", processes = 7, file_size = "none", cpu_time = "2s", open_files = 0 }
"""
    (tmp_path / "books").mkdir()
    engine = 'readable = ["books", "/usr"]\nlimits = { memory = 0, scratch = "512k" }\n'
    league = load(tmp_path, with_league(keys, engine))
    assert league.isolation.level == league.isolation.required == "landlock"
    assert league.isolation.limits == {
        "memory": 3 << 29,
        "processes": 7,
        "file_size": 0,
        "cpu_time": 2_000_000,
        "open_files": 0,
    }
    assert league.engines[1].limits == {"memory": 0, "scratch": 512 << 10}
    assert league.engines[1].readable == (tmp_path / "books", Path("/usr"))


@pytest.mark.parametrize(
    ("keys", "engine", "told"),
    [
        ('isolation = "jail"', "", "league.isolation: 'jail' is not one of"),
        ("limits = { memory = 5 }", "", 'league.limits.memory: must be a text like "512M", not 5'),
        ('limits = { memory = "lots" }', "", "league.limits.memory: expected a size like"),
        ('limits = { processes = "1k" }', "", "league.limits.processes: must be a number from 0"),
        ("limits = { memroy = '1G' }", "", "league.limits.memroy: unknown key"),
        ("", 'readable = ["gone"]', "engine[2].readable[1]: there is no file or directory"),
        (
            'isolation = "rlimits"\nrequire_isolation = "bwrap"',
            "",
            'league.require_isolation: "bwrap" is required, but isolation = "rlimits" is less',
        ),
        ('isolation = "podman"', "", "engine[1].image: podman makes containers from an image"),
    ],
)
def test_what_makes_no_sense_is_told(tmp_path: Path, keys: str, engine: str, told: str) -> None:
    found = problems(tmp_path, with_league(keys, engine))
    assert any(told in problem for problem in found), found


@pytest.mark.parametrize(
    ("text", "size_bytes"),
    [("1", 1), ("512M", 512 << 20), ("2GiB", 2 << 30), (" 1.5 kb", 1536), ("1T", 1 << 40)],
)
def test_sizes(text: str, size_bytes: int) -> None:
    assert parse_size(text) == size_bytes


@pytest.mark.parametrize("text", ["", "G", "-1G", "1X", "0", "1e9", "2000T", "1 2"])
def test_what_is_no_size(text: str) -> None:
    with pytest.raises(ValueError, match="expected a size"):
        parse_size(text)


def spec(**fields: object) -> match_pb2.EngineSpec:
    return match_pb2.EngineSpec(id="a", command=["a"], **fields)  # type: ignore[arg-type]


def test_an_engine_s_own_words_come_before_the_league_s_and_those_before_defaults() -> None:
    engine = spec()
    write_own(engine, {"memory": 5, "processes": 0}, [Path("/books")], "mine")
    settings = IsolationSettings(image="ours", limits={"memory": 7, "file_size": 9, "scratch": 0})
    confine(engine, settings, "bwrap", [Path("/secret")])
    assert engine.limits == match_pb2.EngineLimits(memory_bytes=5, file_size_bytes=9)
    assert engine.confinement == match_pb2.EngineConfinement(
        isolation="bwrap",
        readable=["/books"],
        hidden=["/secret"],
        image="mine",
        open_files=DEFAULT_LIMITS["open_files"],
    )
    assert confinement_of(engine.confinement).scratch_bytes == DEFAULT_SCRATCH_BYTES


def test_without_isolation_there_are_only_limits_that_were_written() -> None:
    engine = spec()
    confine(engine, IsolationSettings(limits={"memory": 7}), "none")
    assert engine.limits == match_pb2.EngineLimits(memory_bytes=7)
    assert engine.confinement == match_pb2.EngineConfinement(isolation="none")


def test_an_engine_far_away_is_left_alone() -> None:
    engine = match_pb2.EngineSpec(id="far")
    confine(engine, IsolationSettings(), "bwrap")
    assert engine == match_pb2.EngineSpec(id="far")


def chooser(**works: bool) -> Callable[[str], Choice]:
    """Levels that work or do not; `auto` is the best that does."""

    def choose(word: str) -> Choice:
        if word == "auto":
            level = next(level for level in ("bwrap", "landlock", "rlimits") if works[level])
            return Choice(level, True, "", (), "" if level == "bwrap" else f"only {level}")
        return Choice(word, works[word], "" if works[word] else "no luck", ("pkg",), "")

    return choose


def test_what_works_is_taken_and_less_than_the_best_draws_a_warning() -> None:
    all_of_them = chooser(bwrap=True, landlock=True, rlimits=True)
    no_bwrap = chooser(bwrap=False, landlock=True, rlimits=True)
    assert settle(IsolationSettings(), all_of_them) == ("bwrap", "")
    assert settle(IsolationSettings(), no_bwrap) == ("landlock", "only landlock")
    assert settle(IsolationSettings(required="landlock"), no_bwrap)[0] == "landlock"
    assert settle(IsolationSettings("rlimits"), all_of_them) == ("rlimits", "")


@pytest.mark.parametrize(
    "settings", [IsolationSettings(required="bwrap"), IsolationSettings("bwrap")]
)
def test_what_cannot_be_had_is_told_with_what_would_help(settings: IsolationSettings) -> None:
    no_bwrap = chooser(bwrap=False, landlock=True, rlimits=True)
    with pytest.raises(IsolationError, match=r"bwrap can't be had here: no luck; install pkg"):
        settle(settings, no_bwrap)

"""No engine of the zoo hangs or breaks the check, whatever it does, and each gets its findings."""

import inspect
import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import ModuleType

import pytest
from podesta.v1 import match_pb2

from arena.check.bench import CheckSettings
from arena.check.verdict import Verdict
from arena.check.walk import StepResult
from referee.time_control import parse_time_control
from tests.arena.check.benches import check_process, check_program, verdicts
from tests.referee.arena_floor import alive
from tests.referee.engine_specs import zoo
from tests.zoo import answering, living, remembering, starting, talking

WHOLE = "PODESTA_WHOLE_CHECKS"
"""Set, every engine of the zoo is walked as a process through all steps; some ten minutes."""
STEPS = ("first-move", "rejected", "over-while-thinking", "goodbye", "referee-gone-thinking")
SHORT = CheckSettings(limit_us=1_000_000, control=parse_time_control("500ms/move"))
NOT_SHARING = {"crashes_at_start", "has_a_wrong_token", "starts_slowly", "answers_late"}
"""They end their process, or really let time pass."""
BLAMELESS = {
    "brags",
    "has_an_odd_name",
    "resigns",
    "resigns_out_of_turn",
    "errs_once_a_decision",
    "evaluates_without_end",
    "logs_a_lot",
    "prints_a_lot",
}
"""Nothing in STEPS but `rejected` and the like may be held against them."""
Coroutine = Callable[[], Awaitable[None]]


def engines(*modules: ModuleType) -> dict[str, Coroutine]:
    """The engines of some modules of the zoo, by name."""
    return {
        name: function
        for module in modules
        for name, function in inspect.getmembers(module, inspect.iscoroutinefunction)
        if function.__module__ == module.__name__ and not name.startswith("_")
    }


SHARING = {
    name: function
    for name, function in engines(starting, answering, talking).items()
    if name not in NOT_SHARING
}


def judged(results: list[StepResult]) -> None:
    """Every step has its finding, and every failure its reason."""
    for result in results:
        finding = result.finding
        if finding.verdict in (Verdict.FAIL, Verdict.ADVICE, Verdict.UNTRIED, Verdict.NONE):
            assert finding.lines


@pytest.mark.parametrize("name", SHARING)
def test_an_engine_of_the_zoo_as_a_coroutine(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    results = check_program(SHARING[name], monkeypatch, *STEPS, settings=SHORT)
    judged(results)
    failed = Verdict.FAIL in verdicts(results).values()
    if name not in BLAMELESS:
        assert failed


def test_an_engine_that_leaves_children_does_not_pass_for_that(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    engine = zoo("leaves_children_and_plays", environment={"ZOO_PIDS": str(pids)})
    results = check_process(engine, "goodbye")
    assert results[-1].finding.lines == ("the process ended, and 2 that came from it still run",)
    left = [int(line) for line in pids.read_text().split()]
    assert len(left) >= 6
    assert not any(alive(pid) for pid in left)


def test_an_engine_that_will_not_end(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    engine = zoo("ignores_goodbye_and_sigterm", environment={"ZOO_PIDS": str(pids)})
    results = check_process(engine, "goodbye", "sigterm", settings=CheckSettings(2_000_000))
    assert verdicts(results)["goodbye"] is Verdict.FAIL
    assert verdicts(results)["sigterm"] is Verdict.ADVICE
    assert not any(alive(int(pid)) for pid in pids.read_text().split())


def test_an_engine_that_prints_much_is_let_play_and_told_so() -> None:
    results = check_process(zoo("prints_a_lot"), "output")
    assert results[-1].finding.verdict is Verdict.ADVICE
    said = results[-1].finding.lines
    assert said[0].startswith("it wrote 64 KiB or more to stdout in one match")
    assert said[1].startswith("it wrote 64 KiB or more to stderr in one match")


def test_how_a_process_ended_and_what_it_printed_is_told() -> None:
    results = check_process(zoo("crashes_at_start"), "hello")
    assert results[0].finding.lines == ("the process ended with exit status 3, hello was awaited",)
    exchange = results[0].finding.exchange
    assert exchange is not None
    assert [line.text for line in exchange.first][-1] == "stderr: no network file"


def test_a_command_that_can_not_be_started_is_a_finding() -> None:
    results = check_process(match_pb2.EngineSpec(id="x", name="x", command=["/no/such/program"]))
    assert results[0].finding.lines[0].startswith("it can't be started: ")
    assert verdicts(results)["first-move"] is Verdict.UNTRIED


@pytest.mark.skipif(WHOLE not in os.environ, reason=f"some ten minutes; set {WHOLE} to run it")
def test_every_engine_of_the_zoo_as_a_process(tmp_path: Path) -> None:
    environment = {
        "ZOO_PIDS": str(tmp_path / "pids"),
        "ZOO_TMP": str(tmp_path),
        "ZOO_WITNESS": str(tmp_path),
        "ZOO_MARK": "mark",
    }
    for name in engines(starting, answering, talking, living, remembering):
        judged(check_process(zoo(name, environment=environment), settings=SHORT))
    for pid in (tmp_path / "pids").read_text().split():
        assert not alive(int(pid))

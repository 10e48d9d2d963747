"""Every step passes an engine that keeps the protocol, and finds the engine whose flaw it is."""

import os

import pytest

from arena.check.bench import CheckSettings
from arena.check.catalogue import STEPS
from arena.check.exchange_text import exchange_lines
from arena.check.verdict import Verdict
from tests.arena.check.benches import Silent, check_coroutine, verdicts
from tests.zoo.conforming import Conforming
from tests.zoo.flawed import FLAWS

BY_PROCESS = {"sigterm", "output"}
"""Steps about processes: see test_processes.py."""
ADVICE_ONLY = {"thoughts"}
OF_OTHER_GAMES = {"match-bomarzo", "match-patrician", "match-tuerme"}
ALSO = {
    "match-bologna": {"long-match", "match-after-match"},
    "over-while-thinking": {"late-messages"},
}
"""Other steps that a flaw can't but break."""
WHOLE = "PODESTA_WHOLE_CHECKS"
"""Set, it walks each flawed engine through all steps; some two minutes."""


def test_an_engine_that_keeps_the_protocol_passes_every_step() -> None:
    watcher = Silent()
    results = check_coroutine(Conforming, watcher=watcher)
    found = {name for name, verdict in verdicts(results).items() if verdict is not Verdict.PASS}
    assert found == OF_OTHER_GAMES
    assert watcher.begun == watcher.ended_steps == [step.name for step in STEPS]
    assert watcher.told


@pytest.mark.parametrize("step", FLAWS)
def test_a_flaw_is_found_by_its_step(step: str) -> None:
    only = () if os.environ.get(WHOLE) else (step,)
    results = check_coroutine(FLAWS[step], *only)
    expected = Verdict.ADVICE if step in ADVICE_ONLY else Verdict.FAIL
    by_name = {result.step.name: result.finding for result in results}
    wrong = {
        name
        for name, finding in by_name.items()
        if finding.verdict in (Verdict.FAIL, Verdict.ADVICE)
    }
    assert wrong - ALSO.get(step, set()) == {step}, {name: by_name[name].lines for name in wrong}
    assert by_name[step].verdict is expected
    assert by_name[step].lines
    exchange = by_name[step].exchange
    if exchange is not None:
        assert "the process was started" in exchange_lines(exchange)[0]
    else:
        assert step in {"introduction", "games", "options-declared"} | ADVICE_ONLY


def test_every_step_has_its_flaw() -> None:
    names = {step.name for step in STEPS}
    # The other games' step is the same code.
    assert names - OF_OTHER_GAMES - BY_PROCESS == FLAWS.keys()


def test_without_hello_nothing_else_is_tried() -> None:
    results = check_coroutine(FLAWS["hello"])
    assert [result.finding.verdict for result in results] == [
        Verdict.FAIL,
        *[Verdict.UNTRIED] * (len(STEPS) - 1),
    ]
    assert results[0].finding.lines == ("no hello within 10s",)


def test_without_a_first_move_no_match_is_tried() -> None:
    found = verdicts(check_coroutine(FLAWS["first-move"]))
    for step in STEPS:
        if step.plays and step.name != "first-move":
            assert found[step.name] is Verdict.UNTRIED
    assert found["goodbye-at-once"] is Verdict.PASS


def test_a_game_that_was_asked_for_must_be_claimed() -> None:
    results = check_coroutine(Conforming, "games", settings=CheckSettings(games=("tuerme",)))
    assert results[-1].finding.lines == ("it does not claim tuerme, only bologna",)

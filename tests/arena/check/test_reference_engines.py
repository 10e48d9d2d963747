"""The engines that come with podesta, and the one in JavaScript, pass whole."""

import os
import shutil
import sys
from pathlib import Path

import pytest
from podesta.v1 import match_pb2

from arena.check.bench import CheckSettings
from arena.check.catalogue import STEPS
from arena.check.verdict import Verdict
from arena.match.engine_argument import parse_engines
from referee.time_control import parse_time_control
from tests.arena.check.benches import check_process, verdicts

ROOT = Path(__file__).resolve().parents[3]
JAVASCRIPT = ROOT / "engines" / "javascript"
WHOLE = "PODESTA_WHOLE_CHECKS"
BUILT_IN = ("random", "greedy", "alphabeta", "mcts")
QUICK = ("bad-options", "rejected", "late-messages", "unknown-messages", "referee-gone-thinking")
"""Where the kit had something to learn."""


def javascript() -> match_pb2.EngineSpec:
    if shutil.which("node") is None or not (JAVASCRIPT / "node_modules").is_dir():
        pytest.skip("node is not installed, or `npm ci` was not run in engines/javascript")
    return match_pb2.EngineSpec(
        id="js", name="js", command=["node", "random.js"], directory=str(JAVASCRIPT)
    )


def test_a_bot_of_the_kit_passes_what_a_referee_seldom_does() -> None:
    engine = match_pb2.EngineSpec(
        id="random",
        name="random",
        command=[sys.executable, "-m", "engines.random"],
        directory=str(ROOT),
    )
    found = verdicts(check_process(engine, *QUICK))
    assert set(found.values()) == {Verdict.PASS}


@pytest.mark.slow
@pytest.mark.skipif(WHOLE not in os.environ, reason=f"some ten minutes; set {WHOLE} to run it")
@pytest.mark.parametrize("name", [*BUILT_IN, "javascript"])
def test_reference_engines_pass_whole(name: str) -> None:
    engine = javascript() if name == "javascript" else parse_engines([name])[0]
    results = check_process(engine, settings=CheckSettings(control=parse_time_control("1s+20ms")))
    assert len(results) == len(STEPS)
    found = {
        result.step.name: result.finding.lines
        for result in results
        if result.finding.verdict not in (Verdict.PASS, Verdict.NONE)
    }
    assert found == {}

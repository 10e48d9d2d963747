"""The page that tells what was found."""

import json
from dataclasses import replace

from podesta.v1 import engine_pb2

from arena.check.catalogue import STEPS
from arena.check.certificate import Certificate
from arena.check.verdict import Finding, Verdict
from arena.check.walk import StepResult

PASSED = Certificate(
    engine="bot.toml",
    hello=engine_pb2.Hello(protocol_version=1, name="Bot\n\x1b[31m", version="3", author="A"),
    digest="0123456789abcdef0123456789abcdef",
    date="2031-05-06",
    podesta_version="0.1.0",
    isolation="none",
    seed="check",
    time_control="5s+50ms",
    games=["bologna"],
    all_steps=True,
    all_games=True,
    results=[
        StepResult(STEPS[0], Finding(Verdict.PASS), 10),
        StepResult(STEPS[1], Finding(Verdict.ADVICE, ("say a version",)), 20),
        StepResult(STEPS[3], Finding(Verdict.NONE, ("it declares no options",)), 30),
    ],
)


def test_the_page() -> None:
    assert PASSED.page() == (
        "Certificate of bot.toml\n"
        "\n"
        "result      PASSED: 1 passed, 1 passed with advice, 1 did not apply\n"
        "engine      Bot\\n\\x1b[31m, version 3, by A\n"
        "digest      0123456789abcdef0123456789abcdef\n"
        "games       bologna\n"
        "checked     2031-05-06 by podesta 0.1.0, matches at 5s+50ms, seed check, isolation none\n"
        "\n"
        "pass    hello                   starts, calls, and says Hello first of all, in time\n"
        "advice  introduction            has a name that people can read\n"
        "                                say a version\n"
        "none    options-declared        declares options that are sound in themselves\n"
        "                                it declares no options\n"
    )


def test_one_failure_or_untried_step_and_it_is_not_passed() -> None:
    for verdict in (Verdict.FAIL, Verdict.UNTRIED):
        bad = StepResult(STEPS[2], Finding(verdict, ("no",)), 1)
        certificate = replace(PASSED, results=[*PASSED.results, bad])
        assert not certificate.passed
        assert certificate.verdict.startswith("NOT PASSED: 1 passed, ")
    assert PASSED.passed
    assert replace(PASSED, results=[bad]).verdict == "NOT PASSED: 1 not tried"


def test_a_part_says_that_it_is_one() -> None:
    assert PASSED.whole
    for part in (replace(PASSED, all_steps=False), replace(PASSED, all_games=False)):
        assert not part.whole
        assert part.verdict.endswith("; only a part was asked for")


def test_an_engine_that_never_spoke_has_a_page_too() -> None:
    mute = replace(PASSED, hello=None, digest="", games=[])
    assert "engine      it never said who it is\n" in mute.page()
    assert "digest      unknown" in mute.page()
    assert mute.as_dict()["name"] is None


def test_for_machines() -> None:
    made = json.loads(json.dumps(PASSED.as_dict()))
    assert made["counts"] == {"pass": 1, "advice": 1, "none": 1, "untried": 0, "fail": 0}
    assert made["passed"] is made["whole"] is True
    assert made["steps"][1] == {
        "step": "introduction",
        "verdict": "advice",
        "lines": ["say a version"],
    }

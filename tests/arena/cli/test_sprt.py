"""`podesta sprt` as a process, with real referees and engines."""

import json
from pathlib import Path

import pytest

from tests.arena.cli.command_line import podesta

WORDS = ("--game", "bologna", "--tc", "none hang5m", "--seed", "tests", "--concurrency", "2")
BOUNDS = ("--model", "logistic", "--elo1", "700")


@pytest.mark.slow
def test_a_test_of_two_engines_stops_by_itself_and_goes_on(tmp_path: Path) -> None:
    ledger = tmp_path / "x.ledger"
    words = ("sprt", "greedy", "random", *WORDS, *BOUNDS, "--ledger", str(ledger))
    given_up = podesta(*words, "--max-deals", "2", "--json")
    assert given_up.returncode == 7, given_up.stderr
    lines = [json.loads(line) for line in given_up.stdout.splitlines()]
    verdict = lines[-1]
    assert verdict["event"] == "verdict"
    assert verdict["format"]["verdict"] == "continue"
    assert verdict["format"]["counts"] == [0, 0, 0, 0, 2]
    played = sum(line["event"] == "match_committed" for line in lines)
    assert played == 4
    decided = podesta(*words)
    assert decided.returncode == 0, decided.stderr
    assert "H1 accepted: LLR 3." in decided.stdout
    again = podesta(*words, "--quiet")
    assert again.returncode == 0
    assert "H1 accepted" in again.stdout
    other = podesta("sprt", "alphabeta:depth=1", "random", *WORDS, "--ledger", str(ledger))
    assert other.returncode == 2
    assert "other terms" in other.stderr


def test_help_tells_how_many_matches_are_played_at_a_time_by_default() -> None:
    told = " ".join(podesta("sprt", "--help").stdout.split())
    assert "Matches at a time. [default: one a core]" in told


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("nobody-knows", "random", *WORDS), "no engine 'nobody-knows'"),
        (("random", "greedy", "--game", "bolonga"), "did you mean 'bologna'"),
        (("random", "greedy", *WORDS, "--elo0", "5", "--elo1", "1"), "elo0 must be below elo1"),
        (("random", "greedy", *WORDS, "--alpha", "nan"), "is no number"),
        (("random", "greedy", *WORDS, "--seats", "3"), "bologna has 2 seats, not 3"),
        (("random", "greedy", *WORDS, "--tc", "soon"), "league.time"),
    ],
)
def test_wrong_words(words: tuple[str, ...], told: str, tmp_path: Path) -> None:
    done = podesta("sprt", *words, "--ledger", str(tmp_path / "x.ledger"))
    assert done.returncode == 2
    assert told in done.stderr
    assert "Traceback" not in done.stderr

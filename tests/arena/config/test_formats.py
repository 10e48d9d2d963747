"""The format of a league file: what each needs, and keys that belong to another."""

from pathlib import Path

import pytest

from arena.config import load_league
from arena.config.formats import format_of
from arena.schedule import FormatName, FormatSettings
from tests.arena.config.test_loading import load, problems

EXAMPLES = Path(__file__).parents[3] / "engines" / "leagues"


def text(keys: str, engines: int = 4) -> str:
    head = f'[league]\nname = "W"\ngame = "nim"\ntime = "1s"\n{keys}\n'
    return head + "".join(
        f'[[engine]]\nname = "bot {n}"\ncommand = "{{python}}"\n' for n in range(engines)
    )


def test_a_round_robin_is_the_default_and_says_so(tmp_path: Path) -> None:
    league = load(tmp_path, text("deals = 2"))
    assert league.format == FormatSettings()
    assert format_of(league).count().most == 24


@pytest.mark.parametrize(
    ("keys", "deals"),
    [
        ('format = "gauntlet"\ndeals = 3\nchallengers = ["bot-1"]', 3),
        ('format = "swiss"', 1),
        ('format = "swiss"\nrounds = 3\ndeals = 2\nseeds = ["bot-2"]', 2),
        ('format = "swiss"\nseats = 3', 1),
        ('format = "single-elimination"', 1),
        ('format = "double-elimination"\ndeals = 3\ntiebreak_deals = 0\nseeds = ["bot-0"]', 3),
        ('format = "ladder"', None),
        ('format = "ladder"\ndeals = 100', 100),
    ],
)
def test_every_format_has_what_it_needs(keys: str, deals: int | None, tmp_path: Path) -> None:
    league = load(tmp_path, text(keys))
    assert league.deals == deals
    assert f'"{league.format.name}"' in keys
    assert format_of(league).adaptive is league.format.adaptive


def test_a_sequential_test(tmp_path: Path) -> None:
    table = '[league.sprt]\ncandidate = "bot-1"\nbase = "bot-0"\nelo1 = 5\nmodel = "logistic"'
    league = load(tmp_path, text(f'format = "sprt"\n{table}', engines=2))
    assert league.format.name is FormatName.SPRT
    assert league.format.versions == ("bot-1", "bot-0")
    assert league.format.sprt is not None
    test = league.format.sprt.test()
    assert (test.elo0, test.elo1, test.alpha, test.model.value) == (0.0, 5.0, 0.05, "logistic")


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        (
            'format = "swis"',
            'league.format: \'swis\' is not one of "round-robin", "gauntlet", "swiss", '
            '"single-elimination", "double-elimination", "ladder", "sprt"; did you mean "swiss"?',
        ),
        ("rounds = 3\ndeals = 1", 'league.rounds: belongs to "swiss", the format is round-robin'),
        ('format = "gauntlet"\nchallengers = ["bot-1"]', "league.deals: is missing"),
        (
            'format = "gauntlet"\ndeals = 1',
            "league.challengers: a gauntlet needs them: a list of engine ids",
        ),
        (
            'format = "gauntlet"\ndeals = 1\nchallengers = ["bot-9"]',
            'league.challengers[1]: unknown engine "bot-9"; there are: bot-0, bot-1, bot-2, bot-3; '
            'did you mean "bot-3"?',
        ),
        (
            'format = "gauntlet"\ndeals = 1\nchallengers = ["bot-0", "bot-0"]',
            'league.challengers[2]: "bot-0" is named twice',
        ),
        (
            'format = "gauntlet"\ndeals = 1\nchallengers = ["bot-0", "bot-1", "bot-2", "bot-3"]',
            "engine: bot-0 needs 1 opponents of other owners, the field has 0",
        ),
        (
            'format = "ladder"\nseeds = ["bot-1"]',
            'league.seeds: belongs to "swiss" and "single-elimination" and "double-elimination", '
            "the format is ladder",
        ),
        (
            'format = "single-elimination"\nseats = 3',
            "league.seats: a single-elimination has two seats, not 3",
        ),
        ('format = "sprt"', "league.sprt: a sequential test needs this table"),
        (
            'format = "sprt"\n[league.sprt]\ncandidate = "bot-0"\nbase = "bot-0"',
            "league.sprt.base: is the candidate itself",
        ),
        (
            'format = "sprt"\n[league.sprt]\ncandidate = "bot-0"\nbase = "bot-1"',
            "engine: a sequential test of 2 seats has 2 engines, not 4",
        ),
        (
            'format = "sprt"\n[league.sprt]\ncandidate = "bot-0"\nbase = "bot-1"\nelo1 = -3',
            "league.sprt: elo0 must be below elo1: 0.0, -3.0",
        ),
        (
            'format = "sprt"\n[league.sprt]\ncandidate = "bot-0"\nbase = "bot-1"\nelo2 = 3',
            'league.sprt.elo2: unknown key; did you mean "elo1"?',
        ),
    ],
)
def test_what_is_wrong_is_told(keys: str, told: str, tmp_path: Path) -> None:
    assert told in [line.removeprefix("league.toml: ") for line in problems(tmp_path, text(keys))]


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.toml")), ids=lambda path: path.stem)
def test_the_examples_are_right(path: Path) -> None:
    league = load_league(path)
    count = format_of(league).count()
    assert count.most is None or count.least > 0

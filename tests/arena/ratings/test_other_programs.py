"""Ratings as other programs find them: Ordo's model, worked out here on its own, and statsmodels.

Ordo (M. A. Ballicora) looks for the ratings at which everybody is expected to score what they
scored, a draw counting one half. The expectation of A against B is

    1 / (1 + exp(-beta (A - B)))        beta = ln(0.76 / 0.24) / z

where z (its switch -z) is the lead at which 76 % are expected. With z = 200.2396 that is the usual
Elo scale: 400 log10(0.76 / 0.24) = 200.2396. Switch -a sets the average of all ratings, -A the
rating of one player, and -W lets the first player's advantage be found as one more number.
"""

import json
import warnings
from collections import Counter
from collections.abc import Sequence
from math import exp, log, log10
from pathlib import Path

import numpy as np
import pytest
import statsmodels.api as sm

from tests.arena.cli.command_line import podesta

Z = 200.2396
BETA = log(0.76 / 0.24) / Z
PLAYERS = ("Anna", "Bob", "Cleo", "Dora", "Emil", "Fritz")
WHITE = "the advantage of White"
SCORES = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}
Game = tuple[str, str, str]


def drawn_games(seed: int, games: int, advantage: float = 60.0) -> list[Game]:
    """Games of players that are 70 points apart; everybody meets, not equally often."""
    generator = np.random.default_rng(seed)
    found = []
    for _ in range(games):
        white, black = generator.choice(len(PLAYERS), 2, replace=False).tolist()
        lead = 70.0 * (white - black) + advantage
        win = 1.0 / (1.0 + 10.0 ** (-lead / 400.0))
        drawn = generator.random() < 0.3
        told = "1/2-1/2" if drawn else ("1-0" if generator.random() < win else "0-1")
        found.append((PLAYERS[white], PLAYERS[black], told))
    return found


def write(file: Path, games: Sequence[Game]) -> Path:
    file.write_text(
        "".join(f'[White "{w}"]\n[Black "{b}"]\n[Result "{r}"]\n\n{r}\n\n' for w, b, r in games)
    )
    return file


def rated(*words: str | Path) -> dict[str, float]:
    done = podesta("ratings", *words, "--json")
    assert done.returncode == 0, done.stderr
    return {row["name"]: row["elo"] for row in json.loads(done.stdout)["ratings"]}


def ordo(games: Sequence[Game], *, find_advantage: bool = False) -> tuple[dict[str, float], float]:
    """Ratings with an average of 0, and the advantage of White, by Ordo's own condition.

    One number after another is moved by halving to where its expectation is what was scored, again
    and again until all are: slow, plain, and nothing like Newton's method.
    """
    values = dict.fromkeys((*PLAYERS, WHITE), 0.0)
    count = Counter(games)

    def excess(of: str) -> float:
        """Expected less scored, of a player or of all who are White; grows with its number."""
        total = 0.0
        for (white, black, told), number in count.items():
            if of in (WHITE, white, black):
                lead = values[white] - values[black] + values[WHITE]
                over = number * (1.0 / (1.0 + exp(-BETA * lead)) - SCORES[told])
                total += -over if of == black else over
        return total

    sought = (*PLAYERS, WHITE) if find_advantage else PLAYERS
    while max(abs(excess(name)) for name in sought) > 1e-5:
        for name in sought:
            low, high = -2000.0, 2000.0
            while high - low > 1e-7:
                values[name] = (low + high) / 2.0
                if excess(name) < 0.0:
                    low = values[name]
                else:
                    high = values[name]
    advantage = values.pop(WHITE)
    mean = sum(values.values()) / len(values)
    return {name: value - mean for name, value in values.items()}, advantage


def test_the_scale_of_ordo_is_that_of_elo() -> None:
    usual = 400.0 * log10(0.76 / 0.24)
    assert usual == pytest.approx(200.24094, abs=1e-5)
    # The number in use is 0.0013 less: a hundredth of a point on ratings of 1500.
    assert usual / Z == pytest.approx(1.0, abs=7e-6)
    assert log(10.0) / 400.0 / BETA == pytest.approx(1.0, abs=7e-6)


@pytest.mark.parametrize("seed", [1, 2])
def test_ratings_are_those_of_ordo_without_an_advantage_of_white(seed: int, tmp_path: Path) -> None:
    games = drawn_games(seed, 300)
    file = write(tmp_path / "games.pgn", games)
    expected, _ = ordo(games)
    assert rated(file, "--no-seats") == pytest.approx(expected, abs=0.01)
    # ordo -a 2800 -A Cleo
    anchored = rated(file, "--no-seats", "--anchor", "Cleo", "--average", "2800")
    assert anchored["Cleo"] == pytest.approx(2800.0)
    shift = 2800.0 - expected["Cleo"]
    assert anchored == pytest.approx({n: e + shift for n, e in expected.items()}, abs=0.01)


def test_ratings_are_those_of_ordo_with_an_advantage_of_white(tmp_path: Path) -> None:
    games = drawn_games(3, 300)
    file = write(tmp_path / "games.pgn", games)
    expected, advantage = ordo(games, find_advantage=True)
    done = json.loads(podesta("ratings", file, "--json").stdout)
    assert {row["name"]: row["elo"] for row in done["ratings"]} == pytest.approx(expected, abs=0.01)
    first, second = done["seats"]["elo"]
    assert first - second == pytest.approx(advantage, abs=0.01)


@pytest.mark.parametrize("seats", [True, False])
def test_ratings_and_errors_are_those_of_statsmodels(seats: bool, tmp_path: Path) -> None:
    games = drawn_games(4, 300)
    names = sorted(PLAYERS)
    design = np.zeros((len(games), len(names)))
    scores = np.array([SCORES[told] for _, _, told in games])
    for row, (white, black, _) in enumerate(games):
        design[row, names.index(white)] += 1.0
        design[row, names.index(black)] -= 1.0
    # The first player is the reference of the oracle; an intercept is the advantage of White.
    columns = design[:, 1:]
    if seats:
        columns = np.column_stack([columns, np.ones(len(games))])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        oracle = sm.GLM(scores, columns, family=sm.families.Binomial()).fit(
            tol=1e-14, cov_type="cluster", cov_kwds={"groups": np.arange(len(games))}
        )
    free = len(names) - 1
    # Everybody less the mean of all, the reference among them.
    centre = np.eye(len(names))[:, 1:] - np.full((len(names), free), 1.0 / len(names))
    elo = 400.0 / log(10.0) * (centre @ oracle.params[:free])
    variance = np.diag(centre @ np.asarray(oracle.cov_params())[:free, :free] @ centre.T)
    words = ("--json",) if seats else ("--json", "--no-seats")
    done = podesta("ratings", write(tmp_path / "games.pgn", games), *words)
    rows = {row["name"]: row for row in json.loads(done.stdout)["ratings"]}
    for place, name in enumerate(names):
        assert rows[name]["elo"] == pytest.approx(elo[place], abs=1e-4)
        error = 400.0 / log(10.0) * 1.959964 * variance[place] ** 0.5
        assert rows[name]["plus_minus"] == pytest.approx(error, rel=1e-5)

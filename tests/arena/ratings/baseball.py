"""Games of the Eastern Division of the American League, 1987, between its seven teams.

Source: A. Agresti, Categorical Data Analysis (Wiley, 1990), table 10.5 of the first edition; the
columns are those of the data set `baseball` in the R package BradleyTerry2, against whose published
fit the tests compare. The data lie in data/baseball.csv: home team, away team, and how many of
their games each of the two won.
"""

import csv
from pathlib import Path

from arena.ratings import Result, ResultColumns

TEAMS = (
    "Baltimore",
    "Boston",
    "Cleveland",
    "Detroit",
    "Milwaukee",
    "New York",
    "Toronto",
)


def games() -> ResultColumns:
    """Every game as a match: seat 0 is at home; each game is its own deal."""
    results: list[Result] = []
    with (Path(__file__).parent / "data" / "baseball.csv").open(newline="") as lines:
        for line in csv.DictReader(lines):
            teams = line["home.team"], line["away.team"]
            for placements, column in (((1, 2), "home.wins"), ((2, 1), "away.wins")):
                for _ in range(int(line[column])):
                    results.append(Result(f"game {len(results)}", teams, placements))
    return ResultColumns.of(results)

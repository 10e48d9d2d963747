import json

from referee.games import game_names
from tests.arena.cli.command_line import podesta


def test_every_game_is_a_line() -> None:
    done = podesta("games")
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert [line.split()[0] for line in lines[1:]] == list(game_names())


def test_one_game_with_its_options() -> None:
    done = podesta("games", "bologna")
    assert done.returncode == 0
    assert done.stdout.startswith("bologna: Bologna\nseats 2 (default 2), perfect information")
    assert "city" in done.stdout
    assert "random" in done.stdout


def test_json_has_a_line_a_game() -> None:
    done = podesta("games", "--json")
    games = [json.loads(line) for line in done.stdout.splitlines()]
    assert [game["name"] for game in games] == list(game_names())
    bologna = next(game for game in games if game["name"] == "bologna")
    assert bologna["seats"] == [2]
    assert [option["name"] for option in bologna["options"]] == ["city", "map"]


def test_errors_and_usage_name_the_argument_alike() -> None:
    done = podesta("games", "checkers")
    assert done.returncode == 2
    assert "Usage: podesta games [OPTIONS] [GAME]" in done.stderr
    assert "Invalid value for GAME" in done.stderr

"""Options, the deal and the data."""

import subprocess
import sys

import pytest

from referee.games import NO_CHANCE, OptionError, RecordedChance, SeededChance
from referee.games.bologna import GAME
from referee.games.bologna.map_file import shipped_text


def test_options_have_their_defaults() -> None:
    assert GAME.parse_options({}, 2) == {"city": "random", "map": ""}
    assert GAME.parse_options({"city": "ABABAB"}, 2) == {"city": "ABABAB", "map": ""}


def test_bad_options_are_all_named() -> None:
    with pytest.raises(OptionError) as refused:
        GAME.parse_options({"city": "ABC", "maps": "x", "map": "{"}, 3)
    assert [problem.split(":")[0] for problem in refused.value.problems] == [
        "maps",
        "seats",
        "city",
        "map",
    ]
    assert "did you mean 'map'?" in refused.value.problems[0]


def test_bo_06_a_random_city_is_drawn_by_chance() -> None:
    options = GAME.parse_options({}, 2)
    chance = SeededChance(b"city")
    state = GAME.initial_state(options, 2, chance)
    assert len(chance.draws) == 6
    letters = "".join("AB"[draw] for draw in chance.draws)
    assert state.city.letters == letters
    again = GAME.initial_state(options, 2, RecordedChance(chance.draws))
    assert again.digest() == state.digest()
    chosen = GAME.parse_options({"city": letters}, 2)
    assert GAME.initial_state(chosen, 2, NO_CHANCE).digest() == state.digest()


def test_the_data_is_complete() -> None:
    data = GAME.data(GAME.parse_options({}, 2))
    assert [tile.name for tile in data.tiles] == ["S3", "S4", "M3", "M4", "L3", "L4"]
    assert list(data.tiles[0].side_a) == ["#J...", "J....", ".....", ".....", "....F"]
    assert [(k.name, k.count, k.value, k.height, k.width) for k in data.landmarks] == [
        ("councilman", 4, 4, 2, 2),
        ("townhall", 1, 6, 2, 3),
        ("cathedral", 1, 10, 2, 5),
    ]
    assert list(data.buildings) == [4, 5, 4, 3, 1]
    assert (data.schools, data.track_length) == (6, 15)


def test_a_users_map_travels_in_the_options() -> None:
    options = GAME.parse_options({"map": shipped_text()}, 2)
    assert GAME.parse_options(options, 2) == options
    assert GAME.data(options) == GAME.data(GAME.parse_options({}, 2))


def test_engines_start_without_what_only_people_need() -> None:
    script = (
        "import sys; from referee.games import load_game; g = load_game('bologna');"
        "g.parse_options({}, 2); print([m for m in ('rich', 'pydantic') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"

"""Games that can't be as they are asked for, by command line and league file: for every game.

Each refusal names the key and what is allowed, costs no match and no traceback.
"""

from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path

import pytest

from arena.match.match_specs import deal_seed
from referee.deal import chance_from
from referee.games import AnyGame, OptionError, game_names, load_game
from tests.arena.cli.command_line import podesta

each_game = pytest.mark.parametrize("name", game_names())

LEAGUE = """
[league]
name = "Wrong"
game = "{game}"
time = "1s"
deals = 1
seats = {seats}
options = {{ {options} }}
"""
ENGINE = """
[[engine]]
name = "bot {number}"
command = "{{python}} -m engines.random"
"""


def write_league(folder: Path, game: str, seats: int, **options: str) -> Path:
    file = folder / "league.toml"
    written = ", ".join(f"{key} = '{value}'" for key, value in options.items())
    text = LEAGUE.format(game=game, seats=seats, options=written)
    file.write_text(text + "".join(ENGINE.format(number=n) for n in range(max(seats, 2))))
    return file


def refused(*words: str | Path) -> str:
    done = podesta(*words)
    assert done.returncode == 2, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
    return " ".join(done.stderr.split())


def refused_match(game: AnyGame, *words: str, seats: int | None = None) -> str:
    count = str(game.default_seats if seats is None else seats)
    return refused("match", game.name, "random", "--seats", count, *words)


def wrong_seats(game: AnyGame) -> Iterator[int]:
    yield from (n for n in range(1, max(game.seats) + 3) if n not in game.seats)


@each_game
def test_wrong_numbers_of_seats(tmp_path: Path, name: str) -> None:
    game = load_game(name)
    for seats in wrong_seats(game):
        file = write_league(tmp_path, name, seats)
        for said in (
            refused_match(game, seats=seats),
            refused("rules", "legal", name, "--deal", "1", "--seats", str(seats)),
            refused("league", "check", file),
            refused("league", "run", file),
        ):
            assert "seats" in said
            assert all(str(allowed) in said for allowed in game.seats), said
        assert f"{file}: league.seats: " in refused("league", "check", file)


@each_game
def test_unknown_options(tmp_path: Path, name: str) -> None:
    game = load_game(name)
    nearly = [f"{option.name}x" for option in game.options]
    for word in ("sdrawkcab", *nearly):
        file = write_league(tmp_path, name, game.default_seats, **{word: "1"})
        in_match = refused_match(game, "--option", f"{word}=1")
        in_rules = refused("rules", "legal", name, "--deal", "1", "--option", f"{word}=1")
        in_league = refused("league", "check", file)
        assert f"{file}: league.options.{word}: " in in_league
        for said in (in_match, in_rules, in_league):
            assert word in said
            if word in nearly:
                assert "did you mean" in said
                assert word[:-1] in said.replace(word, "")
            else:
                assert all(option.name in said for option in game.options), said


@each_game
def test_values_that_an_option_can_not_have(tmp_path: Path, name: str) -> None:
    game = load_game(name)
    for option in game.options:
        file = write_league(tmp_path, name, game.default_seats, **{option.name: "sdrawkcab"})
        pair = f"{option.name}=sdrawkcab"
        for said in (
            refused_match(game, "--option", pair),
            refused("rules", "legal", name, "--deal", "1", "--option", pair),
            refused("league", "check", file),
        ):
            assert option.name in said
            assert all(choice in said for choice in option.choices), said
        assert f"{file}: league.options" in refused("league", "check", file)


@each_game
def test_combinations_that_can_not_be(name: str) -> None:
    """Whatever a game refuses of values that are allowed one by one, it names what collides."""
    game = load_game(name)
    keys = {option.name for option in game.options} | {"seats"}
    lists = [option.choices or (option.default,) for option in game.options]
    for seats, values in product(game.seats, product(*lists)):
        given = {o.name: v for o, v in zip(game.options, values, strict=True)}
        problems = problems_of(game, given, seats)
        if problems:
            pairs = [w for k, v in given.items() for w in ("--option", f"{k}={v}")]
            said = refused_match(game, *pairs, seats=seats)
            for problem in problems:
                assert problem.partition(":")[0] in keys, problem
                assert " ".join(problem.split()) in said
        else:
            canonical = game.parse_options(given, seats)
            assert game.parse_options(canonical, seats) == canonical


def problems_of(game: AnyGame, given: Mapping[str, str], seats: int) -> tuple[str, ...]:
    try:
        game.parse_options(given, seats)
    except OptionError as error:
        return error.problems
    return ()


FILES = {
    "missing": None,
    "binary": b"\xff\xfe\x00",
    "endless": b"x" * (256 * 1024 + 1),
    "nonsense": b"no data of any game\n",
    "empty-table": b"{}",
}


@each_game
@pytest.mark.parametrize("kind", FILES)
def test_bad_data_files(tmp_path: Path, name: str, kind: str) -> None:
    game = load_game(name)
    file = tmp_path / f"{kind}.json"
    content = FILES[kind]
    if content is not None:
        file.write_bytes(content)
    for option in game.options:
        league = write_league(tmp_path, name, game.default_seats, **{option.name: f"@{file}"})
        in_match = refused_match(game, "--option", f"{option.name}=@{file}")
        in_league = refused("league", "check", league)
        for said in (in_match, in_league):
            assert option.name in said
            if kind in ("missing", "binary", "endless"):
                assert str(file) in said
            # Whatever the file holds, the answer is for people.
            assert len(said) < 4_000


@each_game
def test_a_move_for_another_decision_is_refused_with_what_is_expected(name: str) -> None:
    """Through the command line, with the first question of a match of each number of seats."""
    game = load_game(name)
    for seats in game.seats:
        chance = chance_from(deal_seed("monday"))
        state = game.initial_state(game.parse_options({}, seats), seats, chance)
        first = state.decision
        expected = {text.split()[0] for text in state.legal_texts()}
        other = None
        while other is None and state.to_act is not None:
            if state.decision != first:
                other = state.legal_texts()[0]
            else:
                state.apply(state.legal_move(0), chance)
        if other is None:
            continue
        words = ("rules", "validate", name, "--deal", "monday", "--seats", str(seats), other)
        done = podesta(*words)
        assert done.returncode == 1, done.stderr
        said = done.stdout.replace(other, "")
        assert said.startswith("illegal: ")
        assert first in said or any(word in said for word in expected), said


def test_all_problems_are_told_at_once(tmp_path: Path) -> None:
    file = write_league(tmp_path, "patrician", 9, delegates="maybe", delegate="true")
    said = refused("league", "check", file)
    for key in ("league.seats", "league.options.delegates", "league.options.delegate"):
        assert f"{file}: {key}: " in said

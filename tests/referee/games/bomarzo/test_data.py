"""The data files and their check."""

import json
from collections import Counter
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest
from podesta.bomarzo.v1 import bomarzo_pb2 as pb

from referee.games import OptionError
from referee.games.bomarzo import GAME
from referee.games.bomarzo.data import FILES, GAINS, TEMPLES, TRACKS, load_data, parse_data


def file_texts() -> dict[str, str]:
    folder = files("referee.games.bomarzo") / "data"
    return {name: (folder / f"{name}.json").read_text("utf-8") for name in FILES}


def test_the_files_are_good() -> None:
    assert parse_data(file_texts()) == load_data()


def test_arithmetic_of_the_cards() -> None:
    cards = load_data().cards
    assert len(cards) == 45
    singles = Counter(c.kinds[0] for c in cards if len(c.kinds) == 1)
    assert singles == {"building": 12, "knowledge": 12, "character": 12}
    pairs = Counter(frozenset(c.kinds) for c in cards if len(c.kinds) == 2)
    assert sorted(pairs.values()) == [3, 3, 3]
    assert Counter(c.temple for c in cards) == dict.fromkeys(TEMPLES, 9)
    assert Counter(c.devotion for c in cards) == dict.fromkeys(range(1, 6), 9)
    tracks = Counter(t for c in cards for t in c.level_1)
    assert tracks == dict.fromkeys(TRACKS, 15)
    steps = [sum(c.level_1.get(t, 0) for c in cards) for t in TRACKS]
    assert steps == [18, 18, 18]
    assert all((sum(c.level_1.values()) == 2) == (c.devotion == 1) for c in cards)
    assert [sum(c.level_2.get(t, 0) for c in cards) for t in TRACKS] == [36, 38, 38]
    assert Counter(c.gain for c in cards) == dict(
        zip(GAINS, (8, 8, 4, 5, 4, 4, 4, 4, 4), strict=True)
    )


def test_cubes() -> None:
    assert sum(load_data().reserve.values()) == 76
    assert sum(first for first, _ in load_data().points_by_position) == 15


def broken(file: str, change: Callable[[Any], None]) -> dict[str, str]:
    texts = file_texts()
    content = json.loads(texts[file])
    change(content)
    texts[file] = json.dumps(content)
    return texts


def set_at(*path: Any, value: Any) -> Callable[[Any], None]:
    def change(content: Any) -> None:
        for key in path[:-1]:
            content = content[key]
        content[path[-1]] = value

    return change


@pytest.mark.parametrize(
    ("file", "change", "told"),
    [
        ("cards", set_at("cards", 0, "name", value="Aqueduct"), "Aqueduct occurs 2 times"),
        ("cards", set_at("cards", 0, "kinds", value=["tower"]), "cards.0.kinds"),
        ("cards", set_at("cards", 0, "kinds", value=[]), "cards.Altar.kinds: one or two"),
        ("cards", set_at("cards", 0, "level_1", value={}), "cards.Altar.level_1: exactly one"),
        ("cards", set_at("cards", 0, "level_2", value={}), "cards.Altar.level_2"),
        ("cards", set_at("cards", 0, "level_2", value={"war": 1}), "cards.0.level_2.war"),
        ("cards", set_at("cards", 0, "devotion", value=0), "cards.0.devotion"),
        ("cards", set_at("cards", 0, "gain", value="gold"), "cards.0.gain"),
        ("cards", set_at("cards", value=[]), "0 cards"),
        ("cards", set_at("more", value=1), "more"),
        ("divinities", set_at("divinities", 0, "favor", value="take"), "divinities.favor: each"),
        ("divinities", set_at("divinities", 0, "scores", value="food"), "divinities.scores: each"),
        ("divinities", set_at("divinities", 0, "active", "any", value=-1), "active.any"),
        ("tables", set_at("reserve", value={"food": 1}), "reserve: the keys"),
        ("tables", set_at("pawns", "start", "2", value=6), "no more than pawns.most"),
        ("tables", set_at("pawns", "start", "5", value=2), "pawns.start: the keys"),
        ("tables", set_at("village", "symbols", "food", value=[3, 1]), "village.symbols.food"),
        ("tables", set_at("village", "symbols", "food", value=[7]), "village.symbols.food"),
        ("tables", set_at("board", "point_spaces", value=[11]), "board.point_spaces"),
        ("tables", set_at("points_by_position", value=[[3, 2]]), "8 pairs are expected"),
        ("tables", set_at("season_tokens", "white", value=-1), "season_tokens.white"),
        ("tables", set_at("temple_points", "6", value=9), "temple_points"),
        ("tables", set_at("worship", "won", value="many"), "worship.won"),
    ],
)
def test_bad_files_are_refused_by_key(file: str, change: Callable[[Any], None], told: str) -> None:
    with pytest.raises(OptionError) as caught:
        parse_data(broken(file, change))
    assert told in str(caught.value)
    assert f"{file}.json" in str(caught.value)


def test_too_few_tokens_are_told() -> None:
    def change(content: Any) -> None:
        content["season_tokens"] = dict.fromkeys(content["season_tokens"], 1)

    with pytest.raises(OptionError, match="at least 8 tokens"):
        parse_data(broken("tables", change))


@pytest.mark.parametrize("text", ["", "{", "[1]"])
def test_files_that_are_no_object(text: str) -> None:
    with pytest.raises(OptionError, match=r"tables\.json"):
        parse_data(file_texts() | {"tables": text})


def test_the_data_message_holds_everything() -> None:
    data = GAME.data({})
    assert isinstance(data, pb.BomarzoData)
    assert (len(data.cards), len(data.divinities), len(data.areas)) == (45, 8, 3)
    altar = data.cards[0]
    assert (altar.name, altar.temple, altar.devotion) == ("Altar", "moon", 4)
    assert dict(data.start_pawns) == {2: 3, 3: 3, 4: 2}
    assert data.divinities[7].active.any == 1
    assert [(p.first, p.second) for p in data.points_by_position][3] == (2, 1)
    assert (data.worship_won, data.worship_lost) == (3, -1)

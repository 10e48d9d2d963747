"""A1: the shipped map, and what makes a user's map a bad one."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from referee.games import OptionError
from referee.games.bologna.city import load_map
from referee.games.bologna.map_file import (
    MAX_INTERIOR,
    MAX_PLACEMENTS,
    MIN_CITY_EDGE,
    read_map,
    shipped_text,
)
from referee.games.bologna.placements import DistrictTables, count_buildings
from referee.games.bologna.side import Side, canonical_rows
from tests.referee.games.bologna.drill import TILES

FIGURES = {
    # squares, squares at the edge, interior, triangles
    "S3A": (21, 12, 9, 3),
    "S3B": (21, 12, 9, 3),
    "S4A": (24, 14, 10, 4),
    "S4B": (21, 12, 9, 4),
    "M3A": (27, 15, 12, 3),
    "M3B": (29, 17, 12, 3),
    "M4A": (26, 14, 12, 4),
    "M4B": (24, 12, 12, 4),
    "L3A": (33, 18, 15, 3),
    "L3B": (33, 19, 14, 3),
    "L4A": (37, 22, 15, 4),
    "L4B": (32, 18, 14, 4),
}


def raw_map() -> dict[str, Any]:
    contents: dict[str, Any] = json.loads(shipped_text())
    return contents


def problems_with(change: Callable[[dict[str, Any]], None]) -> list[str]:
    contents = raw_map()
    change(contents)
    with pytest.raises(OptionError) as refused:
        load_map(json.dumps(contents))
    return list(refused.value.problems)


def problems_with_side(rows: list[str]) -> list[str]:
    return problems_with(lambda contents: contents["sides"].update(M3A=rows))


@pytest.mark.parametrize("name", FIGURES)
def test_bo_06_the_twelve_sides(name: str) -> None:
    side = load_map().sides[name]
    masks = (side.squares, side.edge, side.interior, side.triangles)
    assert tuple(mask.bit_count() for mask in masks) == FIGURES[name]


def test_bo_06_sixty_four_cities() -> None:
    city_map = load_map()
    edges = []
    for number in range(64):
        city = city_map.city(f"{number:06b}".translate(str.maketrans("01", "AB")))
        edges.append(sum(side.edge.bit_count() for side in city.sides))
    assert (
        len({city_map.city(f"{n:06b}".replace("0", "A").replace("1", "B")).seal for n in range(64)})
        == 64
    )
    assert (min(edges), max(edges)) == (MIN_CITY_EDGE, 98)
    assert (edges[0], edges[63]) == (95, 90)
    assert all(side.interior.bit_count() <= MAX_INTERIOR for side in city_map.sides.values())


def test_bo_04_landmarks() -> None:
    kinds = load_map().landmarks
    found = {k.name: (k.count, k.value, k.shape) for k in kinds.values()}
    assert found == {
        "councilman": (4, 4, (2, 2)),
        "townhall": (1, 6, (2, 3)),
        "cathedral": (1, 10, (2, 5)),
    }
    assert sum(kind.count for kind in kinds.values()) == 6
    assert load_map().tracks == 15


def test_schools_fit_in_any_city() -> None:
    city = load_map().city("AAAAAA")
    assert sum(side.triangles.bit_count() for side in city.sides) == 21


def test_a_map_of_ones_own_is_canonical() -> None:
    text = load_map(json.dumps(raw_map(), indent=3)).text
    assert load_map(text).text == text
    assert " " not in text


def test_slashes_can_be_read() -> None:
    drawn = {
        "S3A": ["#/...", "/....", ".....", ".....", "..../"],
        "S3B": ["/...#", "....\\", ".....", ".....", "\\...."],
        "L4B": ["#/..\\####", "/....####", ".........", ".........", "......../"],
    }
    for name, rows in drawn.items():
        assert canonical_rows(rows) == list(load_map().sides[name].rows)
    contents = raw_map()
    contents["sides"].update(drawn)
    assert load_map(json.dumps(contents)).text == load_map(json.dumps(raw_map())).text


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        ([".....", ".....", "#####", ".....", "....."], "not all connected"),
        (["......", ".#....", "......", "......", "......"], "encloses a hole"),
        (["J....L", "......", "......", "......", "L....."], "triangle L at row 5, column 1"),
        (["......", ".J....", "......", "......", "......"], "encloses a hole"),
        (["...", "...", "..."], "no place at its edge for the cathedral (2x5)"),
        (["......"] * 7, "20 squares have no side on the edge; allowed are at most 15"),
        (
            [f"..{'#' * 22}.."] * 24 + ["." * 26] * 2,
            "1490 placements of buildings; allowed are at most 1000",
        ),
        (["......", "....."], "row 2 has 5 places, row 1 has 6"),
        (["......", "..x..."], "row 2 has 'x'; allowed are . # J L 7 F / \\"),
        (["." * 27] * 2, "row 1 has 27 places; allowed are 1 to 26"),
        (["..."] * 27, "27 rows; allowed are 1 to 26"),
        ([], "0 rows"),
        (["####"], "has no squares"),
    ],
)  # fmt: skip
def test_bad_sides_are_named(rows: list[str], problem: str) -> None:
    found = problems_with_side(rows)
    assert any(p.startswith("map: side M3A: ") and problem in p for p in found), found


def test_placements_are_counted_without_making_them() -> None:
    contents = load_map()
    schools = Side("X", ("J....LJ..", "........L", "7.##.....", "##7....F#"))
    for side in (*contents.sides.values(), schools):
        tables = DistrictTables(1, side, contents.landmarks)
        assert count_buildings(side) == len(tables.placements)
        assert any(placement.school for placement in tables.placements)
        assert len(tables.placements) <= MAX_PLACEMENTS


@pytest.mark.parametrize("more", [False, True])
def test_as_many_placements_as_are_allowed_and_one_more(
    monkeypatch: pytest.MonkeyPatch, *, more: bool
) -> None:
    most = max(count_buildings(side) for side in load_map().sides.values())
    monkeypatch.setattr("referee.games.bologna.map_file.MAX_PLACEMENTS", most - more)
    if more:
        with pytest.raises(OptionError, match=f"map: side L4A: {most} placements of buildings"):
            read_map(json.dumps(raw_map()))
    else:
        assert len(read_map(json.dumps(raw_map())).sides) == 12


def test_all_problems_at_once() -> None:
    def spoil(contents: dict[str, Any]) -> None:
        contents["sides"]["S3A"] = ["......"] * 7
        contents["sides"]["L4B"] = ["x.....", "......"]

    found = problems_with(spoil)
    assert [p.split(":")[1] for p in found] == [" side S3A", " side L4B"]


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda c: c.update(track=15), "map: track: no such key; did you mean 'tracks'?"),
        (lambda c: c.pop("slots"), "map: slots: Field required"),
        (lambda c: c.update(tracks=True), "map: tracks: Input should be a valid integer"),
        (lambda c: c.update(tracks=0), "map: tracks: Input should be greater than or equal to 1"),
        (lambda c: c["landmarks"]["townhall"].update(shape=[2]), "map: landmarks.townhall.shape"),
        (lambda c: c["landmarks"].pop("cathedral"), "map: landmarks.cathedral: Field required"),
        (lambda c: c["slots"].append("S3"), "map: slots: List should have at most 6 items"),
        (lambda c: c["slots"].__setitem__(1, "S3"), "map: slots: tile 'S3' stands there more"),
        (lambda c: c["sides"].pop("S3B"), "map: side S3B: is missing"),
        (lambda c: c["sides"].update(S5A=[".."]), "map: side S5A: belongs to no tile of slots"),
        (
            lambda c: c["sides"].update(S3A=[1, 2]),
            "map: sides.S3A.0: Input should be a valid string",
        ),
        (
            lambda c: c["landmarks"]["councilman"].update(count=2),
            "map: landmarks: 4 for 6 districts",
        ),
    ],
)
def test_bad_shapes_are_named(change: Callable[[dict[str, Any]], None], problem: str) -> None:
    found = problems_with(change)
    assert any(p.startswith(problem) for p in found), found


def test_too_few_squares_at_the_edge() -> None:
    def shrink(contents: dict[str, Any]) -> None:
        for name in ("L4A", "L4B", "L3A", "L3B"):
            contents["sides"][name] = [".....", ".....", ".....", "....."]

    (problem,) = problems_with(shrink)
    assert problem == (
        "map: sides: a city of these tiles may have only 79 squares at the edge;"
        " at least 87 are needed"
    )


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("{", "map: no JSON"),
        ("[" * 10000, "map: no JSON"),
        ("[]", "map: Input should be a valid dictionary"),
        (" " * 70_000, "map: longer than 65536 bytes"),
        ('{"tracks": 1, "tracks": 2}', "map: 'tracks' stands there more than once"),
    ],
)
def test_texts_that_are_no_map(text: str, problem: str) -> None:
    with pytest.raises(OptionError) as refused:
        load_map(text)
    assert any(p.startswith(problem) for p in refused.value.problems)


def test_triangles_lie_as_their_letters_say() -> None:
    side = Side("X", ("J....L", "......", "7....F"))
    assert side.edge.bit_count() == 2 * 4 + 2
    assert side.interior.bit_count() == 4
    assert len(TILES) == 6

"""What a board tells at a glance: where a move was, how large each piece is, on a phone too."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from podesta.v1 import record_pb2

from referee.games import game_names
from tests.arena.pages.chromium import needs_chromium, page_of
from tests.arena.pages.match_specs import spec_of
from tests.arena.pages.written_pages import wait_for_ply, write_page
from tests.arena.report.played_matches import HOSTILE, played

pytestmark = [needs_chromium, pytest.mark.slow]

PHONE = {"width": 390, "height": 800}
# Tall enough that all of a board can be pressed, as elements are asked for by their place.
TALL = {"width": 390, "height": 2400}
WIDE = {"width": 1280, "height": 1400}
LOOKED_AT = {"AAAAAA": TALL, "BBBBBB": WIDE}
"""Cities that have no side in common, and where each is looked at."""


@pytest.fixture(scope="module", params=list(LOOKED_AT))
def bologna(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, record_pb2.MatchRecord]:
    record = played(spec_of("bologna", options={"city": request.param}))
    return write_page(tmp_path_factory.mktemp("page") / "match.html", record), record


def plies(page: Any, record: record_pb2.MatchRecord) -> Iterator[int]:
    """Step through the match from its first move."""
    for ply in range(1, len(record.decisions) + 1):
        page.keyboard.press("ArrowRight")
        wait_for_ply(page, ply)
        yield ply


def test_a_move_text_is_found_by_letters_and_numbers(
    chromium: Any, bologna: tuple[Path, record_pb2.MatchRecord]
) -> None:
    path, record = bologna
    found = 0
    with page_of(chromium, viewport=LOOKED_AT[record.game_options["city"]]) as watched:
        page = watched.open(path)
        page.wait_for_selector("svg.board")
        shown = page.locator(".district").evaluate_all(
            """districts => districts.map(district => ["column", "row"].map(axis =>
                [...district.querySelectorAll(`.coordinate.${axis}`)].map(t => t.textContent)))"""
        )
        assert len(shown) == 6
        for letters, numbers in shown:
            assert "".join(letters) == "abcdefghi"[: len(letters)]
            assert numbers == [str(row + 1) for row in range(len(numbers))]
        for ply in plies(page, record):
            match = re.search(r"^t\d@(\d):([a-i])(\d)$", record.decisions[ply - 1].move)
            if match is None:
                continue
            district, letter, number = match.groups()
            place = page.locator(".district").nth(int(district) - 1)
            plate = middle(place.locator(".size-plate").filter(has_text=re.compile("tower")).all())
            column = box(place.locator(".coordinate.column", has_text=letter))
            row = box(place.locator(".coordinate.row", has_text=number))
            assert any(
                abs(x - column[0]) < column[2] + 6 and abs(y - row[1]) < 16 for x, y in plate
            ), record.decisions[ply - 1].move
            found += 1
        assert found >= 3


def box(locator: Any) -> tuple[float, float, float]:
    """The middle of an element, and its width."""
    at = locator.bounding_box()
    return at["x"] + at["width"] / 2, at["y"] + at["height"] / 2, at["width"]


def middle(locators: list[Any]) -> list[tuple[float, float]]:
    return [box(each)[:2] for each in locators]


def test_every_size_is_readable_at_every_moment(
    chromium: Any, bologna: tuple[Path, record_pb2.MatchRecord]
) -> None:
    path, record = bologna
    with page_of(chromium, viewport=LOOKED_AT[record.game_options["city"]]) as watched:
        page = watched.open(path)
        page.wait_for_selector("svg.board")
        for _ in plies(page, record):
            pieces, plates, hidden, heights, overlaps = page.evaluate(
                """() => {
                  // The controls stay in sight above the board, which is no matter here.
                  document.querySelector(".controls").style.position = "static";
                  scrollTo(0, 0);
                  const told = (each) => each.querySelector("title").textContent;
                  const plates = [...document.querySelectorAll(".size-plate")];
                  const texts = plates.map((plate) => plate.querySelector("text"));
                  const boxes = plates.map((plate) => plate.getBoundingClientRect());
                  const corners = (b) => [[b.left + 3, b.top + 3], [b.right - 3, b.top + 3],
                    [b.left + 3, b.bottom - 3], [b.right - 3, b.bottom - 3],
                    [(b.left + b.right) / 2, (b.top + b.bottom) / 2]];
                  return [
                    [...document.querySelectorAll(".piece")].map(told)
                      .filter((title) => title !== "school"),
                    plates.map(told),
                    plates.filter((plate, n) => corners(boxes[n]).some(([x, y]) =>
                      !plate.contains(document.elementFromPoint(x, y)))).map(told),
                    texts.map((text) => text.getBoundingClientRect().height),
                    boxes.filter((one, n) => boxes.slice(n + 1).some((other) =>
                      one.left < other.right && other.left < one.right &&
                      one.top < other.bottom && other.top < one.bottom)).length,
                  ];
                }"""
            )
            assert sorted(plates) == sorted(pieces)
            assert hidden == []
            assert overlaps == 0
            assert min(heights, default=10) >= 10
            sizes = page.locator(".size-plate .size").all_text_contents()
            assert sizes == [title.rpartition(" ")[2] for title in plates]


@pytest.mark.parametrize("game", game_names())
def test_a_board_fits_a_phone_and_is_enlarged_by_a_tap(
    chromium: Any, tmp_path: Path, game: str
) -> None:
    record = played(spec_of(game))
    with page_of(chromium, viewport=PHONE) as watched:
        page = watched.open(write_page(tmp_path / "match.html", record))
        page.wait_for_selector("svg.board")
        place, board = page.locator(".board-place"), page.locator("svg.board")
        for ply in (len(record.decisions) // 2, len(record.decisions)):
            page.evaluate(f"location.hash = '#match=7&ply={ply}'")
            wait_for_ply(page, ply)
            assert place.evaluate("place => place.scrollWidth <= place.clientWidth")
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            texts = board.locator("text").evaluate_all(
                "texts => texts.filter(t => t.textContent).map(t => t.getBoundingClientRect())"
                ".map(({left, right, height}) => [left, right, height])"
            )
            whole = board.bounding_box()
            assert min(left for left, _, _ in texts) >= whole["x"]
            assert max(right for _, right, _ in texts) <= whole["x"] + whole["width"]
            assert min(height for _, _, height in texts) > 8.5
        small = board.bounding_box()
        at = (small["x"] + 0.8 * small["width"], small["y"] + 300)
        down = 300 / small["height"]
        page.mouse.click(*at)
        large = board.bounding_box()
        assert large["width"] > 1.5 * small["width"]
        # What was tapped is still there to be seen, at the height where it was.
        assert 0 < large["x"] + 0.8 * large["width"] < PHONE["width"]
        assert abs(large["y"] + down * large["height"] - at[1]) < 3
        # It stays large, and where it was pushed to, from ply to ply.
        place.evaluate("place => { place.scrollLeft = 100; }")
        page.keyboard.press("ArrowLeft")
        assert place.evaluate("place => place.scrollLeft") == 100
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        button = page.locator(".enlarge")
        assert button.get_attribute("aria-pressed") == "true"
        button.press("Enter")
        assert board.bounding_box()["width"] == small["width"]
        page.set_viewport_size(WIDE)
        assert button.is_hidden()
        page.locator("svg.board:not(.narrow)").wait_for()


def test_the_graph_has_a_scale_a_zero_line_and_names(
    chromium: Any, bologna: tuple[Path, record_pb2.MatchRecord]
) -> None:
    path, _ = bologna
    with page_of(chromium, viewport=PHONE) as watched:
        page = watched.open(path)
        page.wait_for_selector("svg.evaluations")
        above, zero, below = page.locator(".scale span").all_inner_texts()
        assert zero == "0"
        assert float(above) > 0
        assert below == above.replace("+", "\N{MINUS SIGN}")
        lines = page.locator(".evaluations .rule, .evaluations .zero").evaluate_all(
            "lines => lines.map(line => line.getBoundingClientRect().top)"
        )
        labels = page.locator(".scale span").evaluate_all(
            "labels => labels.map(label => label.getBoundingClientRect().top)"
        )
        assert all(abs(a - b) < 3 for a, b in zip(lines, labels, strict=True))
        names = page.locator(".evaluator").all_inner_texts()
        assert [name[:12] for name in names] == [f"{n} {n} {HOSTILE}"[:12] for n in (0, 1)]
        colours = [
            page.locator(f".{kind}").evaluate_all(
                f"all => all.map(each => getComputedStyle(each, '{part}').{style})"
            )
            for kind, part, style in (
                ("evaluator", "::before", "borderTopColor"),
                ("evaluations .line", "", "stroke"),
            )
        ]
        assert colours[0] == colours[1]
        page.select_option("select[aria-label='Point of view']", "1")
        assert page.locator(".evaluator").count() == 1

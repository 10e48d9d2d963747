"""A match in a real browser: keys, clicks, points of view, and what the board shows."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from google.protobuf.json_format import MessageToDict
from podesta.v1 import record_pb2

from referee.games import game_names, load_game
from referee.record_file import decode_record
from referee.replay import replay
from tests.arena.pages.chromium import needs_chromium, page_of
from tests.arena.pages.match_specs import spec_of
from tests.arena.pages.written_pages import counter, wait_for_ply, write_page
from tests.arena.report.played_matches import played

pytestmark = [needs_chromium, pytest.mark.slow]


@pytest.fixture(scope="module")
def bologna_record() -> record_pb2.MatchRecord:
    return played(spec_of("bologna"))


@pytest.fixture(scope="module")
def bologna_page(
    tmp_path_factory: pytest.TempPathFactory, bologna_record: record_pb2.MatchRecord
) -> Path:
    return write_page(tmp_path_factory.mktemp("page") / "match.html", bologna_record)


def test_keys_step_through_the_match(
    chromium: Any, bologna_page: Path, bologna_record: record_pb2.MatchRecord
) -> None:
    last = len(bologna_record.decisions)
    with page_of(chromium) as watched:
        page = watched.open(bologna_page)
        page.wait_for_selector("svg.board")
        assert counter(page) == f"ply 0 of {last}"
        assert page.locator(".piece").count() == 0
        for _ in range(3):
            page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowLeft")
        assert counter(page) == f"ply 2 of {last}"
        assert page.locator(".board .fresh").count() >= 1
        assert page.locator(".result").is_hidden()
        page.keyboard.press("End")
        assert counter(page) == f"ply {last} of {last}"
        outcome = bologna_record.outcome.seats
        shown = page.locator(".score").all_inner_texts()
        assert [text.rpartition(": ")[2] for text in shown] == [
            f"place {seat.placement}, score {seat.score}" for seat in outcome
        ]
        page.keyboard.press("Home")
        assert counter(page) == f"ply 0 of {last}"


def test_the_board_holds_every_piece(
    chromium: Any, bologna_page: Path, bologna_record: record_pb2.MatchRecord
) -> None:
    *_, end = replay(bologna_record)
    pieces: Any = end.state.public()
    with page_of(chromium) as watched:
        page = watched.open(bologna_page, f"#ply={len(bologna_record.decisions)}")
        page.wait_for_selector(".piece")
        assert page.locator(".piece").count() == len(pieces.pieces)
        towers = [piece for piece in pieces.pieces if piece.kind == 2]
        heights = page.evaluate(
            """() => [...document.querySelectorAll(".piece")]
                .map((piece) => [piece.querySelector("title").textContent,
                                 piece.getBoundingClientRect().height])
                .filter(([title]) => title.includes("tower"))
                .map(([title, height]) => [Number(title.at(-1)), height])"""
        )
        assert sorted(size for size, _ in heights) == sorted(piece.size for piece in towers)
        by_size = dict(heights)
        assert [by_size[size] for size in sorted(by_size)] == sorted(by_size.values())


def test_a_link_opens_its_ply_and_view(chromium: Any, bologna_page: Path) -> None:
    with page_of(chromium) as watched:
        page = watched.open(bologna_page, "#match=7&ply=5&view=1")
        page.wait_for_selector("svg.board")
        assert counter(page).startswith("ply 5 ")
        assert page.locator("select[aria-label='Point of view']").input_value() == "1"
        page.keyboard.press("ArrowRight")
        assert page.evaluate("location.hash") == "#match=7&ply=6&view=1"
        assert page.locator(".ply-link").get_attribute("href") == "#match=7&ply=6&view=1"
        page.evaluate("location.hash = '#match=7&ply=2'")
        wait_for_ply(page, 2)
        page.evaluate("location.hash = '#match=7&ply=999999&view=99'")
        page.locator(".result").wait_for()


def test_moves_graph_slider_and_play(chromium: Any, bologna_page: Path) -> None:
    with page_of(chromium) as watched:
        page = watched.open(bologna_page)
        page.wait_for_selector("svg.board")
        page.locator(".move").nth(9).click()
        assert counter(page).startswith("ply 10 ")
        assert page.locator(".move[aria-current]").count() == 1
        graph = page.locator("svg.evaluations")
        graph.click(position={"x": graph.bounding_box()["width"] - 3, "y": 20})
        assert page.locator(".result").is_visible()
        page.locator("input[type=range]").focus()
        page.keyboard.press("Home")
        assert counter(page).startswith("ply 0 ")
        page.select_option("select[aria-label=Speed]", "300")
        page.locator(".play").click()
        # Any ply but the first two: a busy machine may not look while the second is shown.
        page.locator(".counter", has_text=re.compile(r"^ply ([2-9]|\d\d) of")).wait_for()
        assert page.locator(".play").inner_text() == "pause"
        page.locator(".play").click()
        assert page.locator(".play").inner_text() == "play"


def test_the_time_of_a_decision_is_split_for_whoever_may_know(
    chromium: Any, bologna_page: Path, bologna_record: record_pb2.MatchRecord
) -> None:
    decision = bologna_record.decisions[0]
    other = 1 - decision.seat
    with page_of(chromium) as watched:
        page = watched.open(bologna_page, "#ply=1")
        page.wait_for_selector("svg.board")
        told = page.locator(".split").inner_text()
        thought_ms = round(decision.engine_us / 1_000, 1 if decision.engine_us < 10_000 else 0)
        assert told.startswith("from question to answer: queue 5 µs · wire 245 µs · ")
        assert f"thought {thought_ms:g} ms" in told.replace(".0 ms", " ms")
        page.select_option("select[aria-label='Point of view']", str(other))
        assert page.locator(".split").count() == 0
        page.keyboard.press("Home")
        assert page.locator(".split").count() == 0


def test_the_record_is_downloaded_whole(
    chromium: Any, bologna_page: Path, bologna_record: record_pb2.MatchRecord, tmp_path: Path
) -> None:
    with page_of(chromium) as watched:
        page = watched.open(bologna_page)
        page.wait_for_selector("svg.board")
        with page.expect_download() as waiting:
            page.get_by_text("download the record").click()
        waiting.value.save_as(tmp_path / "got.record")
        assert waiting.value.suggested_filename == "match-7.record"
    assert decode_record((tmp_path / "got.record").read_bytes()) == bologna_record


def test_a_seat_sees_no_card_that_it_did_not_know(chromium: Any, tmp_path: Path) -> None:
    record = played(spec_of("patrician"))
    first = next(iter(replay(record)))
    with page_of(chromium) as watched:
        page = watched.open(write_page(tmp_path / "match.html", record))
        page.wait_for_selector(".city")
        hidden = [
            sorted(first.state.private(seat).unknown_hand)  # type: ignore[union-attr]
            for seat in range(len(record.spec.engines))
        ]
        assert all(hidden)
        for seat, cards in enumerate(hidden):
            page.select_option("select[aria-label='Point of view']", str(seat))
            names = page.locator(".seat .card-name").all_text_contents()
            assert sorted(names) == cards
            others = sum(len(other) for other in hidden) - len(cards)
            assert page.locator(".seat .card-back").count() == others
            for name in {n for other in hidden for n in other} - set(cards):
                assert name not in page.locator(".board").inner_html()
        page.select_option("select[aria-label='Point of view']", "")
        names = page.locator(".seat .card-name").all_text_contents()
        assert sorted(names) == sorted(name for cards in hidden for name in cards)


def test_a_seat_is_told_of_others_what_it_was_told(chromium: Any, tmp_path: Path) -> None:
    record = played(spec_of("bomarzo"))
    with page_of(chromium) as watched:
        page = watched.open(write_page(tmp_path / "match.html", record), "#ply=1&view=1")
        page.wait_for_selector(".move")
        for index, decision in enumerate(record.decisions[:40]):
            text = page.locator(".move .text").nth(index).text_content()
            assert (text == decision.move) == (decision.seat == 1), (index, text)
            evaluated = page.locator(".move .evaluation").nth(index).text_content()
            assert bool(evaluated) == (decision.seat == 1)


@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_game_is_drawn_to_its_end_on_a_phone(
    chromium: Any, tmp_path: Path, game: str, scheme: str
) -> None:
    record = played(spec_of(game))
    with page_of(chromium, viewport={"width": 390, "height": 800}, color_scheme=scheme) as watched:
        page = watched.open(write_page(tmp_path / "match.html", record))
        page.wait_for_selector(".board")
        last = len(record.decisions)
        for ply in {*range(0, last, max(last // 6, 1)), last}:
            page.evaluate(f"location.hash = '#match=7&ply={ply}'")
            wait_for_ply(page, ply)
            assert page.locator(".stage .problems").count() == 0
            # A list that was taken for text would leave letters between the shapes.
            stray = page.locator("svg.board").evaluate(
                """(board) => [board, ...board.querySelectorAll("g")].filter((group) =>
                    [...group.childNodes].some((node) => node.nodeType === 3)).length"""
            )
            assert stray == 0
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.locator(".score").count() == len(record.spec.engines)


@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("bologna", 2, {"city": "BBBBBB"}),
        ("patrician", 2, {"trade_routes": "true", "delegates": "true"}),
        ("patrician", 5, {"trade_routes": "true", "delegates": "true"}),
        ("tuerme", 6, {"sammel": "true"}),
        ("tuerme", 2, {}),
        ("bomarzo", 4, {"seasons": "true", "worship": "true"}),
        ("bomarzo", 2, {}),
    ],
)
def test_every_variant_is_drawn_from_every_seat(
    chromium: Any, tmp_path: Path, game: str, seats: int, options: dict[str, str]
) -> None:
    record = played(spec_of(game, seats, options=options))
    last = len(record.decisions)
    with page_of(chromium) as watched:
        page = watched.open(write_page(tmp_path / "match.html", record))
        page.wait_for_selector("svg.board")
        for ply in (0, last // 2, last - 1, last):
            for view in ("", *map(str, range(seats))):
                page.evaluate(f"location.hash = '#match=7&ply={ply}&view={view}'")
                wait_for_ply(page, ply)
                assert page.locator(".stage .problems").count() == 0
                drawn = page.locator("svg.board").evaluate("board => board.outerHTML")
                assert "undefined" not in drawn
                assert "NaN" not in drawn


@pytest.mark.parametrize("game", game_names())
def test_messages_are_read_as_python_reads_them(chromium: Any, tmp_path: Path, game: str) -> None:
    record = played(spec_of(game), plies=30)
    steps = list(replay(record))
    load_game(game)
    with page_of(chromium) as watched:
        page = watched.open(write_page(tmp_path / "match.html", record))
        page.wait_for_selector(".board")
        read = page.evaluate(
            """async () => {
              const { openMatch } = await import("podesta/payload");
              const shared = JSON.parse(document.getElementById("replay-shared").textContent);
              const text = document.getElementById("replay-7").textContent;
              const match = await openMatch(text, shared);
              return JSON.stringify(match.positions.map((_, ply) =>
                [match.publicAt(ply), match.privateAt(ply, null), match.eventsAt(ply, null)]));
            }"""
        )
    for (public, private, events), step in zip(json.loads(read), steps, strict=True):
        seats = range(len(record.spec.engines))
        known = [m for m in map(step.state.private, seats) if m is not None]
        assert pruned(public) == as_told(step.state.public())
        assert [pruned(m) for m in private] == [as_told(m) for m in known]
        assert [pruned(m) for m in events] == [as_told(e.message) for e in step.events]


def as_told(message: Any) -> Any:
    return pruned(
        MessageToDict(
            message, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
        )
    )


def pruned(value: Any) -> Any:
    """Without what is absent, which the two sides write differently."""
    if isinstance(value, dict):
        return {key: pruned(inner) for key, inner in value.items() if inner is not None}
    return [pruned(item) for item in value] if isinstance(value, list) else value

"""The report as a page: what it says, that nothing in it runs or leaves, and how it is used."""

import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from arena.league.state import LeagueState
from arena.ledger import LedgerReader
from arena.report.build import build_report, tellable_results
from arena.report.html_files import HtmlFiles, html_report
from arena.report.report import Caution
from arena.report.text_page import text_page
from tests.arena.pages.chromium import needs_chromium, page_of
from tests.arena.report.played_matches import HOSTILE
from tests.arena.report.test_build import edited

VOID = {"meta", "br", "img", "input", "link", "hr"}
ALLOWED_SCRIPTS = {None, "importmap", "module", "application/json", "application/x-podesta-replay"}


def write(ledger_path: Path, path: Path, **settings: Any) -> HtmlFiles:
    choices: dict[str, Any] = {"folder": False, "most_replays": 100} | settings
    with LedgerReader.open(ledger_path) as ledger:
        state = LeagueState.of(ledger)
        names = {entrant.id: entrant.name for entrant in state.roster.entrants}
        report = build_report(ledger, state, command=("podesta", HOSTILE))
        return html_report(ledger, report, tellable_results(state), names, path, **choices)


class Elements(HTMLParser):
    """All elements of a page, and whether every one was closed."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_hostile_texts_stay_texts(bologna: Path, tmp_path: Path) -> None:
    write(bologna, tmp_path / "report.html")
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    elements = Elements()
    elements.feed(text)
    assert elements.open == []
    for tag, attributes in elements.found:
        assert tag not in ("img", "iframe", "link", "object", "embed", "base", "form")
        assert not [name for name in attributes if name.startswith("on")]
        assert not (attributes.get("href") or "#").startswith(("http", "javascript", "//"))
        if tag == "script":
            assert attributes.get("type") in ALLOWED_SCRIPTS
            assert "src" not in attributes
    assert "\u202e" not in text
    assert "&lt;/script&gt;&lt;img src=x" in text
    assert "{{7*7}}" in text
    for address in re.findall(r"https?://[^\s\"'<>]+", text):
        assert address.startswith("http://www.w3.org/"), address


def test_commands_in_warnings_are_marked_and_all_else_is_only_text(
    bologna: Path, tmp_path: Path
) -> None:
    told = "`<b>bot</b>` & `x` is late: `podesta doctor` tells more."
    path = tmp_path / "report.html"
    with LedgerReader.open(bologna) as ledger:
        state = LeagueState.of(ledger)
        made = replace(build_report(ledger, state), cautions=(Caution(told),))
        html_report(ledger, made, (), {}, path, folder=False, most_replays=0)
    assert (
        "<li>`&lt;b&gt;bot&lt;/b&gt;` &amp; `x` is late: <code>podesta doctor</code> tells more."
        in path.read_text(encoding="utf-8")
    )
    assert f"! {told}" in [str(part) for part in text_page(made, {})]


def test_a_folder_has_a_page_for_every_match(bologna: Path, tmp_path: Path) -> None:
    files = write(bologna, tmp_path / "out", folder=True, most_replays=4)
    pages = sorted(path.name for path in (tmp_path / "out" / "matches").iterdir())
    assert (files.path, files.replays) == (tmp_path / "out" / "index.html", 4)
    assert len(pages) == 4
    assert "match-6.html" in pages
    index = files.path.read_text(encoding="utf-8")
    assert all(f'href="matches/{name}"' in index for name in pages)
    assert "application/x-podesta-replay" not in index
    assert "4 of 6 matches can be opened" in index
    assert [path.name for path in (tmp_path / "out").iterdir() if path.name.startswith(".")] == []


def test_a_match_that_can_not_be_shown_is_said(bologna: Path, tmp_path: Path) -> None:
    bad = edited(bologna, tmp_path / "bad.ledger", lambda r: r.__setattr__("reason", "because"))
    files = write(bad, tmp_path / "report.html")
    assert [problem.number for problem in files.problems] == [1]
    assert files.replays == 5
    text = files.path.read_text(encoding="utf-8")
    assert 'href="#match=1"' not in text
    assert "1 do not replay to what they say" in text


@pytest.fixture(scope="module")
def report_page(bologna: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("report") / "report.html"
    write(bologna, path)
    return path


@needs_chromium
@pytest.mark.slow
class TestInABrowser:
    def test_tables_are_sorted_by_a_press(self, chromium: Any, report_page: Path) -> None:
        with page_of(chromium) as watched:
            page = watched.open(report_page)
            heading = page.locator("#sheet-replays th").first
            numbers = page.locator("#sheet-replays tbody tr td:first-child")
            heading.locator("button").click()
            assert heading.get_attribute("aria-sort") == "descending"
            assert numbers.all_inner_texts() == ["6", "5", "4", "3", "2", "1"]
            heading.locator("button").press("Enter")
            assert heading.get_attribute("aria-sort") == "ascending"
            assert numbers.all_inner_texts() == ["1", "2", "3", "4", "5", "6"]
            time = page.locator("#sheet-thinking th").nth(2)
            time.locator("button").click()
            keys = page.locator("#sheet-thinking tbody tr td:nth-child(3)").evaluate_all(
                "cells => cells.map(cell => Number(cell.dataset.sort))"
            )
            assert keys == sorted(keys, reverse=True)

    def test_a_match_opens_plays_to_its_end_and_closes(
        self, chromium: Any, report_page: Path
    ) -> None:
        with page_of(chromium) as watched:
            page = watched.open(report_page)
            page.locator('#replays a[href="#match=6"]').click()
            page.wait_for_selector("#replay svg.board")
            assert page.locator("#report").is_hidden()
            page.keyboard.press("End")
            assert page.locator(".counter").inner_text() == "ply 5 of 5"
            assert "lost on time" in page.locator(".result").inner_text()
            assert "timeout" in page.locator(".faults").inner_text()
            assert "onerror" in page.locator(".log pre").inner_text()
            page.keyboard.press("Escape")
            assert page.locator("#replay").is_hidden()
            assert page.locator("#report").is_visible()
            assert page.evaluate("document.activeElement.getAttribute('href')") == "#match=6"

    def test_a_link_to_a_ply_opens_over_the_report(self, chromium: Any, report_page: Path) -> None:
        with page_of(chromium) as watched:
            page = watched.open(report_page, "#match=2&ply=4")
            page.wait_for_selector("#replay svg.board")
            assert page.locator(".counter").inner_text().startswith("ply 4 ")
            page.evaluate("location.hash = '#match=3&ply=1'")
            page.locator("#replay h2", has_text=re.compile("^Match 3")).wait_for()
            page.go_back()
            page.locator("#replay h2", has_text=re.compile("^Match 2")).wait_for()

    def test_the_cross_table_is_sorted_by_the_score_against_a_bot(
        self, chromium: Any, report_page: Path
    ) -> None:
        with page_of(chromium) as watched:
            page = watched.open(report_page)
            places = page.locator(".cross tbody tr td:first-child")
            headings = page.locator(".cross thead th")
            # Nobody met himself: what is unknown stays at the end either way.
            headings.nth(2).locator("button").click()
            assert places.all_inner_texts() == ["2", "1"]
            headings.nth(3).locator("button").click()
            assert places.all_inner_texts() == ["1", "2"]
            headings.nth(0).locator("button").click()
            assert places.all_inner_texts() == ["2", "1"]
            assert headings.nth(0).get_attribute("aria-sort") == "descending"

    def test_addresses_and_escape_lead_on_in_a_folder_too(
        self, chromium: Any, bologna: Path, tmp_path: Path
    ) -> None:
        index = write(bologna, tmp_path / "out", folder=True).path
        with page_of(chromium) as watched:
            page = watched.open(index, "#match=2&ply=20&view=1")
            page.wait_for_url("**/matches/match-2.html#match=2&ply=20&view=1")
            page.wait_for_selector("#replay svg.board")
            assert page.locator(".counter").inner_text().startswith("ply 20 ")
            page.keyboard.press("Escape")
            page.wait_for_url("**/index.html#replays")
            page.evaluate("location.hash = '#match=3'")
            page.wait_for_url("**/matches/match-3.html#match=3&ply=0")
            page.locator("#replay h2", has_text=re.compile("^Match 3")).wait_for()
            page.go_back()
            page.wait_for_url("**/index.html#replays")
            page.evaluate("location.hash = '#match=99'")
            assert page.locator("#report").is_visible()

    @pytest.mark.parametrize("scheme", ["light", "dark"])
    @pytest.mark.parametrize("width", [390, 1200])
    def test_it_fits_and_is_legible(
        self, chromium: Any, report_page: Path, scheme: str, width: int
    ) -> None:
        with page_of(
            chromium, viewport={"width": width, "height": 800}, color_scheme=scheme
        ) as watched:
            page = watched.open(report_page)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            ink, paper = page.evaluate(
                "[getComputedStyle(document.body).color,"
                " getComputedStyle(document.body).backgroundColor]"
            )
            assert (brightness(ink) > brightness(paper)) == (scheme == "dark")
            assert abs(brightness(ink) - brightness(paper)) > 150
            text = page.locator("svg.chart text").first
            assert text.evaluate("e => getComputedStyle(e).fill").startswith("rgb(")
            assert page.locator("svg.chart:visible").count() == 5
            # A chart that is wider than a phone is pushed aside, not made too small to be read.
            heights = page.locator("svg.chart text").evaluate_all(
                "texts => texts.filter(t => !t.getAttribute('transform').includes('rotate'))"
                ".map(t => t.getBoundingClientRect().height).filter(height => height > 0)"
            )
            assert min(heights) >= 10

    def test_a_phone_shows_the_leaders_and_what_happened_without_being_pushed_aside(
        self, chromium: Any, report_page: Path
    ) -> None:
        with page_of(chromium, viewport={"width": 375, "height": 800}) as watched:
            page = watched.open(report_page)
            for shown in ("#standings svg.chart:visible", "#sheet-faults tbody td:last-child"):
                box = page.locator(shown).first.bounding_box()
                assert box["x"] >= 0
                assert box["x"] + box["width"] <= 375

    def test_it_prints_without_controls(self, chromium: Any, report_page: Path) -> None:
        with page_of(chromium) as watched:
            page = watched.open(report_page)
            page.emulate_media(media="print")
            assert page.locator("nav").is_hidden()
            assert page.locator("#sheet-standings").is_visible()
            # What is folded away on a screen is on paper.
            assert page.locator("#sheet-pairs").bounding_box()["height"] > 20

    def test_nothing_runs_but_our_own_scripts(self, chromium: Any, report_page: Path) -> None:
        with page_of(chromium) as watched:
            page = watched.open(report_page)
            ran = page.evaluate(
                """() => new Promise((done) => {
                  addEventListener("securitypolicyviolation",
                                   (event) => done(event.violatedDirective));
                  const script = document.createElement("script");
                  script.textContent = "window.ran = true";
                  document.body.append(script);
                  setTimeout(() => done("nothing was refused"), 2000);
                })"""
            )
            assert ran.startswith("script-src")
            assert page.evaluate("window.ran") is None
            # The browser tells of the refusal, as it should.
            assert len(watched.complaints) == 1
            watched.complaints.clear()


def brightness(colour: str) -> float:
    red, green, blue = map(int, re.findall(r"\d+", colour)[:3])
    return 0.299 * red + 0.587 * green + 0.114 * blue

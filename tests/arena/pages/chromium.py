"""A real browser without a network, for pages that are files."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = Path("/usr/bin/chromium")
needs_chromium = pytest.mark.skipif(not CHROMIUM.exists(), reason="there is no /usr/bin/chromium")


class Watched:
    """A page, with all that it complained about and every request that it made."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.complaints: list[str] = []
        self.requests: list[str] = []
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("dialog", lambda dialog: self.complaints.append(f"dialog {dialog.message}"))
        page.on("request", lambda request: self.requests.append(request.url))

    def open(self, file: Path, fragment: str = "") -> Any:
        """Open a file as a user would, by its file address."""
        self.page.goto(file.resolve().as_uri() + fragment)
        return self.page

    def check(self) -> None:
        """Nothing was complained about, and nothing but the files themselves was asked for."""
        assert self.complaints == []
        outside = [
            url for url in self.requests if not url.startswith(("file:///", "data:", "blob:"))
        ]
        assert outside == []


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """Debian's Chromium, headless; one a module, since two can't run at once in one thread."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(
            executable_path=str(CHROMIUM), args=["--no-sandbox", "--disable-background-networking"]
        )
        try:
            yield started
        finally:
            started.close()


@contextmanager
def page_of(started: Any, **settings: Any) -> Iterator[Watched]:
    """A page that refuses every request that would leave, and fails for it at the end."""
    context = started.new_context(**({"viewport": {"width": 1280, "height": 900}} | settings))
    try:
        context.route(
            "**/*",
            lambda route: (
                route.continue_() if route.request.url.startswith("file:") else route.abort()
            ),
        )
        watched = Watched(context.new_page())
        yield watched
        watched.check()
    finally:
        context.close()

"""A page with one match, to be opened as a file."""

from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined, Template

from arena.pages.page_scripts import json_for_html, page_scripts, static_text
from arena.pages.replay_payload import ReplayPayload, SharedData
from arena.terminal.printable import printable

__all__ = ["match_page"]


@cache
def _template() -> Template:
    environment = Environment(
        loader=PackageLoader("arena.pages"), autoescape=True, undefined=StrictUndefined
    )
    return environment.get_template("match.html.j2")


def match_page(payload: ReplayPayload, shared: SharedData, *, back: str = "") -> str:
    """The page; `back` is the address of the report that it belongs to."""
    scripts = page_scripts()
    return _template().render(
        title=printable(f"Match {payload.number}: {' v '.join(payload.names)}", 200),
        number=payload.number,
        payload=payload.base64,
        shared=json_for_html(shared.as_json(payload.number)),
        scripts=scripts,
        policy=scripts.policy(),
        style=static_text("page.css") + static_text("replay.css"),
        back=back,
    )

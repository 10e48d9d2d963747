"""The scripts of a page, inside it: plain ES modules that need no server and no build step.

A page opened as a file may not load modules from other files. So each module becomes a data
address in the import map, under the name by which the others import it: podesta/viewer is
static/viewer.js. A content security policy allows exactly these scripts and no request at all.
"""

import base64
import hashlib
import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

__all__ = ["PageScripts", "json_for_html", "page_scripts", "static_text"]

_MAIN = 'import "podesta/main";'


@dataclass(frozen=True, slots=True)
class PageScripts:
    """The import map and the script that starts the rest, both as text for a script element."""

    import_map: str
    main: str

    def policy(self, *others: str) -> str:
        """The content of a Content-Security-Policy; `others` are further inline scripts."""
        hashes = " ".join(_hash(text) for text in (self.import_map, self.main, *others))
        return (
            "default-src 'none'; style-src 'unsafe-inline'; img-src data: blob:; "
            f"script-src {hashes} data:; base-uri 'none'; form-action 'none'"
        )


@cache
def static_text(name: str) -> str:
    """A file of static/."""
    return files("arena.pages").joinpath("static", name).read_text(encoding="utf-8")


@cache
def page_scripts() -> PageScripts:
    """The modules of all replays."""
    names = sorted(
        entry.name
        for entry in files("arena.pages").joinpath("static").iterdir()
        if entry.name.endswith(".js")
    )
    imports = {
        f"podesta/{name.removesuffix('.js')}": "data:text/javascript;base64,"
        + base64.b64encode(static_text(name).encode()).decode()
        for name in names
    }
    return PageScripts(json_for_html({"imports": imports}), _MAIN)


def json_for_html(value: Any) -> str:
    """JSON that may stand inside a script element, whatever texts are in it."""
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
    for character in "<>&":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


def _hash(text: str) -> str:
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return f"'sha256-{digest}'"

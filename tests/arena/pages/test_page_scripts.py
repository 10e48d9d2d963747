"""Scripts inside a page, and what keeps others out of it."""

import base64
import hashlib
import json
import re

from hypothesis import given, settings
from hypothesis import strategies as st

from arena.pages.page_scripts import json_for_html, page_scripts, static_text


def test_every_module_that_is_imported_is_in_the_map() -> None:
    imports = json.loads(page_scripts().import_map)["imports"]
    for address in imports.values():
        kind, _, text = address.partition(",")
        assert kind == "data:text/javascript;base64"
        source = base64.b64decode(text).decode()
        for name in re.findall(r'^import .* from "(.*)";$', source, re.MULTILINE):
            assert name in imports
    assert "podesta/main" in imports


@settings(max_examples=100, deadline=None)
@given(st.text())
def test_no_text_leaves_its_script_element(text: str) -> None:
    written = json_for_html({"x": text})
    assert not re.search("[<>&]", written)
    assert json.loads(written) == {"x": text}


def test_the_policy_allows_the_scripts_of_the_page_and_no_request() -> None:
    scripts = page_scripts()
    policy = scripts.policy("let a = 1;")
    for text in (scripts.import_map, scripts.main, "let a = 1;"):
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in policy
    assert "default-src 'none'" in policy
    assert "http" not in policy
    assert "unsafe-eval" not in policy
    assert "script-src 'unsafe-inline'" not in policy


def test_no_script_reads_text_as_markup_or_loads_anything() -> None:
    imports = json.loads(page_scripts().import_map)["imports"]
    for name in imports:
        source = static_text(name.removeprefix("podesta/") + ".js")
        for word in ("innerHTML", "outerHTML", "insertAdjacent", "eval(", "fetch(", "XMLHttp"):
            assert word not in source, (name, word)

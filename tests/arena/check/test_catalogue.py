"""All steps, and how some are chosen."""

from pathlib import Path

import pytest

from arena.check.catalogue import FIRST, STEPS, StepNameError, chosen

DOCS = Path(__file__).parents[3] / "docs"
NAMES = [step.name for step in STEPS]


def test_names_are_unique_and_the_walk_begins_with_hello() -> None:
    assert len(set(NAMES)) == len(NAMES)
    assert NAMES[:FIRST] == ["hello", "introduction", "games"]


def test_every_step_is_described_and_asked_for_by_the_protocol() -> None:
    described = (DOCS / "check.md").read_text(encoding="utf-8")
    headings = {
        line.lstrip("# ") for line in (DOCS / "protocol.md").read_text("utf-8").splitlines()
    }
    for step in STEPS:
        name = "match-GAME" if step.name.startswith("match-") else step.name
        assert f"`{name}`" in described or f"`{step.name}`" in described
        assert step.source in headings
        assert step.asks
        assert not step.asks.endswith(".")


def test_patterns_choose_and_skip_in_the_order_of_the_walk() -> None:
    assert [step.name for step in chosen(["goodbye*", "first-move"])] == [
        "hello",
        "introduction",
        "games",
        "first-move",
        "goodbye",
        "goodbye-at-once",
    ]
    left = [step.name for step in chosen(skip=["match-*", "hello"])]
    assert left == [name for name in NAMES if not name.startswith("match-")]
    assert chosen() == STEPS


@pytest.mark.parametrize(
    ("pattern", "hint"), [("godbye", "did you mean 'goodbye'"), ("xyz", "--list names them all")]
)
def test_a_name_that_fits_nothing_is_refused(pattern: str, hint: str) -> None:
    with pytest.raises(StepNameError, match=hint):
        chosen([pattern])
    with pytest.raises(StepNameError, match=hint):
        chosen((), [pattern])

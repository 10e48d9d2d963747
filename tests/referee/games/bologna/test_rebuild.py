"""A position from its observation alone."""

import json
import random
from collections.abc import Callable

import pytest
from podesta.bologna.v1 import bologna_pb2 as messages

from referee.games import NO_CHANCE
from referee.games.bologna import GAME, BolognaState
from referee.games.bologna.map_file import shipped_text
from referee.games.bologna.moves import parse_move
from tests.referee.games.bologna.drill import Drill
from tests.referee.games.bologna.examples import EXAMPLES, Example

OPTIONS = GAME.parse_options({}, 2)


def again(state: BolognaState) -> BolognaState:
    return GAME.determinize(OPTIONS, 2, 0, state.public(), None, NO_CHANCE)


def assert_same(one: BolognaState, other: BolognaState) -> None:
    for name in (*BolognaState.__slots__, *BolognaState.__mro__[1].__slots__):  # type: ignore[attr-defined]
        if name != "turn_seat" or one.to_act is not None:
            assert getattr(one, name) == getattr(other, name), name


@pytest.mark.parametrize("seed", range(6))
def test_every_position_of_a_playout(seed: int) -> None:
    rng = random.Random(seed)
    state = BolognaState.empty(city="".join(rng.choice("AB") for _ in range(6)))
    while True:
        copy = again(state)
        assert_same(state, copy)
        assert copy.digest() == state.digest()
        if state.to_act is None:
            break
        state.apply(state.legal_move(rng.randrange(state.legal_count())))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: e.name)
def test_courtyards_scored_before_stay_scored(example: Example) -> None:
    drill = Drill.on(example.side)
    drill.play(*example.moves)
    assert_same(drill.state, again(drill.state))


def spoiled(change: Callable[[messages.BolognaPublic], object]) -> str:
    state = BolognaState.empty()
    for text in ("h2@3:b1-c1+a1", "councilman@3:e4-f5", "t4@3:a2", "t5@4:b1"):
        state.apply(parse_move(text))
    public = state.public()
    change(public)
    with pytest.raises(ValueError, match=r"\w") as refused:
        GAME.determinize(OPTIONS, 2, 0, public, None, NO_CHANCE)
    return str(refused.value)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda p: setattr(p, "city", "AAAAAC"), "a city is six letters"),
        (lambda p: p.pieces[0].spaces.pop(), "pieces: h1@3:b1-b1+a1 can't stand there"),
        (lambda p: p.pieces[0].spaces.add(row=99), "off the board"),
        (lambda p: p.pieces.add(kind=0), "pieces: each needs its spaces"),
        (lambda p: p.pieces[1].ClearField("spaces"), "pieces: a space lies off the board"),
        (lambda p: setattr(p.pieces[0], "kind", 9), "pieces: a school follows its house"),
        (lambda p: setattr(p.pieces[3], "kind", 9), "pieces: one has no known kind"),
        (lambda p: p.pieces.__delitem__(2), "can't stand there"),
        (lambda p: p.pieces[0].ClearField("seat"), "pieces: a school follows its house"),
        (
            lambda p: p.pieces[3].spaces[0].CopyFrom(messages.Space(row=0, column=1)),
            "covers another",
        ),
        (lambda p: setattr(p.pieces[2], "landmark", "palace"), "can't stand there"),
        (lambda p: setattr(p, "landmark_due", 0), "landmark_due is 0"),
        (lambda p: p.landmarks_left.pop(), "landmarks_left is not"),
        (lambda p: p.supplies.pop(), "supplies: two are needed"),
        (lambda p: p.supplies[0].buildings.pop(), "supplies: five numbers"),
        (lambda p: p.supplies[0].buildings.__setitem__(0, 4000), "supplies: five numbers"),
        (lambda p: setattr(p, "to_act", 2), "to_act and ending"),
        (lambda p: setattr(p, "ending", 2), "to_act and ending"),
        (lambda p: p.ClearField("to_act"), "nobody is to act"),
    ],
)
def test_messages_that_contradict_themselves(
    change: Callable[[messages.BolognaPublic], object], problem: str
) -> None:
    assert problem in spoiled(change)


def test_another_message_is_refused() -> None:
    with pytest.raises(ValueError, match="BolognaPublic"):
        GAME.determinize(OPTIONS, 2, 0, messages.BolognaData(), None, NO_CHANCE)


def test_on_a_users_map() -> None:
    contents = json.loads(shipped_text())
    contents["sides"]["S3A"] = ["......", "......", "......"]
    contents["tracks"] = 9
    options = GAME.parse_options({"city": "AAAAAA", "map": json.dumps(contents)}, 2)
    rng = random.Random(1)
    state = GAME.initial_state(options, 2, NO_CHANCE)
    while state.to_act is not None:
        state.apply(state.legal_move(rng.randrange(state.legal_count())))
        copy = GAME.determinize(options, 2, 1, state.public(), None, NO_CHANCE)
        assert copy.digest() == state.digest()
    assert list(state.public().districts[0].rows) == ["......", "......", "......"]
    shipped = BolognaState.empty()
    assert shipped.digest() != BolognaState.empty(options["map"]).digest()

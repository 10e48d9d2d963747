"""What every game must keep, whatever its rules."""

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from io import StringIO

import pytest
from google.protobuf.any_pb2 import Any
from google.protobuf.message import Message
from podesta.v1 import engine_pb2
from rich.console import Console

from referee.games import (
    NO_CHANCE,
    AnyGame,
    AnyState,
    Event,
    MoveSyntaxError,
    OptionError,
    Outcome,
    RecordedChance,
    SeededChance,
    game_names,
    load_game,
)
from tests.referee.games.playouts import Setup, all_setups, play_out
from tests.referee.games.replay_digests import digests

SETUPS = all_setups()
each_setup = pytest.mark.parametrize("setup", SETUPS, ids=str)
each_game = pytest.mark.parametrize("name", game_names())
_LOOKED_AT = 12
"""Positions of a playout in which the dearer tests look."""
_MOST_MOVES = 1_200
"""Of one decision: a longer list is to be split into decisions one after the other."""


def positions(setup: Setup, seed: int = 0) -> Iterator[AnyState]:
    """All positions of one random game, the same object moved on."""
    playout = play_out(setup, seed)
    chance = RecordedChance(playout.draws)
    game = load_game(setup.game)
    state = game.initial_state(setup.options(), setup.seats, chance)
    yield state
    for text in playout.texts:
        state.apply(game.parse_move(text), chance)
        yield state


def some_positions(setup: Setup, seed: int = 0) -> Iterator[AnyState]:
    """The first position, the last, and some between."""
    last = len(play_out(setup, seed).texts)
    wanted = {round(i * last / _LOOKED_AT) for i in range(_LOOKED_AT + 1)}
    for number, state in enumerate(positions(setup, seed)):
        if number in wanted:
            yield state


def packed(message: Message | None) -> bytes:
    return b"" if message is None else message.SerializeToString(deterministic=True)


@each_game
def test_a_game_describes_itself(name: str) -> None:
    game = load_game(name)
    assert game.name == name
    assert game.title
    assert game.rules_version
    assert game.default_seats in game.seats
    assert list(game.seats) == sorted(set(game.seats))
    assert len({option.name for option in game.options}) == len(game.options)
    assert len(set(game.decisions)) == len(game.decisions)
    for option in game.options:
        assert option.help
        assert not option.choices or option.default in option.choices


@each_game
def test_options_are_canonical_or_refused(name: str) -> None:
    game = load_game(name)
    options = game.parse_options({}, game.default_seats)
    assert set(options) == {option.name for option in game.options}
    assert game.parse_options(options, game.default_seats) == options
    with pytest.raises(OptionError) as unknown:
        game.parse_options({"no such option": "1"}, max(game.seats) + 1)
    assert len(unknown.value.problems) == 2
    for option in game.options:
        if option.choices:
            with pytest.raises(OptionError):
                game.parse_options({option.name: "no such value"}, game.default_seats)


@each_setup
@pytest.mark.parametrize("seed", range(2))
def test_random_playouts_end_without_dead_ends(setup: Setup, seed: int) -> None:
    game = load_game(setup.game)
    turn, turn_seat = -1, -1
    for state in positions(setup, seed):
        if state.to_act is None:
            assert (state.decision, state.legal_count(), list(state.legal_moves())) == ("", 0, [])
            check_outcome(state.outcome(), game, setup.seats)
            return
        assert state.outcome() is None
        assert 0 <= state.to_act < setup.seats
        assert 0 <= state.turn_seat < setup.seats
        assert state.decision in game.decisions
        assert 0 < state.legal_count() <= _MOST_MOVES
        assert state.turn >= turn
        # Decisions with one number belong to one turn of one seat.
        assert state.turn > turn or state.turn_seat == turn_seat
        turn, turn_seat = state.turn, state.turn_seat
    pytest.fail("the playout did not end")


def check_outcome(outcome: Outcome | None, game: AnyGame, seats: int) -> None:
    assert outcome is not None
    assert outcome.reason
    assert len(outcome.seats) == seats
    tiebreaks = game.tiebreaks
    assert {len(seat.tiebreaks) for seat in outcome.seats} == {len(tiebreaks)}
    keys = [(seat.score, seat.tiebreaks) for seat in outcome.seats]
    for seat, key in zip(outcome.seats, keys, strict=True):
        assert seat.placement == 1 + sum(other > key for other in keys)


@each_setup
def test_lists_counts_and_texts_agree(setup: Setup) -> None:
    game = load_game(setup.game)
    for state in some_positions(setup):
        moves = list(state.legal_moves())
        texts = [str(move) for move in moves]
        assert state.legal_texts() == texts
        # As in the question, which is joined from such bytes.
        question = engine_pb2.Decide(legal_moves=texts)
        assert engine_pb2.Decide.FromString(state.legal_moves_bytes()) == question
        assert state.legal_count() == len(moves)
        assert len(set(texts)) == len(texts)
        assert len(set(moves)) == len(moves)
        # The places that are near the ends, and some others.
        for index in {*range(min(3, len(moves))), *range(0, len(moves), 17), len(moves) - 1}:
            if index >= 0:
                assert state.legal_move(index) == moves[index]
                assert game.parse_move(texts[index]) == moves[index]
                assert hash(game.parse_move(texts[index])) == hash(moves[index])
        with pytest.raises(IndexError):
            state.legal_move(len(moves))


def spoiled(text: str, at: int) -> list[str]:
    """Texts that come close to a good one."""
    return [
        f" {text}",
        f"{text} ",
        f"{text}\n",
        text[:at],
        text.swapcase(),
        f"{text[:at]}\0{text[at:]}",
        f"{text[:at]}{text[at]}{text[at:]}",
        text * 2,
        f"\N{ARABIC-INDIC DIGIT THREE}{text}",
        text.replace("1", "\N{FULLWIDTH DIGIT ONE}"),
        "",
        "0",
    ]


@each_setup
def test_texts_are_canonical_or_refused(setup: Setup) -> None:
    game = load_game(setup.game)
    rng = random.Random(str(setup))
    for text in play_out(setup, 0).texts:
        assert str(game.parse_move(text)) == text
        for bad in spoiled(text, rng.randrange(len(text))):
            try:
                move = game.parse_move(bad)
            except MoveSyntaxError:
                continue
            assert str(move) == bad


@each_game
def test_what_is_no_move_is_refused_with_a_reason(name: str) -> None:
    with pytest.raises(MoveSyntaxError, match=r"\w"):
        load_game(name).parse_move("no such move")


@each_setup
def test_validate_agrees_with_the_list(setup: Setup) -> None:
    game = load_game(setup.game)
    playouts = [play_out(setup, seed) for seed in range(2)]
    others = {text for playout in playouts for text in playout.texts}
    for state in some_positions(setup):
        legal = set(state.legal_texts())
        before = state.digest()
        near = {*sorted(legal)[:: max(1, len(legal) // 20)], *others}
        for text in sorted(near):
            known = state.known_move(text)
            assert known is None or (text in legal and known == game.parse_move(text))
            reason = state.validate(game.parse_move(text))
            assert (reason is None) == (text in legal), (text, reason)
            assert reason is None or reason.strip()
        assert state.digest() == before


@each_setup
def test_a_text_for_another_decision_is_refused_with_what_is_expected(setup: Setup) -> None:
    game = load_game(setup.game)
    by_kind: dict[str, str] = {}
    for state in positions(setup):
        if state.to_act is not None:
            by_kind.setdefault(state.decision, str(state.legal_move(0)))
    for state in some_positions(setup):
        legal = state.legal_texts()
        for kind, text in by_kind.items():
            if kind == state.decision or text in legal:
                continue
            reason = state.validate(game.parse_move(text))
            assert reason is not None
            told = reason.replace(text, "")
            expected = {state.decision, *(move.split()[0] for move in legal)} - {""}
            assert not expected or any(word in told for word in expected), reason


@each_setup
def test_clones_are_equal_and_independent(setup: Setup) -> None:
    rng = random.Random(str(setup))
    for state in some_positions(setup):
        before, texts = state.digest(), state.legal_texts()
        seen = packed(state.public()), [packed(state.private(s)) for s in range(setup.seats)]
        clone = state.clone()
        assert type(clone) is type(state)
        assert clone.digest() == before
        assert clone.legal_texts() == texts
        chance = SeededChance(b"clone")
        while clone.to_act is not None:
            clone.apply(clone.legal_move(rng.randrange(clone.legal_count())), chance)
        assert state.digest() == before
        assert state.legal_texts() == texts
        assert (
            packed(state.public()),
            [packed(state.private(s)) for s in range(setup.seats)],
        ) == seen


@each_setup
def test_nothing_is_lost_or_doubled(setup: Setup) -> None:
    held = None
    for state in positions(setup):
        now = dict(state.holdings())
        held = now if held is None else held
        assert now == held


@each_setup
def test_nothing_is_lost_or_doubled_in_worlds_that_are_imagined(setup: Setup) -> None:
    game = load_game(setup.game)
    options, chance = setup.options(), SeededChance(b"imagined")
    for state in some_positions(setup):
        held = dict(state.holdings())
        for seat in range(setup.seats):
            assert dict(state.resample(seat, chance).holdings()) == held
            seen = state.public(), state.private(seat)
            guess = game.determinize(options, setup.seats, seat, *seen, chance)
            assert dict(guess.holdings()) == held


@each_setup
def test_moves_change_the_digest(setup: Setup) -> None:
    found = play_out(setup, 0).digests
    assert all(len(digest) == 32 for digest in found)
    assert len(set(found)) == len(found)


@each_setup
def test_a_replay_gives_the_same_digests(setup: Setup) -> None:
    playout = play_out(setup, 0)
    again = digests(setup.game, setup.seats, dict(setup.given), playout.draws, playout.texts)
    assert again == playout.digests


@pytest.mark.parametrize("hash_seed", ["1", "4000000"])
def test_another_process_gives_the_same_digests(hash_seed: str) -> None:
    playouts = [play_out(setup, 0) for setup in SETUPS]
    jobs = [
        {
            "name": p.setup.game,
            "seats": p.setup.seats,
            "given": dict(p.setup.given),
            "draws": p.draws,
            "texts": p.texts,
        }
        for p in playouts
    ]
    done = subprocess.run(
        [sys.executable, "-m", "tests.referee.games.replay_digests"],
        input=json.dumps(jobs),
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
    )
    assert json.loads(done.stdout) == [playout.digests for playout in playouts]


@each_setup
def test_observations_pack_and_are_the_same_again(setup: Setup) -> None:
    game = load_game(setup.game)
    for state in some_positions(setup):
        messages = [state.public(), *(state.private(seat) for seat in range(setup.seats))]
        again = [state.public(), *(state.private(seat) for seat in range(setup.seats))]
        assert [packed(message) for message in messages] == [packed(m) for m in again]
        for message in messages:
            if message is not None:
                box = Any()
                box.Pack(message)
                assert box.TypeName() == message.DESCRIPTOR.full_name
                assert type(message).FromString(packed(message)) == message
        assert state.public().DESCRIPTOR.full_name.startswith(f"podesta.{game.name}.v1.")
    assert packed(game.data(setup.options()))


@each_setup
def test_events_name_their_audience(setup: Setup) -> None:
    game = load_game(setup.game)
    playout = play_out(setup, 0)
    chance = RecordedChance(playout.draws)
    state = game.initial_state(setup.options(), setup.seats, chance)
    for text, digest in zip(playout.texts, playout.digests[1:], strict=True):
        events: list[Event] = []
        state.apply(game.parse_move(text), chance, events)
        assert state.digest().hex() == digest
        assert events
        for event in events:
            assert event.message.DESCRIPTOR.full_name.startswith(f"podesta.{game.name}.v1.")
            assert event.audience is None or event.audience <= set(range(setup.seats))


@each_setup
def test_observations_give_a_position_back(setup: Setup) -> None:
    game = load_game(setup.game)
    for state in some_positions(setup):
        public = state.public()
        for seat in range(setup.seats):
            private = state.private(seat)
            chance = NO_CHANCE if game.perfect_information else SeededChance(b"guess")
            guess = game.determinize(setup.options(), setup.seats, seat, public, private, chance)
            assert packed(guess.public()) == packed(public)
            assert packed(guess.private(seat)) == packed(private)
            assert guess.to_act == state.to_act
            if game.perfect_information:
                assert private is None
                assert guess.digest() == state.digest()
            if state.to_act == seat:
                assert guess.legal_texts() == state.legal_texts()


@each_setup
def test_resampled_positions_look_the_same(setup: Setup) -> None:
    for state in some_positions(setup):
        before = state.digest()
        for seat in range(setup.seats):
            other = state.resample(seat, SeededChance(b"resample"))
            assert packed(other.public()) == packed(state.public())
            assert packed(other.private(seat)) == packed(state.private(seat))
            if state.to_act == seat:
                assert other.legal_texts() == state.legal_texts()
        assert state.digest() == before


@each_setup
def test_positions_can_be_drawn(setup: Setup) -> None:
    game = load_game(setup.game)
    for state in some_positions_drawn(setup):
        with StringIO() as file:
            console = Console(width=100, no_color=True, file=file)
            drawing = game.draw(state.public(), state.private(0))
            console.print(drawing)
            assert file.getvalue().strip()
            low = console.options.update(height=5)
            assert "".join(segment.text for segment in console.render(drawing, low)).strip()


def some_positions_drawn(setup: Setup) -> Iterator[AnyState]:
    """Copies of the first, a middle and the last position: drawing is dear."""
    last = len(play_out(setup, 0).texts)
    for number, state in enumerate(positions(setup)):
        if number in (0, last // 2, last):
            yield state.clone()

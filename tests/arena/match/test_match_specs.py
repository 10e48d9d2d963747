import hashlib
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from podesta.v1 import match_pb2

from arena.match.match_specs import MatchPlan, deal_seed, match_specs, new_deal
from referee.games import OptionError, load_game
from tests.referee.tiny_game import TinyGame


def _plan(seats: int = 2, deal: str = "d") -> MatchPlan:
    engines = tuple(match_pb2.EngineSpec(id=letter, name=letter) for letter in "abc"[:seats])
    return MatchPlan(
        game=TinyGame(), game_options={}, engines=engines, time_control="1m", deal=deal
    )


def _seatings(specs: list[match_pb2.MatchSpec]) -> list[str]:
    return ["".join(engine.id for engine in spec.engines) for spec in specs]


def test_the_first_engine_sits_in_the_first_seat() -> None:
    (spec,) = match_specs(_plan(), 1)
    assert _seatings([spec]) == ["ab"]
    assert spec.game == "tiny"
    assert len(spec.seed) == 32
    assert len(spec.nonce) == 32


def test_every_deal_is_played_with_all_seatings_before_the_next() -> None:
    specs = match_specs(_plan(3), 7)
    assert _seatings(specs) == ["abc", "cab", "bca", "abc", "cab", "bca", "abc"]
    assert [spec.deal_id for spec in specs] == ["d", "d", "d", "d/2", "d/2", "d/2", "d/3"]
    assert len({spec.seed for spec in specs}) == 3
    assert len({spec.match_id for spec in specs}) == 7


def test_a_hidden_deal_is_told_after_its_last_seating_and_not_remembered() -> None:
    specs = match_specs(_plan(2), 4)
    assert [spec.reveal_seed for spec in specs] == [False, True, False, True]
    assert [spec.fresh_engines for spec in specs] == [False, True, False, True]


def test_a_hidden_deal_of_which_several_seatings_are_played_at_once_is_never_told() -> None:
    specs = match_specs(_plan(2), 4, at_once=2)
    assert not any(spec.reveal_seed for spec in specs)
    assert [spec.fresh_engines for spec in specs] == [False, True, False, True]
    plan = replace(_plan(2), game=load_game("bologna"), game_options={"city": "ABBAAB"})
    assert all(spec.reveal_seed for spec in match_specs(plan, 4, at_once=2))


def test_the_same_deal_is_the_same_seed_but_not_the_same_match() -> None:
    first, second = (match_specs(_plan(deal="training-7"), 1)[0] for _ in range(2))
    assert first.seed == second.seed == hashlib.sha256(b"podesta deal training-7").digest()
    assert first.match_id != second.match_id
    assert first.nonce != second.nonce


def test_64_hexadecimal_digits_are_the_seed_itself() -> None:
    assert deal_seed("0123456789abcdef" * 4) == bytes.fromhex("0123456789abcdef" * 4)


@given(st.text(), st.text())
def test_other_texts_give_other_seeds(one: str, other: str) -> None:
    assert (deal_seed(one) == deal_seed(other)) == (one == other)


def test_new_deals_differ() -> None:
    assert len({new_deal() for _ in range(50)}) == 50


def test_what_the_game_refuses_names_the_game() -> None:
    engines = tuple(match_pb2.EngineSpec(id=letter) for letter in "abcdefg")
    plan = MatchPlan(TinyGame(), {}, engines, "1m", "d")
    with pytest.raises(OptionError) as caught:
        match_specs(plan, 1)
    assert all(problem.startswith("tiny: ") for problem in caught.value.problems)

import numpy as np
import pytest

from arena.ratings import Result, ResultColumns, agreement_of, rate, tiers_of
from arena.ratings.appraisal import Appraisal, appraise
from arena.ratings.metagame import alpha_rank, maximum_entropy_nash, score_table
from tests.arena.ratings.leagues import drawn_league


def test_it_is_what_the_parts_say() -> None:
    ratings = rate(drawn_league([1.0, 0.2, 0.1, -1.0], [0.1, -0.1], 200, np.random.default_rng(1)))
    told = appraise(ratings)
    agreement = agreement_of(ratings)
    table = score_table(ratings)
    assert told.tiers == tiers_of(ratings)
    assert told.lack_of_fit == agreement.lack_of_fit
    assert (told.cyclic_share, told.cycles) == (agreement.cyclic_share, agreement.cycles)
    assert list(told.alpha_rank.values()) == pytest.approx(list(alpha_rank(table)))
    assert list(told.nash.values()) == pytest.approx(list(maximum_entropy_nash(table)))
    assert sum(told.nash.values()) == pytest.approx(1.0)
    assert told.tiers_with("engine00") == (0,)
    assert told.tiers_with("nobody") == ()


def test_two_engines_are_only_told_apart() -> None:
    told = appraise(rate(drawn_league([1.0, -1.0], [0.0, 0.0], 100, np.random.default_rng(1))))
    assert told == Appraisal((("engine00",), ("engine01",)), None, None, (), {}, {})


def test_the_first_pool_may_be_too_small_for_a_mixture() -> None:
    results = [
        Result(f"{a}{b}{n}", (a, b), (1 + n % 2, 2 - n % 2))
        for a, b in (("a", "b"), ("x", "y"), ("y", "z"), ("z", "x"))
        for n in range(4)
    ]
    told = appraise(rate(ResultColumns.of(results)))
    assert told.lack_of_fit is not None
    assert told.alpha_rank == told.nash == {}


def test_nothing_played_is_nothing_said() -> None:
    assert appraise(rate(ResultColumns.of([], "abc"))) == Appraisal((), None, None, (), {}, {})

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.ratings import elo_of_score, score_of_elo
from arena.ratings.elo import ELO_PER_NAT


def test_known_values() -> None:
    assert elo_of_score(0.5) == 0.0
    assert elo_of_score(10 / 11) == pytest.approx(400.0)
    assert elo_of_score(0.75) == pytest.approx(190.848502)
    assert (elo_of_score(0.0), elo_of_score(1.0)) == (-inf, inf)
    assert score_of_elo(200.0) == pytest.approx(0.7597469)
    assert (score_of_elo(-inf), score_of_elo(inf), score_of_elo(1e300)) == (0.0, 1.0, 1.0)
    assert pytest.approx(173.7177928) == ELO_PER_NAT


@given(st.floats(-1500, 1500))
def test_elo_and_score_are_inverse(elo: float) -> None:
    assert elo_of_score(score_of_elo(elo)) == pytest.approx(elo, abs=1e-6)
    assert score_of_elo(elo) + score_of_elo(-elo) == pytest.approx(1.0)

"""Every game has an evaluation; one that has none is refused."""

import pytest

from engines.evaluation import Evaluator, evaluated_games, evaluator_for
from engines.evaluation import registry as registry_module
from referee.games.registry import game_names


def test_every_game_has_an_evaluator() -> None:
    assert evaluated_games() == game_names()
    for name in game_names():
        found = evaluator_for(name)
        assert issubclass(found, Evaluator)
        assert found.__module__ == f"engines.evaluation.{name}"


def test_a_game_without_one_is_refused() -> None:
    with pytest.raises(KeyError, match="chess"):
        evaluator_for("chess")
    # A module of this package, but no game.
    with pytest.raises(KeyError, match="shares"):
        evaluator_for("shares")


def test_a_module_without_an_evaluator_is_our_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engines.evaluation.bologna.EVALUATOR", int)
    registry_module.evaluator_for.cache_clear()
    with pytest.raises(TypeError, match="no Evaluator"):
        evaluator_for("bologna")
    registry_module.evaluator_for.cache_clear()

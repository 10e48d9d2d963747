"""What a position is worth, one module a game: shared by the engines that look ahead."""

from engines.evaluation.evaluator import AnyEvaluator, Evaluator
from engines.evaluation.registry import evaluated_games, evaluator_for
from engines.evaluation.shares import final_shares, shares

__all__ = [
    "AnyEvaluator",
    "Evaluator",
    "evaluated_games",
    "evaluator_for",
    "final_shares",
    "shares",
]

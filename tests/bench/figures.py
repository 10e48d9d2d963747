"""Medians and percentiles of measured times."""

from collections.abc import Sequence
from statistics import median

__all__ = ["median_of", "percentile"]


def percentile(values: Sequence[float], share: float) -> float:
    """The value below which that share of the values lies (nearest rank)."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def median_of(values: Sequence[float]) -> float:
    """The median."""
    return float(median(values))

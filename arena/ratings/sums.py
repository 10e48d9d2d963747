"""Sums over equal numbers."""

import numpy as np
from numpy.typing import NDArray

__all__ = ["add_up"]


def add_up(
    places: NDArray[np.integer], weights: NDArray[np.generic], length: int
) -> NDArray[np.float64]:
    """For each place 0 ... `length` - 1 the sum of the weights that belong to it."""
    return np.bincount(places, weights=weights, minlength=length).astype(np.float64, copy=False)

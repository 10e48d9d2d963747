"""How much is tried."""

import os
from collections.abc import Callable
from typing import Any, TypeVar

from hypothesis import HealthCheck, Phase, settings

__all__ = ["EXAMPLES", "fuzzed"]

EXAMPLES = int(os.environ.get("PODESTA_FUZZ_EXAMPLES", "10"))

_Test = TypeVar("_Test", bound=Callable[..., Any])


def fuzzed(weight: float = 1.0) -> Callable[[_Test], _Test]:
    """A test with `weight` times as many examples as others.

    By default the same ones each time, with PODESTA_FUZZ_EXAMPLES others: see tests/conftest.py.
    """
    return settings(
        max_examples=max(1, int(EXAMPLES * weight)),
        database=None,
        suppress_health_check=list(HealthCheck),
        # What fails is told as it was found: to make it smaller can take minutes.
        phases=(Phase.explicit, Phase.generate),
    )

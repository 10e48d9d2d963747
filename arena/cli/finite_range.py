"""Numbers of the command line between two bounds, of which `nan` is none."""

import math
from typing import Any

import click

__all__ = ["FiniteRange"]


class FiniteRange(click.FloatRange):
    """Like click's own, which lets `nan` pass: it is neither below nor above anything."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """See `click.ParamType.convert`. Raises click.BadParameter."""
        number = float(super().convert(value, param, ctx))
        if math.isnan(number):
            self.fail(f"{value!r} is no number.", param, ctx)
        return number

    def _describe_range(self) -> str:
        unbounded = self.min is None and self.max is None
        return "" if unbounded else super()._describe_range()

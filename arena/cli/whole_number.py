"""Whole numbers on the command line: click's own word for a wrong one is no sentence."""

from typing import Any

import click

__all__ = ["WholeNumber"]


class WholeNumber(click.IntRange):
    """An integer between bounds, both included; what is none is refused in plain words."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """See `click.ParamType.convert`. Raises click.BadParameter."""
        try:
            number = int(value)
        except (ValueError, TypeError):
            self.fail(f"{value!r} is no whole number{self._bounds()}.", param, ctx)
        return int(super().convert(number, param, ctx))

    def _bounds(self) -> str:
        if self.min is not None and self.max is not None:
            return f" from {self.min} to {self.max}"
        if self.min is not None:
            return f", {self.min} or more"
        return "" if self.max is None else f", {self.max} or less"

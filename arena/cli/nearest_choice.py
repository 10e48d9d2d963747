"""One word of a few on the command line; a wrong one is answered with the nearest."""

from difflib import get_close_matches
from typing import Any

import click

__all__ = ["NearestChoice"]


class NearestChoice(click.Choice[str]):
    """Like click's own, which only lists the words that there are."""

    def get_invalid_choice_message(self, value: Any, ctx: click.Context | None) -> str:
        """What is told of a wrong word."""
        told = super().get_invalid_choice_message(value, ctx)
        close = get_close_matches(str(value), [str(choice) for choice in self.choices], n=1)
        return f"{told} Did you mean {close[0]!r}?" if close else told

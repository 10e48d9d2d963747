"""Limits of engines on the command line: KEY=VALUE, keys and values as in a league file."""

from collections.abc import Sequence
from difflib import get_close_matches

import click
from pydantic import ValidationError

from arena.config.models import LimitsTable

__all__ = ["parse_limits"]

_OPTION = "--limit"


def parse_limits(words: Sequence[str]) -> dict[str, int]:
    """In bytes, microseconds and numbers; 0 for none. Raises BadParameter."""
    written: dict[str, object] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals:
            raise click.BadParameter(f"{word!r}: write it as memory=2G", param_hint=_OPTION)
        if key not in LimitsTable.model_fields:
            close = get_close_matches(key, LimitsTable.model_fields, n=1)
            hint = close[0] if close else ", ".join(LimitsTable.model_fields)
            raise click.BadParameter(
                f"there is no limit {key!r}; did you mean {hint}?"
                if close
                else f"there is no limit {key!r}; there are: {hint}",
                param_hint=_OPTION,
            )
        written[key] = int(value) if value.isdecimal() else value
    try:
        return LimitsTable.model_validate(written).given()
    except ValidationError as error:
        told = "; ".join(
            f"{detail['loc'][0]}: {detail['msg'].removeprefix('Value error, ')}"
            for detail in error.errors()
        )
        raise click.BadParameter(told, param_hint=_OPTION) from error

from collections.abc import Iterator

import click
import pytest

from arena.cli.finite_range import FiniteRange
from arena.cli.main import podesta
from arena.cli.nearest_choice import NearestChoice


def _commands(group: click.Group, path: str = "") -> Iterator[tuple[str, click.Command]]:
    ctx = click.Context(group)
    for name in group.list_commands(ctx):
        command = group.get_command(ctx, name)
        assert command is not None
        yield f"{path} {name}", command
        if isinstance(command, click.Group):
            yield from _commands(command, f"{path} {name}")


OPTIONS = [
    (f"{path} {'/'.join(parameter.opts)}", parameter.type)
    for path, command in _commands(podesta)
    for parameter in command.params
]


def test_a_wrong_word_is_answered_with_the_nearest() -> None:
    kind = NearestChoice(["engine", "referee", "both"])
    with pytest.raises(click.BadParameter, match="Did you mean 'engine'"):
        kind.convert("enigne", None, None)
    with pytest.raises(click.BadParameter) as caught:
        kind.convert("zzz", None, None)
    assert "mean" not in caught.value.message


def test_every_choice_of_every_command_does_so() -> None:
    choices = [(name, kind) for name, kind in OPTIONS if isinstance(kind, click.Choice)]
    assert len(choices) > 5
    assert [name for name, kind in choices if not isinstance(kind, NearestChoice)] == []


def test_no_number_of_any_command_may_be_nan() -> None:
    numbers = (click.types.FloatParamType, click.FloatRange)
    found = [(name, kind) for name, kind in OPTIONS if isinstance(kind, numbers)]
    assert len(found) > 3
    assert [name for name, kind in found if not isinstance(kind, FiniteRange)] == []

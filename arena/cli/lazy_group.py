"""A click group whose commands are imported when they are used, and that guesses what was meant."""

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from importlib import import_module
from typing import Any

import click

from referee.undisturbed import undisturbed

__all__ = ["HelpfulGroup", "LazyGroup", "check_command"]

_WHOLE_SENTENCE = 1_000
"""Characters; longer than any."""


def check_command(group: click.Group, ctx: click.Context, name: str) -> None:
    """Raises click.UsageError with the nearest command where a group has none of that name."""
    if name.startswith("-") or group.get_command(ctx, name) is not None:
        return
    known = group.list_commands(ctx)
    close = get_close_matches(name, known, n=1)
    hint = f"did you mean {close[0]!r}?" if close else f"there are {', '.join(known)}."
    ctx.fail(f"No such command {name!r}: {hint}")


class HelpfulGroup(click.Group):
    """Guesses what was meant, and tells of every command its whole first sentence."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Like click's own, which cuts long sentences; here they go on in the next line."""
        commands = ((name, self.get_command(ctx, name)) for name in self.list_commands(ctx))
        rows = [
            (name, command.get_short_help_str(limit=_WHOLE_SENTENCE))
            for name, command in commands
            if command is not None and not command.hidden
        ]
        if rows:
            with formatter.section("Commands"):
                formatter.write_dl(rows)

    def resolve_command(
        self, ctx: click.Context, args: Sequence[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Like click's own, with the nearest command in the message of a wrong one."""
        check_command(self, ctx, args[0])
        return super().resolve_command(ctx, list(args))


class LazyGroup(HelpfulGroup):
    """Commands are named as "module:attribute", so that `podesta --version` imports no gRPC."""

    def __init__(self, *args: Any, targets: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._targets = dict(targets)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """In the order in which they were declared: the order in which people need them."""
        return [*self._targets, *super().list_commands(ctx)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the module of a command. Raises TypeError where it holds none (our bug)."""
        target = self._targets.get(cmd_name)
        if target is None:
            return super().get_command(ctx, cmd_name)
        module, _, attribute = target.partition(":")
        # In the middle of an import an interruption might be taken for an error of what is
        # imported; where that executes a string, Python kills itself with SIGINT at its end.
        with undisturbed():
            command: object = getattr(import_module(module), attribute)
        if not isinstance(command, click.Command):
            raise TypeError(f"{target} is no command")
        return command

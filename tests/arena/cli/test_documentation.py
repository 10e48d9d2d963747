"""docs/cli.md and the command line say the same."""

from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from arena.cli.exit_status import ExitStatus
from arena.cli.main import podesta

DOCS = Path(__file__).parents[3] / "docs" / "cli.md"
COMMON = {"--help", "--version", "--json"}


def _commands(command: click.Command, path: str) -> Iterator[tuple[str, click.Command]]:
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            child = command.get_command(context, name)
            assert child is not None
            yield from _commands(child, f"{path} {name}")


COMMANDS = dict(_commands(podesta, "podesta"))


@pytest.mark.parametrize("path", COMMANDS)
def test_every_option_is_documented_and_explained(path: str) -> None:
    text = DOCS.read_text()
    for parameter in COMMANDS[path].params:
        if not isinstance(parameter, click.Option):
            continue
        assert parameter.help, f"{path} {parameter.opts}"
        long = next(name for name in parameter.opts if name.startswith("--"))
        if path.startswith("podesta match") or long in COMMON:
            continue
        assert long in text, f"{path} {long}"


def test_every_command_is_documented() -> None:
    text = DOCS.read_text()
    for path in COMMANDS:
        assert path.split()[-1] in text


def test_every_status_is_documented() -> None:
    text = DOCS.read_text()
    for status in ExitStatus:
        assert (
            f"| {int(status)} |" in text or f" {int(status)}," in text or f", {int(status)}" in text
        )


@pytest.mark.parametrize("path", [path for path in COMMANDS if path.count(" ") >= 1])
def test_every_command_says_its_statuses_or_shows_examples(path: str) -> None:
    command = COMMANDS[path]
    epilog = command.epilog or ""
    if path.startswith("podesta rules "):
        epilog = COMMANDS["podesta rules"].epilog or ""
    assert "Exit status:" in epilog or "Examples:" in epilog

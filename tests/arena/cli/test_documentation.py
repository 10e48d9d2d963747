"""docs/cli.md and the command line say the same."""

import re
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


@pytest.mark.parametrize("path", COMMANDS)
def test_every_command_shows_examples_of_itself(path: str) -> None:
    examples = re.split(r"Examples?:", COMMANDS[path].epilog or "", maxsplit=1)[1:]
    assert examples, path
    assert re.search(rf"^  {path}\b", examples[0], re.MULTILINE), path


@pytest.mark.parametrize(
    "path", [path for path, command in COMMANDS.items() if not isinstance(command, click.Group)]
)
def test_every_command_says_its_statuses(path: str) -> None:
    assert "Exit status:" in (COMMANDS[path].epilog or ""), path


@pytest.mark.parametrize("path", COMMANDS)
def test_no_help_shows_how_it_was_made(path: str) -> None:
    command = COMMANDS[path]
    shown = command.get_help(click.Context(command, info_name=path))
    assert "None" not in shown
    assert "\b" not in shown
    assert "\\b" not in shown

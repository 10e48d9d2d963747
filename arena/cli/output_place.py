"""Where a command is to write, looked at before it does long work."""

from pathlib import Path

import click

__all__ = ["check_place"]


def check_place(file: Path, option: str) -> None:
    """Raises BadParameter, naming the option, where the folder of a file does not exist."""
    if not file.parent.is_dir():
        raise click.BadParameter(f"there is no directory {file.parent}", param_hint=option)

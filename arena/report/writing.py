"""Files that are there whole or not at all."""

from pathlib import Path

from referee.whole_file import whole_file

__all__ = ["write_whole"]


def write_whole(path: Path, content: bytes) -> None:
    """Write a file; one that was there stays as it was when this fails. Raises OSError."""
    with whole_file(path) as file:
        file.write(content)

"""Files that are there whole or not at all."""

import secrets
from pathlib import Path

__all__ = ["write_whole"]


def write_whole(path: Path, content: bytes) -> None:
    """Write a file; one that was there stays as it was when this fails. Raises OSError."""
    new = path.parent / f".{path.name[:40]}.{secrets.token_hex(4)}.new"
    try:
        new.write_bytes(content)
        new.replace(path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise

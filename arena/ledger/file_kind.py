"""What lies where a ledger should be: a ledger is a file, and no pipe is opened to find out."""

import stat
from pathlib import Path

__all__ = ["not_a_file"]

_KINDS = {stat.S_IFDIR: "a directory", stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket"}


def not_a_file(path: Path) -> str | None:
    """What is there instead of a file, such as "a pipe"; None for a file.

    To open a pipe would wait for whoever writes, and take what a reader needs. Raises OSError.
    """
    mode = path.stat().st_mode
    return None if stat.S_ISREG(mode) else _KINDS.get(stat.S_IFMT(mode), "a device")

"""Which files a program may see: the system, its interpreter, its own directory, nothing else."""

import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path

__all__ = ["FileView", "system_view"]

_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32")
_STORES = ("/nix/store", "/gnu/store")
_ETC = (
    "alternatives",
    "ca-certificates",
    "crypto-policies",
    "fonts",
    "gai.conf",
    "group",
    "hosts",
    "java*",
    "ld.so.*",
    "locale*",
    "localtime",
    "mime.types",
    "nsswitch.conf",
    "passwd",
    "pki/tls/certs",
    "python*",
    "ssl/certs",
    "ssl/openssl.cnf",
    "timezone",
)
"""What programs read of /etc when they start; nothing of it is secret."""


@dataclass(frozen=True, slots=True)
class FileView:
    """Paths are absolute and the same inside as outside."""

    read_only: tuple[str, ...] = ()
    """Files and directories with all that is in them."""
    links: tuple[tuple[str, str], ...] = ()
    """Symbolic links of the system: where, and what they say."""
    empty: tuple[str, ...] = ()
    """Directories that are there, but with nothing in them."""
    directory: str = "/"
    """Where the program starts."""


@cache
def system_view() -> FileView:
    """What every program may see of this system."""
    links: list[tuple[str, str]] = []
    read_only: list[str] = []
    for path in _SYSTEM:
        if Path(path).is_symlink():
            links.append((path, os.readlink(path)))
        elif Path(path).is_dir():
            read_only.append(path)
    read_only += (path for path in _STORES if Path(path).is_dir())
    for pattern in _ETC:
        # A link may lead to nowhere.
        read_only += sorted(str(path) for path in Path("/etc").glob(pattern) if path.exists())
    return FileView(read_only=tuple(read_only), links=tuple(links))

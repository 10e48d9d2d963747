"""Landlock: the kernel refuses files, TCP ports, signals and sockets to this process for ever.

Only the standard library, since the keeper of an engine imports it. The numbers are those of
linux/landlock.h; landlock(7) says what each means.
"""

import ctypes
import os
import subprocess
import sys
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple

__all__ = ["LandlockError", "LandlockRules", "landlock_abi", "probe_landlock", "restrict_self"]

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_CREATE_RULESET_VERSION = 1
_RULE_PATH_BENEATH, _RULE_NET_PORT = 1, 2
_PR_SET_NO_NEW_PRIVS = 38

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_TRUNCATE, _IOCTL_DEV = 1 << 14, 1 << 15
_ALL_FILES_BY_ABI = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 5: (1 << 16) - 1}
_MADE_DEVICES = 1 << 6 | 1 << 11  # character and block devices: nobody may make them
_READ = _EXECUTE | _READ_FILE | _READ_DIR
_OF_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _IOCTL_DEV
"""What a rule for a single file may name; the rest is of directories."""
_CONNECT_TCP = 1 << 1
_BIND_TCP = 1 << 0
_SCOPE_ABSTRACT_SOCKETS, _SCOPE_SIGNALS = 1 << 0, 1 << 1

_PROBE_LIMIT_S = 20


class LandlockError(OSError):
    """The kernel did not do what was asked of it."""


class LandlockRules(NamedTuple):
    """What stays allowed. Paths that do not exist are passed over."""

    readable: tuple[str, ...] = ()
    """May be read and executed, with all beneath."""
    writable: tuple[str, ...] = ()
    """May be changed too."""
    ports: tuple[int, ...] = ()
    """TCP ports that may be connected to, at any address."""
    listable: tuple[str, ...] = ()
    """Directories that may be listed, with all beneath, whatever may be read there."""


class _RulesetAttributes(ctypes.Structure):
    _fields_ = (
        ("handled_access_fs", ctypes.c_uint64),
        ("handled_access_net", ctypes.c_uint64),
        ("scoped", ctypes.c_uint64),
    )


class _PathBeneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed_access", ctypes.c_uint64), ("parent_fd", ctypes.c_int32))


class _NetPort(ctypes.Structure):
    _fields_ = (("allowed_access", ctypes.c_uint64), ("port", ctypes.c_uint64))


def _syscall(number: int, *arguments: object) -> int:
    result = int(_libc().syscall(ctypes.c_long(number), *arguments))
    if result < 0:
        code = ctypes.get_errno()
        raise LandlockError(code, os.strerror(code))
    return result


@cache
def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


@cache
def landlock_abi() -> int:
    """The version that the kernel speaks; 0 for none."""
    if sys.platform != "linux":
        return 0
    try:
        return _syscall(
            _CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint32(_CREATE_RULESET_VERSION)
        )
    except LandlockError:
        return 0


def restrict_self(rules: LandlockRules) -> None:
    """Give up all else, for this thread and all that comes from it.

    What the kernel is too old to refuse stays possible: truncating files before ABI 3, TCP before
    4, device controls before 5, signals and abstract sockets before 6. UDP always stays possible.
    Raises LandlockError.
    """
    abi = landlock_abi()
    files = max((mask for first, mask in _ALL_FILES_BY_ABI.items() if first <= abi), default=0)
    attributes = _RulesetAttributes(
        files,
        _CONNECT_TCP | _BIND_TCP if abi >= 4 else 0,
        _SCOPE_ABSTRACT_SOCKETS | _SCOPE_SIGNALS if abi >= 6 else 0,
    )
    size = 8 if abi < 4 else 16 if abi < 6 else 24
    ruleset = _syscall(
        _CREATE_RULESET, ctypes.byref(attributes), ctypes.c_size_t(size), ctypes.c_uint32(0)
    )
    try:
        _allow(ruleset, rules.readable, files & _READ)
        _allow(ruleset, rules.listable, files & _READ_DIR)
        _allow(ruleset, rules.writable, files & ~_MADE_DEVICES)
        for port in rules.ports if abi >= 4 else ():
            rule = _NetPort(_CONNECT_TCP, port)
            _add(ruleset, _RULE_NET_PORT, rule)
        if _libc().prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0:
            raise LandlockError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
        _syscall(_RESTRICT_SELF, ctypes.c_int(ruleset), ctypes.c_uint32(0))
    finally:
        os.close(ruleset)


def _allow(ruleset: int, paths: Iterable[str], access: int) -> None:
    for path in paths:
        with suppress(FileNotFoundError, NotADirectoryError, PermissionError):
            fd = os.open(path, os.O_PATH | os.O_CLOEXEC)
            try:
                mask = access if Path(path).is_dir() else access & _OF_FILES
                _add(ruleset, _RULE_PATH_BENEATH, _PathBeneath(mask, fd))
            finally:
                os.close(fd)


def _add(ruleset: int, kind: int, rule: ctypes.Structure) -> None:
    _syscall(
        _ADD_RULE, ctypes.c_int(ruleset), ctypes.c_int(kind), ctypes.byref(rule), ctypes.c_uint32(0)
    )


def probe_landlock() -> str:
    """Why engines can't be confined this way, tried by a process that confines itself; or ""."""
    if landlock_abi() == 0:
        return "this kernel has no landlock (Linux 5.13 and later, where it is switched on)"
    program = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from referee.launcher.landlock import LandlockRules, restrict_self\n"
        "restrict_self(LandlockRules(readable=('/usr',)))\n"
        "try: open('/etc/passwd', 'rb')\n"
        "except PermissionError: sys.exit(0)\n"
        "sys.exit('a file could be read that must not be')\n"
    )
    root = str(Path(__file__).resolve().parents[2])
    try:
        ended = subprocess.run(
            [sys.executable, "-I", "-S", "-c", program, root],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_PROBE_LIMIT_S,
            check=False,
            env={},
        )
    except (OSError, subprocess.SubprocessError) as error:
        return f"landlock can't be tried: {error}"
    if ended.returncode == 0:
        return ""
    told = ended.stderr.decode("utf-8", "replace").strip().splitlines()
    return f"landlock fails here: {told[-1] if told else f'exit status {ended.returncode}'}"

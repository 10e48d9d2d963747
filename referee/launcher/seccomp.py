"""A filter of system calls: what landlock leaves possible against others of the same user.

Landlock keeps a process from files, ports, signals and from looking into others. It does not keep
it from taking their time and memory by limits, priorities and cores, nor from changing the modes of
files that it can't even read. See seccomp(2); the numbers of calls are those of the kernel's
tables. Only the standard library, since the keeper of an engine imports it.
"""

import ctypes
import errno
import platform
import struct
from collections.abc import Mapping, Sequence
from typing import NamedTuple

__all__ = ["filter_calls", "program"]

_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER = 22, 2
_ALLOW, _ERRNO = 0x7FFF0000, 0x00050000
_LOAD, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_NUMBER_AT, _ARCHITECTURE_AT, _FIRST_ARGUMENT_AT = 0, 4, 16
_X32_BIT = 0x40000000

_SELF = 0
"""As a process id: the caller."""
_PRIO_PROCESS, _IOPRIO_WHO_PROCESS = 0, 1
_NO_PATH = 0


class _Rule(NamedTuple):
    """A call that is answered with an error, unless its arguments are as they must be."""

    call: str
    error: int
    """0 tells the caller that it was done, though it was not."""
    unless: tuple[tuple[int, int], ...] = ()
    """Arguments, by place, and the only value that each may have, below 2 ** 32."""
    whole: bool = False
    """Whether their upper halves count: those of addresses do, those of numbers do not."""


_RULES = (
    _Rule("prlimit64", errno.EPERM, ((0, _SELF),)),
    # Libraries do this to their own threads, which have numbers as processes have, and some end the
    # program where it fails (ZeroMQ does).
    _Rule("sched_setaffinity", 0, ((0, _SELF),)),
    _Rule("sched_setscheduler", 0, ((0, _SELF),)),
    _Rule("sched_setparam", 0, ((0, _SELF),)),
    _Rule("sched_setattr", 0, ((0, _SELF),)),
    _Rule("setpriority", 0, ((0, _PRIO_PROCESS), (1, _SELF))),
    _Rule("ioprio_set", 0, ((0, _IOPRIO_WHO_PROCESS), (1, _SELF))),
    # By path: what is open already was allowed by landlock. Programs that copy files set their
    # modes and times, and must not fail because of that.
    _Rule("chmod", 0),
    _Rule("fchmodat", 0),
    _Rule("fchmodat2", 0),
    _Rule("utime", 0),
    _Rule("utimes", 0),
    _Rule("futimesat", 0),
    _Rule("utimensat", 0, ((1, _NO_PATH),), whole=True),
    _Rule("chown", errno.EPERM),
    _Rule("lchown", errno.EPERM),
    _Rule("fchownat", errno.EPERM),
    _Rule("setxattr", errno.ENOTSUP),
    _Rule("lsetxattr", errno.ENOTSUP),
    _Rule("setxattrat", errno.ENOTSUP),
    _Rule("removexattr", errno.ENOTSUP),
    _Rule("lremovexattr", errno.ENOTSUP),
    _Rule("removexattrat", errno.ENOTSUP),
    # Its requests are calls that no filter sees.
    _Rule("io_uring_setup", errno.ENOSYS),
)

_X86_64 = {
    "prlimit64": 302,
    "sched_setaffinity": 203,
    "sched_setscheduler": 144,
    "sched_setparam": 142,
    "sched_setattr": 314,
    "setpriority": 141,
    "ioprio_set": 251,
    "chmod": 90,
    "fchmodat": 268,
    "fchmodat2": 452,
    "utime": 132,
    "utimes": 235,
    "futimesat": 261,
    "utimensat": 280,
    "chown": 92,
    "lchown": 94,
    "fchownat": 260,
    "setxattr": 188,
    "lsetxattr": 189,
    "setxattrat": 463,
    "removexattr": 197,
    "lremovexattr": 198,
    "removexattrat": 466,
    "io_uring_setup": 425,
}
_AARCH64 = {
    "prlimit64": 261,
    "sched_setaffinity": 122,
    "sched_setscheduler": 119,
    "sched_setparam": 118,
    "sched_setattr": 274,
    "setpriority": 140,
    "ioprio_set": 30,
    "fchmodat": 53,
    "fchmodat2": 452,
    "utimensat": 88,
    "fchownat": 54,
    "setxattr": 5,
    "lsetxattr": 6,
    "setxattrat": 463,
    "removexattr": 14,
    "lremovexattr": 15,
    "removexattrat": 466,
    "io_uring_setup": 425,
}
_MACHINES: Mapping[str, tuple[int, Mapping[str, int]]] = {
    "x86_64": (0xC000003E, _X86_64),
    "aarch64": (0xC00000B7, _AARCH64),
}
"""The architecture as the kernel tells it to filters, and its calls."""


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


def filter_calls(machine: str | None = None) -> bool:
    """Give up these calls, for this process and all that comes from it; whether that was done.

    Not on machines whose numbers of calls are not known here, nor where the kernel has no filters.
    `no_new_privs` must be set. Raises OSError.
    """
    code = program(machine or platform.machine())
    if code is None:
        return False
    wanted = _Program(len(code) // 8, code)
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    filtering = ctypes.c_ulong(_SECCOMP_MODE_FILTER)
    if prctl(_PR_SET_SECCOMP, filtering, ctypes.byref(wanted), 0, 0) == 0:
        return True
    error = ctypes.get_errno()
    if error == errno.EINVAL:
        return False
    raise OSError(error, "seccomp")


def program(machine: str) -> bytes | None:
    """The filter, in the kernel's own code (classic BPF); None for a machine that is not known."""
    known = _MACHINES.get(machine)
    if known is None:
        return None
    architecture, numbers = known
    code = [
        _step(_LOAD, _ARCHITECTURE_AT),
        _step(_EQUAL, architecture, yes=1),
        _refuse(errno.ENOSYS),
        _step(_LOAD, _NUMBER_AT),
    ]
    if machine == "x86_64":
        # The same calls under other numbers.
        code += [_step(_AT_LEAST, _X32_BIT, no=1), _refuse(errno.ENOSYS)]
    for rule in _RULES:
        if rule.call in numbers:
            answer = _answer(rule)
            code += [_step(_EQUAL, numbers[rule.call], no=len(answer)), *answer]
    return b"".join([*code, _step(_RETURN, _ALLOW)])


def _answer(rule: _Rule) -> Sequence[bytes]:
    """What is done for one call; returns in any case."""
    code: list[bytes] = []
    for place, value in rule.unless:
        at = _FIRST_ARGUMENT_AT + 8 * place
        halves = ((at, value), (at + 4, 0)) if rule.whole else ((at, value),)
        for half, wanted in halves:
            code += [_step(_LOAD, half), _step(_EQUAL, wanted, yes=1), _refuse(rule.error)]
    return [*code, _step(_RETURN, _ALLOW)] if rule.unless else [_refuse(rule.error)]


def _refuse(error: int) -> bytes:
    return _step(_RETURN, _ERRNO | error)


def _step(code: int, value: int, *, yes: int = 0, no: int = 0) -> bytes:
    return struct.pack("=HBBI", code, yes, no, value)

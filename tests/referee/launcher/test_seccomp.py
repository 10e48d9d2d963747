"""What is left of a process's power over others behind the filter, tried by real calls."""

import os
import platform
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from referee.launcher.ladder import probe_level
from referee.launcher.seccomp import program
from tests.referee.engine_specs import ROOT

BEGIN = """
import ctypes, os, resource, shutil, sys
from referee.launcher.seccomp import filter_calls
path, other = sys.argv[1], os.getppid()
ctypes.CDLL(None).prctl(38, 1, 0, 0, 0)
assert filter_calls()
def tried(call, *words, **names):
    try:
        return call(*words, **names)
    except OSError as error:
        return errno.errorcode[error.errno]
import errno
"""

known = pytest.mark.skipif(
    program(platform.machine()) is None or not probe_level("landlock").works,
    reason="no filter is known for this machine",
)


def behind_the_filter(script: str, *words: str | Path) -> str:
    return subprocess.run(
        [sys.executable, "-c", BEGIN + script, *map(str, words)],
        env={**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'proto'}"},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    ).stdout.rstrip("\n")


@known
@pytest.mark.parametrize(
    "call",
    [
        "resource.prlimit, other, resource.RLIMIT_NOFILE",
        "resource.prlimit, other, resource.RLIMIT_CPU, (1, 1)",
        "os.setpriority, os.PRIO_PROCESS, other, 19",
        "os.setpriority, os.PRIO_USER, 0, 19",
        "os.setpriority, os.PRIO_PGRP, 0, 19",
        "os.sched_setaffinity, other, {0}",
        "os.sched_setscheduler, other, os.SCHED_IDLE, os.sched_param(0)",
        "os.sched_setparam, other, os.sched_param(0)",
        "os.chown, path, 1, 1",
        "os.lchown, path, 1, 1",
    ],
)
def test_others_are_out_of_reach(tmp_path: Path, call: str) -> None:
    file = tmp_path / "file"
    file.touch()
    before = _standing(), file.stat()
    told = behind_the_filter(f"print(tried({call}))", file)
    assert told == ("EPERM" if "chown" in call or "prlimit" in call else "None")
    assert (_standing(), file.stat()) == before


def _standing() -> tuple[object, ...]:
    """What another process could change of this one."""
    return (
        os.getpriority(os.PRIO_PROCESS, 0),
        os.sched_getaffinity(0),
        os.sched_getscheduler(0),
        Path("/proc/self/limits").read_text(encoding="ascii"),
    )


@known
def test_libraries_may_speak_of_their_own_threads() -> None:
    """ZeroMQ ends the program where it can't set how its threads are scheduled."""
    script = """
import threading, zmq
with zmq.Context() as context, context.socket(zmq.REP) as one, context.socket(zmq.REQ) as other:
    one.connect(f"tcp://127.0.0.1:{other.bind_to_random_port('tcp://127.0.0.1')}")
    other.send(b"3")
    print(one.recv().decode())
"""
    assert behind_the_filter(script, "") == "3"


@known
@pytest.mark.parametrize(
    "call",
    [
        "resource.prlimit, 0, resource.RLIMIT_NOFILE, (9, 9)",
        "resource.setrlimit, resource.RLIMIT_NOFILE, (9, 9)",
        "os.setpriority, os.PRIO_PROCESS, 0, 19",
        "os.sched_setaffinity, 0, os.sched_getaffinity(0)",
        "os.sched_setscheduler, 0, os.SCHED_OTHER, os.sched_param(0)",
    ],
)
def test_what_one_does_to_oneself_is_free(tmp_path: Path, call: str) -> None:
    assert "E" not in behind_the_filter(f"print(tried({call}))", tmp_path)


@known
def test_modes_and_times_stay_as_they_are_but_no_program_fails_of_it(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("text", encoding="ascii")
    file.chmod(0o640)
    os.utime(file, (1_000, 1_000))
    script = """
os.chmod(path, 0)
os.chmod(path, 0, follow_symlinks=True)
os.utime(path, (5, 5))
os.utime(path)
shutil.copy2(path, path + ".copy")
folder = os.open(os.path.dirname(path), os.O_RDONLY)
os.chmod("file", 0, dir_fd=folder)
os.utime("file", (5, 5), dir_fd=folder)
print(tried(os.setxattr, path, "user.x", b"1"))
# An address whose lower half is 0 is an address too.
libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = ctypes.c_void_p
at = libc.mmap(ctypes.c_void_p(1 << 33), ctypes.c_size_t(4096), 3, 0x100022, -1, ctypes.c_long(0))
assert at == 1 << 33, at
ctypes.memmove(at, path.encode() + b"\\0", len(path) + 1)
times = (ctypes.c_long * 4)(5, 0, 5, 0)
libc.utimensat(-100, ctypes.c_void_p(at), times, 0)
"""
    assert behind_the_filter(script, file) == "ENOTSUP"
    assert file.stat().st_mode & 0o777 == 0o640
    assert file.stat().st_mtime == 1_000
    assert (tmp_path / "file.copy").read_text(encoding="ascii") == "text"


@known
def test_an_open_file_is_one_s_own(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch(mode=0o640)
    script = "f = os.open(path, os.O_RDWR); os.fchmod(f, 0o600); os.utime(f, (5, 5))"
    assert behind_the_filter(script, file) == ""
    assert (file.stat().st_mode & 0o777, file.stat().st_mtime) == (0o600, 5)


@known
def test_calls_of_another_architecture_are_refused(tmp_path: Path) -> None:
    if platform.machine() != "x86_64":
        pytest.skip("this machine has one set of calls")
    # getpid of x32: the same call with a bit that would pass by the other rules.
    script = "libc = ctypes.CDLL(None, use_errno=True); print(libc.syscall(0x40000000 + 39))"
    assert behind_the_filter(script, tmp_path) == "-1"


@pytest.mark.parametrize("machine", ["x86_64", "aarch64"])
def test_every_jump_stays_inside_and_every_way_ends(machine: str) -> None:
    code = program(machine)
    assert code is not None
    steps = [struct.unpack("=HBBI", code[at : at + 8]) for at in range(0, len(code), 8)]
    assert steps[-1][0] == 0x06
    for place, (kind, yes, no, _) in enumerate(steps):
        assert kind in (0x20, 0x15, 0x35, 0x06)
        if kind in (0x15, 0x35):
            assert place + 1 + max(yes, no) < len(steps)


def test_a_machine_that_is_not_known_has_none() -> None:
    assert program("pdp11") is None

"""Engines that attack the machine, other engines and the referee, and play on meanwhile.

What should not be possible and was is printed as a line that begins with `REACHED`. Where they
could reach, they are told by ZOO_TARGET_FILE (a file that is not theirs), ZOO_TARGET_PORT and
ZOO_TARGET_ABSTRACT (sockets of somebody else) and ZOO_TARGET_PID.
"""

import asyncio
import contextlib
import ctypes
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from tests.zoo.wire import RefereeGoneError, dial

_OWN = {os.environ.get("PODESTA_TOKEN", "?")}
_MANY = 1 << 16


def reached(what: object) -> None:
    print("REACHED", what, flush=True)


def _attack_and_play(
    attack: Callable[[], object], *, harmless: bool = False
) -> Coroutine[Any, Any, None]:
    """The attack runs again and again beside the match; one that harms only in a sandbox."""
    if not harmless and Path("/proc/1/comm").read_text(encoding="ascii").strip() != "bwrap":
        sys.exit("this engine would harm the machine: it runs in a sandbox only")
    return _Attack(attack).play()


class _Attack:
    def __init__(self, attack: Callable[[], object]) -> None:
        self._attack = attack

    def _go_on(self) -> None:
        while True:
            with contextlib.suppress(
                OSError, RuntimeError, MemoryError, subprocess.SubprocessError
            ):
                self._attack()
            time.sleep(0.01)

    async def play(self) -> None:
        async with dial() as wire:
            await wire.hello()
            threading.Thread(target=self._go_on, daemon=True).start()
            with contextlib.suppress(RefereeGoneError):
                await wire.play_on()
        os._exit(0)


async def bombs_with_forks() -> None:
    def attack() -> None:
        while os.fork():
            pass
        while True:
            with contextlib.suppress(OSError):
                os.fork()

    await _attack_and_play(attack)


async def bombs_with_sessions() -> None:
    """Every child in a session of its own, its parent gone."""

    def attack() -> None:
        sleeper = [sys.executable, "-S", "-c", "import time; time.sleep(600)"]
        subprocess.Popen(["setsid", "sh", "-c", f"{sleeper[0]} -S -c '{sleeper[3]}' &"])

    await _attack_and_play(attack)


async def bombs_with_threads() -> None:
    await _attack_and_play(
        lambda: threading.Thread(target=time.sleep, args=(600,), daemon=True).start()
    )


async def eats_memory() -> None:
    held: list[bytearray] = []
    await _attack_and_play(lambda: held.append(bytearray(b"x") * (32 << 20)))


async def eats_shared_memory() -> None:
    """Files in memory that no process has mapped count as nobody's."""

    def attack() -> None:
        for place in ("/dev/shm", "/tmp", "/run", "/var/tmp", "/"):
            with contextlib.suppress(OSError):
                handle, name = tempfile.mkstemp(dir=place)
                for _ in range(512):
                    os.write(handle, bytes(1 << 20))
                reached(f"512 MiB in {name}")

    await _attack_and_play(attack)


async def fills_the_disk() -> None:
    def attack() -> None:
        for place in (".", "/tmp", os.environ.get("HOME", "."), "/var/tmp", "/usr", "/etc"):
            with contextlib.suppress(OSError), tempfile.NamedTemporaryFile(dir=place) as file:
                for _ in range(512):
                    file.write(bytes(1 << 20))
                reached(f"512 MiB in {file.name}")

    await _attack_and_play(attack)


async def fills_its_directory() -> None:
    def attack() -> None:
        for number in range(_MANY):
            with contextlib.suppress(OSError):
                Path(f"/tmp/{number}").touch()
            for place in (Path.cwd(), Path(_seat()).parent):
                with contextlib.suppress(OSError):
                    (place / f"zoo-{number}").touch()
                    reached(f"a new file in {place}")

    await _attack_and_play(attack)


async def opens_files() -> None:
    await _attack_and_play(lambda: os.open("/dev/null", os.O_RDONLY))


async def dials_the_network() -> None:
    port = int(os.environ.get("ZOO_TARGET_PORT", "0"))

    def attack() -> None:
        for host in ("127.0.0.1", "::1", "1.1.1.1"):
            with contextlib.suppress(OSError), socket.create_connection((host, port), 0.2):
                reached(f"{host} over TCP")
            with contextlib.suppress(OSError):
                family = socket.AF_INET6 if ":" in host else socket.AF_INET
                with socket.socket(family, socket.SOCK_DGRAM) as datagram:
                    datagram.sendto(b"zoo", (host, port))
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as stream:
            stream.connect("\0" + os.environ.get("ZOO_TARGET_ABSTRACT", "zoo"))
            reached("an abstract socket")

    await _attack_and_play(attack, harmless=True)


async def reads_proc() -> None:
    def attack() -> None:
        for path in Path("/proc").iterdir():
            for name in ("environ", "cmdline"):
                with contextlib.suppress(OSError):
                    told = (path / name).read_bytes()
                    for line in told.split(b"\0"):
                        token = line.removeprefix(b"PODESTA_TOKEN=").decode("utf-8", "replace")
                        if line.startswith(b"PODESTA_TOKEN=") and token not in _OWN:
                            reached(f"the token of {path.name}")
        if Path("/proc", os.environ.get("ZOO_TARGET_PID", "?")).exists():
            reached("a process that is not ours")

    await _attack_and_play(attack, harmless=True)


async def reads_files() -> None:
    def attack() -> None:
        target = os.environ.get("ZOO_TARGET_FILE", "/none")
        for name in (target, "/etc/shadow", str(Path("/root", ".bashrc")), f"/proc/1/root{target}"):
            with contextlib.suppress(OSError):
                Path(name).read_bytes()
                reached(name)
        for place in ("/home", "/root", "/proc/1/cwd", "/proc/self/fd"):
            with contextlib.suppress(OSError):
                for path in Path(place).iterdir():
                    if (path / ".ssh").exists():
                        reached(f"{path}/.ssh")

    await _attack_and_play(attack, harmless=True)


async def writes_files() -> None:
    def attack() -> None:
        target = os.environ.get("ZOO_TARGET_FILE", "/none")
        own = sys.argv[0]
        for name in (target, own, "/etc/passwd", "/usr/bin/env", "/proc/sys/kernel/core_pattern"):
            with contextlib.suppress(OSError), Path(name).open("ab"):
                reached(f"{name} for writing")
            with contextlib.suppress(OSError):
                Path(name).chmod(0o777)
                reached(f"the mode of {name}")
            with contextlib.suppress(OSError):
                os.utime(name)
                reached(f"the times of {name}")
        for name in ("/dev/null", "/dev/tty", "/dev/full"):
            with contextlib.suppress(OSError):
                Path(name).chmod(0o600)
                reached(f"the mode of {name}")

    await _attack_and_play(attack)


async def signals_everybody() -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    target = int(os.environ.get("ZOO_TARGET_PID", "0"))

    def attack() -> None:
        for pid in (target, os.getppid(), 1):
            for number in (signal.SIGSTOP, signal.SIGKILL, signal.SIGCONT):
                with contextlib.suppress(OSError):
                    os.kill(pid, number)
                    if pid == target:
                        reached(f"the process {pid}")

    await _attack_and_play(attack)


async def kills_all() -> None:
    """As many processes as there are ids, but for its own."""

    def attack() -> None:
        for pid in range(2, 30_000):
            if pid != os.getpid():
                with contextlib.suppress(OSError):
                    os.kill(pid, signal.SIGKILL)

    await _attack_and_play(attack)


async def guesses_sockets() -> None:
    def attack() -> None:
        own = _seat()
        places = {Path(own).parent.parent, *map(Path, ("/tmp", "/run", "/var/tmp"))}
        for place in places:
            for found in place.glob("*/seat"):
                if str(found) != own:
                    reached(f"the directory of {found}")
        for found in places:
            with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as stream:
                stream.connect(str(found / "podesta-arena" / "arena"))
                reached(found)

    await _attack_and_play(attack)


async def replaces_its_socket() -> None:
    def attack() -> None:
        seat = Path(_seat())
        for act in (seat.unlink, lambda: seat.rename(seat.with_name("other")), seat.parent.rmdir):
            with contextlib.suppress(OSError):
                act()
                reached(f"its own socket {seat}")
        with contextlib.suppress(OSError):
            seat.parent.chmod(0o777)
            reached("the mode of its own seat")

    await _attack_and_play(attack)


async def makes_namespaces() -> None:
    library = ctypes.CDLL(None, use_errno=True)

    def attack() -> None:
        # New user, mount, network and process id namespaces, one after the other and together.
        for flags in (0x10000000, 0x00020000, 0x40000000, 0x20000000, 0x10020000):
            if os.fork() == 0:
                os._exit(0 if library.unshare(flags) == 0 else 1)
            if os.wait()[1] == 0:
                reached(f"a namespace {flags:#x}")
        if library.mount(b"none", b"/tmp", b"tmpfs", 0, None) == 0:
            reached("a mount")
        if library.umount2(b"/proc", 2) == 0:
            reached("an unmount")
        if library.ptrace(16, int(os.environ.get("ZOO_TARGET_PID", "1")), None, None) == 0:
            reached("the memory of another")

    await _attack_and_play(attack)


async def gains_privileges() -> None:
    acts: tuple[tuple[str, Callable[[], object]], ...] = (
        ("root", lambda: os.setuid(0)),
        ("another user", lambda: os.setresuid(1000, 1000, 1000)),
        ("another root directory", lambda: os.chroot("/tmp")),
        ("another host name", lambda: socket.sethostname("zoo")),
        ("a higher priority", lambda: os.setpriority(os.PRIO_PROCESS, 0, -20)),
        ("a device", lambda: os.mknod("/tmp/zoo-device", 0o60666, os.makedev(8, 0))),
    )

    def attack() -> None:
        for name, act in acts:
            with contextlib.suppress(OSError):
                act()
                reached(name)
        status = Path("/proc/self/status").read_text(encoding="ascii")
        for line in status.splitlines():
            key, _, value = line.partition(":\t")
            if key in ("CapPrm", "CapEff", "CapAmb") and int(value, 16):
                reached(f"capabilities {line}")
            if key == "NoNewPrivs" and value != "1":
                reached("programs with privileges")

    await _attack_and_play(attack)


async def burns_the_cores() -> None:
    def attack() -> None:
        if os.fork() == 0:
            while True:
                pass
        time.sleep(0.2)

    await _attack_and_play(attack)


async def prints_for_ever() -> None:
    line = "spam " * 2_000
    await _attack_and_play(lambda: print(line, flush=True))


async def leaves_everything_behind() -> None:
    """And goes in the midst of the match."""
    for _ in range(5):
        if os.fork() == 0:
            os.setsid()
            os.execve("/bin/sleep", ["sleep", "600"], {})
    async with dial() as wire:
        await wire.first_question()
        await asyncio.sleep(0.05)
        os._exit(1)


def _seat() -> str:
    return os.environ["PODESTA_ADDRESS"].removeprefix("unix:")

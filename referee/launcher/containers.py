"""Command lines of podman and docker: an engine in a container made from an image.

Only texts are made here. The image brings the system and the interpreter; the engine's own
directory and the directory of its seat's socket are shown inside under the same paths.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from referee.launcher.confinement import Confinement
from referee.limits import Limits

__all__ = ["container_command", "container_environment", "removal_command"]

_KEPT_OF_THE_IMAGE = ("PATH", "HOME", "USER", "LOGNAME", "TMPDIR")
"""What the image says better than this machine, and what the client itself needs unchanged."""


def container_command(
    program: str,
    name: str,
    confinement: Confinement,
    limits: Limits,
    argv: Sequence[str],
    directory: str,
    seat_directory: str,
    environment: Mapping[str, str],
    *,
    user: int,
    group: int,
) -> list[str]:
    """The command that runs an engine in a container of this name.

    Variables are named only: the client takes their values from its own environment, since
    everybody can read its command line. No network, no capability, no way to gain one; the root
    read-only, room to write in memory alone.
    """
    size = confinement.scratch_bytes
    words = [program, "run", "--rm", "--init", "--name", name, "--pull", "never"]
    words += ["--network", "none", "--read-only", "--tmpfs", f"/tmp:rw,exec,size={size}"]
    words += ["--shm-size", str(size), "--cap-drop", "ALL"]
    words += ["--security-opt", "no-new-privileges", "--log-driver", "none"]
    words += ["--user", f"{user}:{group}"]
    if program == "podman":
        words += ["--userns", "keep-id"]
    # The kernel's own limits are looser than ours, which are told to people (referee.accounting).
    if limits.processes is not None:
        words += ["--pids-limit", str(2 * limits.processes)]
    if limits.memory_bytes is not None:
        words += ["--memory", str(2 * limits.memory_bytes)]
    if limits.file_size_bytes is not None:
        words += ["--ulimit", f"fsize={limits.file_size_bytes}:{limits.file_size_bytes}"]
    if confinement.open_files is not None:
        words += ["--ulimit", f"nofile={confinement.open_files}:{confinement.open_files}"]
    for path in dict.fromkeys((directory, *confinement.readable)):
        words += ["--volume", f"{path}:{path}:ro"]
    words += ["--volume", f"{seat_directory}:{seat_directory}:ro", "--workdir", directory]
    for variable in container_environment(environment):
        words += ["--env", variable]
    return [*words, confinement.image, *argv]


def container_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """What of an engine's environment goes into its container."""
    return {name: value for name, value in environment.items() if name not in _KEPT_OF_THE_IMAGE}


def removal_command(program: str, name: str) -> list[str]:
    """The command that ends a container, whose processes need not be children of ours."""
    return [program, "rm", "--force", "--volumes", name]


def is_plain_path(path: str) -> bool:
    """Whether a path can stand in `--volume`."""
    return Path(path).is_absolute() and ":" not in path

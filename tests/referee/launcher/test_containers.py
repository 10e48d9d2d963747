"""Command lines of podman and docker, to the letter, and one container where that works."""

import asyncio
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from referee.launcher import confined, ladder
from referee.launcher.confined import ConfinedLauncher
from referee.launcher.confinement import Confinement
from referee.launcher.containers import container_command, container_environment, removal_command
from referee.launcher.ladder import probe_level
from referee.launcher.launcher import EngineCommand, LaunchError
from referee.limits import NO_LIMITS, Limits

CONFINEMENT = Confinement(
    isolation="podman", open_files=256, scratch_bytes=4096, readable=("/books",), image="python:3"
)
LIMITS = Limits(memory_bytes=1000, processes=10, file_size_bytes=99, cpu_time_s=5)
ENVIRONMENT = {"PATH": "/bin", "HOME": "/nests/me", "PODESTA_TOKEN": "secret", "LANG": "C.UTF-8"}
PODMAN = """
podman run --rm --init --name n1 --pull never --network none --read-only
--tmpfs /tmp:rw,exec,size=4096 --shm-size 4096 --cap-drop ALL --security-opt no-new-privileges
--log-driver none --user 7:8 --userns keep-id --pids-limit 20 --memory 2000
--ulimit fsize=99:99 --ulimit nofile=256:256
--volume /bots/a:/bots/a:ro --volume /books:/books:ro --volume /tmp/seat:/tmp/seat:ro
--workdir /bots/a --env PODESTA_TOKEN --env LANG python:3 python3 bot.py
"""
DOCKER = """
docker run --rm --init --name n1 --pull never --network none --read-only
--tmpfs /tmp:rw,exec,size=67108864 --shm-size 67108864 --cap-drop ALL
--security-opt no-new-privileges --log-driver none --user 7:8
--volume /bots/a:/bots/a:ro --volume /tmp/seat:/tmp/seat:ro
--workdir /bots/a --env PODESTA_TOKEN --env LANG bot python3 bot.py
"""


def command(program: str, confinement: Confinement, limits: Limits) -> list[str]:
    argv, directory, seat = ("python3", "bot.py"), "/bots/a", "/tmp/seat"
    return container_command(
        program, "n1", confinement, limits, argv, directory, seat, ENVIRONMENT, user=7, group=8
    )


def test_the_command_lines_are_these() -> None:
    assert command("podman", CONFINEMENT, LIMITS) == PODMAN.split()
    assert command("docker", Confinement(image="bot"), NO_LIMITS) == DOCKER.split()


def test_values_of_variables_stand_on_no_command_line() -> None:
    assert "secret" not in " ".join(command("docker", CONFINEMENT, LIMITS))
    assert container_environment(ENVIRONMENT) == {"PODESTA_TOKEN": "secret", "LANG": "C.UTF-8"}


def test_a_container_is_removed_by_its_name() -> None:
    assert removal_command("podman", "n1") == ["podman", "rm", "--force", "--volumes", "n1"]


def engine(tmp_path: Path, **fields: object) -> EngineCommand:
    whole = EngineCommand(
        ("true",), str(tmp_path), {"PODESTA_TOKEN": "secret"}, scratch=str(tmp_path)
    )
    return replace(whole, **fields)  # type: ignore[arg-type]


def walled(command: EngineCommand, monkeypatch: pytest.MonkeyPatch) -> EngineCommand:
    monkeypatch.setattr(shutil, "which", lambda name: f"/bin/{name}")
    return confined._in_container("docker", command)


def test_the_client_is_told_values_and_the_container_is_ended_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOCKER_HOST", "unix:///somewhere")
    made = walled(engine(tmp_path, confinement=Confinement(image="bot")), monkeypatch)
    assert made.argv[:2] == ("/bin/docker", "run")
    assert made.argv[-2:] == ("bot", "true")
    assert made.environment["PODESTA_TOKEN"] == "secret"
    assert made.environment["DOCKER_HOST"] == "unix:///somewhere"
    name = made.argv[made.argv.index("--name") + 1]
    assert made.walls.farewell == ("/bin/docker", "rm", "--force", "--volumes", name)
    assert dict(made.walls.farewell_environment)["DOCKER_HOST"] == "unix:///somewhere"
    assert "PODESTA_TOKEN" not in dict(made.walls.farewell_environment)


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"confinement": Confinement()}, "no image is given"),
        ({"scratch": "", "confinement": Confinement(image="bot")}, "over a Unix socket only"),
        (
            {"confinement": Confinement(image="bot", readable=("/a:b",))},
            "'/a:b' can't be shown to a container",
        ),
    ],
)
def test_what_a_container_can_t_have_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fields: dict[str, object], told: str
) -> None:
    with pytest.raises(LaunchError, match=told):
        walled(engine(tmp_path, **fields), monkeypatch)


@pytest.mark.parametrize("program", ladder.CONTAINERS)
def test_an_engine_runs_in_a_container(program: str, tmp_path: Path) -> None:
    report = probe_level(program)
    if not report.works:
        pytest.skip(report.reason)
    images = subprocess.run(
        [program, "images", "--quiet", "busybox"], capture_output=True, text=True, check=False
    )
    if not images.stdout.strip():
        pytest.skip(f"{program} has no image busybox")

    async def test() -> None:
        confinement = Confinement(isolation=program, image="busybox")
        words = engine(tmp_path, argv=("echo", "inside"), confinement=confinement)
        process = await ConfinedLauncher().start(words)
        ended = asyncio.Event()
        process.call_at_exit(ended.set)
        await ended.wait()
        await process.end()
        assert (await process.printed()).stdout == b"inside\n"

    asyncio.run(test())

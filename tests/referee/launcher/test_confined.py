"""Whole matches, and single programs, at every level of isolation that works here."""

import asyncio
import os
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import psutil
import pytest
from podesta.v1 import game_pb2, match_pb2, record_pb2

from referee.errors import VoidMatch
from referee.hosts import EngineHosts
from referee.launcher import confined, ladder
from referee.launcher.bubblewrap import Bubblewrap
from referee.launcher.confined import ConfinedLauncher
from referee.launcher.confinement import Confinement
from referee.launcher.ladder import LADDER, probe_level
from referee.launcher.landlock import landlock_abi
from referee.launcher.launcher import (
    ADDRESS_VARIABLE,
    TOKEN_VARIABLE,
    EngineCommand,
    EngineProcess,
    LaunchError,
)
from referee.launcher.plain import PlainLauncher, PlainProcess, base_environment
from referee.launcher.process_tree import descendants
from referee.limits import NO_LIMITS, Limits
from referee.play import play_match
from referee.replay import verify
from tests.referee.engine_specs import ROOT, good, match_spec

LIMITS = match_pb2.EngineLimits(memory_bytes=1 << 30, processes=200, file_size_bytes=1 << 24)
PROTOS = ROOT / "proto"


def at(level: str) -> Any:
    report = probe_level(level)
    return pytest.param(level, marks=pytest.mark.skipif(not report.works, reason=report.reason))


every_level = pytest.mark.parametrize("level", [at(level) for level in ("none", *LADDER)])
walled_level = pytest.mark.parametrize("level", [at("bwrap"), at("landlock")])
in_bwrap = pytest.mark.skipif(
    not probe_level("bwrap").works, reason=f"bwrap: {probe_level('bwrap').reason}"
)


def confined_to(level: str, engine: match_pb2.EngineSpec, **fields: Any) -> match_pb2.EngineSpec:
    engine.confinement.CopyFrom(match_pb2.EngineConfinement(isolation=level, **fields))
    engine.limits.CopyFrom(LIMITS)
    return engine


def play(*engines: match_pb2.EngineSpec, **fields: Any) -> record_pb2.MatchRecord:
    async def match() -> record_pb2.MatchRecord:
        async with EngineHosts() as hosts:
            return await play_match(match_spec(*engines, **fields), hosts=hosts)

    record = asyncio.run(match())
    assert verify(record) == []
    assert psutil.Process().children(recursive=True) == []
    return record


@every_level
def test_a_whole_match_of_python(level: str) -> None:
    record = play(confined_to(level, good(0)), confined_to(level, good(1)))
    assert record.termination == game_pb2.TERMINATION_COMPLETED, record.reason
    assert [seat.isolation for seat in record.seats] == [level, level]
    assert not record.faults


@walled_level
def test_a_whole_match_over_tcp(level: str) -> None:
    """Inside bubblewrap there is no network but a port of its own, which leads to the seat."""
    if level == "landlock" and landlock_abi() < 4:
        pytest.skip("this landlock leaves the network alone")
    engines = [good(seat, transport=match_pb2.TRANSPORT_TCP) for seat in range(2)]
    record = play(*(confined_to(level, engine) for engine in engines))
    assert record.termination == game_pb2.TERMINATION_COMPLETED, record.reason
    assert [seat.isolation for seat in record.seats] == [level, level]


@pytest.mark.slow
@every_level
def test_a_whole_match_of_javascript(level: str, packages: Mapping[str, str]) -> None:
    folder = ROOT / "engines" / "javascript"
    engine = match_pb2.EngineSpec(
        id="js", command=["node", "random.js"], directory=str(folder), environment=packages
    )
    confined_to(level, engine, readable=[str(PROTOS)])
    record = play(engine, good())
    assert record.termination == game_pb2.TERMINATION_COMPLETED, record.reason
    assert record.seats[0].isolation == level


@pytest.fixture(scope="module")
def java_classes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if shutil.which("javac") is None:
        pytest.skip("there is no Java compiler")
    folder = tmp_path_factory.mktemp("java")
    source = folder / "Hello.java"
    source.write_text(
        "public class Hello { public static void main(String[] a) throws Exception {"
        ' Thread t = new Thread(() -> System.out.println("hello from Java")); t.start(); t.join();'
        " byte[][] held = new byte[64][]; for (int i = 0; i < 64; i++) held[i] = new byte[1 << 20];"
        " System.exit(7); } }",
        encoding="ascii",
    )
    subprocess.run(["javac", "-d", str(folder), str(source)], check=True, cwd=folder)
    return folder


@pytest.mark.slow
@every_level
def test_a_java_machine_starts_within_the_limits(level: str, java_classes: Path) -> None:
    told = run(level, "java", "-cp", str(java_classes), "Hello", directory=java_classes)
    assert told == ("hello from Java\n", 7, None)


# --- single programs --------------------------------------------------------------------------


def run(
    level: str,
    *argv: str,
    directory: Path | None = None,
    limits: Limits = NO_LIMITS,
    environment: Mapping[str, str] | None = None,
    look: Callable[[EngineProcess], object] | None = None,
    once_it_printed: Callable[[EngineProcess], object] | None = None,
    scratch: str = "",
    level_told: str = "",
    **confinement: Any,
) -> tuple[str, int | None, int | None]:
    """What a program prints, its exit status, its signal.

    `look` is called when it was started, `once_it_printed` while it runs and has said something,
    which then is no part of what is told.
    """

    async def start() -> tuple[str, int | None, int | None]:
        command = EngineCommand(
            argv,
            str(directory or ROOT),
            {**base_environment(), **(environment or {})},
            scratch=scratch,
            limits=limits,
            confinement=Confinement(isolation=level, **confinement),
        )
        process = await ConfinedLauncher().start(command)
        assert process.isolation == (level_told or level)
        try:
            ended = asyncio.Event()
            process.call_at_exit(ended.set)
            if look is not None:
                look(process)
            async with asyncio.timeout(60):
                if once_it_printed is not None:
                    while not (await process.printed()).stdout:
                        pass
                    once_it_printed(process)
                await ended.wait()
        finally:
            await process.end()
        assert process.exit is not None
        printed = await process.printed()
        told = (printed.stdout + printed.stderr).decode()
        return told, process.exit.status, process.exit.signal

    if not scratch:
        import tempfile

        with tempfile.TemporaryDirectory(prefix="podesta-") as seat:
            return run(
                level,
                *argv,
                directory=directory,
                limits=limits,
                environment=environment,
                look=look,
                once_it_printed=once_it_printed,
                scratch=seat,
                level_told=level_told,
                **confinement,
            )
    return asyncio.run(start())


def shell(level: str, script: str, **fields: Any) -> tuple[str, int | None, int | None]:
    return run(level, "/bin/sh", "-c", script, **fields)


@every_level
def test_exit_status_and_signal_are_those_of_the_program(level: str) -> None:
    assert shell(level, "echo out; echo err >&2; exit 3") == ("out\nerr\n", 3, None)
    assert shell(level, "kill -ABRT $$") == ("", None, 6)


@walled_level
def test_a_walled_program_sees_its_own_files_and_may_change_none(
    level: str, tmp_path: Path
) -> None:
    mine, other = tmp_path / "mine", tmp_path / "other"
    for place in (mine, other):
        place.mkdir()
        (place / "file").write_text("text", encoding="ascii")
    script = (
        f"cat file; cat {other}/file; cat /etc/shadow; echo x > file; echo x > {mine}/new;"
        f" mkdir {mine}/d; rm file; echo x > {other}/new; cd /; echo x > new; exit 0"
    )
    told, status, _ = shell(level, script, directory=mine)
    assert (told.count("text"), status) == (1, 0)
    assert told.count("file") >= 1
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["file", "file", "mine", "other"]
    assert (mine / "file").read_text(encoding="ascii") == "text"


@walled_level
def test_a_walled_program_has_room_of_its_own(level: str) -> None:
    script = 'echo x > "$TMPDIR/x" && echo y > "$HOME/y" && cat "$HOME/x" "$TMPDIR/y"'
    assert shell(level, script) == ("x\ny\n", 0, None)


@walled_level
def test_what_an_organiser_sets_stays_and_the_rest_is_the_inside_s(level: str) -> None:
    environment = {"MINE": "a b=c", "HOME": "/set/by/hand", TOKEN_VARIABLE: "secret"}
    told, _, _ = shell(level, "env", environment=environment)
    inner = dict(line.split("=", 1) for line in told.splitlines())
    assert inner["MINE"] == "a b=c"
    assert inner["HOME"] == "/set/by/hand"
    assert inner[TOKEN_VARIABLE] == "secret"
    assert inner["TMPDIR"] != base_environment().get("TMPDIR", "")
    known = {*base_environment(), "MINE", "HOME", "TMPDIR", "USER", "LOGNAME", "PWD", "SHLVL", "_"}
    assert set(inner) - known - {"OLDPWD", "PODESTA_TREE"} == {TOKEN_VARIABLE}


@every_level
def test_no_command_line_tells_the_token(level: str) -> None:
    def look(process: EngineProcess) -> None:
        assert process.pid is not None
        keeper = psutil.Process(process.pid).ppid()
        lines = [Path(f"/proc/{pid}/cmdline").read_bytes() for pid in descendants(keeper)]
        assert lines
        assert not any(b"very-secret" in line for line in lines)
        process.terminate()

    # What only sets up a sandbox is gone by then, and what looks is not too late.
    shell(
        level,
        "echo runs; exec sleep 600",
        environment={TOKEN_VARIABLE: "very-secret"},
        once_it_printed=look,
    )


@in_bwrap
def test_a_sandbox_has_no_capability_and_no_way_to_any() -> None:
    told, status, _ = shell(
        "bwrap",
        "grep -E '^(Cap|NoNewPrivs)' /proc/self/status; unshare -U true && echo DONE namespace;"
        " chmod 666 /dev/null && echo DONE device;"
        " echo core > /proc/sys/kernel/core_pattern && echo DONE sys;"
        " cat /proc/1/environ | tr '\\0' '\\n'; exit 0",
        environment={TOKEN_VARIABLE: "very-secret"},
    )
    assert status == 0
    values = dict(line.split(":\t") for line in told.splitlines() if ":\t" in line)
    assert {value for name, value in values.items() if name.startswith("Cap")} == {"0" * 16}
    assert values["NoNewPrivs"] == "1"
    assert "DONE" not in told
    assert "very-secret" not in told


@in_bwrap
def test_a_sandbox_has_processes_of_its_own_and_no_network() -> None:
    told, _, _ = shell("bwrap", "ls -d /proc/[0-9]*; cat /proc/net/dev; id -u; hostname; ls /sys")
    assert 1 <= told.count("/proc/") <= 4
    assert [line.split(":")[0].strip() for line in told.splitlines() if ":" in line] == [
        "lo",
        *([] if "ls:" not in told else ["ls"]),
    ]
    assert "65534\npodesta\n" in told


@in_bwrap
def test_the_kernel_counts_the_processes_of_each_sandbox_alone() -> None:
    """Far more than is allowed: what the keeper has to end is another matter, and its own test."""
    script = "for i in $(seq 400); do sleep 5 & done; echo all"
    told, _, _ = shell("bwrap", script, limits=Limits(processes=100))
    assert "all" not in told


@in_bwrap
def test_room_in_memory_is_limited() -> None:
    script = "for place in /tmp /dev/shm; do head -c 3000000 /dev/zero > $place/x; done; exit 0"
    told, status, _ = shell("bwrap", script, scratch_bytes=1 << 20)
    assert told.count("No space left") == 2
    assert status == 0


@in_bwrap
def test_a_program_that_goes_on_in_the_background_is_not_ended_with_its_first_process(
    tmp_path: Path,
) -> None:
    left: list[bool] = []

    def look(process: EngineProcess) -> None:
        def note() -> None:
            assert process.exit is not None
            left.append(process.exit.left)

        process.call_at_exit(note)

    assert shell("bwrap", "(setsid sleep 60 &) ; exit 0", look=look) == ("", 0, None)
    assert shell("bwrap", "exit 0", look=look) == ("", 0, None)
    assert left == [True, False]


@walled_level
def test_sigterm_reaches_the_program_and_lets_it_end_in_peace(level: str) -> None:
    script = "trap 'echo bye; exit 5' TERM; echo ready; while :; do sleep 0.05; done"
    told, status, _ = shell(level, script, once_it_printed=lambda process: process.terminate())
    assert ("bye\n" in told, status) == (True, 5)


def test_a_sandbox_that_cannot_be_made_is_no_fault_of_the_engine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = tmp_path / "bwrap"
    broken.write_text("#!/bin/sh\necho 'bwrap: no such luck' >&2\nexit 1\n", encoding="ascii")
    broken.chmod(0o755)
    tmp_path.chmod(0o755)
    for parent in tmp_path.parents:
        if parent.name.startswith(("pytest-", "popen-")):
            parent.chmod(0o755)
    monkeypatch.setattr(confined, "find_bwrap", lambda: Bubblewrap(str(broken)))
    record = play(confined_to("bwrap", good(0)), confined_to("bwrap", good(1)))
    assert record.termination == game_pb2.TERMINATION_VOID
    assert "no bwrap for the engine good-" in record.reason
    assert "no such luck" in record.reason


@in_bwrap
def test_options_that_can_not_be_written_are_no_fault_of_the_engine() -> None:
    # All of the keeper is compiled by now: a limit would cut the files that Python keeps of it.
    assert shell("bwrap", "exit 0") == ("", 0, None)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (512, before[1]))
    try:
        with pytest.raises(VoidMatch, match=r"can't be written: .* too large"):
            shell("bwrap", "exit 0")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_level_that_does_not_work_is_no_fault_of_the_engine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(confined, "find_bwrap", lambda: None)
    with pytest.raises(VoidMatch, match="bwrap is not installed"):
        shell("bwrap", "exit 0")


@pytest.mark.skipif(not probe_level("landlock").works, reason="there is no landlock here")
def test_a_kernel_that_refuses_is_no_fault_of_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    # More than a path can have: no rule can be made of it.
    monkeypatch.setattr(confined, "_LANDLOCK_READABLE", ("/" + "x" * 5_000,))
    with pytest.raises(VoidMatch, match="File name too long"):
        shell("landlock", "exit 0")


def test_auto_is_the_best_that_works_here() -> None:
    assert shell("auto", "exit 0", level_told=ladder.choose("auto").level) == ("", 0, None)


@every_level
def test_no_variable_can_say_more_than_its_value(level: str) -> None:
    with pytest.raises(LaunchError, match="null"):
        shell(level, "exit 0", environment={"A": "1\0--bind\0/\0/"})


@walled_level
def test_a_program_that_is_not_there_is_told_before_anything_starts(level: str) -> None:
    with pytest.raises(LaunchError, match="there is no program"):
        run(level, "./nowhere/bot")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root's engines are another user")
@walled_level
def test_engines_of_root_are_nobody_and_see_what_is_closed_to_others(
    level: str, tmp_path: Path
) -> None:
    closed = tmp_path / "closed"
    (closed / "deep").mkdir(parents=True)
    (closed / "bot").write_text("#!/bin/sh\nid -u; ls; cat deep/x; cat secret\n", encoding="ascii")
    (closed / "bot").chmod(0o755)
    (closed / "deep" / "x").write_text("inner\n", encoding="ascii")
    (closed / "secret").touch(mode=0o600)
    closed.chmod(0o700)
    told, _, _ = run(level, "./bot", directory=closed)
    assert told.startswith("65534\n")
    assert "inner\n" in told
    assert "secret: " in told
    (closed / "bot").chmod(0o700)
    with pytest.raises(LaunchError, match="let others read it"):
        run(level, "./bot", directory=closed)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root's engines are another user")
@walled_level
@pytest.mark.parametrize("mode", [0o755, 0o700])
def test_what_is_closed_to_engines_of_root_is_only_asked_for_where_it_is_named(
    level: str, mode: int, tmp_path: Path
) -> None:
    """A key beside a league, whose ledger is hidden, so that all else is shown one by one."""
    place = tmp_path / "place"
    place.mkdir()
    (place / "bot").write_text("#!/bin/sh\nls; cat key.pem league.ledger\n", encoding="ascii")
    (place / "bot").chmod(0o755)
    (place / "key.pem").touch(mode=0o600)
    (place / "league.ledger").write_text("hidden\n", encoding="ascii")
    place.chmod(mode)
    hidden = (str(place / "league.ledger"),)
    told, status, _ = run(level, "./bot", directory=place, hidden=hidden)
    assert status == 1
    assert "key.pem: " in told
    assert "hidden\n" not in told
    with pytest.raises(LaunchError, match=r"can't read .*key\.pem: let others read it"):
        run(level, "./bot", "key.pem", directory=place, hidden=hidden)


def test_addresses_stay_as_they_are_without_a_relay() -> None:
    told, _, _ = shell(
        "none", f"echo ${ADDRESS_VARIABLE}", environment={ADDRESS_VARIABLE: "unix:/x"}
    )
    assert told == "unix:/x\n"


def test_our_interpreter_is_seen_wherever_it_lies() -> None:
    for level in ("bwrap", "landlock"):
        if probe_level(level).works:
            program = "import grpc, engines.kit, referee; print(2)"
            assert run(level, sys.executable, "-c", program) == ("2\n", 0, None)


@walled_level
def test_modules_are_found_in_a_directory_of_which_something_is_hidden(
    level: str, tmp_path: Path
) -> None:
    """Python lists a directory to find a module in it."""
    (tmp_path / "bot.py").write_text("import part, inner.deep\nprint(part.X)\n", encoding="ascii")
    (tmp_path / "part.py").write_text("X = 3\n", encoding="ascii")
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "deep.py").touch()
    secrets = tmp_path / "secret", tmp_path / "inner" / "secret"
    for secret in secrets:
        secret.write_text("open(__import__('sys').argv[0])", encoding="ascii")
    hidden = tuple(map(str, secrets))
    run_bot = (level, sys.executable, "bot.py")
    assert run(*run_bot, directory=tmp_path, hidden=hidden) == ("3\n", 0, None)
    told, status, _ = shell(level, "cat secret inner/secret", directory=tmp_path, hidden=hidden)
    assert (told.count("secret"), "argv" in told, status) == (2, False, 1)


@walled_level
def test_our_packages_are_found_where_a_league_file_lies_in_one(level: str) -> None:
    league = ROOT / "engines" / "leagues" / "sample.toml"
    assert league.is_file()
    program = "import engines.kit, engines.mcts, referee.games.bologna; print(2)"
    told = run(level, sys.executable, "-c", program, directory=league.parent, hidden=(str(league),))
    assert told == ("2\n", 0, None)


@walled_level
def test_nobody_limits_another_program_or_closes_its_directory(level: str, tmp_path: Path) -> None:
    """By calls that go by the user alone, which is the same for all engines."""
    (tmp_path / "victim").mkdir(mode=0o755)
    shutil.chown(tmp_path / "victim", 65534 if os.geteuid() == 0 else os.getuid())
    with subprocess.Popen(["sleep", "60"], user=65534 if os.geteuid() == 0 else None) as victim:
        try:
            script = (
                "import os, resource, sys\n"
                "victim, folder = int(sys.argv[1]), sys.argv[2]\n"
                "calls = (\n"
                " lambda: resource.prlimit(victim, resource.RLIMIT_CPU, (1, 1)),\n"
                " lambda: os.setpriority(os.PRIO_PROCESS, victim, 19),\n"
                " lambda: os.sched_setaffinity(victim, {0}),\n"
                " lambda: os.chmod(folder, 0),\n"
                ")\n"
                "for call in calls:\n"
                "    try: call()\n"
                "    except OSError: pass\n"
                "print('tried')\n"
            )
            words = (sys.executable, "-c", script, str(victim.pid), str(tmp_path / "victim"))
            assert run(level, *words, directory=tmp_path) == ("tried\n", 0, None)
            process = psutil.Process(victim.pid)
            limits = Path(f"/proc/{victim.pid}/limits").read_text(encoding="ascii")
            assert "Max cpu time              unlimited            unlimited" in limits
            assert process.nice() == 0
            assert process.cpu_affinity() == psutil.Process().cpu_affinity()
            assert (tmp_path / "victim").stat().st_mode & 0o777 == 0o755
        finally:
            victim.kill()


@every_level
@pytest.mark.parametrize(
    "content",
    ["#!/nowhere/python\n", "#!/usr/bin/env nowhere-python\n", "\x7fELF"],
    ids=["interpreter", "env", "format"],
)
def test_a_program_that_can_not_be_executed_is_the_engine_s_fault(
    level: str, content: str, tmp_path: Path
) -> None:
    bot = tmp_path / "bot"
    bot.write_text(content, encoding="latin-1")
    bot.chmod(0o755)
    bad = match_pb2.EngineSpec(id="bad", command=["./bot"], directory=str(tmp_path))
    record = play(confined_to(level, bad), confined_to(level, good(1)))
    assert record.termination == game_pb2.TERMINATION_FORFEIT, record.reason
    assert record.faults[0].seat == 0
    assert record.faults[0].kind == game_pb2.FAULT_KIND_START
    if content.startswith("#!") and level in ("bwrap", "landlock"):
        assert "nowhere" in record.faults[0].detail
        assert "is not there" in record.faults[0].detail


class _StartsNothing(PlainLauncher):
    async def start(self, command: EngineCommand) -> PlainProcess:
        raise VoidMatch("no process for the keeper of an engine")


def test_a_start_in_vain_leaves_no_directory(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Without a keeper there is nobody else to remove what an engine over TCP was to write to."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    command = EngineCommand(
        (sys.executable, "-c", ""),
        environment=base_environment(),
        confinement=Confinement(isolation="landlock"),
    )
    with pytest.raises(VoidMatch, match="keeper"):
        asyncio.run(ConfinedLauncher(_StartsNothing()).start(command))
    monkeypatch.setattr(confined, "_import_path", _no_place)
    monkeypatch.setattr(confined, "_walled", _no_place)
    with pytest.raises(VoidMatch, match="no place"):
        asyncio.run(ConfinedLauncher(_StartsNothing()).start(command))
    assert not list(tmp_path.iterdir())


def _no_place(*_: object) -> str:
    raise VoidMatch("no place for the packages of an engine")

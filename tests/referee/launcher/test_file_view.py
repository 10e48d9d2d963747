"""Which files a program may see."""

import importlib.util
import os
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from referee.launcher.confinement import UNCONFINED, Confinement
from referee.launcher.file_view import FileView, file_view, system_view
from referee.launcher.launcher import LaunchError


def program(path: Path, text: str = "#!/bin/sh\n") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755)
    return path


def view(
    *argv: str | Path,
    directory: Path,
    path: str = os.defpath,
    environment: Mapping[str, str] | None = None,
    **confinement: tuple[str, ...],
) -> list[str]:
    """What is shown besides the system."""
    words = [str(word) for word in argv]
    variables = {"PATH": path, **(environment or {})}
    shown = file_view(words, str(directory), variables, Confinement(**confinement))  # type: ignore[arg-type]
    return list(shown.read_only[len(system_view().read_only) :])


def covered(shown: list[str], path: Path) -> bool:
    return any(Path(one) in (path, *path.parents) for one in shown)


def test_the_system_is_seen_and_its_secrets_are_not() -> None:
    shown = system_view()
    assert "/usr" in shown.read_only
    assert dict(shown.links).get("/bin", "usr/bin") == "usr/bin"
    for secret in ("/etc/shadow", "/etc/ssh", "/etc/sudoers", "/root", "/home", "/var", "/run"):
        assert not any(one == secret or secret.startswith(f"{one}/") for one in shown.read_only)


def test_a_bot_sees_its_directory_and_nothing_beside(tmp_path: Path) -> None:
    bot = program(tmp_path / "mine" / "bot")
    program(tmp_path / "yours" / "bot")
    assert view("./bot", directory=bot.parent) == [str(bot.parent)]
    seen = file_view(["./bot"], str(bot.parent), {}, UNCONFINED)
    assert (seen.directory, seen.program, seen.empty) == (str(bot.parent), str(bot), ())


def test_files_that_the_command_names_are_seen_with_what_lies_beside_them(tmp_path: Path) -> None:
    here = tmp_path / "here"
    here.mkdir()
    script = program(tmp_path / "scripts" / "bot.py")
    net = program(tmp_path / "nets" / "big.bin")
    jar = program(tmp_path / "jars" / "a.jar")
    shown = view("/bin/sh", script, f"--net={net}", "-cp", f"{jar}:gone.jar", directory=here)
    assert sorted(shown) == sorted(map(str, (here, script.parent, net.parent, jar.parent)))


def test_a_link_does_not_show_what_it_points_to(tmp_path: Path) -> None:
    secret = program(tmp_path / "secret" / "key")
    bots = tmp_path / "bots"
    bots.mkdir()
    (bots / "bot.js").symlink_to(secret)
    assert view("/bin/sh", "bot.js", directory=bots) == [str(bots)]


def test_directories_that_an_interpreter_is_told_of_are_seen(tmp_path: Path) -> None:
    here, modules, classes = (tmp_path / name for name in ("here", "modules", "classes"))
    for path in (here, modules, classes):
        path.mkdir()
    environment = {"NODE_PATH": f"{modules}:/gone", "CLASSPATH": str(classes), "OTHER": "/opt/x"}
    shown = view("/bin/sh", directory=here, environment=environment)
    assert sorted(shown) == sorted(map(str, (here, modules, classes)))


def test_words_that_name_nothing_show_nothing(tmp_path: Path) -> None:
    words = ("level", "3", "", "/no/such", "a=b=c", "x" * 10_000, "\udcff", ":", "--=:")
    assert view("/bin/sh", *words, directory=tmp_path) == [str(tmp_path)]


@pytest.mark.parametrize("shared", ["/", "/home", "/opt", "/tmp", "/etc"])
def test_places_of_all_sorts_of_things_are_not_shown_whole(shared: str) -> None:
    if not Path(shared).is_dir():
        pytest.skip(f"there is no {shared} here")
    seen = file_view(["/bin/sh"], shared, {}, UNCONFINED)
    assert shared not in seen.read_only
    assert seen.empty == (shared,)


def test_the_home_directory_is_not_shown_but_the_files_that_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    bot = program(tmp_path / "bot.sh")
    program(tmp_path / ".ssh" / "id")
    assert view("./bot.sh", directory=tmp_path) == [str(bot)]
    assert view("/bin/sh", "bot.sh", directory=tmp_path) == [str(bot)]
    assert view("/bin/sh", ".", "..", directory=tmp_path) == []


def test_an_interpreter_outside_the_system_is_shown_with_its_libraries(tmp_path: Path) -> None:
    install = tmp_path / "pythons" / "3.99"
    python = program(install / "bin" / "python3.99")
    program(install / "lib" / "python3.99" / "os.py")
    (install / "bin" / "python3").symlink_to("python3.99")
    venv = tmp_path / "venv"
    (venv / "bin").mkdir(parents=True)
    (venv / "pyvenv.cfg").write_text(f"home = {python.parent}\n", encoding="utf-8")
    (venv / "bin" / "python").symlink_to(install / "bin" / "python3")
    bots = tmp_path / "bots"
    bots.mkdir()
    shown = view(venv / "bin" / "python", "-m", "bot", directory=bots)
    assert sorted(shown) == sorted(map(str, (bots, venv, install)))


def test_a_venv_of_copies_shows_what_it_was_made_from(tmp_path: Path) -> None:
    install = tmp_path / "pythons" / "3.99"
    program(install / "bin" / "python3.99")
    program(install / "lib" / "python3.99" / "os.py")
    venv = tmp_path / "venv"
    python = program(venv / "bin" / "python")
    (venv / "pyvenv.cfg").write_text(f"home = {install}/bin\nx\n", encoding="utf-8")
    shown = view(python, directory=tmp_path / "venv")
    assert sorted(shown) == sorted(map(str, (venv, install)))


def test_what_only_says_that_it_is_an_interpreter_shows_nothing_more(tmp_path: Path) -> None:
    """A stranger's files may point anywhere."""
    secret = program(tmp_path / "secret" / "bin" / "key")
    bot = tmp_path / "bot"
    (bot / "bin").mkdir(parents=True)
    (bot / "pyvenv.cfg").write_text(f"home = {secret.parent}\n", encoding="utf-8")
    (bot / "bin" / "run").symlink_to(secret)
    shown = view("bin/run", directory=bot)
    assert str(secret.parent.parent) not in shown
    assert sorted(shown) == sorted(map(str, (bot, secret)))


def test_the_interpreter_of_a_script_is_shown(tmp_path: Path) -> None:
    node = program(tmp_path / "node" / "bin" / "node")
    program(tmp_path / "node" / "include" / "node" / "node.h")
    bot = program(tmp_path / "bots" / "bot.js", "#!/usr/bin/env -S node --stack=9\n")
    other = program(tmp_path / "bots" / "other.js", f"#!{node}\n")
    for script in (bot, other):
        shown = view(script, directory=bot.parent, path=str(node.parent))
        assert sorted(shown) == sorted(map(str, (bot.parent, tmp_path / "node")))


def test_a_shim_of_pyenv_is_shown_with_all_that_it_looks_through(tmp_path: Path) -> None:
    shim = program(tmp_path / "pyenv" / "shims" / "python3", "#!/usr/bin/env bash\n")
    (tmp_path / "pyenv" / "versions").mkdir()
    here = tmp_path / "here"
    here.mkdir()
    shown = view("python3", directory=here, path=f"{shim.parent}:{os.defpath}")
    assert str(tmp_path / "pyenv") in shown


def test_our_own_interpreter_may_import_our_own_packages(tmp_path: Path) -> None:
    shown = view(sys.executable, "-m", "engines.random", directory=tmp_path)
    for name in ("engines", "podesta", "referee"):
        spec = importlib.util.find_spec(name)
        assert spec is not None
        for place in spec.submodule_search_locations or ():
            assert covered(shown, Path(place))
    assert covered(shown, Path(sys.prefix))
    assert covered(shown, Path(os.path.realpath(sys.executable)))
    root = Path(__file__).resolve().parents[3]
    assert str(root) not in shown


def test_what_is_hidden_is_left_out_of_what_is_shown(tmp_path: Path) -> None:
    for name in ("a/league.toml", "a/league.ledger", "a/league.ledger-wal", "a/b/bot", "a/net"):
        program(tmp_path / name)
    (tmp_path / "a" / "link").symlink_to("/etc/shadow")
    hidden = tuple(str(tmp_path / "a" / name) for name in ("league.toml", "league.ledger"))
    inner = tmp_path / "a"
    assert view("b/bot", directory=inner, hidden=hidden) == [str(inner / "b"), str(inner / "net")]
    seen = file_view(["b/bot"], str(inner), {}, Confinement(hidden=hidden))
    assert seen.empty == (str(inner),)
    # A link stays a link: what it points to is not shown for it.
    assert (str(inner / "link"), "/etc/shadow") in seen.links
    assert view("/bin/sh", "league.toml", directory=inner / "b", hidden=hidden) == [
        str(inner / "b")
    ]
    readable = (str(tmp_path),)
    shown = view("/bin/sh", directory=inner / "b", hidden=hidden, readable=readable)
    assert sorted(shown) == [str(inner / "b"), str(inner / "net")]
    (tmp_path / "a" / "many").mkdir()
    for number in range(1_001):
        (tmp_path / "a" / "many" / str(number)).touch()
    with pytest.raises(LaunchError, match="directory of its own"):
        view("/bin/sh", directory=inner, hidden=(str(inner / "many" / "7"),))


@pytest.mark.parametrize(
    ("word", "told"),
    [
        ("./none", "no program .*/none"),
        ("no-such-program", "no program 'no-such-program' on the search path"),
        ("./text", "may not be executed"),
    ],
)
def test_a_program_that_is_not_there_is_told(tmp_path: Path, word: str, told: str) -> None:
    (tmp_path / "text").touch()
    with pytest.raises(LaunchError, match=told):
        view(word, directory=tmp_path)


def test_paths_that_are_not_there_are_told(tmp_path: Path) -> None:
    with pytest.raises(LaunchError, match=r"no directory .*/gone"):
        view("/bin/sh", directory=tmp_path / "gone")
    with pytest.raises(LaunchError, match="does not exist"):
        view("/bin/sh", directory=tmp_path, readable=(str(tmp_path / "gone"),))


def test_links_that_go_round_end(tmp_path: Path) -> None:
    (tmp_path / "one").symlink_to("two")
    (tmp_path / "two").symlink_to("one")
    with pytest.raises(LaunchError, match="no program"):
        view("./one", directory=tmp_path)


def test_a_view_is_a_value() -> None:
    assert FileView() == FileView()
    assert system_view() is system_view()


@pytest.mark.parametrize("word", ["x" * 300, "a/" * 3_000, "print(1)\n" * 500 + "/", "loop/x"])
def test_a_word_that_can_be_no_path_names_nothing(tmp_path: Path, word: str) -> None:
    bot = program(tmp_path / "mine" / "bot")
    (bot.parent / "loop").symlink_to("loop")
    assert view("./bot", word, f"--x={word}", directory=bot.parent) == [str(bot.parent)]

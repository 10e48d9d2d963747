import shlex
import sys
from pathlib import Path

import pytest
from podesta.v1 import match_pb2

from arena.match.built_in_engines import built_in_engines
from arena.match.engine_argument import EngineArgumentError, parse_engines
from arena.tokens.token import new_text


def _one(text: str) -> match_pb2.EngineSpec:
    (engine,) = parse_engines([text])
    return engine


def test_the_kit_and_the_starters_are_no_engines() -> None:
    assert "random" in built_in_engines()
    assert not {"kit", "javascript", "leagues"} & set(built_in_engines())


def test_a_built_in_engine_is_a_process_of_our_python() -> None:
    engine = _one("random")
    assert list(engine.command) == [sys.executable, "-P", "-m", "engines.random"]
    assert engine.id == engine.name == "random"
    assert dict(engine.options) == {}


def test_options_of_a_built_in_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "weights").write_text("1 2 3")
    monkeypatch.chdir(tmp_path)
    engine = _one("random:depth=3, speed = 1=2,weights=@weights")
    assert dict(engine.options) == {"depth": "3", "speed": "1=2", "weights": "1 2 3"}
    assert engine.name.startswith("random:depth=3")


def test_the_same_engine_twice_has_two_ids() -> None:
    engines = parse_engines(["random", "random", "random"])
    assert [engine.id for engine in engines] == ["random", "random-2", "random-3"]
    assert [engine.name for engine in engines] == ["random", "random-2", "random-3"]


def test_a_command_line_is_split_as_a_shell_does() -> None:
    engine = _one(f"{sys.executable} 'a b.py' --level 3")
    assert list(engine.command) == [sys.executable, "a b.py", "--level", "3"]
    assert engine.name == "a b"


def test_the_interpreter_may_be_named_by_a_placeholder() -> None:
    engine = _one("{python} -m my.bot")
    assert list(engine.command) == [sys.executable, "-m", "my.bot"]
    assert engine.name == "my.bot"


def test_a_script_gives_its_name(tmp_path: Path) -> None:
    script = tmp_path / "crafty.py"
    script.write_text("")
    assert _one(f"{{python}} {script}").name == "crafty"


def test_a_script_that_is_not_there_gives_its_name_too() -> None:
    assert _one("{python} nosuch.py").name == "nosuch"
    assert _one("{python} -X utf8 bots/nosuch.py --level 3").id == "nosuch"
    assert _one("{python} -c pass nosuch.py").name == Path(sys.executable).name


def test_a_script_that_is_no_program_is_answered_with_the_command_that_starts_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    script = tmp_path / "bots" / "towers.py"
    script.parent.mkdir()
    script.write_text("")
    with pytest.raises(EngineArgumentError, match="the file is there") as caught:
        parse_engines(["bots/towers.py --level 3"])
    text = str(caught.value)
    assert text.endswith('write "{python} bots/towers.py --level 3"')
    assert "no built-in engine" not in text
    (offered,) = shlex.split(text.partition("write ")[2])
    assert list(_one(offered).command) == [sys.executable, "bots/towers.py", "--level", "3"]
    script.rename(script.with_suffix(".js"))
    with pytest.raises(EngineArgumentError, match=r'write "INTERPRETER bots/towers\.js"'):
        parse_engines(["bots/towers.js"])


def test_an_engine_file(tmp_path: Path) -> None:
    file = tmp_path / "bot.toml"
    file.write_text('name = "My Bot"\ncommand = "{python} bot.py"\noptions = {depth = 3}\n')
    engine = _one(str(file))
    assert engine.id == "my-bot"
    assert engine.name == "My Bot"
    assert engine.directory == str(tmp_path)
    assert dict(engine.options) == {"depth": "3"}


def test_all_wrong_engines_are_told_at_once(tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_text('nam = "x"\ncommand = 3\n')
    wrong = ["randm", str(file), "random:depth", "'open quote", "", "random"]
    with pytest.raises(EngineArgumentError) as caught:
        parse_engines(wrong)
    lines = str(caught.value).splitlines()
    assert any("'randm'" in line and "did you mean 'random'?" in line for line in lines)
    assert any(f"{file}: nam: unknown key" in line and '"name"' in line for line in lines)
    assert any(f"{file}: command:" in line for line in lines)
    assert any("'depth' is no option of random" in line for line in lines)
    assert any("open quote" in line for line in lines)
    assert len(lines) >= 6


@pytest.mark.parametrize("content", ["= 3", "name = 'x'\n\x00", "\xff"])
def test_a_file_that_is_no_toml(tmp_path: Path, content: str) -> None:
    file = tmp_path / "bad.toml"
    file.write_bytes(content.encode("latin-1"))
    with pytest.raises(EngineArgumentError, match="is n"):
        parse_engines([str(file)])


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(EngineArgumentError, match="No such file"):
        parse_engines(["nowhere.toml"])


def test_a_token_typed_as_an_engine_is_not_repeated() -> None:
    text = new_text()
    with pytest.raises(EngineArgumentError) as caught:
        _one(f"lobby://{text}")
    assert text not in str(caught.value)
    assert "podesta_..." in str(caught.value)

"""The pages for authors of bots keep their word: every program in them plays."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from google.protobuf import json_format
from podesta.bologna.v1 import bologna_pb2  # noqa: F401 - so that JSON can name its types
from podesta.v1 import engine_pb2, game_pb2

from tests.engines.kit.bologna_questions import bologna
from tests.engines.kit.conversations import ROOT, converse_with_program, python

PAGE = (ROOT / "docs" / "writing-a-bot.md").read_text(encoding="utf-8")
PROTOCOL = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")


def blocks(page: str, language: str) -> list[str]:
    """The code blocks of a language, in order."""
    return re.findall(rf"^```{language}\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)


PROGRAMS = {
    found[1]: block
    for block in blocks(PAGE, "python")
    if (found := re.search(r"^class (\w+)\(Bot\)", block, re.MULTILINE))
}


def test_every_block_is_a_program() -> None:
    assert list(PROGRAMS) == ["Towers", "Advised", "Picky", "Playouts"]
    assert len(blocks(PAGE, "python")) == len(PROGRAMS)


@pytest.mark.parametrize("name", list(PROGRAMS))
def test_a_program_plays(name: str) -> None:
    answers: list[engine_pb2.Move] = []
    script = bologna(4, answers)
    end = converse_with_program(python(PROGRAMS[name]), script)
    assert (end.status, end.out, end.err) == (0, "", "")
    assert len(answers) == 4
    if name == "Playouts":
        assert all(answer.evaluation.nodes > 0 for answer in answers)


def test_the_first_bot_is_short_and_builds_towers() -> None:
    code = [line for line in PROGRAMS["Towers"].splitlines() if line.strip()]
    assert len(code) <= 20
    answers: list[engine_pb2.Move] = []
    converse_with_program(python(PROGRAMS["Towers"]), bologna(6, answers))
    assert any(answer.text.startswith("t") for answer in answers)


def test_the_options_of_the_page_are_those_of_its_bot() -> None:
    (file,) = (tomllib.loads(block) for block in blocks(PAGE, "toml"))
    assert file["name"] == "picky"
    given = {
        name: str(value).lower() if isinstance(value, bool) else str(value)
        for name, value in file["options"].items()
    }
    script = bologna(2, [], engine_options=given)
    end = converse_with_program(python(PROGRAMS["Picky"]), script)
    assert (end.status, end.err) == (0, "")


@pytest.mark.slow
def test_pyright_has_nothing_to_say_about_the_programs(tmp_path: Path) -> None:
    for name, program in PROGRAMS.items():
        (tmp_path / f"{name.lower()}.py").write_text(program, encoding="utf-8")
    settings = {"typeCheckingMode": "strict", "extraPaths": [str(ROOT), str(ROOT / "proto")]}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    pyright = Path(sys.executable).with_name("pyright")
    if not pyright.exists():
        pytest.skip("pyright is not installed")
    command = [str(pyright), "--pythonpath", sys.executable, "--project", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout


def test_the_transcript_is_made_of_messages() -> None:
    (transcript,) = blocks(PROTOCOL, "transcript")
    said: list[str | None] = []
    for line in transcript.splitlines():
        arrow, text = line[:2], line[3:]
        kind = {"->": engine_pb2.PlayRequest, "<-": engine_pb2.PlayResponse}[arrow]
        message = json_format.Parse(text, kind())
        said.append(message.WhichOneof("message"))
    assert said[:4] == ["hello", "welcome", "new_match", "ready"]
    assert said[-2:] == ["match_over", "goodbye"]


def test_the_page_names_every_message_and_every_fault() -> None:
    for kind in (engine_pb2.PlayRequest, engine_pb2.PlayResponse):
        for field in kind.DESCRIPTOR.oneofs[0].fields:
            assert f"| `{field.name.title().replace('_', '')}` |" in PROTOCOL
    for name in game_pb2.FaultKind.DESCRIPTOR.values_by_name:
        fault = name.removeprefix("FAULT_KIND_")
        assert (f"| `{fault}` |" in PROTOCOL) == (fault != "UNSPECIFIED")

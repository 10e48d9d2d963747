"""docs/debugging.md keeps its word: its commands are run, and print what it shows."""

import io
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from arena.debug.said import KINDS
from tests.arena.cli.command_line import podesta

PAGE = (Path(__file__).parents[3] / "docs" / "debugging.md").read_text(encoding="utf-8")
TIME = re.compile(r"\b\d+(\.\d+)?(us|ms|s)\b|\b\d+m\d\ds\b|\b\d+:\d\d(\.\d)?(?![\d:])")
INSTANT = re.compile(r"^ +\d+\.\d{6} ", re.MULTILINE)


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@dataclass
class Step:
    """A command of the page and what it is to print; "..." stands for lines left out."""

    command: str
    shown: list[str] = field(default_factory=list)


def steps() -> Iterator[Step]:
    for block in blocks("console"):
        step = None
        for line in block.splitlines():
            if line.startswith("$ "):
                if step is not None:
                    yield step
                step = Step(line[2:])
            else:
                assert step is not None
                step.shown.append(line)
        if step is not None:
            yield step


def without_times(text: str) -> str:
    return TIME.sub("TIME", INSTANT.sub("AT ", text))


def files_of_the_page(folder: Path) -> None:
    (bot,) = blocks("python")
    (folder / "stacker.py").write_text(bot, encoding="utf-8")
    at_once, one_by_one = blocks("text")
    (folder / "at-once.txt").write_text(at_once, encoding="utf-8")
    (folder / "one-by-one.txt").write_text(one_by_one, encoding="utf-8")
    (patch,) = blocks("diff")
    old = "".join(line[1:] + "\n" for line in patch.splitlines() if line.startswith("-"))
    new = "".join(line[1:] + "\n" for line in patch.splitlines() if line.startswith("+"))
    assert bot.count(old) == 1
    (folder / "mended.py").write_text(bot.replace(old, new), encoding="utf-8")


def run(command: str, monkeypatch: pytest.MonkeyPatch) -> "subprocess.CompletedProcess[str]":
    """A command of the page in this process; its bots and referees are processes all the same."""
    stdin = ""
    if command.startswith("printf "):
        written, _, command = command.partition(" | ")
        stdin = shlex.split(written)[1].replace("\\n", "\n")
    command, _, redirected = command.partition(" < ")
    if redirected:
        stdin = Path(redirected).read_text(encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
    words = shlex.split(command)
    assert words[0] == "podesta"
    return podesta(*words[1:])


def expect(shown: list[str], printed: str, command: str) -> None:
    """The lines stand there in this order; without "..." between them nothing else does."""
    lines = [line.rstrip() for line in without_times(printed).splitlines()]
    wanted = [without_times(line).rstrip() for line in shown]
    place = 0
    for number, part in enumerate(parts := parts_of(wanted)):
        last = len(lines) - len(part)
        starts = range(place, last + 1)
        if number == 0:
            starts = range(min(1, last + 1))
        elif number == len(parts) - 1:
            starts = range(max(place, last), last + 1)
        found = [start for start in starts if lines[start : start + len(part)] == part]
        assert found, f"{command}\nnot there, or not in its place:\n{part}\n{printed}"
        place = found[0] + len(part)
    assert len(parts) > 1 or place == len(lines), f"{command}\nafter it all: {lines[place:]}"


def parts_of(shown: list[str]) -> list[list[str]]:
    """The lines between "..."; those at the beginning and at the end may be none."""
    parts: list[list[str]] = [[]]
    for line in shown:
        if line == "...":
            parts.append([])
        else:
            parts[-1].append(line)
    return parts


def test_the_walk_through_is_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files_of_the_page(tmp_path)
    monkeypatch.chdir(tmp_path)
    status, count = None, 0
    for step in steps():
        if step.command == "echo $?":
            assert step.shown == [str(status)]
            continue
        done = run(step.command, monkeypatch)
        status = done.returncode
        expect(step.shown, done.stdout, step.command)
        count += 1
    assert count == 8


def test_a_shown_line_that_is_not_printed_is_found() -> None:
    expect(["a", "...", "c after 5ms"], "a\nb\nc after 7us\n", "x")
    expect(["...", "b", "..."], "a\nb\nc after 7us\n", "x")
    wrong = (["a", "c after 5ms"], ["a", "...", "d"], ["...", "c after 5ms", "...", "a"], ["a"])
    for shown in (*wrong, ["b", "..."], ["...", "b"], ["...", "a", "c after 5ms", "..."]):
        with pytest.raises(AssertionError):
            expect(shown, "a\nb\nc after 7us\n", "x")


def test_the_page_names_every_special_kind_of_message() -> None:
    for kind in ("closed", "bad_bytes", "nothing"):
        assert kind in KINDS
        assert f"`{kind}`" in PAGE

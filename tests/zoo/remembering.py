"""Engines that want to play a deal twice: one that remembers all, one that tells all."""

import contextlib
import json
import os
import sys
from pathlib import Path

from podesta.v1 import engine_pb2, game_pb2

from tests.zoo.wire import Wire, dial

_MEMORY: list[str] = []
"""Deals seen by this process."""


def _places() -> dict[str, Path]:
    """Where an engine can leave something behind; ZOO_TMP stands for /tmp."""
    name = os.environ.get("ZOO_NAME", "deals")
    return {
        "directory": Path.cwd() / name,
        "scratch": Path(os.environ["PODESTA_ADDRESS"].removeprefix("unix:")).parent / name,
        "tmp": Path(os.environ["ZOO_TMP"]) / name,
    }


def _remembered() -> dict[str, int]:
    """How many earlier matches each place knows of."""
    found = {"memory": len(_MEMORY)}
    for name, place in _places().items():
        found[name] = len(place.read_text().splitlines()) if place.exists() else 0
    return found


def _remember(text: str) -> list[str]:
    """The places that took it; a sandbox refuses some."""
    _MEMORY.append(text)
    took = ["memory"]
    for name, place in _places().items():
        with contextlib.suppress(OSError):
            with place.open("a") as file:
                file.write(text + "\n")
            took.append(name)
    return took


async def remembers_deals() -> None:
    """Keeps all that it hears in every place it can reach, and looks there in each match.

    What it found and where it could leave something is printed, a line of JSON a match. All that it
    heard goes to the folder ZOO_WITNESS, a file a match and seat, where there is one.
    """
    async with dial() as wire:
        await wire.hello()
        found: dict[str, int] = {}
        heard: list[bytes] = []
        match = engine_pb2.NewMatch()
        while True:
            response = await wire.hear()
            kind = response.WhichOneof("message")
            if kind == "new_match":
                match = response.new_match
                found, heard = _remembered(), []
                told = {"found": found, "left": _remember(match.match_id)}
                print(json.dumps(told), file=sys.stderr, flush=True)
            heard.append(response.SerializeToString())
            if kind == "new_match":
                await wire.ready(match)
            elif kind == "decide":
                await wire.answer(response.decide)
            elif kind == "match_over":
                if "ZOO_WITNESS" in os.environ:
                    _testify(match, found, heard)
            elif kind == "goodbye":
                return


def _testify(match: engine_pb2.NewMatch, found: dict[str, int], heard: list[bytes]) -> None:
    told = {
        "match_id": match.match_id,
        "seat": match.your_seat,
        "found": found,
        "heard": [message.hex() for message in heard],
        "environment": dict(os.environ),
        "referee": Path(f"/proc/{_referee()}/cmdline").read_text(),
    }
    path = Path(os.environ["ZOO_WITNESS"]) / f"{match.match_id}-{match.your_seat}.json"
    path.write_text(json.dumps(told))


def _referee() -> int:
    """The grandparent: between us stands the keeper of our tree."""
    stat = Path(f"/proc/{os.getppid()}/stat").read_text()
    return int(stat.rpartition(")")[2].split()[1])


async def tells_much() -> None:
    """Says and prints ZOO_MARK wherever something can be said or printed."""
    mark = os.environ["ZOO_MARK"]
    thought = game_pb2.Evaluation(values=[1.0], line=[mark], comment=mark)
    async with dial() as wire:
        await wire.hello()
        while True:
            response = await wire.hear()
            kind = response.WhichOneof("message")
            if kind == "new_match":
                await wire.ready(response.new_match)
            elif kind == "decide":
                await _tell(wire, response.decide, thought, mark)
            elif kind == "goodbye":
                return


async def _tell(
    wire: Wire, decide: engine_pb2.Decide, thought: game_pb2.Evaluation, mark: str
) -> None:
    print(mark, flush=True)
    print(mark, file=sys.stderr, flush=True)
    info = engine_pb2.Info(
        match_id=decide.match_id, decision_id=decide.decision_id, evaluation=thought
    )
    await wire.say(info=info)
    await wire.say(log=engine_pb2.Log(text=mark))
    await wire.answer(decide, evaluation=thought)

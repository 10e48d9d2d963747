"""The bytes on the wire, byte by byte, so that no change of the protocol goes unnoticed."""

import json
from pathlib import Path
from typing import Any

import pytest
from google.protobuf import json_format
from google.protobuf.message import Message
from podesta.bologna.v1 import bologna_pb2  # noqa: F401 - so that JSON can name its types
from podesta.v1 import engine_pb2

from engines.kit import Answer, Bot, Choice, Evaluation, IntegerOption, Match, Resign, Turn
from engines.kit.answers import encode_answer
from engines.kit.bot import hello
from tests.engines.kit.conversations import ROOT

FOLDER = ROOT / "tests" / "golden" / "wire"
FILES = sorted(FOLDER.glob("*.json"))


def golden(path: Path) -> tuple[Message, bytes]:
    """The message that a file describes, and its bytes."""
    described: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    message: Message = getattr(engine_pb2, described["type"])()
    json_format.ParseDict(described["message"], message)
    return message, bytes.fromhex("".join(described["hex"]))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_bytes(path: Path) -> None:
    message, data = golden(path)
    assert type(message).FromString(data) == message
    assert message.SerializeToString(deterministic=True).hex() == data.hex()


def test_every_message_of_the_stream_is_here() -> None:
    here = {message.WhichOneof("message") for message, _ in map(golden, FILES)}
    for kind in (engine_pb2.PlayRequest, engine_pb2.PlayResponse):
        assert {field.name for field in kind.DESCRIPTOR.oneofs[0].fields} <= here


class Golden(Bot):
    name = "golden"
    version = "1.2"
    author = "A. Author"
    games = ("bologna",)
    omit_events = True
    depth = IntegerOption(3, "Decisions looked ahead.", least=1, most=8)

    def choose(self, turn: Turn) -> Answer:
        return 0


def test_what_the_kit_says() -> None:
    thought = Evaluation(
        values=(0.25, -0.25), depth=2, nodes=1234, line=("h2@1:c1-d1", "t6@1:a3"), comment="quiet"
    )
    assert hello(Golden()).SerializeToString() == golden(FOLDER / "hello.json")[1]
    move = encode_answer(Choice("h2@1:c1-d1", thought), "m1", 7, 1500)
    assert move == golden(FOLDER / "move_text.json")[1]
    assert encode_answer(12, "m1", 8, 15) == golden(FOLDER / "move_index.json")[1]
    assert encode_answer(Resign(), "m1", 9, 0) == golden(FOLDER / "resign.json")[1]


def parsed(name: str) -> Any:
    data = golden(FOLDER / f"{name}.json")[1]
    response = engine_pb2.PlayResponse.FromString(data)
    return getattr(response, str(response.WhichOneof("message")))


def test_what_the_kit_reads() -> None:
    sent: list[bytes] = []
    match = Match(parsed("new_match"))
    assert (match.id, match.seat, match.engine_seed) == ("m1", 1, 2**64 - 1)
    turn = Turn(match, parsed("decide"), asked_at_us=0, monotonic=lambda: 0, post=sent.append)
    assert turn.legal_moves == ["h2@1:c1-d1", "h2@1:c1-c2"]
    assert turn.observation.public.city == "ABBAAB"
    assert (turn.clock.remaining_us, turn.limit_us) == (59_000_000, 59_000_000)
    turn.info(Evaluation(depth=4))
    turn.log("a line")
    assert sent == [golden(FOLDER / "info.json")[1], golden(FOLDER / "log.json")[1]]

"""Messages as people read them, whatever bytes they are."""

import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from podesta.v1 import engine_pb2, game_pb2, transcript_pb2

from arena.debug.message_filter import MessageFilter, parse_plies
from arena.debug.message_text import message_fields, message_line, message_lines, message_words
from arena.debug.said import BAD_BYTES, CLOSED, KINDS, NOTHING, Said, SaidReader
from tests.arena.debug.streams import answered, asked, closed, decide, move, new_match

NAMES = ["towers", "walls"]


def read(*messages: transcript_pb2.TranscriptMessage, seat: int = 0) -> list[Said]:
    reader = SaidReader(seat)
    return [reader.read(message) for message in messages]


def test_an_answer_knows_its_question() -> None:
    index = engine_pb2.Move(match_id="m1", decision_id=2, index=1)
    said = read(
        new_match(),
        decide(1_000, 1, 4),
        move(3_500, 1, "b"),
        decide(10_000, 2, 6),
        answered(10_900, move=index),
        move(11_000, 1, "c"),
    )
    assert [one.ply for one in said] == [None, 4, 4, 6, 6, 6]
    assert [one.took_us for one in said] == [None, None, 2_500, None, 900, None]
    assert [one.move for one in said] == ["", "", "b", "", "b", "c"]
    assert [one.from_engine for one in said] == [False, False, True, False, True, True]
    assert str(message_line(said[4], NAMES)).split() == [
        "0.010900", "0", "towers", "->", "move", "#2", "[1]", "b;", "after", "900us",
    ]  # fmt: skip


def test_every_kind_has_a_line() -> None:
    bad = transcript_pb2.TranscriptMessage(from_engine=b"\xff\xff", size_bytes=2)
    empty = transcript_pb2.TranscriptMessage(from_engine=b"", size_bytes=0)
    samples = [bad, empty, closed(7)]
    for kind, make in (
        (engine_pb2.PlayRequest, answered),
        (engine_pb2.PlayResponse, asked),
    ):
        for field in kind.DESCRIPTOR.oneofs[0].fields:
            assert field.message_type is not None
            inner = getattr(engine_pb2, field.message_type.name)()
            samples.append(make(1, **{field.name: inner}))
    said = read(*samples)
    assert {one.kind for one in said} == set(KINDS)
    for one in said:
        assert str(message_line(one, NAMES)).isprintable()
        assert one.kind in str(message_lines(one, NAMES))
    assert message_words(said[0]) == "2 bytes that are no message: ff ff"
    assert [one.kind for one in said[:3]] == [BAD_BYTES, NOTHING, CLOSED]


def test_what_an_engine_says_reaches_no_terminal_as_it_is() -> None:
    evil = "\x1b]0;owned\x07\u202e"
    said = read(
        answered(1, log=engine_pb2.Log(text=evil)),
        answered(1, hello=engine_pb2.Hello(name=evil, author=evil, games=[evil])),
        answered(1, move=engine_pb2.Move(text=evil)),
        answered(
            1,
            info=engine_pb2.Info(
                evaluation=game_pb2.Evaluation(comment=evil, values=[float("nan")])
            ),
        ),
        closed(1, evil),
    )
    for one in said:
        text = str(message_lines(one, [evil]))
        assert "\x1b" not in text
        assert "\u202e" not in text


@given(st.lists(st.tuples(st.booleans(), st.binary(max_size=200)), max_size=8))
@settings(max_examples=200, deadline=None)
def test_any_bytes_are_told(stream: list[tuple[bool, bytes]]) -> None:
    reader = SaidReader(1)
    wanted = MessageFilter(pattern=re.compile("never"))
    for from_engine, data in stream:
        message = transcript_pb2.TranscriptMessage(size_bytes=len(data))
        if from_engine:
            message.from_engine = data
        else:
            message.to_engine = data
        said = reader.read(message)
        assert str(message_line(said, NAMES)).isprintable()
        message_lines(said, NAMES)
        wanted.wants(said)


def test_what_can_not_be_unpacked_is_shown_as_bytes() -> None:
    response = engine_pb2.PlayResponse()
    response.observe.events.add(type_url="type.googleapis.com/no.Such", value=b"\x01")
    (said,) = read(asked(1, observe=response.observe))
    assert message_words(said) == "ply 0; 1 event: ?"
    assert message_fields(said) is None
    assert said.data.hex(" ") in str(message_lines(said, NAMES))


STREAM = read(
    answered(0, hello=engine_pb2.Hello(name="towers", games=["bologna"])),
    new_match(),
    decide(1_000, 1, 4),
    move(3_500, 1, "needle"),
    decide(10_000, 2, 6),
)


@pytest.mark.parametrize(
    ("wanted", "kinds"),
    [
        (MessageFilter(), ["hello", "new_match", "decide", "move", "decide"]),
        (MessageFilter(seats={1}), []),
        (MessageFilter(seats={0, 1}, direction="engine"), ["hello", "move"]),
        (MessageFilter(direction="referee"), ["new_match", "decide", "decide"]),
        (MessageFilter(kinds={"decide", "hello"}), ["hello", "decide", "decide"]),
        (MessageFilter(plies=(4, 4)), ["decide", "move"]),
        (MessageFilter(plies=(5, None)), ["decide"]),
        (MessageFilter(plies=(0, 5)), ["decide", "move"]),
        (MessageFilter(pattern=re.compile("needle")), ["move"]),
        (MessageFilter(pattern=re.compile('"limit_us": "60000000"')), ["decide", "decide"]),
        (MessageFilter(kinds={"decide"}, pattern=re.compile("needle")), []),
    ],
)
def test_a_filter_lets_through_what_is_wanted(wanted: MessageFilter, kinds: list[str]) -> None:
    assert [said.kind for said in STREAM if wanted.wants(said)] == kinds


def test_plies_are_read() -> None:
    assert [parse_plies(text) for text in ("12", "3-5", "7-", "-9")] == [
        (12, 12), (3, 5), (7, None), (0, 9),
    ]  # fmt: skip
    for text in ("-", "", "5-3", "a", "1-2-3", "\u0661"):
        with pytest.raises(ValueError, match="are no plies"):
            parse_plies(text)


def test_fields_are_json() -> None:
    assert json.dumps(message_fields(STREAM[2]))

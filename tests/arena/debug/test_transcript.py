"""Transcripts are read back whole, and nothing else is taken for one."""

from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from podesta.v1 import transcript_pb2

from arena.debug.transcript import (
    Transcript,
    TranscriptWriter,
    decode_transcript,
    encode_transcript,
    read_transcript,
)
from arena.errors import TranscriptError

HEADER = transcript_pb2.TranscriptHeader(
    format=1, match_id="m1", game="bologna", seat=1, engine="towers", started_at_us=5
)


def said(number: int) -> transcript_pb2.TranscriptMessage:
    data = bytes([number % 256]) * number
    if number % 2:
        return transcript_pb2.TranscriptMessage(at_us=number, from_engine=data, size_bytes=number)
    return transcript_pb2.TranscriptMessage(at_us=number, to_engine=data, size_bytes=number)


MESSAGES = [said(number) for number in range(20)]
WHOLE = encode_transcript(HEADER, MESSAGES, lost=3)


def frame(**fields: object) -> bytes:
    file = BytesIO()
    writer = TranscriptWriter(file, HEADER)
    before = len(file.getvalue())
    writer._frame(transcript_pb2.TranscriptFrame(**fields))  # type: ignore[arg-type]
    return file.getvalue()[before:]


def end(messages: int, sha256: bytes = bytes(32)) -> transcript_pb2.TranscriptEnd:
    return transcript_pb2.TranscriptEnd(messages=messages, sha256=sha256)


BEGINNING = encode_transcript(HEADER, [])[: -len(frame(end=end(0)))]


def test_a_transcript_is_read_back_whole() -> None:
    assert decode_transcript(WHOLE) == Transcript(HEADER, tuple(MESSAGES), 3, "")
    assert encode_transcript(HEADER, MESSAGES, lost=3) == WHOLE


def test_a_file_is_of_use_at_every_moment(tmp_path: Path) -> None:
    path = tmp_path / "x.transcript"
    with TranscriptWriter(path.open("wb", buffering=0), HEADER) as writer:
        for number, message in enumerate(MESSAGES):
            writer.add(message)
            read = read_transcript(path)
            assert read.messages == tuple(MESSAGES[: number + 1])
            assert read.cut_short == "its end is missing"
        writer.end()
        assert read_transcript(path).cut_short == ""


@given(st.integers(0, len(WHOLE) - 1))
@settings(max_examples=200, deadline=None)
def test_a_cut_file_gives_what_is_whole_of_it(length: int) -> None:
    try:
        read = decode_transcript(WHOLE[:length])
    except TranscriptError:
        assert length < len(BEGINNING)
        return
    assert read.cut_short
    assert list(read.messages) == MESSAGES[: len(read.messages)]


@given(st.integers(0, len(WHOLE) - 1), st.integers(1, 255))
@settings(max_examples=300, deadline=None)
def test_a_changed_byte_is_found(place: int, change: int) -> None:
    damaged = bytearray(WHOLE)
    damaged[place] ^= change
    try:
        read = decode_transcript(bytes(damaged))
    except TranscriptError:
        return
    # The length of a frame that now reaches behind the end: what comes after is lost, and told.
    assert read.cut_short
    assert list(read.messages) == MESSAGES[: len(read.messages)]


@given(st.binary(max_size=300))
@settings(max_examples=200, deadline=None)
def test_garbage_behind_a_good_beginning_raises_nothing_else(garbage: bytes) -> None:
    for data in (garbage, WHOLE[:8] + garbage, WHOLE[:100] + garbage):
        try:
            decode_transcript(data)
        except TranscriptError:
            continue


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (b"", "no transcript"),
        (b"PODESTA\x01rest", "no transcript"),
        (b"PODESTR\x02" + WHOLE[8:], "format 2"),
        (WHOLE + b"x", "behind its end"),
        (BEGINNING + frame(header=HEADER), "header at"),
        (WHOLE[:8] + frame(message=MESSAGES[3]), "message at"),
        (WHOLE[:8] + frame(end=end(0)), "end at"),
        (BEGINNING + frame(end=end(1)), "0 messages of 1"),
        (BEGINNING + frame(end=end(0)), "digest"),
        (BEGINNING + frame(), "unknown frame"),
        (BEGINNING + (1 << 30).to_bytes(4, "big") + bytes(4), "a frame of 1073741824 bytes"),
        (BEGINNING + bytes(3) + b"\x01" + bytes(5), "wrong checksum"),
    ],
)
def test_what_is_wrong_is_told(data: bytes, complaint: str) -> None:
    with pytest.raises(TranscriptError, match=complaint):
        decode_transcript(data)


def test_a_header_of_another_format_is_refused() -> None:
    other = transcript_pb2.TranscriptHeader(format=7)
    with pytest.raises(TranscriptError, match="says format 7"):
        decode_transcript(encode_transcript(other, []))


def test_the_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("no transcript")
    with pytest.raises(TranscriptError, match=r"notes\.txt: this is no transcript"):
        read_transcript(path)

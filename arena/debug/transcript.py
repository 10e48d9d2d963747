"""What one seat of a match saw and said, as a file.

Eight bytes that say what it is and in which format, then frames: four bytes with the length of the
payload and four with its CRC-32, both big-endian, then the payload, a `TranscriptFrame`. First
comes the header, then the messages in order, last an end that counts them and holds the SHA-256 of
every byte before it. A file is written message by message, so it is of use even when whoever
writes it is killed; one without an end is read as far as it goes, and said to be cut short. Bytes
from outside are hostile: nothing is taken beyond a bound.
"""

import hashlib
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from google.protobuf.message import DecodeError
from podesta.v1 import transcript_pb2

from arena.errors import TranscriptError

__all__ = [
    "LARGEST_TRANSCRIPT_BYTES",
    "TRANSCRIPT_FORMAT",
    "Transcript",
    "TranscriptWriter",
    "decode_transcript",
    "encode_transcript",
    "read_transcript",
]

TRANSCRIPT_FORMAT = 1
LARGEST_TRANSCRIPT_BYTES = 256 << 20
LARGEST_FRAME_BYTES = 2 << 20
"""A message is cut to 1 MiB before it is written."""

_MAGIC = b"PODESTR"
_HEADER = _MAGIC + bytes([TRANSCRIPT_FORMAT])
_FRAME_HEAD_BYTES = 8


@dataclass(frozen=True, slots=True)
class Transcript:
    """A transcript as it was read."""

    header: transcript_pb2.TranscriptHeader
    messages: tuple[transcript_pb2.TranscriptMessage, ...]
    lost: int
    """Messages of the stream that the writer had to leave out."""
    cut_short: str
    """Why what came after is missing; empty for a whole file."""


class TranscriptWriter:
    """Writes a transcript message by message. Use as a context manager.

    Raises OSError where the disk refuses.
    """

    def __init__(self, file: BinaryIO, header: transcript_pb2.TranscriptHeader) -> None:
        """Takes the file over, open for writing and without a buffer of its own."""
        self._file = file
        self._digest = hashlib.sha256()
        self._messages = 0
        self._write(_HEADER)
        self._frame(transcript_pb2.TranscriptFrame(header=header))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()

    def add(self, message: transcript_pb2.TranscriptMessage) -> None:
        """Write one message; it is in the file when this returns."""
        self._frame(transcript_pb2.TranscriptFrame(message=message))
        self._messages += 1

    def end(self, lost: int = 0) -> None:
        """Write the last frame; `lost` messages had to be left out."""
        end = transcript_pb2.TranscriptEnd(
            messages=self._messages, lost=lost, sha256=self._digest.digest()
        )
        self._frame(transcript_pb2.TranscriptFrame(end=end))

    def _frame(self, frame: transcript_pb2.TranscriptFrame) -> None:
        payload = frame.SerializeToString(deterministic=True)
        head = len(payload).to_bytes(4, "big") + zlib.crc32(payload).to_bytes(4, "big")
        self._write(head + payload)

    def _write(self, data: bytes) -> None:
        self._digest.update(data)
        self._file.write(data)
        self._file.flush()


def encode_transcript(
    header: transcript_pb2.TranscriptHeader,
    messages: Iterable[transcript_pb2.TranscriptMessage],
    lost: int = 0,
) -> bytes:
    """A whole transcript as bytes, the same for the same messages."""
    file = BytesIO()
    writer = TranscriptWriter(file, header)
    for message in messages:
        writer.add(message)
    writer.end(lost)
    return file.getvalue()


def decode_transcript(data: bytes) -> Transcript:
    """The transcript, as far as it goes.

    Raises TranscriptError for bytes that are no transcript of this format, or damaged ones.
    """
    if not data.startswith(_MAGIC) or len(data) < len(_HEADER):
        raise TranscriptError("this is no transcript (its first bytes are others)")
    if data[len(_MAGIC)] != TRANSCRIPT_FORMAT:
        raise TranscriptError(
            f"the transcript has format {data[len(_MAGIC)]}, "
            f"this podesta reads format {TRANSCRIPT_FORMAT}"
        )
    if len(data) > LARGEST_TRANSCRIPT_BYTES:
        raise TranscriptError(
            f"the transcript has {len(data)} bytes, more than the "
            f"{LARGEST_TRANSCRIPT_BYTES} allowed"
        )
    return _Frames(data).read()


def read_transcript(path: Path) -> Transcript:
    """Read a file. Raises TranscriptError, naming the file, and OSError."""
    with path.open("rb") as file:
        data = file.read(LARGEST_TRANSCRIPT_BYTES + 1)
    try:
        return decode_transcript(data)
    except TranscriptError as error:
        raise TranscriptError(f"{path}: {error}") from error


class _Frames:
    def __init__(self, data: bytes) -> None:
        self._data = memoryview(data)
        self._offset = len(_HEADER)
        self._cut_short = ""

    def read(self) -> Transcript:
        header: transcript_pb2.TranscriptHeader | None = None
        messages: list[transcript_pb2.TranscriptMessage] = []
        while True:
            start = self._offset
            frame = self._next()
            if frame is None:
                if header is None:
                    raise TranscriptError("the transcript is cut short: it has no header")
                return Transcript(header, tuple(messages), 0, self._cut_short)
            what = frame.WhichOneof("frame")
            if (what == "header") != (header is None):
                raise TranscriptError(f"the transcript is damaged: {what or 'nothing'} at {start}")
            if what == "header":
                header = _checked(frame.header)
            elif what == "message":
                messages.append(frame.message)
            elif what == "end":
                assert header is not None
                self._check_end(frame.end, start, len(messages))
                return Transcript(header, tuple(messages), frame.end.lost, "")
            else:
                raise TranscriptError(f"the transcript is damaged: an unknown frame at {start}")

    def _next(self) -> transcript_pb2.TranscriptFrame | None:
        """The next frame; None where the file ends before its end."""
        data, start = self._data, self._offset
        left = len(data) - start
        if left < _FRAME_HEAD_BYTES:
            self._cut_short = "its end is missing" if left == 0 else "its last frame is not whole"
            return None
        length = int.from_bytes(data[start : start + 4], "big")
        if length > LARGEST_FRAME_BYTES:
            raise TranscriptError(
                f"the transcript is damaged: a frame of {length} bytes at {start}"
            )
        if left < _FRAME_HEAD_BYTES + length:
            self._cut_short = "its last frame is not whole"
            return None
        begin = start + _FRAME_HEAD_BYTES
        payload = data[begin : begin + length]
        if zlib.crc32(payload) != int.from_bytes(data[start + 4 : begin], "big"):
            raise TranscriptError(f"the transcript is damaged: a wrong checksum at {start}")
        self._offset = begin + length
        try:
            return transcript_pb2.TranscriptFrame.FromString(bytes(payload))
        except DecodeError:
            raise TranscriptError(f"the transcript is damaged: no frame at {start}") from None

    def _check_end(self, end: transcript_pb2.TranscriptEnd, start: int, messages: int) -> None:
        if self._offset != len(self._data):
            raise TranscriptError("the transcript is damaged: something stands behind its end")
        if end.messages != messages:
            raise TranscriptError(
                f"the transcript is damaged: it has {messages} messages of {end.messages}"
            )
        if end.sha256 != hashlib.sha256(self._data[:start]).digest():
            raise TranscriptError("the transcript is damaged: its digest is another")


def _checked(header: transcript_pb2.TranscriptHeader) -> transcript_pb2.TranscriptHeader:
    if header.format != TRANSCRIPT_FORMAT:
        raise TranscriptError(
            f"the transcript says format {header.format}, "
            f"this podesta reads format {TRANSCRIPT_FORMAT}"
        )
    return header

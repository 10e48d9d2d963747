"""A match record as bytes and as a file.

Eight bytes that say what it is and in which format, then one zstd frame (with its content size and
checksum) around the protobuf bytes of the MatchRecord. Bytes from outside are hostile: nothing is
unpacked beyond a bound.
"""

import sys
from pathlib import Path

from google.protobuf.message import DecodeError
from podesta.v1 import record_pb2

from referee.errors import RecordError
from referee.record_builder import RECORD_FORMAT
from referee.whole_file import whole_file

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

__all__ = [
    "LARGEST_RECORD_BYTES",
    "begins_record",
    "decode_record",
    "encode_record",
    "read_record",
    "write_record",
]

LARGEST_RECORD_BYTES = 64 * 1024 * 1024
"""No record is larger, packed or unpacked."""

_MAGIC = b"PODESTA"
_HEADER = _MAGIC + bytes([RECORD_FORMAT])
_PACKING: dict[int, int] = {
    zstd.CompressionParameter.compression_level: 3,
    zstd.CompressionParameter.checksum_flag: 1,
    zstd.CompressionParameter.content_size_flag: 1,
}


def begins_record(data: bytes) -> bool:
    """Whether bytes begin as a record of any format does, and as no text does."""
    # The number of the format is below those of all printable characters.
    place = len(_MAGIC)
    return data.startswith(_MAGIC) and len(data) > place and data[place] < ord(" ")


def encode_record(record: record_pb2.MatchRecord) -> bytes:
    """The record as bytes, the same for the same record.

    Raises RecordError for a record that `decode_record` would not take.
    """
    raw = record.SerializeToString(deterministic=True)
    if len(raw) > LARGEST_RECORD_BYTES:
        raise RecordError(
            f"the record has {len(raw)} bytes, more than the {LARGEST_RECORD_BYTES} allowed"
        )
    return _HEADER + zstd.compress(raw, options=_PACKING)


def decode_record(data: bytes) -> record_pb2.MatchRecord:
    """The record. Raises RecordError for bytes that are no whole, sound record of this format."""
    if not data.startswith(_MAGIC) or len(data) < len(_HEADER):
        raise RecordError("this is no match record (its first bytes are others)")
    if data[len(_MAGIC)] != RECORD_FORMAT:
        raise RecordError(
            f"the record has format {data[len(_MAGIC)]}, this referee reads format {RECORD_FORMAT}"
        )
    raw = _unpack(data[len(_HEADER) :])
    try:
        record = record_pb2.MatchRecord.FromString(raw)
    except DecodeError as error:
        raise RecordError(f"the record is no MatchRecord message: {error}") from error
    if record.format != RECORD_FORMAT:
        raise RecordError(
            f"the record says format {record.format}, this referee reads format {RECORD_FORMAT}"
        )
    return record


def write_record(path: Path, record: record_pb2.MatchRecord) -> None:
    """Write the record so that the file is there whole or not at all.

    A link is followed. A device or a pipe (`/dev/stdout`) is written to and stays what it is.
    Raises OSError where the disk refuses; a file that was there is then as it was.
    """
    data = encode_record(record)
    with whole_file(path) as file:
        file.write(data)


def read_record(path: Path) -> record_pb2.MatchRecord:
    """The record in a file. Raises RecordError, naming the file, and OSError."""
    with path.open("rb") as file:
        data = file.read(LARGEST_RECORD_BYTES + 1)
    if len(data) > LARGEST_RECORD_BYTES:
        raise RecordError(f"{path}: more than {LARGEST_RECORD_BYTES} bytes, no match record")
    try:
        return decode_record(data)
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from error


def _unpack(frame: bytes) -> bytes:
    try:
        size_bytes = zstd.get_frame_info(frame).decompressed_size
        if size_bytes is None or size_bytes > LARGEST_RECORD_BYTES:
            raise RecordError(
                f"the record would unpack to more than the {LARGEST_RECORD_BYTES} bytes allowed"
            )
        unpacker = zstd.ZstdDecompressor()
        raw = unpacker.decompress(frame, max_length=size_bytes + 1)
    except zstd.ZstdError as error:
        raise RecordError(f"the record is cut short or damaged: {error}") from error
    if not unpacker.eof:
        raise RecordError("the record is cut short or damaged: its end is missing")
    if unpacker.unused_data:
        raise RecordError("the record is damaged: something stands behind its end")
    return raw

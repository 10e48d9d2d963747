import errno
import os
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from podesta.v1 import record_pb2

from referee import record_file
from referee.errors import RecordError
from referee.record_file import decode_record, encode_record, read_record, write_record
from tests.referee.played_record import play_record, tiny_spec

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

RECORD = play_record(tiny_spec())
DATA = encode_record(RECORD)
HEADER = DATA[:8]


def frame(raw: bytes) -> bytes:
    return zstd.compress(raw, options={zstd.CompressionParameter.checksum_flag: 1})


def test_round_trip() -> None:
    assert decode_record(DATA) == RECORD
    assert encode_record(decode_record(DATA)) == DATA
    assert len(DATA) < RECORD.ByteSize()


def test_the_header_says_what_it_is() -> None:
    assert HEADER == b"PODESTA\x01"


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "no match record"),
        (b"PODESTA", "no match record"),
        (b"SQLite format 3\0", "no match record"),
        (b"PODESTA\x02" + DATA[8:], "has format 2, this referee reads format 1"),
        (HEADER, "cut short or damaged"),
        (DATA[:-1], "cut short or damaged"),
        (DATA[: len(DATA) // 2], "cut short or damaged"),
        (DATA + b"x", "something stands behind its end"),
        (DATA[:-1] + bytes([DATA[-1] ^ 1]), "cut short or damaged"),
        (HEADER + frame(b"\xff\xff\xff"), "no MatchRecord message"),
        (HEADER + frame(b""), "says format 0"),
        (HEADER + frame(record_pb2.MatchRecord(format=7).SerializeToString()), "says format 7"),
        (HEADER + b"\x50\x2a\x4d\x18\x04\0\0\0abcd", "says format 0"),
    ],
)
def test_bytes_that_are_no_record_are_refused(data: bytes, told: str) -> None:
    with pytest.raises(RecordError, match=told):
        decode_record(data)


def test_no_record_unpacks_beyond_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_file, "LARGEST_RECORD_BYTES", 10_000)
    assert decode_record(DATA) == RECORD
    bomb = frame(b"\0" * 10_001)
    assert len(bomb) < 100
    with pytest.raises(RecordError, match="unpack to more than"):
        decode_record(HEADER + bomb)
    packer = zstd.ZstdCompressor()
    without_size = packer.compress(b"\0" * 50_000) + packer.compress(b"\0" * 50_000)
    without_size += packer.flush()
    with pytest.raises(RecordError, match="unpack to more than"):
        decode_record(HEADER + without_size)
    monkeypatch.setattr(record_file, "LARGEST_RECORD_BYTES", 100)
    with pytest.raises(RecordError, match="more than the 100 allowed"):
        encode_record(RECORD)


@settings(max_examples=200)
@given(st.integers(0, len(DATA) - 1), st.integers(1, 255))
def test_no_damaged_byte_goes_unseen(place: int, flip: int) -> None:
    damaged = bytearray(DATA)
    damaged[place] ^= flip
    try:
        record = decode_record(bytes(damaged))
    except RecordError:
        return
    assert record == RECORD  # a bit of the frame that carries nothing


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    for attempt in (data, HEADER + data, HEADER + frame(data)):
        try:
            decode_record(attempt)
        except RecordError:
            continue


def test_files(tmp_path: Path) -> None:
    path = tmp_path / ("match ünï " + "n" * 200)
    write_record(path, RECORD)
    assert read_record(path) == RECORD
    write_record(path, RECORD)
    assert [p.name for p in tmp_path.iterdir()] == [path.name]


def test_a_full_disk_leaves_the_old_file_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "match.record"
    path.write_bytes(b"old")

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_record(path, RECORD)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_what_is_no_file_is_written_to_and_never_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_record(pipe, RECORD)
        assert os.read(reader, 1 << 20) == DATA
    finally:
        os.close(reader)
    assert pipe.is_fifo()
    assert list(tmp_path.iterdir()) == [pipe]


def test_a_full_device_is_told(tmp_path: Path) -> None:
    # By a link, so that a device that were replaced after all would only be the link.
    link = tmp_path / "full"
    link.symlink_to("/dev/full")
    with pytest.raises(OSError, match="No space left"):
        write_record(link, RECORD)
    assert link.is_symlink()


def test_a_link_is_followed(tmp_path: Path) -> None:
    target, link = tmp_path / "there" / "match.record", tmp_path / "link"
    target.parent.mkdir()
    link.symlink_to(target)
    write_record(link, RECORD)
    write_record(link, RECORD)
    assert link.is_symlink()
    assert read_record(target) == RECORD
    assert list(target.parent.iterdir()) == [target]


def test_a_bad_file_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "match.record"
    path.write_bytes(DATA[:-5])
    with pytest.raises(RecordError, match=r"match\.record: the record is cut short"):
        read_record(path)
    monkeypatch.setattr(record_file, "LARGEST_RECORD_BYTES", 50)
    with pytest.raises(RecordError, match=r"match\.record: more than 50 bytes"):
        read_record(path)
    with pytest.raises(FileNotFoundError):
        read_record(tmp_path / "absent")

"""A MatchSpec in a file: protobuf's JSON, or its bytes."""

from pathlib import Path

from google.protobuf import json_format
from google.protobuf.message import DecodeError
from podesta.v1 import match_pb2

from referee.errors import SpecError

__all__ = ["read_spec"]

_MOST_BYTES = 16 << 20


def read_spec(path: Path) -> match_pb2.MatchSpec:
    """Raises SpecError, also where the file can't be read."""
    try:
        with path.open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
    except OSError as error:
        raise SpecError([f"{path}: {error.strerror or error}"]) from None
    if len(data) > _MOST_BYTES:
        raise SpecError([f"{path}: longer than {_MOST_BYTES} bytes"])
    spec = match_pb2.MatchSpec()
    try:
        if data.lstrip()[:1] == b"{":
            json_format.Parse(data.decode("utf-8"), spec)
        else:
            spec.MergeFromString(data)
    except (json_format.ParseError, DecodeError, UnicodeDecodeError) as error:
        raise SpecError([f"{path}: no MatchSpec: {error}"]) from None
    return spec

"""Whole matches with the real referee, as its own process."""

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from google.protobuf import json_format
from podesta.v1 import match_pb2, record_pb2

from referee.record_file import read_record
from tests.engines.kit.conversations import ROOT


def play(
    folder: Path,
    engines: Sequence[Sequence[str]],
    *,
    environment: Mapping[str, str] | None = None,
    options: Sequence[Mapping[str, str]] = (),
    seed: int = 1,
    transport: match_pb2.Transport = match_pb2.TRANSPORT_UNIX,
    time_control: str = "1m+10s",
) -> record_pb2.MatchRecord:
    """The record of one match of Bologna between these commands."""
    spec = match_pb2.MatchSpec(
        match_id=f"match-{seed}",
        deal_id="deal",
        attempt=1,
        game="bologna",
        time_control=time_control,
        seed=bytes([seed]) * 32,
        nonce=bytes(32),
        ready_limit_us=30_000_000,
        grace_us=10_000_000,
    )
    for seat, command in enumerate(engines):
        spec.engines.add(
            id=f"engine-{seat}",
            name=f"engine {seat}",
            command=command,
            directory=str(ROOT),
            environment=environment or {},
            options=options[seat] if options else {},
            transport=transport,
        )
    file, record = folder / "spec.json", folder / "match.record"
    file.write_text(json_format.MessageToJson(spec), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "referee", "play", str(file), "--record", str(record)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=90,
        check=False,
    )
    assert record.exists(), (done.returncode, done.stdout[-500:], done.stderr)
    assert all(json.loads(line) for line in done.stdout.splitlines())
    return read_record(record)

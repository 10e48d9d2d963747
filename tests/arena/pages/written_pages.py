"""Pages of matches as files, and where an opened one stands."""

import re
from pathlib import Path
from typing import Any

from podesta.v1 import record_pb2

from arena.pages.match_page import match_page
from arena.pages.replay_payload import SharedData, replay_payload
from referee.record_file import encode_record


def write_page(path: Path, record: record_pb2.MatchRecord) -> Path:
    shared = SharedData()
    payload = replay_payload(7, record, encode_record(record), shared)
    path.write_text(match_page(payload, shared), encoding="utf-8")
    return path


def counter(page: Any) -> str:
    return str(page.locator(".counter").inner_text())


def wait_for_ply(page: Any, ply: int) -> None:
    page.locator(".counter", has_text=re.compile(rf"^ply {ply} of")).wait_for()

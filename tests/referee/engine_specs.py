"""Specs of matches between real engine processes."""

import os
import sys
from pathlib import Path
from typing import Any

from podesta.v1 import match_pb2

ROOT = Path(__file__).resolve().parents[2]
PLAIN = {"time_control": "1m+1s", "opening_plies": 2}


def zoo(name: str, **fields: Any) -> match_pb2.EngineSpec:
    """An engine of the zoo."""
    values: dict[str, Any] = {
        "id": name,
        "name": name,
        "command": [sys.executable, "-m", "tests.zoo", name],
        "directory": str(ROOT),
    }
    return match_pb2.EngineSpec(**(values | fields))


def good(number: int = 0, **fields: Any) -> match_pb2.EngineSpec:
    """An engine that plays well."""
    values: dict[str, Any] = {
        "id": f"good-{number}",
        "name": f"Good {number}",
        "command": [sys.executable, "-m", "engines.random"],
        "directory": str(ROOT),
    }
    return match_pb2.EngineSpec(**(values | fields))


def match_spec(*engines: match_pb2.EngineSpec, **fields: Any) -> match_pb2.MatchSpec:
    """A match of Bologna, or of the game in `fields`."""
    values: dict[str, Any] = {
        "match_id": os.urandom(8).hex(),
        "attempt": 1,
        "game": "bologna",
        "engines": engines,
        "seed": bytes(range(32)),
        "nonce": bytes(32),
        "ready_limit_us": 30_000_000,
        **PLAIN,
    }
    return match_pb2.MatchSpec(**(values | fields))

"""Runs a function where nobody else has threads, as in the command that makes a report."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from arena.report.forked_work import cores_to_use
from tests.referee.engine_specs import ROOT

__all__ = ["assert_forks", "run_alone"]

_LIMIT_S = 240


def run_alone(function: Callable[[Path], None], path: Path) -> None:
    """In a process of its own; an assertion that fails there fails here."""
    program = (
        f"import pathlib; from {function.__module__} import {function.__name__} as function; "
        f"function(pathlib.Path({str(path)!r}))"
    )
    words = [sys.executable, "-W", "error", "-c", program]
    done = subprocess.run(
        words, cwd=ROOT, capture_output=True, text=True, timeout=_LIMIT_S, check=False
    )
    assert done.returncode == 0, done.stderr


def assert_forks() -> None:
    """That as many processes as there are cores are used here."""
    assert cores_to_use() == len(os.sched_getaffinity(0))

"""`python -m tests.bench.ledger_times LEDGER`: what looking at a large ledger takes.

Without LEDGER one of 20,000 matches is made. Standings are counted anew, then shown from what was
kept, then the report is written; each by a process of its own, whose CPU time and memory are told.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

from arena.ledger import Ledger
from tests.bench.big_ledger import build_big_ledger

_AIMS = {
    "standings, counted": "10 s, 2 GB",
    "show, kept": "at once",
    "report": "60 s",
}


def _run(words: list[str]) -> tuple[float, float, float]:
    """Seconds on the wall, of CPU, and the most MiB of a command."""
    began = time.monotonic()
    process = subprocess.Popen(
        [sys.executable, "-m", "arena", *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(words)} ended with status {process.returncode}")
    cpu_s = usage.ru_utime + usage.ru_stime
    return time.monotonic() - began, cpu_s, usage.ru_maxrss / 1024


def main() -> None:
    """Measure one ledger."""
    with tempfile.TemporaryDirectory() as directory:
        if len(sys.argv) > 1:
            path = Path(sys.argv[1])
        else:
            path = Path(directory) / "big.ledger"
            build_big_ledger(path, 20_000)
        with Ledger.open_for_upkeep(path, whole=False) as ledger:
            ledger.set_derived("glance", b"", 0)
            matches = sum(1 for _ in ledger.each_row())
        report = Path(directory) / "report.html"
        measured = {
            "standings, counted": _run(["league", "show", str(path)]),
            "show, kept": _run(["league", "show", str(path)]),
            "report": _run(["league", "report", str(path), "--output", str(report)]),
        }
        shutil.rmtree(report, ignore_errors=True)
    table = Table(title=f"A ledger of {matches:,} matches")
    for column in ("", "wall", "CPU", "memory", "aim for a million, idle"):
        table.add_column(column, justify="right" if column else "left")
    for what, (wall_s, cpu_s, most_mib) in measured.items():
        row = what, f"{wall_s:.1f} s", f"{cpu_s:.1f} s", f"{most_mib:,.0f} MiB", _AIMS[what]
        table.add_row(*row)
    Console().print(table)


if __name__ == "__main__":
    main()

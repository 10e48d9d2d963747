"""`python -m tests.bench [--quick]`: prints every figure, and the ratios that count."""

import base64
import json
import os
import subprocess
import sys
from typing import Any

from rich.console import Console
from rich.table import Table

from referee.games import game_names, load_game
from tests.bench.echo import echo_round_trips_us
from tests.bench.figures import median_of, percentile
from tests.bench.rules import chess_us, clone_us, decision_us, texts_us

ROUNDS = 5


def _referees(matches: int, cpus: list[int]) -> list[dict[str, Any]]:
    """Run referee processes side by side; what each measured."""
    running = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.bench.referee_process", str(matches), str(cpu)],
            stdout=subprocess.PIPE,
            text=True,
        )
        for cpu in cpus
    ]
    measured = []
    for process in running:
        printed, _ = process.communicate()
        if process.returncode:
            raise SystemExit(f"a referee process ended with status {process.returncode}")
        measured.append(json.loads(printed))
    return measured


def _decisions(console: Console, matches: int) -> None:
    cores = sorted(os.sched_getaffinity(0))[:2]
    whole, echo, cpu, rate = [], [], [], []
    last: dict[str, Any] = {}
    for _ in range(ROUNDS):
        (last,) = _referees(matches, [-1])
        questions = [base64.b64decode(q) for q in last["questions"]]
        answers = [base64.b64decode(a) for a in last["answers"]]
        times = echo_round_trips_us(questions, answers, min(3_000, matches * 40))
        whole.append(median_of(last["whole_us"]))
        echo.append(median_of(times))
        cpu.append(last["cpu_us"])
        pair = _referees(matches, cores)
        rate.append(sum(one["decisions"] / one["elapsed_s"] for one in pair))
    table = Table(title=f"Bologna, random v random, through gRPC (median of {ROUNDS} runs)")
    table.add_column("figure")
    table.add_column("value", justify="right")
    table.add_row("whole decision, p50", f"{median_of(whole):.0f} us")
    table.add_row("whole decision, p99 (last run)", f"{percentile(last['whole_us'], 0.99):.0f} us")
    table.add_row("bare echo, same messages, p50", f"{median_of(echo):.0f} us")
    ratios = [w / e for w, e in zip(whole, echo, strict=True)]
    table.add_row("ratio (aim: at most 2.0)", f"{median_of(ratios):.2f}")
    table.add_row("CPU a decision, referee's side", f"{median_of(cpu):.0f} us")
    table.add_row(
        f"decisions a second, {len(cores)} pinned referees (aim: 3,000)", f"{median_of(rate):,.0f}"
    )
    table.add_row("record a decision (aim: at most 300)", f"{last['record_bytes']:.0f} bytes")
    table.add_row("record a decision, compressed", f"{last['packed_bytes']:.0f} bytes")
    console.print(table)


def _mute(console: Console, matches: int) -> None:
    printed = subprocess.run(
        [sys.executable, "-m", "tests.bench.mute", str(matches)],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    ).stdout
    late_ms = [late_us / 1000 for late_us in json.loads(printed)]
    table = Table(title=f"A mute engine, judged so long after limit and grace ({matches} matches)")
    for column in ("p50", "p99 (aim, idle: at most 20 ms)", "longest"):
        table.add_column(column, justify="right")
    table.add_row(
        f"{median_of(late_ms):.1f} ms",
        f"{percentile(late_ms, 0.99):.1f} ms",
        f"{max(late_ms):.1f} ms",
    )
    console.print(table)


def _rules(console: Console, playouts: int) -> None:
    table = Table(title=f"Rules, random playouts in plain Python (median of {ROUNDS} runs)")
    for column in ("game", "seats", "us a decision", "us a clone", "us for all texts"):
        table.add_column(column, justify="left" if column == "game" else "right")
    for name in game_names():
        seats = load_game(name).default_seats
        table.add_row(
            name,
            str(seats),
            f"{median_of([decision_us(name, seats, playouts) for _ in range(ROUNDS)]):.1f}",
            f"{median_of([clone_us(name, seats) for _ in range(ROUNDS)]):.1f}",
            f"{median_of([texts_us(name, seats) for _ in range(ROUNDS)]):.1f}",
        )
    chess = median_of([chess_us(max(2, playouts // 4)) for _ in range(ROUNDS)])
    table.add_row("python-chess, for comparison", "2", f"{chess:.1f}", "", "")
    console.print(table)


def main() -> None:
    """Measure everything."""
    quick = "--quick" in sys.argv[1:]
    console = Console()
    load = os.getloadavg()[0]
    console.print(f"{os.cpu_count()} cores, load {load:.1f} before the first measurement")
    _rules(console, 20 if quick else 100)
    _decisions(console, 10 if quick else 60)
    _mute(console, 10 if quick else 100)


if __name__ == "__main__":
    main()

"""`python -m tests.bench [--quick]`: prints every figure, and the ratios that count."""

import asyncio
import base64
import json
import os
import subprocess
import sys
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

from referee.games import game_names, load_game
from tests.bench.echo import in_turn_us, open_echo
from tests.bench.figures import median_of, percentile
from tests.bench.referee_process import WARM_UP
from tests.bench.rules import chess_us, clone_us, decision_us, texts_us

ROUNDS = 5
SLICES = 12
"""Matches and echoes take turns this often: this machine's speed may change within seconds."""
BUSY_US = 100
"""What a referee may do between two questions."""


class _Referee:
    """A referee process that plays as many matches as it is told."""

    def __init__(self, cpu: int) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.bench.referee_process", str(cpu)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def tell(self, matches: int) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{matches}\n")
        self._process.stdin.flush()

    def measured(self) -> dict[str, Any]:
        """Waits until what it was told is done."""
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit(f"a referee process ended with status {self._process.wait()}")
        return dict(json.loads(line))

    def play(self, matches: int) -> dict[str, Any]:
        self.tell(matches)
        return self.measured()

    def close(self) -> None:
        self._process.communicate()


class _Slices(NamedTuple):
    """What each slice measured."""

    played: list[dict[str, Any]]
    echoed: list[list[float]]
    """Bare echoes, one at once after the other."""
    in_turn: list[list[float]]
    """Bare echoes of two engines in turn."""


async def _beside_echo(matches: int) -> _Slices:
    """Matches and bare echoes in turn."""
    referee = _Referee(-1)
    first = referee.play(WARM_UP)
    questions = [base64.b64decode(q) for q in first["questions"]]
    answers = [base64.b64decode(a) for a in first["answers"]]
    slices = _Slices([], [], [])
    async with open_echo(questions, answers) as echo, open_echo(questions, answers) as other:
        for _ in range(SLICES):
            slices.played.append(referee.play(matches))
            slices.echoed.append(await echo.round_trips_us(matches * 40))
            slices.in_turn.append(await in_turn_us((echo, other), matches * 40, BUSY_US))
    referee.close()
    return slices


def _pair_rate(matches: int, cores: list[int]) -> float:
    """Decisions a second of referees that play side by side, each bound to a core."""
    referees = [_Referee(core) for core in cores]
    for referee in referees:
        referee.tell(WARM_UP)
    for referee in referees:
        referee.measured()
    for referee in referees:
        referee.tell(matches)
    rates = [one["decisions"] / one["elapsed_s"] for one in map(_Referee.measured, referees)]
    for referee in referees:
        referee.close()
    return float(sum(rates))


def _ratio(played: list[dict[str, Any]], echoed: list[list[float]]) -> float:
    return median_of(
        [
            median_of(one["whole_us"]) / median_of(times)
            for one, times in zip(played, echoed, strict=True)
        ]
    )


def _decisions(console: Console, matches: int) -> None:
    cores = sorted(os.sched_getaffinity(0))[:2]
    played, echoed, in_turn = asyncio.run(_beside_echo(max(2, matches // SLICES)))
    whole_us = [us for one in played for us in one["whole_us"]]
    echo_us = [us for one in echoed for us in one]
    turns_us = [us for one in in_turn for us in one]
    rates = [_pair_rate(matches, cores) for _ in range(ROUNDS)]
    table = Table(title="Bologna, random v random, through gRPC")
    table.add_column("figure")
    table.add_column("value", justify="right")
    table.add_row("whole decision, p50", f"{percentile(whole_us, 0.5):.0f} us")
    table.add_row("whole decision, p99", f"{percentile(whole_us, 0.99):.0f} us")
    table.add_row("bare echo, same messages, p50", f"{percentile(echo_us, 0.5):.0f} us")
    table.add_row(
        f"the same of two engines in turn, {BUSY_US} us of work between them, p50",
        f"{percentile(turns_us, 0.5):.0f} us",
    )
    table.add_row(
        f"decision to bare echo, median of {SLICES} slices in turn (aim: at most 2.0)",
        f"{_ratio(played, echoed):.2f}",
    )
    table.add_row("decision to bare echoes of two in turn", f"{_ratio(played, in_turn):.2f}")
    table.add_row(
        "CPU a decision, referee's side", f"{median_of([one['cpu_us'] for one in played]):.0f} us"
    )
    table.add_row(
        f"decisions a second, {len(cores)} pinned referees, median of {ROUNDS} (aim: 3,000)",
        f"{median_of(rates):,.0f}",
    )
    sizes = [median_of([one[key] for one in played]) for key in ("record_bytes", "packed_bytes")]
    table.add_row("record a decision (aim: at most 300)", f"{sizes[0]:.0f} bytes")
    table.add_row("record a decision, compressed", f"{sizes[1]:.0f} bytes")
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

"""`python -m tests.bench.isolation_start [ROUNDS]`: what a level of isolation adds to a start.

Levels take turns, since the speed of a machine changes. Told is what is above no isolation:
the least of all rounds, which other work on the machine disturbs least, and the median.
"""

import asyncio
import statistics
import sys
import tempfile
import time

from referee.launcher.confined import ConfinedLauncher
from referee.launcher.confinement import Confinement
from referee.launcher.ladder import LADDER, probe_level
from referee.launcher.launcher import EngineCommand
from referee.launcher.plain import base_environment
from referee.limits import Limits

PROGRAMS = {
    "an empty program": ("/bin/true",),
    "a bot of the kit": (sys.executable, "-c", "import engines.kit"),
}
ROUNDS = 20


async def start_ms(level: str, argv: tuple[str, ...]) -> float:
    """From the order to start until the program has ended, milliseconds."""
    with tempfile.TemporaryDirectory(prefix="podesta-") as seat:
        command = EngineCommand(
            argv,
            environment=base_environment(),
            scratch=seat,
            limits=Limits(processes=512),
            confinement=Confinement(isolation=level, open_files=1024),
        )
        begun_s = time.perf_counter()
        process = await ConfinedLauncher().start(command)
        ended = asyncio.Event()
        process.call_at_exit(ended.set)
        await ended.wait()
        taken_ms = (time.perf_counter() - begun_s) * 1_000
        await process.end()
        return taken_ms


async def measure(rounds: int) -> None:
    """Print a line for each program and level."""
    levels = ("none", *(level for level in reversed(LADDER) if probe_level(level).works))
    for name, argv in PROGRAMS.items():
        taken: dict[str, list[float]] = {level: [] for level in levels}
        for _ in range(rounds):
            for level in levels:
                taken[level].append(await start_ms(level, argv))
        least, middle = min(taken["none"]), statistics.median(taken["none"])
        print(f"{name}: {least:.0f} ms without isolation (median {middle:.0f} ms)")
        for level in levels[1:]:
            added = min(taken[level]) - least
            median = statistics.median(taken[level]) - middle
            print(f"  {level:9} adds {added:5.1f} ms (median {median:.1f} ms)")


if __name__ == "__main__":
    asyncio.run(measure(int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS))

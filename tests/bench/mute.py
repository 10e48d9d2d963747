"""How late a seat is judged whose engine never answers: beyond its limit and the grace.

Run as `python -m tests.bench.mute MATCHES`; prints a JSON list of microseconds.
"""

import asyncio
import json
import sys
from pathlib import Path

from podesta.v1 import game_pb2, match_pb2

from referee.hosts import EngineHosts
from referee.play import play_match
from referee.time_control import DEFAULT_GRACE_US

ROOT = Path(__file__).resolve().parents[2]


def _engine(name: str, *command: str) -> match_pb2.EngineSpec:
    return match_pb2.EngineSpec(
        id=name, name=name, command=[sys.executable, "-m", *command], directory=str(ROOT)
    )


async def _lateness_us(matches: int) -> list[int]:
    late_us = []
    async with EngineHosts() as hosts:
        for number in range(matches):
            spec = match_pb2.MatchSpec(
                match_id=f"mute-{number}",
                attempt=1,
                game="bologna",
                engines=[_engine("mute", "tests.zoo", "hangs"), _engine("good", "engines.random")],
                time_control="50ms/move",
                seed=bytes(32),
                nonce=bytes(32),
            )
            record = await play_match(spec, hosts=hosts)
            (fault,) = record.faults
            if fault.kind != game_pb2.FAULT_KIND_TIMEOUT:
                raise RuntimeError(f"a mute engine was judged {fault}")
            late_us.append(fault.overrun_us - DEFAULT_GRACE_US)
    return late_us


if __name__ == "__main__":
    print(json.dumps(asyncio.run(_lateness_us(int(sys.argv[1])))))

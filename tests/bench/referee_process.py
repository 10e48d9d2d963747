"""One referee that plays matches one after another, as a worker of a league does.

Run as `python -m tests.bench.referee_process CPU`; CPU is a core to be bound to, or -1. For every
line with a number that it reads it plays as many matches, and prints one line of JSON: times and
sizes of everything it measured meanwhile. So whoever asks can measure something else in between.
"""

import asyncio
import base64
import json
import os
import sys
import time
from itertools import product
from pathlib import Path

from podesta.v1 import match_pb2

import referee  # noqa: F401 - first of all: it chooses how gRPC runs
from engines.kit.answers import encode_answer
from referee.games.bologna.city import DISTRICTS, load_map
from referee.games.bologna.map_file import SHIPPED
from referee.hosts import EngineHosts
from referee.play import play_match
from referee.record_file import encode_record
from referee.seat import Seat
from referee.transport.engine_stream import WriteStamp

ROOT = Path(__file__).resolve().parents[2]
WARM_UP = 4


def _engine(name: str) -> match_pb2.EngineSpec:
    return match_pb2.EngineSpec(
        id=name,
        name=name,
        command=[sys.executable, "-m", "engines.random"],
        directory=str(ROOT),
    )


def _spec(number: int) -> match_pb2.MatchSpec:
    return match_pb2.MatchSpec(
        match_id=f"bench-{os.getpid()}-{number}",
        attempt=1,
        game="bologna",
        engines=[_engine("a"), _engine("b")],
        time_control="1m+1s",
        seed=number.to_bytes(32, "big"),
        nonce=bytes(32),
        opening_plies=0,
    )


class _Watch:
    """Stands between seats and their engines and notes when questions are asked."""

    def __init__(self) -> None:
        self.asked_ns: list[int] = []
        self.questions: list[bytes] = []
        self.keep = False
        self._ask = Seat.ask

    def ask(self, seat: Seat, question: bytes) -> WriteStamp:
        """In place of `Seat.ask`."""
        if self.keep:
            self.questions.append(question)
        self.asked_ns.append(time.perf_counter_ns())
        return self._ask(seat, question)


async def _play(hosts: EngineHosts, watch: _Watch, first: int, matches: int) -> dict[str, object]:
    """Play matches with these numbers; what was measured."""
    whole_us: list[float] = []
    decisions = record_bytes = packed_bytes = 0
    answers: list[bytes] = []
    watch.questions.clear()
    began, cpu = time.perf_counter(), time.process_time()
    for number in range(first, first + matches):
        watch.asked_ns.clear()
        watch.keep = number < WARM_UP
        record = await play_match(_spec(number), hosts=hosts)
        packed = encode_record(record)
        decisions += len(record.decisions)
        record_bytes += record.ByteSize()
        packed_bytes += len(packed)
        whole_us += [
            (b - a) / 1000 for a, b in zip(watch.asked_ns, watch.asked_ns[1:], strict=False)
        ]
        if watch.keep:
            answers += [
                encode_answer(i, record.spec.match_id, i + 1, 20)
                for i in range(len(record.decisions))
            ]
    elapsed = time.perf_counter() - began
    cpu = time.process_time() - cpu
    return {
        "decisions": decisions,
        "elapsed_s": elapsed,
        "cpu_us": cpu / decisions * 1e6,
        "whole_us": whole_us,
        "record_bytes": record_bytes / decisions,
        "packed_bytes": packed_bytes / decisions,
        "questions": [base64.b64encode(q).decode() for q in watch.questions],
        "answers": [base64.b64encode(a).decode() for a in answers],
    }


async def _run() -> None:
    watch = _Watch()
    setattr(Seat, "ask", lambda seat, question: watch.ask(seat, question))  # noqa: B010
    played = 0
    cities = load_map(SHIPPED)
    for letters in product("AB", repeat=DISTRICTS):
        # Once in the life of a worker, whatever it plays; not the price of a decision.
        cities.city("".join(letters))
    async with EngineHosts() as hosts:
        # Nothing else happens in this process while it waits for the next line.
        for line in sys.stdin:
            matches = int(line)
            print(json.dumps(await _play(hosts, watch, played, matches)), flush=True)
            played += matches


def main() -> None:
    """Do what the lines say."""
    cpu = int(sys.argv[1])
    if cpu >= 0:
        os.sched_setaffinity(0, {cpu})
    asyncio.run(_run())


if __name__ == "__main__":
    main()

"""One referee that plays matches one after another, as a worker of a league does.

Run as `python -m tests.bench.referee_process MATCHES CPU`; CPU is a core to be bound to, or -1. It
prints one line of JSON: times and sizes of everything it measured.
"""

import asyncio
import base64
import json
import os
import sys
import time
from pathlib import Path

from podesta.v1 import match_pb2

import referee  # noqa: F401 - first of all: it chooses how gRPC runs
from engines.kit.answers import encode_answer
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


async def _run(matches: int) -> dict[str, object]:
    watch = _Watch()
    setattr(Seat, "ask", lambda seat, question: watch.ask(seat, question))  # noqa: B010
    whole_us: list[float] = []
    decisions = record_bytes = packed_bytes = 0
    answers: list[bytes] = []
    async with EngineHosts() as hosts:
        for number in range(WARM_UP + matches):
            watch.asked_ns.clear()
            watch.keep = number < 2
            if number == WARM_UP:
                decisions = record_bytes = packed_bytes = 0
                began, cpu = time.perf_counter(), time.process_time()
            record = await play_match(_spec(number), hosts=hosts)
            packed = encode_record(record)
            decisions += len(record.decisions)
            record_bytes += record.ByteSize()
            packed_bytes += len(packed)
            if number < 2:
                answers += [
                    encode_answer(i, record.spec.match_id, i + 1, 20)
                    for i in range(len(record.decisions))
                ]
            if number >= WARM_UP:
                whole_us += [
                    (b - a) / 1000 for a, b in zip(watch.asked_ns, watch.asked_ns[1:], strict=False)
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


def main() -> None:
    """Play, then print what was measured."""
    matches, cpu = int(sys.argv[1]), int(sys.argv[2])
    if cpu >= 0:
        os.sched_setaffinity(0, {cpu})
    print(json.dumps(asyncio.run(_run(matches))))


if __name__ == "__main__":
    main()

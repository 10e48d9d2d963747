"""Leagues and records without engines: what a referee would have sent."""

import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from podesta.v1 import game_pb2, match_pb2, record_pb2

from arena.config import EngineEntry, League
from arena.executors import FakeExecutor
from arena.executors.pinning import Pinning
from referee.record_builder import RECORD_FORMAT

SEAT_POINTS = {"a": 5, "b": 4, "c": 3, "d": 2, "e": 1, "f": 0}


def make_engine(engine_id: str, **changes: Any) -> EngineEntry:
    values: dict[str, Any] = {
        "id": engine_id,
        "name": engine_id.upper(),
        "command": ("/bin/engine", engine_id),
        "written_command": ("/bin/engine", engine_id),
        "directory": None,
        "environment": {},
        "written_environment": {},
        "options": {},
        "owner": "",
        "files": (),
        "transport": match_pb2.TRANSPORT_UNIX,
    }
    return EngineEntry(**(values | changes))


def make_league(
    directory: Path, engines: str | Sequence[EngineEntry] = "abcd", **changes: Any
) -> League:
    values: dict[str, Any] = {
        "file": directory / "league.toml",
        "ledger": directory / "league.ledger",
        "name": "Scripted",
        "game": "nim",
        "game_options": {"heaps": "3"},
        "hidden": False,
        "seats": 2,
        "time_control": "1s",
        "deals": 1,
        "concurrency": 1,
        "opening_plies": 4,
        "seed": "tests",
        "fault_rule": match_pb2.FAULT_RULE_STAND_IN,
        "retries": 0,
        "suspend_after": 3,
        "grace_us": None,
        "ready_limit_us": 0,
        "off_move": match_pb2.OFF_MOVE_ALLOW,
        "pin_cpus": Pinning.NONE,
        "fresh_engines": False,
        "trust": False,
        "anchor": None,
        "engines": tuple(
            make_engine(engine) if isinstance(engine, str) else engine for engine in engines
        ),
    }
    return League(**(values | changes))


def placements(points: Sequence[int]) -> list[int]:
    return [1 + sum(other > mine for other in points) for mine in points]


def completed(
    spec: match_pb2.MatchSpec, moves: Sequence[str] | None = None
) -> record_pb2.MatchRecord:
    """A match that the engine with the earlier letter wins; other moves in every match."""
    record = _started(spec)
    record.termination = game_pb2.TERMINATION_COMPLETED
    record.reason = "the heaps are empty"
    ranked = placements([SEAT_POINTS[engine.id] for engine in spec.engines])
    record.outcome.seats.extend(game_pb2.SeatOutcome(placement=p) for p in ranked)
    for ply, move in enumerate(moves if moves is not None else [spec.match_id, "take 1"]):
        record.decisions.add(seat=ply % len(spec.engines), move=move)
    return record


def at_fault(
    spec: match_pb2.MatchSpec,
    engine: str,
    kind: game_pb2.FaultKind = game_pb2.FAULT_KIND_CRASH,
) -> record_pb2.MatchRecord:
    """A match that `engine` lost by a fault; it did not start where the kind says so."""
    record = _started(spec)
    seat = [e.id for e in spec.engines].index(engine)
    record.faults.add(seat=seat, kind=kind, detail="it went away")
    record.reason = f"{engine} is at fault"
    if kind == game_pb2.FAULT_KIND_START:
        record.termination = game_pb2.TERMINATION_FORFEIT
        return record
    record.termination = game_pb2.TERMINATION_FAULT
    ranked = placements([e.id != engine for e in spec.engines])
    record.outcome.seats.extend(game_pb2.SeatOutcome(placement=p) for p in ranked)
    record.decisions.add(seat=0, move=spec.match_id)
    return record


def void(spec: match_pb2.MatchSpec, reason: str = "out of memory") -> record_pb2.MatchRecord:
    record = _started(spec)
    record.termination = game_pb2.TERMINATION_VOID
    record.reason = reason
    return record


def _started(spec: match_pb2.MatchSpec) -> record_pb2.MatchRecord:
    digest = hashlib.sha256(spec.seed).digest()[:16]
    return record_pb2.MatchRecord(
        format=RECORD_FORMAT, spec=spec, initial_digest=digest, kinds=["take"]
    )


class Fakes:
    """Makes fake executors for `run_league` and remembers them."""

    def __init__(self, answer: Callable[[match_pb2.MatchSpec], Any] = completed) -> None:
        self.answer = answer
        self.made: list[FakeExecutor] = []

    def __call__(self, league: League, matches: int) -> FakeExecutor:
        slots = min(league.concurrency, matches)
        self.made.append(FakeExecutor(self.answer, slots, events=True))
        return self.made[-1]

    @property
    def specs(self) -> list[match_pb2.MatchSpec]:
        return [spec for executor in self.made for spec in executor.specs]

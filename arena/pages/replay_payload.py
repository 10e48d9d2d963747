"""A match as a page holds it: every position, what each seat knew of it, and the record itself.

    length of the head (4 bytes, big-endian), the head (JSON), for each position the public message
    and a private one a seat, for each position its events, the encoded record

The whole is packed with gzip, which every browser unpacks, and written in base64. Positions are
the game's own protobuf messages: making JSON of them here would cost more than everything else.
"""

import base64
import gzip
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from google.protobuf.message import Message
from podesta.v1 import game_pb2, record_pb2

from arena.pages.message_schema import message_schema
from arena.terminal.printable import printable
from arena.terminal.record_names import last_words, record_names
from referee.errors import RecordError
from referee.games import AnyGame, AnyState, Event, load_game
from referee.replay import replay
from referee.time_split import split_time

__all__ = ["ReplayPayload", "SharedData", "replay_payload"]

_MOST_PROBLEMS = 20


@dataclass(slots=True)
class SharedData:
    """What replays of one page have in common: descriptions of messages, and game data."""

    schemas: dict[str, Any] = field(default_factory=dict)
    data: list[str] = field(default_factory=list)
    _places: dict[tuple[str, tuple[tuple[str, str], ...]], int] = field(default_factory=dict)

    def add(self, game: AnyGame, options: dict[str, str], public: Message) -> int:
        """Take in the data of a game with these options; returns its place."""
        self.schemas.setdefault(game.name, message_schema(public))
        key = game.name, tuple(sorted(options.items()))
        if key not in self._places:
            text = base64.b64encode(game.data(options).SerializeToString()).decode()
            if text not in self.data:
                self.data.append(text)
            self._places[key] = self.data.index(text)
        return self._places[key]

    def as_json(self, only: int | None = None) -> dict[str, Any]:
        """For static/main.js; `only` is the match of a page that has one."""
        return {"schemas": self.schemas, "data": self.data, "only": only}


@dataclass(frozen=True, slots=True)
class ReplayPayload:
    """A match ready for a page. `problems` say what in it contradicts the rules or itself."""

    number: int
    names: tuple[str, ...]
    outcome: str
    plies: int
    base64: str
    problems: tuple[str, ...]


def replay_payload(
    number: int, record: record_pb2.MatchRecord, content: bytes, shared: SharedData
) -> ReplayPayload:
    """A record as a payload. Whoever calls knows that its deal may be told.

    `content` is the record encoded, for the download; empty where there is none to give. A record
    that does not replay is shown as far as it does.
    """
    positions, problems = _positions(record)
    frames, events, parts = [], [], []
    for position in positions:
        frames.append([len(position.public), *(_length(private) for private in position.private)])
        parts.append(position.public)
        parts += [private for private in position.private if private is not None]
    for position in positions:
        told = [(audience, message) for audience, message in position.events]
        events.append([[audience, len(message)] for audience, message in told])
        parts += [message for _, message in told]
    names = [printable(name) for name in record_names(record)]
    head = _head(number, record, names, problems)
    head |= {"frames": frames, "events": events, "data": None, "hidden": True}
    if positions:
        game = load_game(record.spec.game)
        options = game.parse_options(record.spec.game_options, len(record.spec.engines))
        head["data"] = shared.add(game, options, positions[0].message)
        head["hidden"] = not game.perfect_information
        head["gameTitle"] = game.title
    text = json.dumps(head, separators=(",", ":"), allow_nan=False).encode()
    whole = b"".join([len(text).to_bytes(4, "big"), text, *parts, content])
    # No time in the header, so that the same match always gives the same page.
    packed = base64.b64encode(gzip.compress(whole, 6, mtime=0)).decode()
    outcome = " ".join(str(seat.placement) for seat in record.outcome.seats)
    return ReplayPayload(
        number, tuple(names), outcome, len(record.decisions), packed, tuple(problems)
    )


@dataclass(frozen=True, slots=True)
class _Position:
    message: Message
    public: bytes
    private: tuple[bytes | None, ...]
    events: tuple[tuple[list[int] | None, bytes], ...]


def _length(private: bytes | None) -> int:
    return -1 if private is None else len(private)


def _positions(record: record_pb2.MatchRecord) -> tuple[list[_Position], list[str]]:
    positions: list[_Position] = []
    problems: list[str] = []
    seats = range(len(record.spec.engines))
    try:
        for step in replay(record):
            right = record.initial_digest if step.decision is None else step.decision.digest
            if step.state.digest() != right and len(problems) < _MOST_PROBLEMS:
                problems.append(f"ply {step.ply}: the position is not the one that was recorded")
            positions.append(_position(step.state, seats, step.events))
    except RecordError as error:
        problems.append(f"the replay ends here: {error}")
    return positions, problems


def _position(state: AnyState, seats: Sequence[int], events: Sequence[Event]) -> _Position:
    public = state.public()
    private = (state.private(seat) for seat in seats)
    return _Position(
        public,
        public.SerializeToString(),
        tuple(None if message is None else message.SerializeToString() for message in private),
        tuple(
            (
                None if event.audience is None else sorted(event.audience),
                event.message.SerializeToString(),
            )
            for event in events
        ),
    )


def _head(
    number: int, record: record_pb2.MatchRecord, names: list[str], problems: list[str]
) -> dict[str, Any]:
    termination = game_pb2.Termination.Name(record.termination)
    started = datetime.fromtimestamp(record.started_at_us / 1e6, UTC)
    options = [
        printable(f"{name}={text}", 60)
        for name, text in sorted(record.game_options.items())
        if text
    ]
    words = last_words(record)
    return {
        "number": number,
        "fileName": f"match-{number}",
        "game": record.spec.game,
        "gameTitle": record.spec.game,
        "options": " ".join(options),
        "timeControl": record.time_control.text,
        "bank_us": record.time_control.bank_us or None,
        "startedAt": started.isoformat(" ", "seconds") if record.started_at_us else "",
        "names": names,
        "kinds": list(map(printable, record.kinds)),
        "decisions": [_decision(decision) for decision in record.decisions],
        "faults": [
            {
                "seat": fault.seat,
                "kind": _fault_kind(fault.kind),
                "ply": fault.ply,
                "detail": printable(fault.detail),
                "forgiven": fault.forgiven,
            }
            for fault in record.faults
        ],
        "resignations": [{"seat": each.seat, "ply": each.ply} for each in record.resignations],
        "notes": list(map(printable, record.notes)),
        "logs": [
            {
                "seat": seat,
                "name": names[seat] if seat < len(names) else "",
                "text": "\n".join(map(printable, [*told.log, *words.get(seat, ())])),
            }
            for seat, told in enumerate(record.seats)
            if told.log or words.get(seat)
        ],
        "outcome": [
            {"placement": seat.placement, "score": seat.score} for seat in record.outcome.seats
        ],
        "termination": termination.removeprefix("TERMINATION_").lower(),
        "reason": printable(record.reason),
        "problems": list(map(printable, problems)),
    }


def _fault_kind(kind: game_pb2.FaultKind) -> str:
    name = game_pb2.FaultKind.Name(kind)
    return name.removeprefix("FAULT_KIND_").replace("_", " ").lower()


def _decision(decision: record_pb2.DecisionRecord) -> dict[str, Any]:
    told = decision.evaluation if decision.HasField("evaluation") else None
    split = split_time(decision) if decision.raw_us else None
    return {
        "seat": decision.seat,
        "kind": decision.kind,
        "move": printable(decision.move),
        "charged_us": decision.charged_us,
        "remaining_us": decision.remaining_us if decision.HasField("remaining_us") else None,
        "queue_us": split.queue_us if split else None,
        "wire_us": split.wire_us if split else None,
        "bot_us": split.bot_us if split else None,
        "legal": decision.legal_count,
        "decider": decision.decider,
        # Infinities can't be written in JSON.
        "values": [value if math.isfinite(value) else None for value in told.values]
        if told and told.values
        else None,
        "depth": told.depth if told and told.HasField("depth") else None,
        "nodes": told.nodes if told and told.HasField("nodes") else None,
        "line": printable(" ".join(told.line)) if told else "",
        "comment": printable(told.comment) if told else "",
    }

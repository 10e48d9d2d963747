"""`podesta match --json`: every event and every result as a line of JSON."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from podesta.v1 import game_pb2, match_pb2, record_pb2

from arena.cli.failures import say
from arena.cli.json_lines import message_json, write_json
from arena.match.picture import MatchPicture
from arena.terminal.match_text import TERMINATIONS
from arena.terminal.matches_text import slot_lost_line
from arena.terminal.record_names import last_words, record_names

__all__ = ["JsonWatcher", "result_json"]


class JsonWatcher:
    """Events as protobuf maps them to JSON, then {"result": ...} for each match."""

    def __init__(self, record_files: Mapping[int, Path]) -> None:
        """`record_files` names the file of each match by its number from 1, where there is one."""
        self._record_files = record_files

    def begins(self, spec: match_pb2.MatchSpec, number: int) -> None:
        """Nothing: the first event tells of the start."""

    def happened(self, event: match_pb2.MatchEvent, picture: MatchPicture) -> None:
        """The event as it came."""
        write_json(message_json(event))

    def waits(self) -> None:
        """Nothing."""

    def ended(self, record: record_pb2.MatchRecord, number: int) -> None:
        """The result in a shape that scripts can use without knowing the protocol."""
        file = self._record_files.get(number)
        written = str(file) if file is not None and file.is_file() else None
        write_json({"result": result_json(record) | {"record": written}})

    def lost(self, spec: match_pb2.MatchSpec, number: int, cause: str) -> None:
        """The result of a match that came to nothing."""
        write_json({"result": _lost_json(spec, cause) | {"record": None}})

    def slot_lost(self, slot: int, cause: str) -> None:
        """A complaint, which is no event of a match."""
        say(slot_lost_line(slot, cause))


def _lost_json(spec: match_pb2.MatchSpec, cause: str) -> dict[str, Any]:
    void = record_pb2.MatchRecord(
        spec=spec,
        termination=game_pb2.TERMINATION_VOID,
        reason=cause,
        game_options=spec.game_options,
    )
    return result_json(void)


def result_json(record: record_pb2.MatchRecord) -> dict[str, Any]:
    """One match in short: docs/cli.md lists the keys."""
    # A record from outside may tell of seats that it does not have.
    used_us: Counter[int] = Counter()
    for decision in record.decisions:
        used_us[decision.seat] += decision.charged_us
    outcome = record.outcome.seats
    words = last_words(record)
    seats = []
    for seat, name in enumerate(record_names(record)):
        placed = outcome[seat] if seat < len(outcome) else None
        seats.append(
            {
                "seat": seat,
                "engine": record.spec.engines[seat].id,
                "name": name,
                "placement": placed.placement if placed else None,
                "score": placed.score if placed else None,
                "tiebreaks": list(placed.tiebreaks) if placed else None,
                "used_us": used_us[seat],
                "stderr": words.get(seat),
            }
        )
    return {
        "match_id": record.spec.match_id,
        "attempt": record.spec.attempt,
        "deal": record.spec.deal_id,
        "game": record.spec.game,
        "game_options": dict(sorted(record.game_options.items())),
        "time_control": record.spec.time_control,
        "termination": TERMINATIONS.get(record.termination, "unknown"),
        "reason": record.reason,
        "unrated": record.unrated,
        "plies": len(record.decisions),
        "duration_us": record.duration_us,
        "seats": seats,
        "faults": [message_json(fault) for fault in record.faults],
    }

"""The headers of a match text: which there are, and the fields of a record that they hold."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from google.protobuf.internal.enum_type_wrapper import EnumTypeWrapper
from podesta.v1 import game_pb2, match_pb2, record_pb2

from arena.match_text.times import date_text, read_date_us, read_time_us, time_text

__all__ = ["SEAT_FIELDS", "headers_of", "read_header"]

_Record = record_pb2.MatchRecord


@dataclass(frozen=True, slots=True)
class _Plain:
    """A header that holds one field; `write` gives "" where there is nothing to say."""

    write: Callable[[_Record], str]
    read: Callable[[_Record, str], None]


def _set(path: str, parse: Callable[[str], Any]) -> Callable[[_Record, str], None]:
    *parents, last = path.split(".")

    def read(record: _Record, text: str) -> None:
        message: Any = record
        for parent in parents:
            message = getattr(message, parent)
        setattr(message, last, parse(text))

    return read


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal()) or len(text) > 18:
        raise ValueError(f"{text!r} is no whole number")
    return int(text)


def _signed(text: str) -> int:
    return -_number(text[1:]) if text.startswith("-") else _number(text)


def _bytes(text: str) -> bytes:
    try:
        return bytes.fromhex(text)
    except ValueError:
        raise ValueError(f"{text!r} are no hexadecimal digits") from None


def _word(kinds: EnumTypeWrapper, prefix: str, value: int) -> str:
    try:
        return str(kinds.Name(value)).removeprefix(prefix).replace("_", " ").lower()
    except ValueError:
        return ""


def _value(kinds: EnumTypeWrapper, prefix: str, text: str) -> int:
    words = {_word(kinds, prefix, value): value for value in kinds.values()}
    if text not in words:
        close = get_close_matches(text, words, 1)
        hint = f"; did you mean {close[0]!r}?" if close else ""
        raise ValueError(f"{text!r} is none of {', '.join(words)}{hint}")
    return words[text]


_Kinds: Any = game_pb2.FaultKind
_Terminations: Any = game_pb2.Termination
_Rules: Any = match_pb2.FaultRule


def _numbers(text: str) -> list[int]:
    return [_number(part) for part in text.split()]


def _grace(record: _Record) -> str:
    return time_text(record.spec.grace_us) if record.spec.HasField("grace_us") else ""


def _unrated(record: _Record, text: str) -> None:
    if text != "yes":
        raise ValueError(f"{text!r} is not yes; a match that counts has no such header")
    record.unrated = True


def _chance(record: _Record, text: str) -> None:
    record.chance_draws.extend(_numbers(text))


_PLAIN = {
    "Game": _Plain(lambda r: r.spec.game, _set("spec.game", str)),
    "RulesVersion": _Plain(lambda r: r.rules_version, _set("rules_version", str)),
    "Match": _Plain(lambda r: r.spec.match_id, _set("spec.match_id", str)),
    "Attempt": _Plain(
        lambda r: str(r.spec.attempt) if r.spec.attempt > 1 else "", _set("spec.attempt", _number)
    ),
    "League": _Plain(lambda r: r.spec.league_id, _set("spec.league_id", str)),
    "Deal": _Plain(lambda r: r.spec.deal_id, _set("spec.deal_id", str)),
    "Date": _Plain(lambda r: date_text(r.started_at_us), _set("started_at_us", read_date_us)),
    "Duration": _Plain(lambda r: time_text(r.duration_us), _set("duration_us", read_time_us)),
    "TimeControl": _Plain(lambda r: r.spec.time_control, _set("spec.time_control", str)),
    "Grace": _Plain(_grace, _set("spec.grace_us", read_time_us)),
    "OpeningPlies": _Plain(
        lambda r: str(r.spec.opening_plies) if r.spec.opening_plies else "",
        _set("spec.opening_plies", _number),
    ),
    "FaultRule": _Plain(
        lambda r: _word(_Rules, "FAULT_RULE_", r.spec.fault_rule) if r.spec.fault_rule else "",
        _set("spec.fault_rule", lambda text: _value(_Rules, "FAULT_RULE_", text)),
    ),
    "Retries": _Plain(
        lambda r: str(r.spec.retries) if r.spec.retries else "", _set("spec.retries", _number)
    ),
    "Chance": _Plain(lambda r: " ".join(map(str, r.chance_draws)), _chance),
    "Position": _Plain(lambda r: r.initial_digest.hex(), _set("initial_digest", _bytes)),
    "Lag": _Plain(
        lambda r: time_text(r.max_lag_us) if r.max_lag_us else "", _set("max_lag_us", read_time_us)
    ),
    "Unrated": _Plain(lambda r: "yes" if r.unrated else "", _unrated),
    "Termination": _Plain(
        lambda r: _word(_Terminations, "TERMINATION_", r.termination),
        _set("termination", lambda text: _value(_Terminations, "TERMINATION_", text)),
    ),
    "Reason": _Plain(lambda r: r.reason, _set("reason", str)),
    "OutcomeReason": _Plain(
        lambda r: r.outcome.reason if r.outcome.reason != r.reason else "",
        _set("outcome.reason", str),
    ),
}
"""Headers that stand once at most, in the order in which they are written."""

SEAT_FIELDS = ("", ".Id", ".Program", ".Version", ".Author", ".Digest")
"""What is told of a seat: `Seat0` is its name, `Seat0.Id` the stable id, and so on."""


def headers_of(record: _Record) -> Iterator[tuple[str, str]]:
    """Every header of a record with its value, in order."""
    for name, plain in _PLAIN.items():
        value = plain.write(record)
        if value or name in ("Game", "Match"):
            yield name, value
        if name == "TimeControl":
            yield from _options_and_seats(record)
    for fault in record.faults:
        yield "Fault", _fault_text(fault)
    for each in record.resignations:
        yield "Resignation", f"{each.seat} {each.ply} {each.faults_before}"
    for note in record.notes:
        yield "Note", note


def _options_and_seats(record: _Record) -> Iterator[tuple[str, str]]:
    for key, value in sorted(record.game_options.items()):
        yield f"Option.{key}", value
    for seat, engine in enumerate(record.spec.engines):
        told = record.seats[seat] if seat < len(record.seats) else record_pb2.SeatRecord()
        values = engine.name, engine.id, told.name, told.version, told.author, told.version_digest
        for field, value in zip(SEAT_FIELDS, values, strict=True):
            if value or not field:
                yield f"Seat{seat}{field}", value


def read_header(record: _Record, name: str, value: str) -> None:
    """Put a header into a record. Raises ValueError where it can't be."""
    plain = _PLAIN.get(name)
    if plain is not None:
        plain.read(record, value)
    elif name.startswith("Option."):
        for options in (record.game_options, record.spec.game_options):
            options[name.removeprefix("Option.")] = value
    elif name.startswith("Seat") and name[4:5].isdecimal():
        _read_seat(record, name.removeprefix("Seat"), value)
    elif name == "Fault":
        _read_fault(record, value)
    elif name == "Resignation":
        seat, ply, before = _three(_numbers(value))
        record.resignations.add(seat=seat, ply=ply, faults_before=before)
    elif name == "Note":
        record.notes.append(value)
    else:
        known = [*_PLAIN, "Option.", "Seat0", "Fault", "Resignation", "Note"]
        close = get_close_matches(name, known, 1)
        hint = f"; did you mean {close[0]!r}?" if close else ""
        raise ValueError(f"there is no header {name!r}{hint}")


def _three(numbers: list[int]) -> tuple[int, int, int]:
    if len(numbers) != 3:
        raise ValueError("three numbers belong here: seat, ply, faults before")
    return numbers[0], numbers[1], numbers[2]


def _read_seat(record: _Record, rest: str, value: str) -> None:
    number, dot, field = rest.partition(".")
    seat, engines = _number(number), record.spec.engines
    if dot + field not in SEAT_FIELDS:
        close = get_close_matches(dot + field, SEAT_FIELDS, 1)
        hint = f"; did you mean 'Seat{number}{close[0]}'?" if close else ""
        raise ValueError(f"there is no header 'Seat{rest}'{hint}")
    if not dot:
        if seat != len(engines):
            raise ValueError(f"seats come in order: Seat{len(engines)} is the next")
        engines.add(name=value)
        record.seats.add()
        return
    if seat != len(engines) - 1:
        raise ValueError(f"Seat{rest} belongs behind Seat{seat} and before the next seat")
    told = record.seats[seat]
    match field:
        case "Id":
            engines[seat].id = told.engine_id = value
        case "Program":
            told.name = value
        case "Version":
            told.version = value
        case "Author":
            told.author = value
        case _:
            told.version_digest = engines[seat].version_digest = value


def _fault_text(fault: game_pb2.Fault) -> str:
    """`seat 1, ply 17: crash, signal 9: the process ended`."""
    parts = [_word(_Kinds, "FAULT_KIND_", fault.kind)]
    if fault.HasField("exit_status"):
        parts.append(f"exit {fault.exit_status}")
    if fault.HasField("signal"):
        parts.append(f"signal {fault.signal}")
    if fault.HasField("overrun_us"):
        parts.append(f"over {time_text(fault.overrun_us)}")
    if fault.forgiven:
        parts.append("forgiven")
    return f"seat {fault.seat}, ply {fault.ply}: {', '.join(parts)}: {fault.detail}"


def _read_fault(record: _Record, value: str) -> None:
    where, found, rest = value.partition(": ")
    told, second, detail = rest.partition(": ")
    words = where.replace(",", "").split()
    if not (found and second) or len(words) != 4 or words[::2] != ["seat", "ply"]:
        raise ValueError("a fault reads: seat 1, ply 17: crash, signal 9: what happened")
    kind, *parts = told.split(", ")
    fault = record.faults.add(
        seat=_number(words[1]),
        ply=_number(words[3]),
        kind=game_pb2.FaultKind.ValueType(_value(_Kinds, "FAULT_KIND_", kind)),
        detail=detail,
    )
    for part in parts:
        name, _, number = part.partition(" ")
        match name:
            case "exit":
                fault.exit_status = _signed(number)
            case "signal":
                fault.signal = _signed(number)
            case "over":
                fault.overrun_us = read_time_us(number)
            case "forgiven":
                fault.forgiven = True
            case _:
                raise ValueError(f"{part!r} is nothing that a fault tells")

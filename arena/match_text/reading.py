"""Matches from text, one after another, so that a file of any length needs no memory.

What is wrong is told with its line and column; the next match is then read on.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches

from podesta.v1 import game_pb2, match_pb2, record_pb2

from arena.match_text.escapes import unescaped
from arena.match_text.headers import read_header
from arena.match_text.times import read_time_us
from arena.match_text.writing import DECIDERS
from referee.record_builder import RECORD_FORMAT

__all__ = ["MatchTextError", "TextMatch", "read_matches"]

_LONGEST_LINE = 1_000_000
_FIRST = "[Game "
_HEADER = re.compile(r'\[((?:[^\\ "]|\\.)+) "((?:[^"\\]|\\.)*)"\]')
_DECISION = re.compile(r'(\d{1,9})\. (\d{1,3}) (?:"((?:[^"\\]|\\.)*)"|([^\s"{}\\]+))')
_RESULT = re.compile(r"1-0|0-1|1/2-1/2|\*|#\d{1,3}(?: \d{1,3})*")
_COMMAND = re.compile(r"\[%([^\s\]\\]+)(?: ((?:[^\]\\]|\\.)*))?\]")
_TEXT = re.compile(r"(?:[^}\\]|\\.)*")
_IN_LINE = re.compile(r"(?:[^\\ ]|\\.)+")
_PLACEMENTS = {"1-0": [1, 2], "0-1": [2, 1], "1/2-1/2": [1, 1]}
_COMMANDS = ("by", "clk", "emt", "raw", "own", "queue", "wait", "eval", "nodes", "pv")
_INT64 = 2**63


class MatchTextError(ValueError):
    """What is wrong with a text, and where; `line` and `column` count from 1."""

    def __init__(self, line: int, column: int, problem: str) -> None:
        super().__init__(f"line {line}, column {column}: {problem}")
        self.line = line
        self.column = column
        self.problem = problem


@dataclass(slots=True)
class TextMatch:
    """A match as its text tells it. `line` is where it begins, `places` (line, column) where each
    decision stands."""

    record: record_pb2.MatchRecord
    line: int
    places: list[tuple[int, int]] = field(default_factory=list)


def read_matches(lines: Iterable[str]) -> Iterator[TextMatch | MatchTextError]:
    """Every match of a text, or what is wrong with it; behind an error the next match is read."""
    reader = _Reader()
    skipping = False
    number = 0
    for number, raw in enumerate(lines, 1):
        line = raw.rstrip("\r\n")
        if number == 1:
            line = line.removeprefix("\ufeff")
        if skipping and not line.startswith(_FIRST):
            continue
        skipping = False
        try:
            whole = reader.take(number, line)
        except MatchTextError as error:
            yield error
            begun = reader.match is not None
            reader, skipping = _Reader(), True
            if not (begun and line.startswith(_FIRST)):
                continue
            try:
                whole = reader.take(number, line)
            except MatchTextError:  # it is told already that something is wrong here
                continue
            skipping = False
        if whole is not None:
            yield whole
            reader = _Reader()
    if reader.match is not None:
        yield MatchTextError(number, 1, "the text ends before the result of the match")


class _Reader:
    """Reads one match, line by line."""

    def __init__(self) -> None:
        self.match: TextMatch | None = None
        self._seen: set[str] = set()
        self._in_headers = True

    def take(self, number: int, line: str) -> TextMatch | None:
        """Read a line; returns the match with its last one. Raises MatchTextError."""
        if len(line) > _LONGEST_LINE:
            raise MatchTextError(number, _LONGEST_LINE, "a line longer than a million characters")
        if not line.strip():
            return None
        if line.startswith((";", "%")):
            return None  # a remark for people, as in PGN
        if line.startswith("["):
            self._header(number, line)
            return None
        if self.match is None:
            raise MatchTextError(number, 1, f"a match begins with {_FIRST}...]")
        self._in_headers = False
        if line[0].isdigit() and _DECISION.match(line):
            self._decision(number, line)
            return None
        return self._result(number, line)

    def _header(self, number: int, line: str) -> None:
        found = _HEADER.fullmatch(line.rstrip())
        if found is None:
            raise MatchTextError(number, 1, 'a header reads: [Name "value"]')
        name = _unescaped(number, found, 1)
        value = _unescaped(number, found, 2)
        if self.match is None:
            if name != "Game":
                raise MatchTextError(number, 2, f"a match begins with {_FIRST}...]")
            self.match = TextMatch(record_pb2.MatchRecord(format=RECORD_FORMAT), number)
            self.match.record.spec.attempt = 1
        elif not self._in_headers:
            raise MatchTextError(number, 1, "the match before has no result")
        if name in self._seen and name not in ("Fault", "Resignation", "Note"):
            raise MatchTextError(number, 2, f"{name} stands here twice")
        self._seen.add(name)
        try:
            read_header(self.match.record, name, value)
        except ValueError as error:
            known = "there is no header" in str(error)
            column = 2 if known else found.start(2) + 1
            raise MatchTextError(number, column, str(error)) from None

    def _decision(self, number: int, line: str) -> None:
        assert self.match is not None
        record = self.match.record
        found = _DECISION.match(line)
        assert found is not None
        if int(found[1]) != len(record.decisions) + 1:
            raise MatchTextError(number, 1, f"decision {len(record.decisions) + 1} is the next")
        seat = int(found[2])
        if seat >= len(record.spec.engines):
            raise MatchTextError(number, found.start(2) + 1, f"there is no seat {seat}")
        quoted = found[3] is not None
        move = _unescaped(number, found, 3) if quoted else found[4]
        decision = record.decisions.add(seat=seat, move=move, decider=match_pb2.DECIDER_ENGINE)
        self.match.places.append((number, found.start(3 if quoted else 4) + 1))
        commands, comment = _comment(number, line, found.end())
        raw = False
        for column, name, value in commands:
            try:
                _read_command(decision, name, value)
            except ValueError as error:
                raise MatchTextError(number, column, str(error)) from None
            raw = raw or name == "raw"
        if not raw:
            decision.raw_us = decision.charged_us
        if comment:
            decision.evaluation.comment = comment

    def _result(self, number: int, line: str) -> TextMatch:
        assert self.match is not None
        record = self.match.record
        found = _RESULT.match(line)
        if found is None:
            raise MatchTextError(
                number, 1, f"{line[:40]!r} is neither a decision (1. 0 move) nor a result (1-0)"
            )
        commands, comment = _comment(number, line, found.end())
        if comment:
            raise MatchTextError(number, found.end() + 1, "no comment belongs to a result")
        text = found[0]
        if text == "*":
            if record.HasField("outcome"):
                raise MatchTextError(number, 1, "a match without a result has no reason for it")
            return self.match
        placements = _PLACEMENTS.get(text) or [int(part) for part in text[1:].split()]
        if len(placements) != len(record.spec.engines):
            raise MatchTextError(
                number, 1, f"{len(placements)} placements of {len(record.spec.engines)} seats"
            )
        seats = [record.outcome.seats.add(placement=place) for place in placements]
        if not record.outcome.reason:
            record.outcome.reason = record.reason
        for column, name, value in commands:
            try:
                _read_scores(seats, name, value)
            except ValueError as error:
                raise MatchTextError(number, column, str(error)) from None
        return self.match


def _unescaped(number: int, found: re.Match[str], group: int) -> str:
    try:
        return unescaped(found[group])
    except ValueError as error:
        text, place = error.args
        raise MatchTextError(number, found.start(group) + place + 1, text) from None


def _comment(number: int, line: str, start: int) -> tuple[list[tuple[int, str, str]], str]:
    """The commands behind a decision (column, name, value), and the comment."""
    rest = line[start:].rstrip()
    if not rest:
        return [], ""
    if not rest.startswith(" {") or not rest.endswith("}"):
        raise MatchTextError(number, start + 1, "behind it only {comment} may stand")
    place, commands = start + 2, []
    while (found := _COMMAND.match(line, place)) is not None:
        commands.append((place + 1, found[1], found[2] or ""))
        place = found.end()
        if line.startswith(" ", place):
            place += 1
    text = _TEXT.match(line, place)
    assert text is not None
    if line[text.end() :].rstrip() != "}":
        raise MatchTextError(number, text.end() + 1, "a comment ends here, but the line does not")
    return commands, _unescaped(number, text, 0)


def _read_command(decision: record_pb2.DecisionRecord, name: str, value: str) -> None:
    match name:
        case "by":
            known = {word: decider for decider, word in DECIDERS.items() if word}
            if value not in known:
                raise ValueError(f"{value!r} is none of {', '.join(known)}")
            decision.decider = known[value]
        case "clk":
            decision.remaining_us = read_time_us(value)
        case "emt":
            decision.charged_us = read_time_us(value)
        case "raw":
            decision.raw_us = read_time_us(value)
        case "own":
            decision.engine_us = read_time_us(value)
        case "queue":
            decision.queue_us = read_time_us(value)
        case "wait":
            decision.arrival_queue_us = read_time_us(value)
        case "eval":
            _read_evaluation(decision.evaluation, value)
        case "nodes":
            decision.evaluation.nodes = _count(value, 2 * _INT64)
        case "pv":
            decision.evaluation.line.extend(unescaped(move) for move in _IN_LINE.findall(value))
        case _:
            close = get_close_matches(name, _COMMANDS, 1)
            hint = f"; did you mean [%{close[0]}]?" if close else ""
            raise ValueError(f"[%{name}] is not known{hint}")


def _read_evaluation(evaluation: game_pb2.Evaluation, value: str) -> None:
    values, comma, depth = value.partition(",")
    evaluation.SetInParent()
    for text in values.split():
        try:
            evaluation.values.append(float(text))
        except ValueError:
            raise ValueError(f"{text!r} is no number") from None
    if comma:
        evaluation.depth = _count(depth, 2**32)


def _read_scores(seats: list[game_pb2.SeatOutcome], name: str, value: str) -> None:
    if name not in ("scores", "ties"):
        raise ValueError(f"[%{name}] does not belong to a result, only scores and ties")
    parts = value.split() if name == "scores" else value.split(";")
    if len(parts) != len(seats):
        raise ValueError(f"{len(parts)} {name} of {len(seats)} seats")
    for seat, part in zip(seats, parts, strict=True):
        if name == "scores":
            seat.score = _signed(part)
        else:
            seat.tiebreaks.extend(_signed(number) for number in part.split())


def _count(text: str, end: int) -> int:
    if not (text.isascii() and text.isdecimal()) or len(text) > 20 or int(text) >= end:
        raise ValueError(f"{text!r} is no whole number, or too large")
    return int(text)


def _signed(text: str) -> int:
    return -_count(text[1:], _INT64) if text.startswith("-") else _count(text, _INT64)

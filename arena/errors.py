"""What can go wrong with many matches, by whose fault it is.

    ArenaError
    ├── ConfigError                the user's: a league file; holds every problem at once
    ├── LedgerError                a ledger that can't be used
    │   ├── LedgerBusyError        another run has it open
    │   ├── LedgerUnreadableError  truncated, damaged, not a ledger, or of another version
    │   ├── LedgerMismatchError    it belongs to a league played on other terms
    │   └── LedgerWriteError       the disk is full or read-only; what was committed stays
    ├── TokenError                 the user's: a file of tokens, or a token that can't be used
    ├── LobbyError                 the user's: a lobby that can't be opened
    ├── ActRefusedError            the user's: something that can't be done to this league
    ├── MatchNameError             the user's: a word that names no match, or several
    ├── CapacityError              the user's: more at once than this machine allows
    ├── TranscriptError            the user's: bytes that are no transcript of ours, or damaged
    ├── UnkeptRecordError          the machine's: the record of a match can't be written
    ├── ChartError                 the machine's: the process that draws charts is killed each time
    ├── MeasuringError             the machine's: no process to measure it with can be kept running
    └── ExecutorError              ours or the machine's: no referee process can be kept running

What an engine does wrong never raises here: it is in the record of its match.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

__all__ = [
    "ActRefusedError",
    "ArenaError",
    "CapacityError",
    "ChartError",
    "ConfigError",
    "ExecutorError",
    "LedgerBusyError",
    "LedgerError",
    "LedgerMismatchError",
    "LedgerUnreadableError",
    "LedgerWriteError",
    "LobbyError",
    "MatchNameError",
    "MeasuringError",
    "Problem",
    "TokenError",
    "TranscriptError",
    "UnkeptRecordError",
]


class ArenaError(Exception):
    """The root; the message is for people, without a traceback."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong in a configuration file.

    `key` is the path of the key, for example "engine[2].comand" (tables counted from 1); empty
    where the whole file is meant. `suggestion` is the nearest valid word, if one is near.
    """

    file: Path
    key: str
    message: str
    suggestion: str | None = None

    def __str__(self) -> str:
        where = f"{self.file}: {self.key}: " if self.key else f"{self.file}: "
        hint = f'; did you mean "{self.suggestion}"?' if self.suggestion else ""
        return f"{where}{self.message}{hint}"


class ConfigError(ArenaError):
    """A configuration that can't be used; `problems` holds all that is wrong with it."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = tuple(problems)


class LedgerError(ArenaError):
    """A ledger that can't be used."""


class LedgerBusyError(LedgerError):
    """Another run has the ledger open."""


class LedgerUnreadableError(LedgerError):
    """Truncated, damaged, not a ledger, or of another version."""


class LedgerMismatchError(LedgerError):
    """The ledger belongs to a league that is played on other terms."""


class LedgerWriteError(LedgerError):
    """The disk is full or read-only. What was committed before stays."""


class TokenError(ArenaError):
    """A file of tokens that can't be used, or a token that is not there; no text shows a token."""


class LobbyError(ArenaError):
    """A lobby that can't be opened: its address is taken, or its certificate can't be used."""


class ActRefusedError(ArenaError):
    """Something that can't be done to this league; nothing was changed."""


class MatchNameError(ArenaError):
    """A number or the beginning of an id that names no match that counts, or several."""


class CapacityError(ArenaError):
    """More at once than this machine allows; the message says what would fit."""


class UnkeptRecordError(ArenaError):
    """The record of a match that was played can't be written."""


class ChartError(ArenaError):
    """The process that draws the charts of a report was killed, and the next one too."""


class MeasuringError(ArenaError):
    """Processes to measure this machine with can't be started, or ended too early."""


class ExecutorError(ArenaError):
    """No referee process can be kept running; the message holds the last that one said."""


class TranscriptError(ArenaError):
    """Bytes that are no transcript of ours, or a damaged one; the message says what and where."""

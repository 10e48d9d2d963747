"""A league as its organiser describes it, checked and frozen."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from podesta.v1 import match_pb2

from arena.config.isolation import IsolationSettings
from arena.executors.pinning import Pinning
from arena.lobby.settings import LobbySettings
from arena.schedule.settings import FormatSettings

__all__ = ["EngineEntry", "League"]


@dataclass(frozen=True, slots=True)
class EngineEntry:
    """One engine of a league.

    `id` is stable and unique, `name` is for people and may be anything. `command` is ready to be
    started; `written_command` is as it stands in the file, the same on every machine, and
    likewise `environment` and `written_environment`. `directory` is None where the file names
    none: the engine is then started in the directory of the file. `files` are the patterns that
    the version of the engine is made from, empty for the default. Engines of one `owner` do not
    meet; the empty owner is nobody.
    """

    id: str
    name: str
    command: tuple[str, ...]
    written_command: tuple[str, ...]
    directory: Path | None
    environment: Mapping[str, str]
    written_environment: Mapping[str, str]
    options: Mapping[str, str]
    owner: str
    files: tuple[str, ...]
    transport: match_pb2.Transport
    remote: str = ""
    """The name of the token with which it waits in the lobby; empty for one that is started."""
    at_once: int = 1
    """How many matches one that is remote plays at a time."""
    readable: tuple[Path, ...] = ()
    """Files and directories that it may read besides its own."""
    image: str = ""
    """What its container is made from; empty for the league's."""
    limits: Mapping[str, int] = field(default_factory=dict)
    """What was written of this engine alone, see `IsolationSettings`."""


@dataclass(frozen=True, slots=True)
class League:
    """A whole league.

    `game_options` and `time_control` are canonical. `deals` counts what the `format` makes of it,
    None where it has no end. `hidden` says that the game hides something
    or draws chance after the set-up, so that nothing of a deal may be told before all its matches
    are committed. `seed` is None for a secret league. `suspend_after` counts faults in a row.
    `grace_us` None and `ready_limit_us` 0 mean the referee's default. `warnings` are one line
    each, for people.
    """

    file: Path
    ledger: Path
    name: str
    game: str
    game_options: Mapping[str, str]
    hidden: bool
    seats: int
    time_control: str
    deals: int | None
    concurrency: int
    opening_plies: int
    seed: str | None
    fault_rule: match_pb2.FaultRule
    retries: int
    suspend_after: int
    grace_us: int | None
    ready_limit_us: int
    off_move: match_pb2.OffMove
    pin_cpus: Pinning
    fresh_engines: bool
    trust: bool
    anchor: str | None
    engines: tuple[EngineEntry, ...]
    warnings: tuple[str, ...] = ()
    lobby: LobbySettings | None = None
    format: FormatSettings = field(default_factory=FormatSettings)
    isolation: IsolationSettings = field(default_factory=IsolationSettings)

    @property
    def directory(self) -> Path:
        """Where the league's file lies; relative paths start here."""
        return self.file.parent

    def engine(self, engine_id: str) -> EngineEntry:
        """The engine of that id. Raises KeyError for an unknown one."""
        for engine in self.engines:
            if engine.id == engine_id:
                return engine
        raise KeyError(engine_id)

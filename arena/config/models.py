"""The shape of a league file: which keys there are and of which types.

What needs the file's place, the games or several keys at once is checked in
`arena.config.checks`.
"""

import re
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
)

from arena.config.sizes import parse_size
from arena.executors.pinning import Pinning
from arena.schedule.settings import DEFAULT_TIEBREAK_DEALS
from arena.tokens.token import NAME_PATTERN
from referee.time_control import parse_duration, parse_time_control

__all__ = ["EngineTable", "LeagueTable", "LimitsTable", "LobbyTable", "Scalar", "SprtTable"]

_WAYS_TO_PIN = ", ".join(f'"{way}"' for way in Pinning)
MAX_ROUNDS = 1000
MAX_RETRIES = 100
MAX_NUMBER = 1_000_000
MAX_AT_ONCE = 16
MAX_CONCURRENCY = 4096
MAX_DEALS = 10_000_000
MAX_OPENING_PLIES = 1000

Scalar = str | bool | int | float
"""What an option may be written as; it is passed on as text."""


def _time_control(text: str) -> str:
    return str(parse_time_control(text))


def _duration_us(value: object) -> int:
    if not isinstance(value, str):
        raise ValueError(f'must be a text like "100ms", not {value!r}')
    return 0 if value in ("0", "0s", "0ms") else parse_duration(value, "duration")


def _size(value: object) -> int:
    if value in (0, "none"):
        return 0
    if not isinstance(value, str):
        raise ValueError(f'must be a text like "512M", not {value!r}')
    return parse_size(value)


def _number(value: object) -> int:
    if value == "none":
        return 0
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MAX_NUMBER:
        raise ValueError(f"must be a number from 0 to {MAX_NUMBER}, not {value!r}")
    return value


def _limited_time(value: object) -> int:
    return 0 if value in (0, "none") else _duration_us(value)


def _pinning(value: object) -> object:
    if isinstance(value, bool):
        return Pinning.WORKER if value else Pinning.NONE
    if value not in [*Pinning]:
        raise ValueError(f'must be {_WAYS_TO_PIN}, or true for "worker", not {value!r}')
    return Pinning(str(value))


def _token_name(text: str) -> str:
    if not re.fullmatch(NAME_PATTERN, text):
        # Not what was written: it may be the token itself.
        raise ValueError(
            "is no name of a token: lower-case letters, digits, '.', '_' and '-', at most 64"
        )
    return text


def _no_null(text: str) -> str:
    if "\0" in text:
        raise ValueError("holds a null character")
    return text


Text = Annotated[str, AfterValidator(_no_null)]
Duration = Annotated[int, BeforeValidator(_duration_us)]
Pinned = Annotated[Pinning, BeforeValidator(_pinning)]
Size = Annotated[int, BeforeValidator(_size)]
Number = Annotated[int, BeforeValidator(_number)]
LimitedTime = Annotated[int, BeforeValidator(_limited_time)]
EngineId = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9._-]{0,63}$")]
TokenName = Annotated[str, AfterValidator(_token_name)]
Name = Annotated[str, StringConstraints(min_length=1, max_length=200), AfterValidator(_no_null)]


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class LimitsTable(_Table):
    """What an engine may use; 0 and "none" lift what holds otherwise. docs/isolation.md."""

    memory: Size | None = None
    processes: Number | None = None
    file_size: Size | None = None
    cpu_time: LimitedTime | None = None
    scratch: Size | None = None
    open_files: Number | None = None

    def given(self) -> dict[str, int]:
        """Those that were written, in bytes, microseconds and numbers; 0 for none."""
        return self.model_dump(exclude_none=True)


class LeagueTable(_Table):
    """The table [league]; docs/leagues.md explains every key, docs/formats.md those of formats.

    `sprt` is a table of its own, `SprtTable`.
    """

    name: Name
    game: str
    time: Annotated[str, AfterValidator(_time_control)]
    format: Literal[
        "round-robin",
        "gauntlet",
        "swiss",
        "single-elimination",
        "double-elimination",
        "ladder",
        "sprt",
    ] = "round-robin"
    deals: int | None = Field(default=None, ge=1, le=MAX_DEALS)
    challengers: list[str] = Field(default_factory=list)
    rounds: int | None = Field(default=None, ge=1, le=MAX_ROUNDS)
    seeds: list[str] = Field(default_factory=list)
    tiebreak_deals: int = Field(default=DEFAULT_TIEBREAK_DEALS, ge=0, le=MAX_DEALS)
    sprt: dict[str, Any] | None = None
    seats: int | None = None
    options: dict[str, Scalar] = Field(default_factory=dict)
    concurrency: int | None = Field(default=None, ge=1, le=MAX_CONCURRENCY)
    opening_plies: int | None = Field(default=None, ge=0, le=MAX_OPENING_PLIES)
    seed: Annotated[str, StringConstraints(min_length=1, max_length=200)] | None = None
    fault_rule: Literal["stand-in", "end"] = "stand-in"
    retries: int = Field(default=0, ge=0, le=MAX_RETRIES)
    suspend_after: int = Field(default=3, ge=1)
    grace: Duration | None = None
    ready_limit: Duration | None = None
    off_move: Literal["allow", "freeze"] = "allow"
    pin_cpus: Pinned = Pinning.NONE
    fresh_engines: bool | None = None
    trust: bool = False
    ledger: Annotated[Text, StringConstraints(min_length=1)] | None = None
    anchor: str | None = None
    isolation: Literal["auto", "bwrap", "landlock", "rlimits", "podman", "docker", "none"] = "auto"
    require_isolation: Literal["bwrap", "landlock", "rlimits", "podman", "docker"] | None = None
    image: Text = ""
    limits: LimitsTable = LimitsTable()


class SprtTable(_Table):
    """The table [league.sprt]: a sequential test of two engines of the league."""

    candidate: str
    base: str
    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05
    model: Literal["normalized", "logistic"] = "normalized"


class EngineTable(_Table):
    """One table [[engine]]."""

    name: Name
    command: Text | list[Text] | None = None
    remote: TokenName | None = None
    at_once: int = Field(default=1, ge=1, le=MAX_AT_ONCE)
    id: EngineId | None = None
    directory: Text | None = None
    environment: dict[str, Text] = Field(default_factory=dict)
    options: dict[str, Scalar] = Field(default_factory=dict)
    owner: Text = ""
    files: list[Text] = Field(default_factory=list)
    transport: Literal["unix", "tcp"] = "unix"
    readable: list[Text] = Field(default_factory=list)
    image: Text = ""
    limits: LimitsTable = LimitsTable()


class LobbyTable(_Table):
    """The table [lobby]: where bots from far away dial in; docs/remote.md explains every key."""

    certificate: Annotated[Text, StringConstraints(min_length=1)]
    key: Annotated[Text, StringConstraints(min_length=1)]
    listen: Text = "0.0.0.0:7050"
    public_host: Text | None = None
    tokens: Annotated[Text, StringConstraints(min_length=1)] | None = None
    seat_ports: Text | None = None
    wait: Duration = 60_000_000
    reconnect_grace: Duration = 30_000_000

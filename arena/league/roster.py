"""Who takes part and on which terms, as the ledger remembers it.

A roster is what is needed to know every planned match: from the league file for a run, from the
ledger for those who only look.
"""

from collections.abc import Mapping
from typing import Self

from pydantic import BaseModel, ConfigDict, ValidationError

from arena.config import League
from arena.errors import LedgerUnreadableError
from arena.league.engine_version import version_digest
from arena.league.identity import engine_identity, league_id, lot, terms_of
from arena.ledger import LedgerReader
from arena.schedule import Field, Format, FormatSettings
from arena.schedule.formats import make_format

__all__ = ["Entrant", "Roster"]

_KEY = "roster"


class Entrant(BaseModel):
    """An engine as it takes part. `identity` changes with all that can change its play."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    name: str
    owner: str
    version_digest: str
    identity: str


class Roster(BaseModel):
    """All that the plan of a league follows from, and what people want to read above it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    league_id: str
    name: str
    game: str
    hidden: bool
    trust: bool
    seats: int
    deals: int | None
    time_control: str
    anchor: str | None
    terms: dict[str, str]
    entrants: tuple[Entrant, ...]
    format: FormatSettings = FormatSettings()
    """Ledgers that are older than formats hold round robins."""
    isolation: str = ""
    """The level at which engines were started in the last run; empty where unknown."""

    @classmethod
    def of_league(
        cls, league: League, secret: bytes, kept: Mapping[str, str] | None = None
    ) -> Self:
        """The roster of a league file. Raises ConfigError where an engine can't be read.

        `kept` names, for the identity of a new version, the one whose matches it goes on with.
        """
        terms = terms_of(league)
        entrants = []
        for engine in league.engines:
            version = version_digest(engine, league.file)
            identity = engine_identity(engine, version)
            entrants.append(
                Entrant(
                    id=engine.id,
                    name=engine.name,
                    owner=engine.owner,
                    version_digest=version,
                    identity=(kept or {}).get(identity, identity),
                )
            )
        return cls(
            league_id=league_id(secret, terms),
            name=league.name,
            game=league.game,
            hidden=league.hidden,
            trust=league.trust,
            seats=league.seats,
            deals=league.deals,
            time_control=league.time_control,
            anchor=league.anchor,
            terms=terms,
            entrants=tuple(entrants),
            isolation=league.isolation.level,
            format=league.format,
        )

    @classmethod
    def of_ledger(cls, ledger: LedgerReader) -> Self:
        """The roster of the last run. Raises LedgerUnreadableError where there was none."""
        try:
            return cls.model_validate_json(ledger.meta(_KEY))
        except ValidationError as error:
            raise LedgerUnreadableError(f"{ledger.path}: its roster can't be read") from error

    def make_format(self) -> Format:
        """The format with the engines of this roster. Raises ScheduleError (a ValueError)."""
        return make_format(
            self.format,
            Field(
                engines=tuple(entrant.id for entrant in self.entrants),
                seats=self.seats,
                owners={e.id: e.owner for e in self.entrants if e.owner},
                lots={e.id: lot(self.league_id, e.id) for e in self.entrants},
            ),
            self.deals,
        )

    def to_meta(self) -> tuple[str, bytes]:
        """Key and value under which a ledger keeps it."""
        return _KEY, self.model_dump_json().encode()

    def entrant(self, engine_id: str) -> Entrant:
        """The engine of that id. Raises KeyError."""
        for entrant in self.entrants:
            if entrant.id == engine_id:
                return entrant
        raise KeyError(engine_id)

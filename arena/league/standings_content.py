"""Standings and counts as bytes, to be kept in a ledger and read again."""

import numpy as np
from pydantic import ConfigDict, TypeAdapter, ValidationError, with_config
from typing_extensions import TypedDict

from arena.league.result import Totals
from arena.ratings import RatingTable, Row, SeatEffects, StandingsTable
from arena.ratings.appraisal import Appraisal

__all__ = ["standings_from_json", "standings_to_json"]

_FORM = 3
"""Grows when what stands in it means something else."""


@with_config(ConfigDict(extra="forbid"))
class _Content(TypedDict):
    form: int
    totals: Totals
    rows: tuple[Row, ...]
    engines: tuple[str, ...]
    los: list[list[float | None]]
    seat_effects: SeatEffects
    appraisal: Appraisal


_ADAPTER: TypeAdapter[_Content] = TypeAdapter(_Content)


def standings_to_json(totals: Totals, standings: StandingsTable, appraisal: Appraisal) -> bytes:
    """The bytes."""
    ratings = standings.ratings
    los = [[None if np.isnan(value) else float(value) for value in row] for row in ratings.los]
    return _ADAPTER.dump_json(
        _Content(
            form=_FORM,
            totals=totals,
            rows=standings.rows,
            engines=ratings.engine_ids,
            los=los,
            seat_effects=ratings.seat_effects,
            appraisal=appraisal,
        )
    )


def standings_from_json(content: bytes) -> tuple[Totals, StandingsTable, Appraisal] | None:
    """What they say; None for bytes of another form."""
    try:
        told = _ADAPTER.validate_json(content)
    except ValidationError:
        return None
    by_engine = {row.engine: row for row in told["rows"]}
    size = len(told["engines"])
    los = np.array(told["los"], dtype=np.float64).reshape(-1, size) if size else np.zeros((0, 0))
    if told["form"] != _FORM or set(by_engine) != set(told["engines"]) or len(los) != size:
        return None
    ratings = tuple(by_engine[engine].rating for engine in told["engines"])
    table = RatingTable(ratings, los, told["seat_effects"])
    return told["totals"], StandingsTable(told["rows"], table), told["appraisal"]

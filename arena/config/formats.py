"""The format of a league: which keys it needs, which ones belong to another."""

from collections.abc import Collection, Mapping, Sequence

from arena.config.league import EngineEntry, League
from arena.config.models import LeagueTable, SprtTable
from arena.config.problems import Problems
from arena.ratings import EloModel
from arena.schedule import Field, Format, FormatName, FormatSettings, ScheduleError, SprtSettings
from arena.schedule.formats import make_format
from arena.schedule.pairing import History

__all__ = ["check_deals", "check_format", "deals_of", "format_of"]

_ELIMINATIONS = (FormatName.SINGLE_ELIMINATION, FormatName.DOUBLE_ELIMINATION)

_HOMES: Mapping[str, Collection[FormatName]] = {
    "challengers": (FormatName.GAUNTLET,),
    "rounds": (FormatName.SWISS,),
    "seeds": (FormatName.SWISS, *_ELIMINATIONS),
    "tiebreak_deals": _ELIMINATIONS,
    "sprt": (FormatName.SPRT,),
}
"""The formats that each key belongs to."""

_COUNTED = (FormatName.ROUND_ROBIN, FormatName.GAUNTLET)
_ENDLESS = (FormatName.LADDER, FormatName.SPRT)


def deals_of(table: LeagueTable) -> int | None:
    """How many deals a league file means; what of depends on its format, None is without end."""
    if table.deals is None and table.format not in _ENDLESS:
        return 1
    return table.deals


def format_of(league: League) -> Format:
    """The format of a league as its file describes it; what is drawn by lot is not drawn here."""
    owners = {engine.id: engine.owner for engine in league.engines if engine.owner}
    field = Field(tuple(engine.id for engine in league.engines), league.seats, owners)
    return make_format(league.format, field, league.deals)


def check_deals(table: LeagueTable, problems: Problems) -> None:
    """Note a number of deals that is missing where there is no sensible default."""
    told = any(problem.key == "league.deals" for problem in problems.found)
    if table.deals is None and table.format in _COUNTED and not told:
        problems.add("league.deals", "is missing")


def check_format(
    table: LeagueTable,
    sprt: SprtTable | None,
    seats: int,
    engines: Sequence[EngineEntry],
    problems: Problems,
    *,
    whole: bool,
) -> FormatSettings | None:
    """The settings of the format; None where they can't be used, with the reasons noted.

    `whole` says that all engines of the file could be read.
    """
    before = len(problems.found)
    name = FormatName(table.format)
    for key, homes in _HOMES.items():
        if key in table.model_fields_set and name not in homes:
            problems.add(f"league.{key}", f"belongs to {_listed(homes)}, the format is {name}")
    ids = [engine.id for engine in engines]
    if whole:
        _check_ids("challengers", table.challengers, ids, problems)
        _check_ids("seeds", table.seeds, ids, problems)
    if name is FormatName.GAUNTLET and not table.challengers:
        problems.add("league.challengers", "a gauntlet needs them: a list of engine ids")
    if name in _ELIMINATIONS and seats != 2:
        problems.add("league.seats", f"a {name} has two seats, not {seats}")
    versions: tuple[str, ...] = ()
    settings = None
    if name is FormatName.SPRT:
        versions, settings = _check_sprt(sprt, ids, problems, whole=whole)
    if len(problems.found) > before:
        return None
    made = FormatSettings(
        name=name,
        challengers=tuple(table.challengers),
        rounds=table.rounds,
        seeds=tuple(table.seeds),
        tiebreak_deals=table.tiebreak_deals,
        versions=versions,
        sprt=settings,
    )
    if whole and len(set(ids)) == len(ids) >= seats:
        owners = {engine.id: engine.owner for engine in engines if engine.owner}
        field = Field(tuple(ids), seats, owners)
        try:
            # One deal tells whether there is a schedule; a league may have millions.
            make_format(made, field, 1).next_tables(History(present=frozenset(ids)))
        except ScheduleError as error:
            problems.add("engine", str(error))
            return None
    return made


def _check_sprt(
    table: SprtTable | None, ids: Sequence[str], problems: Problems, *, whole: bool
) -> tuple[tuple[str, ...], SprtSettings | None]:
    if table is None:
        told = any(problem.key.startswith("league.sprt") for problem in problems.found)
        if not told:
            problems.add("league.sprt", "a sequential test needs this table")
        return (), None
    for key, engine_id in (("candidate", table.candidate), ("base", table.base)):
        if whole and engine_id not in ids:
            problems.add_unknown(f"league.sprt.{key}", engine_id, ids, "engine")
    if table.candidate == table.base:
        problems.add("league.sprt.base", "is the candidate itself")
    settings = SprtSettings(
        elo0=table.elo0,
        elo1=table.elo1,
        alpha=table.alpha,
        beta=table.beta,
        model=EloModel(table.model),
    )
    try:
        settings.test()
    except ValueError as error:
        problems.add("league.sprt", str(error))
    return (table.candidate, table.base), settings


def _check_ids(key: str, given: Sequence[str], ids: Sequence[str], problems: Problems) -> None:
    for place, engine_id in enumerate(given, 1):
        if engine_id not in ids:
            problems.add_unknown(f"league.{key}[{place}]", engine_id, ids, "engine")
        elif engine_id in given[: place - 1]:
            problems.add(f"league.{key}[{place}]", f'"{engine_id}" is named twice')


def _listed(names: Collection[FormatName]) -> str:
    return " and ".join(f'"{name}"' for name in names)

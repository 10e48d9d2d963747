"""The formats of a league; `make_format` gives the one that a league's settings name."""

from arena.schedule.format import Format
from arena.schedule.formats.elimination import Elimination
from arena.schedule.formats.gauntlet import Gauntlet
from arena.schedule.formats.ladder import Ladder
from arena.schedule.formats.round_robin import RoundRobin
from arena.schedule.formats.sprt_match import SprtMatch, SprtProgress
from arena.schedule.formats.swiss import Swiss, default_rounds
from arena.schedule.pairing import Field
from arena.schedule.settings import FormatName, FormatSettings
from arena.schedule.table import ScheduleError

__all__ = [
    "Elimination",
    "Gauntlet",
    "Ladder",
    "RoundRobin",
    "SprtMatch",
    "SprtProgress",
    "Swiss",
    "default_rounds",
    "make_format",
]


def make_format(settings: FormatSettings, field: Field, deals: int | None) -> Format:
    """The format of these settings for these engines.

    `deals` means what the format makes of it; None is for formats that may be endless. Raises
    ScheduleError where they don't fit each other.
    """
    match settings.name:
        case FormatName.LADDER:
            return Ladder(field, deals)
        case FormatName.SPRT:
            if settings.sprt is None:
                raise ScheduleError("a sequential test needs its bounds")
            return SprtMatch(field, deals, settings.sprt.test(), settings.versions)
    if deals is None:
        raise ScheduleError(f"{settings.name} needs a number of deals")
    match settings.name:
        case FormatName.ROUND_ROBIN:
            return RoundRobin(field, deals)
        case FormatName.GAUNTLET:
            return Gauntlet(field, deals, settings.challengers)
        case FormatName.SWISS:
            return Swiss(field, deals, settings.rounds, settings.seeds)
        case FormatName.SINGLE_ELIMINATION | FormatName.DOUBLE_ELIMINATION:
            return Elimination(
                field,
                deals,
                settings.tiebreak_deals,
                settings.seeds,
                double=settings.name is FormatName.DOUBLE_ELIMINATION,
            )

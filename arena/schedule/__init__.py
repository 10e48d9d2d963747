"""Who meets whom: pure functions from engines and format to tables.

A schedule knows neither seeds nor clocks. Some formats (`arena.schedule.formats`) plan everything
at once, others go by the results so far. The league turns each seating of a table into a match and
derives its seed from the table's key.
"""

from arena.schedule.base_blocks import develop, find_base_blocks
from arena.schedule.circle import circle_rounds
from arena.schedule.format import Format, FormatCell, FormatPicture, FormatTable, MatchCount
from arena.schedule.pairing import Field, History, Pairing, PastPairing
from arena.schedule.round_robin import MAX_SEATS, MIN_SEATS, count_tables, round_robin
from arena.schedule.settings import FormatName, FormatSettings, SprtSettings
from arena.schedule.table import ScheduleError, Table, table_key, table_of

__all__ = [
    "MAX_SEATS",
    "MIN_SEATS",
    "Field",
    "Format",
    "FormatCell",
    "FormatName",
    "FormatPicture",
    "FormatSettings",
    "FormatTable",
    "History",
    "MatchCount",
    "Pairing",
    "PastPairing",
    "ScheduleError",
    "SprtSettings",
    "Table",
    "circle_rounds",
    "count_tables",
    "develop",
    "find_base_blocks",
    "round_robin",
    "table_key",
    "table_of",
]

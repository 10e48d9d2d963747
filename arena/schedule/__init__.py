"""Who meets whom: pure functions from engines and format to tables.

A schedule knows neither seeds, nor clocks, nor results. The league turns each seating of a table
into a match and derives its seed from the table's key.
"""

from arena.schedule.base_blocks import develop, find_base_blocks
from arena.schedule.circle import circle_rounds
from arena.schedule.round_robin import MAX_SEATS, MIN_SEATS, count_tables, round_robin
from arena.schedule.table import ScheduleError, Table, table_key, table_of

__all__ = [
    "MAX_SEATS",
    "MIN_SEATS",
    "ScheduleError",
    "Table",
    "circle_rounds",
    "count_tables",
    "develop",
    "find_base_blocks",
    "round_robin",
    "table_key",
    "table_of",
]

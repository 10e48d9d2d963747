"""The round robin of a league, for any number of seats from two to six."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from arena.schedule.base_blocks import develop, find_base_blocks
from arena.schedule.circle import circle_rounds
from arena.schedule.owners import tables_apart
from arena.schedule.table import ScheduleError, Table, table_of

__all__ = ["MAX_SEATS", "MIN_SEATS", "count_tables", "round_robin"]

MIN_SEATS = 2
MAX_SEATS = 6


def round_robin(
    engines: Sequence[str],
    seats: int,
    deals: int,
    owners: Mapping[str, str] | None = None,
) -> Iterator[Table]:
    """The tables of a round robin, in order of play.

    Two seats: every pair plays `deals` deals. Three to six: `deals` base blocks are developed, so
    that every engine sits at `seats * deals` tables and all pairs meet about equally often; with
    just as many engines as seats there is only one set of them, which plays `deals` deals. Any
    way each table plays its deal with every rotation of the seats, and all first deals come before
    all second ones, so that standings are balanced early on.

    The order of `engines` does not matter. Keys, base orders and seatings of tables depend on
    their own engines and deal alone (see `table_of`), and more deals only add tables. With two
    seats a newcomer only adds tables, too; with more seats it changes which sets meet, but a set
    that meets in both schedules has the same tables in both.

    `owners` (engine id to owner) keeps engines of one owner apart; an engine without an entry
    belongs to nobody else. Two seats: such pairs are left out.

    Raises `ScheduleError` on the wrong number of seats, deals, engines or owners, and on engines
    named twice.
    """
    ids = _checked(engines, seats, deals)
    owner_of = _owners(ids, owners)
    together = len(set(owner_of)) < len(ids)
    if len(set(owner_of)) < seats:
        raise ScheduleError(
            f"{seats} seats need engines of at least {seats} owners to keep owners apart, "
            f"not {len(set(owner_of))}"
        )
    if seats == MIN_SEATS:
        members = _pairs(len(ids), deals, owner_of)
    elif together:
        members = tables_apart(owner_of, seats, deals)
    else:
        members = _blocks(len(ids), seats, deals)
    return _tables(ids, members)


def count_tables(
    engines: Sequence[str],
    seats: int,
    deals: int,
    owners: Mapping[str, str] | None = None,
) -> int:
    """How many tables `round_robin` gives; each is as many matches as there are seats."""
    return sum(1 for _ in round_robin(engines, seats, deals, owners))


def _checked(engines: Sequence[str], seats: int, deals: int) -> list[str]:
    if not MIN_SEATS <= seats <= MAX_SEATS:
        raise ScheduleError(f"a table has {MIN_SEATS} to {MAX_SEATS} seats, not {seats}")
    if deals < 0:
        raise ScheduleError(f"the number of deals can't be negative: {deals}")
    ids = sorted(engines)
    twice = [engine for engine, times in Counter(ids).items() if times > 1]
    if twice:
        raise ScheduleError(f"engines named more than once: {', '.join(twice)}")
    if len(ids) < seats:
        raise ScheduleError(f"{seats} seats need at least {seats} engines, not {len(ids)}")
    return ids


def _owners(ids: list[str], owners: Mapping[str, str] | None) -> list[str]:
    """The owner of each engine; an engine of nobody's owns itself under a name nobody can have."""
    given = owners or {}
    return [f"owner {given[i]}" if i in given else f"engine {i}" for i in ids]


def _pairs(size: int, deals: int, owner_of: list[str]) -> Iterator[tuple[int, ...]]:
    for _ in range(deals):
        for pairs in circle_rounds(size):
            for one, other in pairs:
                if owner_of[one] != owner_of[other]:
                    yield one, other


def _blocks(size: int, seats: int, deals: int) -> Iterator[tuple[int, ...]]:
    if size == seats:
        # All shifts of the only block are the same set.
        yield from (tuple(range(size)) for _ in range(deals))
        return
    for block in find_base_blocks(size, seats, deals):
        yield from develop(block, size)


def _tables(ids: list[str], members: Iterator[tuple[int, ...]]) -> Iterator[Table]:
    dealt: Counter[tuple[int, ...]] = Counter()
    for table in members:
        indices = tuple(sorted(table))
        yield table_of([ids[index] for index in indices], dealt[indices])
        dealt[indices] += 1

"""A table: one deal, played once with each rotation of its engines through the seats."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from math import factorial
from urllib.parse import quote

__all__ = ["ScheduleError", "Table", "table_key", "table_of"]


class ScheduleError(ValueError):
    """No schedule can be made of what was asked; the text says why."""


@dataclass(frozen=True, slots=True)
class Table:
    """One deal and the matches that play it.

    `key` names the table in its league for ever: it depends on the set of its engines and on
    `deal_index` alone, so it stays the same when other engines come or go. `engines` are the ids
    in base order, `deal_index` counts the deals of just this set of engines from 0, and
    `seatings[r][s]` is the engine that sits in seat `s` in match `r`: every engine sits in every
    seat exactly once. `deal_key` names the deal: the table's own key, or one that several tables
    share.
    """

    key: str
    engines: tuple[str, ...]
    deal_index: int
    seatings: tuple[tuple[str, ...], ...]
    deal_key: str


def table_key(engines: Iterable[str], deal_index: int) -> str:
    """The name of a table: `alpha+beta#0`, ids sorted and percent-encoded where they must be."""
    return f"{_ids_text(tuple(sorted(engines)))}#{deal_index}"


# A league deals to the same sets of engines again and again, a million times in a long one.
@lru_cache(maxsize=1 << 13)
def _ids_text(ids: tuple[str, ...]) -> str:
    return "+".join(quote(engine, safe="") for engine in ids)


def table_of(engines: Iterable[str], deal_index: int, deal_key: str | None = None) -> Table:
    """The table of this set of engines and this deal, the same in every schedule that holds it.

    `deal_key` is given where other tables play the same deal.

    The base order follows from the set and the deal alone, too: were it taken from a place in some
    schedule, the second match of a table could seat other engines after a newcomer has joined. The
    first deal's order is drawn by a hash of the ids; the next deals go through the rotations and
    then through the other cyclic orders, so that no engine begins more often, or follows the same
    neighbour more often, than chance and parity make it.
    """
    ids = tuple(sorted(engines))
    if len(set(ids)) != len(ids):
        raise ScheduleError(f"an engine can't sit twice at one table: {', '.join(ids)}")
    if deal_index < 0:
        raise ScheduleError(f"deals are counted from 0, not from {deal_index}")
    base, seatings = _seatings(ids, deal_index % factorial(len(ids)))
    key = f"{_ids_text(ids)}#{deal_index}"
    return Table(key, base, deal_index, seatings, key if deal_key is None else deal_key)


@lru_cache(maxsize=1 << 16)
def _seatings(
    ids: tuple[str, ...], deal: int
) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """Base order and seatings of a set's deal; after all orders have been, they begin anew."""
    seats = len(ids)
    digest = hashlib.sha256(f"{_ids_text(ids)}#0".encode()).digest()
    drawn_order, drawn_turn = divmod(int.from_bytes(digest[:8], "big"), seats)
    order = (drawn_order + deal // seats) % factorial(seats - 1)
    base = _rotated(_cyclic_order(list(ids), order), (drawn_turn + deal) % seats)
    return base, tuple(_rotated(base, rotation) for rotation in range(seats))


def _rotated(engines: tuple[str, ...], by: int) -> tuple[str, ...]:
    return engines[by:] + engines[:by]


def _cyclic_order(ids: list[str], rank: int) -> tuple[str, ...]:
    """The cyclic order number `rank` of (n-1)!: the first id stays, the others are permuted."""
    rest = ids[1:]
    chosen = [ids[0]]
    while rest:
        index, rank = divmod(rank, factorial(len(rest) - 1))
        chosen.append(rest.pop(index))
    return tuple(chosen)

"""A table: one deal, played once with each rotation of its engines through the seats."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
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
    seat exactly once.
    """

    key: str
    engines: tuple[str, ...]
    deal_index: int
    seatings: tuple[tuple[str, ...], ...]


def table_key(engines: Iterable[str], deal_index: int) -> str:
    """The name of a table: `alpha+beta#0`, ids sorted and percent-encoded where they must be."""
    ids = "+".join(quote(engine, safe="") for engine in sorted(engines))
    return f"{ids}#{deal_index}"


def table_of(engines: Iterable[str], deal_index: int) -> Table:
    """The table of this set of engines and this deal, the same in every schedule that holds it.

    The base order follows from the set and the deal alone, too: were it taken from a place in some
    schedule, the second match of a table could seat other engines after a newcomer has joined. The
    first deal's order is drawn by a hash of the ids; the next deals go through the rotations and
    then through the other cyclic orders, so that no engine begins more often, or follows the same
    neighbour more often, than chance and parity make it.
    """
    ids = sorted(engines)
    if len(set(ids)) != len(ids):
        raise ScheduleError(f"an engine can't sit twice at one table: {', '.join(ids)}")
    if deal_index < 0:
        raise ScheduleError(f"deals are counted from 0, not from {deal_index}")
    seats = len(ids)
    digest = hashlib.sha256(table_key(ids, 0).encode()).digest()
    drawn_order, drawn_turn = divmod(int.from_bytes(digest[:8], "big"), seats)
    order = (drawn_order + deal_index // seats) % factorial(seats - 1)
    base = _rotated(_cyclic_order(ids, order), (drawn_turn + deal_index) % seats)
    return Table(
        key=table_key(ids, deal_index),
        engines=base,
        deal_index=deal_index,
        seatings=tuple(_rotated(base, rotation) for rotation in range(seats)),
    )


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

"""Tables of three and more where no two engines of one owner may sit together."""

from collections.abc import Iterator, Sequence

__all__ = ["tables_apart"]


def tables_apart(owner_of: Sequence[str], seats: int, deals: int) -> Iterator[tuple[int, ...]]:
    """Sets of engine indices, at most one engine of each owner in a set.

    Base blocks can't keep owners apart, so tables are filled one after another: first the engine
    with the fewest tables, then, of those still allowed, whoever has met the seated ones least,
    until everybody had `seats * deals` tables. More deals only add tables at the end. An owner
    with many engines makes the engines of the others play more often; nothing can help that.

    Needs engines of at least `seats` owners.
    """
    size = len(owner_of)
    played = [0] * size
    met = [[0] * size for _ in range(size)]
    while min(played) < seats * deals:
        table = [min(range(size), key=lambda engine: (played[engine], engine))]
        while len(table) < seats:
            table.append(_least_met(table, owner_of, played, met))
        for engine in table:
            played[engine] += 1
            for other in table:
                met[engine][other] += 1
        yield tuple(sorted(table))


def _least_met(
    table: list[int], owner_of: Sequence[str], played: list[int], met: list[list[int]]
) -> int:
    seated = {owner_of[engine] for engine in table}
    allowed = [engine for engine in range(len(owner_of)) if owner_of[engine] not in seated]

    def standing(engine: int) -> tuple[int, int, int]:
        return sum(met[engine][other] for other in table), played[engine], engine

    return min(allowed, key=standing)

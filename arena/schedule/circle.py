"""The circle method: rounds in which every engine meets one other, until all have met."""

from collections.abc import Iterator

__all__ = ["circle_rounds"]


def circle_rounds(size: int) -> Iterator[tuple[tuple[int, int], ...]]:
    """The rounds of one round robin of `size` players, each a tuple of pairs of indices.

    The last player stands still while the others walk around the circle; with an odd number an
    empty place stands still instead, and whoever faces it sits out. Each pair (lower index first)
    occurs exactly once; `size - 1` rounds with an even number, `size` with an odd one.
    """
    if size < 2:
        return
    places = size + size % 2
    walkers = places - 1
    for turn in range(walkers):
        facing = [(turn, walkers)]
        facing += [
            ((turn + step) % walkers, (turn - step) % walkers) for step in range(1, places // 2)
        ]
        yield tuple((min(pair), max(pair)) for pair in facing if max(pair) < size)

"""Courtyards: where they are closed and who has the majority."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from referee.games.bologna.side import Side

__all__ = ["Courtyard", "enclosed", "judge", "separate"]


@dataclass(frozen=True, slots=True)
class Courtyard:
    """A closed courtyard of `district` (0-based).

    `squares`: mask of its empty squares. `houses` that touch it and player squares `touching` it,
    by seat. `winner`: the seat with the majority, None where nobody has it.
    """

    district: int
    squares: int
    houses: tuple[int, int]
    touching: tuple[int, int]
    winner: int | None


def enclosed(side: Side, occupied: int, closed: int) -> int:
    """The empty squares that nothing connects to the edge, without those of `closed` (BO-26..28).

    `occupied`: mask of all pieces, schools too; `closed`: mask of courtyards scored before. From
    the empty spaces at the edge, empty triangles among them, we walk inwards over empty squares.
    """
    inner = side.interior & ~(occupied | closed)
    stride = side.stride
    front = (side.edge | side.triangles) & ~occupied
    while inner:
        front = (front << 1 | front >> 1 | front << stride | front >> stride) & inner
        if not front:
            break
        inner ^= front
    return inner


def separate(squares: int, stride: int) -> Iterator[int]:
    """The parts of a mask that are connected by sides, in the order of their first square."""
    while squares:
        part = front = squares & -squares
        squares ^= front
        while front:
            front = (front << 1 | front >> 1 | front << stride | front >> stride) & squares
            squares ^= front
            part |= front
        yield part


def judge(
    district: int,
    squares: int,
    stride: int,
    houses: Iterable[tuple[int, int]],
    owned: tuple[int, int],
) -> Courtyard:
    """Who has the majority (BO-35..39).

    `houses`: seat and mask of each house in the district; `owned`: mask of each seat's squares,
    towers too.
    """
    around = squares << 1 | squares >> 1 | squares << stride | squares >> stride
    counts = [0, 0]
    for seat, house in houses:
        if house & around:
            counts[seat] += 1
    touching = ((owned[0] & around).bit_count(), (owned[1] & around).bit_count())
    yellow, red = (counts[0], touching[0]), (counts[1], touching[1])
    winner = None if yellow == red else int(red > yellow)
    return Courtyard(district, squares, (counts[0], counts[1]), touching, winner)

"""What stands in the six districts, and what may still be placed there."""

from typing import Self

from referee.games.bologna.city import DISTRICTS, City
from referee.games.bologna.courtyards import Courtyard, enclosed, judge, separate
from referee.games.bologna.placements import AVAILABILITIES, Placement

__all__ = ["Board"]


class Board:
    """The districts of one city.

    Engines that search may read (never write) these, where d is a district counted from 0:

    * `city`: the tables of this city, see `City`; `city.sides[d]` gives masks of squares.
    * `occupied[d]`: mask of everything that stands there, schools on their triangles too.
    * `owned[2 * d + seat]`: mask of the squares under that seat's buildings.
    * `towers[2 * d + seat]`: tallest * 64 + number; the higher wins the district.
    * `values[d]`: what it is worth in final scoring, None where it was never opened.
    * `closed[d]`: mask of the courtyards scored so far.
    * `landmarks_left[kind]`: in the order councilman, townhall, cathedral.
    * `placed`: what was placed, in order: 2 * number + seat for buildings (numbers of
      `city.placements`), and 2 * (len(city.placements) + number) for landmarks.
    * `free`: mask of the placements of buildings that the board allows, whatever the supplies.
    """

    __slots__ = (
        "city",
        "closed",
        "free",
        "landmarks_left",
        "occupied",
        "owned",
        "placed",
        "towers",
        "values",
    )

    city: City
    occupied: list[int]
    owned: list[int]
    towers: list[int]
    values: list[int | None]
    closed: list[int]
    landmarks_left: list[int]
    placed: list[int]
    free: int

    def _clear(self, city: City) -> None:
        """Begin with nothing placed."""
        self.city = city
        self.occupied = [0] * DISTRICTS
        self.owned = [0] * (2 * DISTRICTS)
        self.towers = [0] * (2 * DISTRICTS)
        self.values = [None] * DISTRICTS
        self.closed = [0] * DISTRICTS
        self.landmarks_left = [kind.count for kind in city.city_map.landmarks.values()]
        self.placed = []
        self.free = 0
        for tables, shift in zip(city.districts, city.shifts, strict=True):
            self.free |= tables.with_landmark[AVAILABILITIES - 1] << shift

    def _copy_board(self, other: Self) -> None:
        """Become an independent copy of another board."""
        self.city = other.city
        self.occupied = other.occupied[:]
        self.owned = other.owned[:]
        self.towers = other.towers[:]
        self.values = other.values[:]
        self.closed = other.closed[:]
        self.landmarks_left = other.landmarks_left[:]
        self.placed = other.placed[:]
        self.free = other.free

    def houses(self, district: int) -> list[tuple[int, int]]:
        """Seat and mask of each house in a district (0-based), in the order of placing."""
        placements = self.city.placements
        found = []
        for code in self.placed:
            number = code >> 1
            if number < len(placements):
                placement = placements[number]
                if placement.district == district and not placement.height:
                    found.append((code & 1, placement.squares))
        return found

    def available(self) -> int:
        """The kinds of landmark that are left, one bit each."""
        return sum(1 << kind for kind, left in enumerate(self.landmarks_left) if left)

    def _put_building(self, seat: int, number: int, placement: Placement) -> bool:
        """Put a building down; True when it opens its district."""
        district, _, school, height, squares, occupied, conflicts, _ = placement
        self.placed.append(number * 2 + seat)
        self.occupied[district] |= occupied
        at = 2 * district + seat
        self.owned[at] |= squares
        if height:
            towers = self.towers[at]
            tallest = height << 6
            self.towers[at] = (towers if towers > tallest else tallest | towers & 63) + 1
        value = self.values[district]
        if value is not None:
            self.values[district] = value + school
            self.free &= ~(conflicts << self.city.shifts[district])
            return False
        # From now on this district needs no room for a landmark but for the one it gets at once.
        self.values[district] = school
        room = self.city.districts[district].full & ~conflicts
        self.free = self.free & ~self.city.areas[district] | room << self.city.shifts[district]
        return True

    def _put_landmark(self, district: int, local: int) -> None:
        """Put down the landmark of that number within an opened district (0-based)."""
        city = self.city
        tables = city.districts[district]
        kind = tables.landmark_kinds[local]
        number = city.landmark_base[district] + local
        self.placed.append((len(city.moves) + number) * 2)
        self.landmarks_left[kind] -= 1
        self.values[district] = (self.values[district] or 0) + city.city_map.values[kind]
        self.occupied[district] |= tables.landmark_squares[local]
        self.free &= ~(tables.landmark_conflicts[local] << city.shifts[district])
        if not self.landmarks_left[kind]:
            self._keep_room_for_landmarks()

    def _keep_room_for_landmarks(self) -> None:
        """In unopened districts only what leaves room for an available landmark is free (BO-25)."""
        available = self.available()
        for district, value in enumerate(self.values):
            if value is None:
                area = self.city.areas[district]
                room = self.city.districts[district].with_landmark[available]
                self.free &= ~area | room << self.city.shifts[district]

    def _close_courtyards(self, district: int) -> list[Courtyard]:
        """The courtyards of a district that were not scored before, from now on `closed`."""
        side = self.city.sides[district]
        fresh = enclosed(side, self.occupied[district], self.closed[district])
        if not fresh:
            return []
        self.closed[district] |= fresh
        houses = self.houses(district)
        owned = (self.owned[2 * district], self.owned[2 * district + 1])
        return [
            judge(district, squares, side.stride, houses, owned)
            for squares in separate(fresh, side.stride)
        ]

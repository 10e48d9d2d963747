"""The rules of Bologna once more: sets of coordinates, slow and plain, sharing no code.

Written from the numbered rules alone, to be compared with the fast rules. Seats: 0 yellow, 1 red.
"""

import json
from dataclasses import dataclass, field
from pathlib import Path

Square = tuple[int, int]
BESIDE = ((-1, 0), (1, 0), (0, -1), (0, 1))
LEGS = {
    "J": {(0, 1), (1, 0)},
    "L": {(0, -1), (1, 0)},
    "7": {(0, 1), (-1, 0)},
    "F": {(0, -1), (-1, 0)},
}
KINDS = ("councilman", "townhall", "cathedral")


def moved(square: Square, step: Square) -> Square:
    return square[0] + step[0], square[1] + step[1]


def name(square: Square) -> str:
    return "abcdefghijklmnopqrstuvwxyz"[square[1]] + str(square[0] + 1)


@dataclass(frozen=True)
class Piece:
    what: str
    """house, tower, landmark"""
    seat: int | None
    size: int
    squares: frozenset[Square]
    school: Square | None = None


@dataclass
class District:
    letters: dict[Square, str]
    pieces: list[Piece] = field(default_factory=list)
    scored: set[frozenset[Square]] = field(default_factory=set)
    ground: set[Square] = field(default_factory=set)
    edge: set[Square] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.ground = {s for s, letter in self.letters.items() if letter == "."}
        self.edge = {s for s in self.ground if any(self.is_edge_side(s, step) for step in BESIDE)}

    def is_edge_side(self, square: Square, step: Square) -> bool:
        beside = self.letters.get(moved(square, step), "#")
        if beside == ".":
            return False
        back = (-step[0], -step[1])
        return beside == "#" or back not in LEGS[beside]

    def on_edge(self, squares: frozenset[Square]) -> bool:
        return not squares.isdisjoint(self.edge)

    def taken(self) -> set[Square]:
        return {s for piece in self.pieces for s in piece.squares} | self.schools()

    def schools(self) -> set[Square]:
        return {piece.school for piece in self.pieces if piece.school is not None}

    def is_open(self) -> bool:
        return bool(self.pieces)

    def school_places(self, line: list[Square]) -> list[Square]:
        step = (line[1][0] - line[0][0], line[1][1] - line[0][1])
        back = (-step[0], -step[1])
        places = []
        if step in LEGS.get(self.letters.get(moved(line[0], back), "#"), ()):
            places.append(moved(line[0], back))
        if back in LEGS.get(self.letters.get(moved(line[-1], step), "#"), ()):
            places.append(moved(line[-1], step))
        return places

    def courtyards(self) -> list[frozenset[Square]]:
        """Empty connected squares that touch neither the edge nor an empty triangle."""
        taken = self.taken()
        waiting = self.ground - taken
        found = []
        while waiting:
            start = waiting.pop()
            region, front = {start}, [start]
            is_closed = True
            while front:
                here = front.pop()
                for step in BESIDE:
                    there = moved(here, step)
                    if self.is_edge_side(here, step):
                        is_closed = False
                    elif self.letters[there] != ".":
                        is_closed = is_closed and there in taken
                    elif there not in taken and there not in region:
                        region.add(there)
                        front.append(there)
            waiting -= region
            if is_closed:
                found.append(frozenset(region))
        return found

    def winner(self, courtyard: frozenset[Square]) -> int | None:
        around = {moved(s, step) for s in courtyard for step in BESIDE}
        houses, touching = [0, 0], [0, 0]
        for piece in self.pieces:
            if piece.seat is None:
                continue
            touching[piece.seat] += len(piece.squares & around)
            if piece.what == "house" and piece.squares & around:
                houses[piece.seat] += 1
        for counts in (houses, touching):
            if counts[0] != counts[1]:
                return int(counts[1] > counts[0])
        return None

    def landmark_places(self, shape: tuple[int, int]) -> list[frozenset[Square]]:
        places = []
        free = self.ground - self.taken()
        for row, column in sorted(free):
            for height, width in sorted({shape, shape[::-1]}):
                squares = frozenset(
                    (row + down, column + right) for down in range(height) for right in range(width)
                )
                if squares <= free and self.on_edge(squares):
                    places.append(squares)
        return places


class Reference:
    """One position; legal moves and results as plain values."""

    def __init__(self, map_path: Path, city: str) -> None:
        raw = json.loads(map_path.read_text(encoding="utf-8"))
        self.kinds = {kind: raw["landmarks"][kind] for kind in KINDS}
        self.districts = [
            District(
                {
                    (r, c): letter
                    for r, row in enumerate(raw["sides"][slot + letter_up])
                    for c, letter in enumerate(row)
                }
            )
            for slot, letter_up in zip(raw["slots"], city, strict=True)
        ]
        self.tracks = raw["tracks"]
        self.left = {kind: raw["landmarks"][kind]["count"] for kind in KINDS}
        self.supplies = [{2: 4, 3: 5, 4: 4, 5: 3, 6: 1} for _ in range(2)]
        self.schools = [6, 6]
        self.pawn = 0
        self.seat: int | None = 0
        self.due: int | None = None
        self.immediate = False

    def shapes_left(self) -> list[tuple[int, int]]:
        return [
            (self.kinds[kind]["shape"][0], self.kinds[kind]["shape"][1])
            for kind in KINDS
            if self.left[kind]
        ]

    # --- legal moves, in the canonical order ---------------------------------------------------

    def legal(self) -> list[str]:
        if self.seat is None:
            return []
        if self.due is not None:
            return self.landmark_texts(self.due)
        return self.building_texts(self.seat) or ["pass"]

    def landmark_texts(self, number: int) -> list[str]:
        district = self.districts[number]
        texts = []
        for kind in KINDS:
            if self.left[kind]:
                shape = self.kinds[kind]["shape"]
                for squares in district.landmark_places((shape[0], shape[1])):
                    corners = f"{name(min(squares))}-{name(max(squares))}"
                    texts.append(f"{kind}@{number + 1}:{corners}")
        return texts

    def building_texts(self, seat: int) -> list[str]:
        texts = []
        for number, district in enumerate(self.districts):
            places = self.district_pieces(district, seat)
            if not district.is_open():
                places = self.leaving_room(district, places)
            texts += [text.replace("@", f"@{number + 1}:") for text, _ in places]
        return texts

    def leaving_room(
        self, district: District, places: list[tuple[str, Piece]]
    ) -> list[tuple[str, Piece]]:
        landmarks = [
            place for shape in self.shapes_left() for place in district.landmark_places(shape)
        ]
        return [
            (text, piece)
            for text, piece in places
            if any(not piece.squares & landmark for landmark in landmarks)
        ]

    def district_pieces(self, district: District, seat: int) -> list[tuple[str, Piece]]:
        free = district.ground - district.taken()
        sizes = [size for size, left in self.supplies[seat].items() if left]
        plain, schooled, upright = [], [], []
        for size in sizes:
            for row, column in sorted(free):
                for step in ((0, 1), (1, 0)):
                    line = [(row + step[0] * i, column + step[1] * i) for i in range(size)]
                    squares = frozenset(line)
                    if not squares <= free:
                        continue
                    text = f"h{size}@{name(line[0])}-{name(line[-1])}"
                    if district.on_edge(squares):
                        plain.append((text, Piece("house", seat, size, squares)))
                    for school in district.school_places(line):
                        if self.schools[seat] and school not in district.schools():
                            piece = Piece("house", seat, size, squares, school)
                            schooled.append((f"{text}+{name(school)}", piece))
                if district.on_edge(frozenset({(row, column)})):
                    piece = Piece("tower", seat, size, frozenset({(row, column)}))
                    upright.append((f"t{size}@{name((row, column))}", piece))
        return plain + schooled + upright

    # --- playing -------------------------------------------------------------------------------

    def apply(self, text: str) -> list[tuple[int, int | None]]:
        """Play a legal move; gives size and winner of each courtyard it closed."""
        seat = self.seat
        assert seat is not None
        if text == "pass":
            return self.end_turn(1 - seat)
        head, tail = text.split("@")
        number = int(tail[0]) - 1
        district = self.districts[number]
        if head in KINDS:
            shape = self.kinds[head]["shape"]
            for squares in district.landmark_places((shape[0], shape[1])):
                if tail[2:] == f"{name(min(squares))}-{name(max(squares))}":
                    district.pieces.append(
                        Piece("landmark", None, self.kinds[head]["value"], squares)
                    )
            self.left[head] -= 1
            self.due = None
            return self.close(district, seat)
        wanted = text.replace(f"@{number + 1}:", "@")
        piece = dict(self.district_pieces(district, seat))[wanted]
        opens = not district.is_open()
        district.pieces.append(piece)
        self.supplies[seat][piece.size] -= 1
        self.schools[seat] -= piece.school is not None
        if opens:
            self.due = number
            return []
        return self.close(district, seat)

    def close(self, district: District, seat: int) -> list[tuple[int, int | None]]:
        closed = [c for c in district.courtyards() if c not in district.scored]
        district.scored |= set(closed)
        results = [(len(c), district.winner(c)) for c in closed]
        self.pawn += sum({None: 0, 0: -size, 1: size}[winner] for size, winner in results)
        if abs(self.pawn) >= self.tracks:
            self.seat, self.immediate = None, True
            return results
        return results + self.end_turn(1 - seat)

    def end_turn(self, following: int) -> list[tuple[int, int | None]]:
        if not any(self.building_texts(seat) for seat in (following, 1 - following)):
            self.seat = None
            for district in self.districts:
                self.score(district)
        elif any(self.supplies[following].values()):
            self.seat = following
        else:
            self.seat = 1 - following
        return []

    def score(self, district: District) -> None:
        worth = sum(piece.size for piece in district.pieces if piece.what == "landmark")
        worth += len(district.schools())
        heights: list[list[int]] = [[], []]
        for piece in district.pieces:
            if piece.what == "tower" and piece.seat is not None:
                heights[piece.seat].append(piece.size)
        yellow, red = ((max(h, default=0), len(h)) for h in heights)
        if yellow != red:
            self.pawn += worth if red > yellow else -worth

"""The rules once more, as plainly as possible: only for comparison.

Everything is read from the messages of one seat and computed from rows and columns; nothing is
shared with the game but the texts of moves.
"""

from itertools import combinations

from podesta.tuerme.v1 import tuerme_pb2 as pb

Place = tuple[int, int]


def legal(public: pb.TuermePublic, private: pb.TuermePrivate) -> set[str]:
    """All legal texts of the seat that is to act."""
    if public.decision == "draw":
        return {f"draw {a} {b}" for a, b in _pairs(list(public.open_cards))}
    if public.decision == "secure":
        return _securings(public)
    moves = _actions(public, list(private.hand))
    return moves or {f"discard {a} {b}" for a, b in _pairs(list(private.hand))}


def _key(card: str) -> tuple[int, str]:
    return " PF".index(card[0]) if card[0] in "PF" else 0, card[-1]


def _pairs(cards: list[str]) -> set[tuple[str, str]]:
    return {(a, b) if _key(a) <= _key(b) else (b, a) for a, b in combinations(sorted(cards), 2)}


def _towers(public: pb.TuermePublic) -> dict[Place, pb.Tower]:
    return {(tower.field.row, tower.field.column): tower for tower in public.towers}


def _actions(public: pb.TuermePublic, hand: list[str]) -> set[str]:
    moves: set[str] = set()
    for a, b in _pairs(hand):
        numbers = (int(a[-1]), int(b[-1]))
        specials = {card[0] for card in (a, b)} & {"P", "F"}
        for row, column in (numbers, numbers[::-1]):
            if not specials:
                moves |= _buildings(public, row, column)
            for letter, word in (("P", "plague"), ("F", "fire")):
                if letter in specials:
                    moves |= {f"{word} {a} {b} {r},{c}" for r, c in _corners(row, column)}
        if not specials and numbers == (5, 5) and public.HasField("plague_zone"):
            moves.add("heal")
    return moves


def _corners(row: int, column: int) -> set[Place]:
    """Top left fields of the blocks in four directions, as far as they lie on the board."""
    corners = {(row + down, column + right) for down in (0, -1) for right in (0, -1)}
    return {(r, c) for r, c in corners if 2 <= r <= 7 and 2 <= c <= 7}


def _open(public: pb.TuermePublic, place: Place) -> bool:
    row, column = place
    zone = public.plague_zone
    tower = _towers(public).get(place)
    return (
        2 <= row <= 8
        and 2 <= column <= 8
        and place != (5, 5)
        and not (
            public.HasField("plague_zone")
            and row in (zone.row, zone.row + 1)
            and column in (zone.column, zone.column + 1)
        )
        and not (tower is not None and (tower.roof or len(tower.stones) >= 6))
    )


def _buildings(public: pb.TuermePublic, row: int, column: int) -> set[str]:
    moves: set[str] = set()
    supply = public.seats[public.to_act].stones
    steps = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
    for direction, (down, right) in steps.items():
        for count in range(1, 5):
            line = [(row + n * down, column + n * right) for n in range(count)]
            if count > supply or not all(_open(public, place) for place in line):
                break
            more = f" {direction} {count}" if count > 1 else ""
            moves.add(f"build {row},{column}{more}")
    return moves


def _securings(public: pb.TuermePublic) -> set[str]:
    seat = public.to_act
    if public.seats[seat].roofs:
        return {"secure no", "secure roof"}
    fresh = {(place.row, place.column) for place in public.fresh_roofs}
    return {"secure no"} | {
        f"secure from {row},{column}"
        for (row, column), tower in _towers(public).items()
        if tower.roof and tower.stones[-1] == seat and (row, column) not in fresh
    }

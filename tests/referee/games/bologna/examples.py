"""Example positions, move by move, with what each is to show."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Closing:
    """A courtyard: its squares, houses and player squares touching (yellow, red), pawn change."""

    size: int
    houses: tuple[int, int]
    touching: tuple[int, int]
    influence: int


@dataclass(frozen=True)
class Example:
    """`picture`: houses a b c (yellow) A B C (red), towers u v w, U V W Y; X landmark, * school.

    `closings`: after which move (0-based) which courtyards are closed.
    """

    name: str
    side: str
    picture: tuple[str, ...]
    moves: tuple[str, ...]
    closings: dict[int, tuple[Closing, ...]]


EXAMPLES = (
    Example(
        "EX1",
        "L3A",
        ("JcBB###", "bc.u###", "bc..Uaa", "b.....C", "bXX...C", "*XXAAA*"),
        (
            "r h3@5:d6-f6+g6",
            "r councilman@5:b5-c6",
            "y h2@5:f3-g3",
            "r h2@5:c1-d1",
            "y h4@5:a2-a5+a6",
            "r h2@5:g4-g5",
            "y t4@5:d2",
            "r t5@5:e3",
            "y h3@5:b1-b3",
        ),
        {8: (Closing(11, (3, 3), (5, 7), 11),)},
    ),
    Example(
        "EX2",
        "L4B",
        ("#*uUL####", "*C..v####", "AC...BBXX", "A......XX", "AbbaaaaaF"),
        (
            "y h5@6:d5-h5",
            "y councilman@6:h3-i4",
            "r h3@6:a3-a5+a2",
            "y h2@6:b5-c5",
            "r h2@6:f3-g3",
            "y t5@6:c1",
            "r h2@6:b2-b3+b1",
            "y t4@6:e2",
            "r t2@6:d1",
        ),
        {8: (Closing(11, (2, 3), (8, 6), 11),)},
    ),
    Example(
        "TIE",
        "M3A",
        ("JbbBB*", "XX...A", "XX...A", "cccccA", "7.aaaA"),
        (
            "y h3@3:c5-e5",
            "y councilman@3:a2-b3",
            "r h4@3:f2-f5+f1",
            "y h2@3:b1-c1",
            "r h2@3:d1-e1",
            "y h5@3:a4-e4",
        ),
        {5: (Closing(6, (2, 2), (4, 4), 0),)},
    ),
    Example(
        "TWO",
        "M3B",
        ("*aaaAA.L", "B...C.cc", "B.XXC..u", "*VXXCUbb"),
        (
            "r t4@3:f4",
            "r councilman@3:c3-d4",
            "y t4@3:h3",
            "r h2@3:e1-f1",
            "y h3@3:b1-d1+a1",
            "r h2@3:a2-a3+a4",
            "y h2@3:g4-h4",
            "r t2@3:b4",
            "y h2@3:g2-h2",
            "r h3@3:e2-e4",
        ),
        {9: (Closing(4, (1, 2), (3, 4), 4), Closing(3, (2, 2), (3, 4), 3))},
    ),
    Example(
        "SPLIT",
        "L4B",
        ("#*XX*####", "*cXXC####", "Bc..Caaaa", "Bc..C...U", "AAAAAAbbF"),
        (
            "r h6@6:a5-f5",
            "r councilman@6:c1-d2",
            "y h4@6:f3-i3",
            "r h2@6:a3-a4+a2",
            "y h2@6:g5-h5",
            "r t2@6:i4",
            "y h3@6:b2-b4+b1",
            "r h3@6:e2-e4+e1",
        ),
        {7: (Closing(4, (1, 2), (2, 4), 4), Closing(3, (2, 2), (5, 3), -3))},
    ),
    Example(
        "DIAG",
        "L3A",
        ("*YUW###", "c.XX###", "c.XXVBB", "dd....b", "u.....b", "7vaaAA*"),
        (
            "y h2@5:c6-d6",
            "y councilman@5:c2-d3",
            "r t5@5:c1",
            "y h2@5:g4-g5+g6",
            "r t4@5:e3",
            "y h2@5:a2-a3+a1",
            "r h2@5:e6-f6",
            "y h2@5:a4-b4",
            "r h2@5:f3-g3",
            "y t5@5:a5",
            "r t5@5:d1",
            "y t5@5:b6",
            "r t4@5:b1",
        ),
        {11: (Closing(9, (3, 2), (7, 4), -9),), 12: (Closing(2, (2, 0), (3, 1), -2),)},
    ),
    Example(
        "NOHOUSE",
        "L4A",
        ("*BBB##uwL", "a..U##v.V", "a...CC.XX", "a......XX", "*AAAAAA.F"),
        (
            "r h6@6:b5-g5",
            "r councilman@6:h3-i4",
            "y t6@6:g1",
            "r h3@6:b1-d1+a1",
            "y h3@6:a2-a4+a5",
            "r h2@6:e3-f3",
            "y t3@6:g2",
            "r t2@6:d2",
            "y t4@6:h1",
            "r t2@6:i2",
        ),
        {7: (Closing(12, (1, 3), (4, 11), 12),), 9: (Closing(1, (0, 0), (2, 1), -1),)},
    ),
    Example(
        "CORNER",
        "S4A",
        ("*aaAAA*", "ccc...B", ".XX...B", "7XXbbb*"),
        (
            "y h2@2:b1-c1+a1",
            "y councilman@2:b3-c4",
            "r h3@2:d1-f1",
            "y h3@2:d4-f4+g4",
            "r h2@2:g2-g3+g1",
            "y h3@2:a2-c2",
        ),
        {5: (Closing(6, (2, 2), (4, 5), 6),)},
    ),
)
BY_NAME = {example.name: example for example in EXAMPLES}

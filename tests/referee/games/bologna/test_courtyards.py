"""BO-26 to BO-42: courtyards and their majorities, on example positions move by move."""

import pytest

from referee.games.bologna import RED, YELLOW
from referee.games.bologna.courtyards import enclosed, separate
from referee.games.bologna.side import Side, mask_spaces
from tests.referee.games.bologna.drill import Drill, picture, size_of, winner_of
from tests.referee.games.bologna.examples import BY_NAME, EXAMPLES, Example


def kinds_only(rows: tuple[str, ...]) -> list[str]:
    """Letters of single houses and towers become h, t, H, T."""
    table = str.maketrans("abcduvwABCDUVWY", "hhhhttt" + "HHHHTTTT")
    return ["".join(c if c in "JL7F" else c.translate(table) for c in row) for row in rows]


def replayed(example: Example, pawn: int = 0, moves: int | None = None) -> Drill:
    drill = Drill.on(example.side, pawn=pawn)
    drill.play(*example.moves[:moves])
    return drill


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: e.name)
def test_bo_26_to_bo_42_example_move_by_move(example: Example) -> None:
    drill = Drill.on(example.side)
    pawn = 0
    for number, move in enumerate(example.moves):
        closed = drill.courtyards(move)
        wanted = example.closings.get(number, ())
        pawn += sum(closing.influence for closing in wanted)
        found = sorted(
            (size_of(c), tuple(c.houses), tuple(c.touching), c.pawn, winner_of(c)) for c in closed
        )
        assert found == sorted(
            (
                c.size,
                c.houses,
                c.touching,
                pawn,
                (None if not c.influence else int(c.influence > 0)),
            )
            for c in wanted
        )
        assert drill.state.pawn == pawn
    district = int(example.moves[0].split("@")[1][0])
    assert picture(drill.state, district) == kinds_only(example.picture)
    assert drill.state.decision == "building"


def test_bo_26_connected_by_sides() -> None:
    side = Side("X", ("......", "......", "......", "......"))
    inner = side.interior
    bits = [bit for bit in (1 << i for i in range(64)) if bit & inner]
    assert len(list(separate(bits[0] | bits[-1], side.stride))) == 2
    assert list(separate(inner, side.stride)) == [inner]


def test_bo_27_the_edge_closes_nothing() -> None:
    drill = replayed(BY_NAME["EX1"], moves=8)
    assert drill.state.closed == [0] * 6
    assert drill.state.pawn == 0
    side = drill.state.city.sides[4]
    assert enclosed(side, drill.state.occupied[4], 0) == 0


@pytest.mark.parametrize(
    ("schools", "sizes"),
    [((), []), (("b1",), []), (("a2",), []), (("b1", "a2"), [9])],
    ids=["none", "above", "left", "both"],
)
def test_bo_28_an_empty_triangle_is_open(schools: tuple[str, ...], sizes: list[int]) -> None:
    side = Side("S3A", ("#J...", "J....", ".....", ".....", "....F"))
    places = {str(space): side.bit(space) for space in mask_spaces(side.triangles, side.stride)}
    occupied = side.edge
    for school in schools:
        occupied |= places[school]
    parts = list(separate(enclosed(side, occupied, 0), side.stride))
    assert [part.bit_count() for part in parts] == sizes


def test_bo_29_everything_walls() -> None:
    # In EX1 a tower, houses and the landmark wall; without any one of them nothing is closed.
    drill = replayed(BY_NAME["EX1"])
    side, occupied = drill.state.city.sides[4], drill.state.occupied[4]
    assert enclosed(side, occupied, 0).bit_count() == 11
    for piece in drill.state.public().pieces:
        if len(piece.spaces) == 2 or piece.landmark:
            gap = 0
            for space in piece.spaces:
                gap |= 1 << ((space.row + 1) * side.stride + space.column)
            assert enclosed(side, occupied & ~gap, 0) == 0


def test_bo_30_two_courtyards_may_share_a_corner() -> None:
    drill = replayed(BY_NAME["DIAG"])
    squares = [
        {(space.row, space.column) for space in event.message.courtyard.squares}  # type: ignore[attr-defined]
        for event in drill.events
        if event.message.HasField("courtyard")
    ]
    assert [len(part) for part in squares] == [9, 2]
    assert squares[1] == {(1, 1), (2, 1)}
    assert (3, 2) in squares[0]


@pytest.mark.parametrize("name", ["EX1", "EX2"])
def test_bo_31_worth_its_squares(name: str) -> None:
    assert replayed(BY_NAME[name]).state.pawn == 11


def test_bo_32_several_in_one_district() -> None:
    sizes = sorted(size_of(c) for c in Drill.on("M3B").courtyards(*BY_NAME["TWO"].moves))
    assert sizes == [3, 4]


def test_bo_33_scored_once() -> None:
    drill = replayed(BY_NAME["TIE"])
    assert drill.courtyards("r t5@3:b5") == []


def test_bo_33_never_built_on() -> None:
    drill = replayed(BY_NAME["EX2"])
    inside = drill.state.closed[5]
    assert inside.bit_count() == 11
    for seat in (YELLOW, RED):
        for move in drill.state.edited(to_move=seat).legal_moves():
            placement = drill.state.city.placements[drill.state.city.number_of[move.text]]
            assert placement.district != 5 or not placement.squares & inside


def test_bo_34_scored_whoever_closed_it() -> None:
    drill = replayed(BY_NAME["EX1"], moves=8)
    (closed,) = drill.courtyards("y h3@5:b1-b3")
    assert winner_of(closed) == RED


def test_bo_35_most_houses_whatever_their_size() -> None:
    (closed,) = Drill.on("L4B").courtyards(*BY_NAME["EX2"].moves)
    assert tuple(closed.houses) == (2, 3)
    assert tuple(closed.touching) == (8, 6)
    assert winner_of(closed) == RED


def test_bo_36_a_corner_does_not_touch() -> None:
    (closed,) = Drill.on("S4A").courtyards(*BY_NAME["CORNER"].moves)
    assert (0, 1) not in {(space.row, space.column) for space in closed.squares}
    assert tuple(closed.houses) == (2, 2)
    assert tuple(closed.touching) == (4, 5)
    assert winner_of(closed) == RED
    last = Drill.on("L4A").courtyards(*BY_NAME["NOHOUSE"].moves)[-1]
    assert tuple(last.touching) == (2, 1)


def test_bo_37_landmarks_towers_schools_are_no_houses() -> None:
    last = Drill.on("L4A").courtyards(*BY_NAME["NOHOUSE"].moves)[-1]
    assert size_of(last) == 1
    assert tuple(last.houses) == (0, 0)
    assert winner_of(last) == YELLOW


def test_bo_38_tie_of_houses_goes_by_squares() -> None:
    (closed,) = Drill.on("L3A").courtyards(*BY_NAME["EX1"].moves)
    assert tuple(closed.houses) == (3, 3)
    assert tuple(closed.touching) == (5, 7)
    assert winner_of(closed) == RED


def test_bo_39_full_tie_goes_to_nobody() -> None:
    drill = Drill.on("M3A", pawn=-3)
    (closed,) = drill.courtyards(*BY_NAME["TIE"].moves)
    assert size_of(closed) == 6
    assert winner_of(closed) is None
    assert drill.state.pawn == -3
    # The open pocket at the edge still takes a tower.
    assert drill.legal("y t5@3:b5")


def test_bo_40_towards_the_winners_end() -> None:
    # The mirror image of CORNER: colours exchanged, so yellow wins 6.
    drill = Drill.on("S4A", pawn=4)
    drill.play(*(_exchanged(move) for move in BY_NAME["CORNER"].moves))
    assert drill.state.pawn == -2


def _exchanged(move: str) -> str:
    seat, text = move.split()
    return f"{'r' if seat == 'y' else 'y'} {text}"


def test_bo_41_fifteen_wins_at_once() -> None:
    drill = Drill.on("L3A", pawn=4)
    drill.play(*BY_NAME["EX1"].moves)
    outcome = drill.state.outcome()
    assert outcome is not None
    assert drill.state.pawn == 15
    assert [seat.placement for seat in outcome.seats] == [2, 1]
    assert outcome.reason == "immediate victory"
    # Landmarks and schools are not scored.
    assert not any(event.message.HasField("district") for event in drill.events)
    assert drill.state.legal_moves() == []
    assert drill.state.to_act is None


@pytest.mark.parametrize(("pawn", "over"), [(3, False), (4, True), (9, True)])
def test_bo_41_at_fifteen_or_more(pawn: int, over: bool) -> None:
    drill = Drill.on("L3A", pawn=pawn)
    drill.play(*BY_NAME["EX1"].moves)
    assert (drill.state.to_act is None) == over
    assert drill.state.pawn == pawn + 11


def test_bo_42_courtyards_of_one_move_are_netted() -> None:
    drill = Drill.on("L4B", pawn=11)
    closed = drill.courtyards(*BY_NAME["SPLIT"].moves)
    assert sorted((size_of(c), winner_of(c)) for c in closed) == [(3, YELLOW), (4, RED)]
    assert drill.state.pawn == 12
    assert drill.state.to_act is not None

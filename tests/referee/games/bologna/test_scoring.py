"""BO-46 to BO-53: the final scoring."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games.bologna import RED, YELLOW, Supply
from referee.games.bologna.scoring import score_districts, tower_winner
from tests.referee.games.bologna.drill import NOTHING, Drill, supplies_for

EXAMPLE = (
    # 1: town hall and two schools; yellow 5 and 2, red 5.
    "y t5@1:e3",
    "y townhall@1:a3-b5",
    "y t2@1:e4",
    "r t5@1:d5",
    "y h2@1:c1-d1+b1",
    "r h2@1:b2-c2+a2",
    # 2: councilman and a school; red 3.
    "r t3@2:d4",
    "r councilman@2:a2-b3",
    "y h2@2:e1-f1+g1",
    # 3: councilman and two schools; yellow 4.
    "y t4@3:b5",
    "y councilman@3:e4-f5",
    "r h2@3:b1-c1+a1",
    "y h2@3:d1-e1+f1",
    # 4: cathedral and a school; yellow 5 and 3, red 6.
    "r t6@4:f3",
    "r cathedral@4:a3-e4",
    "y t5@4:b5",
    "y t3@4:c5",
    "r h2@4:b1-c1+a1",
    # 5: councilman and a school; red 2.
    "r t2@5:b1",
    "r councilman@5:b5-c6",
    "r h3@5:d6-f6+g6",
    # 6: councilman and a school; yellow 4 and 2, red 4 and 3.
    "y t4@6:d5",
    "y councilman@6:h3-i4",
    "r t4@6:e5",
    "y t2@6:a4",
    "r t3@6:a3",
    "r h2@6:b1-c1+a1",
)
STEPS = [
    (1, 8, YELLOW, -1),
    (2, 5, RED, 4),
    (3, 6, YELLOW, -2),
    (4, 11, RED, 9),
    (5, 5, RED, 14),
    (6, 5, None, 14),
]


def played_out(moves: tuple[str, ...], pawn: int) -> Drill:
    drill = Drill.on("L4A", pawn=pawn, supplies=supplies_for(moves))
    drill.play(*moves)
    assert drill.state.to_act is None
    return drill


def district_steps(drill: Drill) -> list[tuple[int, int, int | None, int]]:
    return [
        (d.district, d.value, d.winner if d.HasField("winner") else None, d.pawn)
        for d in (e.message.district for e in drill.events if e.message.HasField("district"))  # type: ignore[attr-defined]
    ]


def test_bo_46_to_bo_53_the_final_scoring_example() -> None:
    drill = played_out(EXAMPLE, pawn=7)
    assert district_steps(drill) == STEPS
    outcome = drill.state.outcome()
    assert outcome is not None
    assert outcome.reason == "final scoring"
    assert [(seat.placement, seat.score) for seat in outcome.seats] == [(2, -14), (1, 14)]


def test_bo_46_landmark_and_one_a_school() -> None:
    drill = Drill.on("L4A")
    drill.play(*EXAMPLE[:6])
    assert drill.state.values == [8, None, None, None, None, None]


def test_bo_47_tallest_tower() -> None:
    # Yellow has more towers, red the taller one.
    assert tower_winner(5 * 64 + 2, 6 * 64 + 1) == RED
    assert (4, 11, RED, 9) in district_steps(played_out(EXAMPLE, pawn=7))


def test_bo_48_then_more_towers() -> None:
    assert tower_winner(5 * 64 + 2, 5 * 64 + 1) == YELLOW
    assert (1, 8, YELLOW, -1) in district_steps(played_out(EXAMPLE, pawn=7))


def test_bo_49_then_nobody() -> None:
    assert tower_winner(4 * 64 + 2, 4 * 64 + 2) is None
    assert tower_winner(0, 0) is None
    assert (6, 5, None, 14) in district_steps(played_out(EXAMPLE, pawn=7))
    no_tower = ("y h2@1:c1-d1", "y councilman@1:a3-b4")
    assert district_steps(played_out(no_tower, pawn=1)) == [(1, 4, None, 1)]


@pytest.mark.parametrize("order", list(itertools.permutations("346"))[:3], ids="".join)
def test_bo_48_the_number_of_towers_does_not_depend_on_their_order(order: tuple[str, ...]) -> None:
    drill = Drill.on("L4A")
    drill.play(f"y t{order[0]}@1:e3", "y townhall@1:a3-b5")
    drill.play(f"y t{order[1]}@1:e4", f"y t{order[2]}@1:d5")
    assert drill.state.towers[:2] == [6 * 64 + 3, 0]


def test_bo_50_houses_have_no_effect() -> None:
    more = (*EXAMPLE, "y h2@6:f5-g5", "y h2@6:g1-h1")
    assert district_steps(played_out(more, pawn=7)) == STEPS


def test_bo_51_the_trailing_player_scores_first() -> None:
    values = [5, 6, 7, None, 2, 9]
    winners = [RED, YELLOW, RED, RED, None, YELLOW]
    steps = score_districts(3, values, winners)
    # Red leads: yellow takes 2, then red trails and takes 1 and 3 ...
    assert [(step.district + 1, step.pawn) for step in steps] == [
        (2, -3),
        (1, 2),
        (6, -7),
        (3, 0),
        (5, 0),
    ]


def test_bo_51_at_zero_the_lowest_that_anybody_wins() -> None:
    steps = score_districts(0, [5, 6, 7, 1, 1, 1], [None, RED, YELLOW, None, None, None])
    assert [step.district + 1 for step in steps] == [2, 3, 1, 4, 5, 6]


@settings(max_examples=100)
@given(
    pawn=st.integers(-14, 14),
    districts=st.lists(
        st.tuples(st.none() | st.integers(0, 20), st.sampled_from([None, YELLOW, RED])),
        min_size=6,
        max_size=6,
    ),
)
def test_bo_52_the_result_is_the_sum(
    pawn: int, districts: list[tuple[int | None, int | None]]
) -> None:
    values = [value for value, _ in districts]
    winners = [winner for _, winner in districts]
    steps = score_districts(pawn, values, winners)
    total = pawn
    for value, winner in districts:
        if winner is not None:
            total += (value or 0) * (1 if winner == RED else -1)
    assert (steps[-1].pawn if steps else pawn) == total
    assert sorted(s.district for s in steps) == [d for d, v in enumerate(values) if v is not None]


def test_bo_52_no_cap_and_no_fifteen_in_final_scoring() -> None:
    moves = ("r t6@4:f3", "r cathedral@4:a3-e4", "r t2@3:b1", "r councilman@3:e4-f5")
    drill = played_out(moves, pawn=14)
    assert district_steps(drill) == [(3, 4, RED, 18), (4, 10, RED, 28)]
    outcome = drill.state.outcome()
    assert outcome is not None
    assert outcome.reason == "final scoring"
    assert drill.state.pawn == 28


@pytest.mark.parametrize(("pawn", "placements"), [(4, (1, 1)), (3, (1, 2)), (5, (2, 1))])
def test_bo_53_the_side_of_the_pawn_wins(pawn: int, placements: tuple[int, int]) -> None:
    # Yellow wins a councilman's house: 4.
    drill = Drill.on("L4A", pawn=pawn, supplies=(Supply((1, 0, 0, 0, 0), 0), NOTHING))
    drill.play("y t2@3:b1", "y councilman@3:e4-f5")
    outcome = drill.state.outcome()
    assert outcome is not None
    assert tuple(seat.placement for seat in outcome.seats) == placements
    assert [seat.score for seat in outcome.seats] == [4 - pawn, pawn - 4]

"""Both promos (rules 54-57)."""

from collections import Counter

import pytest

from referee.games.bomarzo.scoring import count
from tests.referee.games.bomarzo.positions import (
    board,
    conserved,
    divinity,
    end_season,
    goods,
    hand,
    has,
    in_hand,
    lay,
    offered,
    play,
    play_out_cards,
    reason,
    season_token,
    start,
    table,
    village,
)


def test_rule_54_eight_of_twelve_tokens() -> None:
    state = start(3, seasons="true")
    assert len(state.tokens) == 8
    assert list(state.public().season_tokens) == list(state.tokens)
    most = {"white": 4, "black": 2, "green": 2, "yellow": 2, "brown": 2}
    total: Counter[str] = Counter()
    for seed in range(300):
        counts = Counter(start(3, seed, seasons="true").tokens)
        assert all(number <= most[token] for token, number in counts.items())
        total += counts
    # Each token is in with 2/3; hypergeometric with sd below .9 a deal; 5 sd.
    for token, number in most.items():
        assert abs(total[token] - 300 * number * 2 / 3) < 5 * 0.9 * 300**0.5
    assert start(3).tokens == ()


def test_rule_55_white_changes_nothing() -> None:
    state = table(seasons="true")
    village(state, 0, food=3)
    end_season(state)
    assert has(state, 0) == "FF"


@pytest.mark.parametrize(("black", "left"), [("whole_phase", ""), ("village_only", "C")])
def test_rule_55_black_stops_production(black: str, left: str) -> None:
    state = table(seasons="true", black_token=black)
    state.tokens = ("white", "black") + ("white",) * 6
    village(state, 0, food=3, card=3)
    play_out_cards(state, 0, 2, "Grotto")
    end_season(state)
    assert (state.season, has(state, 0), in_hand(state, 0)) == (2, left, [])


def test_rule_55_green_allows_two_actions() -> None:
    state = table(2, seasons="true")
    season_token(state, "green")
    order = []
    while state.season == 1:
        order.append(state.turn_seat)
        play(state, offered(state, "place")[0])
    assert order == [0, 1, 0, 1]


def test_rule_55_yellow_forbids_copies() -> None:
    for token, asked in (("white", True), ("yellow", False)):
        state = table(2, seasons="true")
        season_token(state, token)
        goods(state, 0, "FC")
        goods(state, 1, "FCWW")
        play(state, "place Dea", "pay FC", "village food 2")
        assert (state.decision == "copy") == asked


def test_rule_55_brown_stops_powers_and_incomes_of_cards() -> None:
    state = table(3, seat=2, seasons="true")
    state.tokens = ("white", "brown") + ("white",) * 6
    village(state, 0, food=1)
    play_out_cards(
        state, 0, 2, "Grotto", "Painter", "Altar", "Bridge", "Medicine", "Jester", "Chapel"
    )
    end_season(state)
    # The village gives its income, the cards nothing.
    assert (has(state, 0), in_hand(state, 0), state.decision) == ("F", [], "place")
    hand(state, 0, "Mill", "Music")
    goods(state, 0, "FFFFF")
    lay(state, "Dea", "", [0])
    state.moss = 1 << divinity(state, "Genio")
    assert offered(state, "Dea") == []
    play(state, "place Genio", "pay -")
    # Neither raising nor vision is asked.
    assert state.decision == "overpay"
    play(state, "overpay done")
    assert state.turn_seat == 1
    state.turn_of = state.acting_seat = 0
    goods(state, 0, "FFC")
    hand(state, 0, "Music")
    assert offered(state, "Elefante") == []
    hand(state, 0, "Mill", "Music")
    play(state, "place Drago", "pay F", "overpay done", "devote Mill Dea")
    assert state.turn_seat == 1


def test_rule_56_one_card_for_nothing_and_one_more_for_two_cubes() -> None:
    state = table(2, worship="true")
    state.stage = "worship"
    goods(state, 0, "FFFCW")
    assert state.legal_texts() == ["worship no", "worship 0", "worship 1", "worship 2"]
    play(state, "worship 2")
    assert state.legal_texts() == ["give food"]
    play(state, "give food", "give food")
    assert state.legal_texts() == ["give food", "give coin"]
    play(state, "give food")
    assert state.legal_texts() == ["give coin", "give wine"]
    play(state, "give coin")
    assert (state.decision, state.legal_count(), has(state, 0)) == ("hold", 3, "W")
    text = state.legal_texts()[1]
    play(state, text)
    seat, held, back = state.worship_takes[0]
    assert (seat, text) == (0, f"hold {state.variant.divinity_names[held]}")
    assert back.bit_count() == 2
    assert (state.decision, state.turn_seat) == ("place", 0)
    conserved(state)


def test_rule_56_the_last_kinds_must_be_enough() -> None:
    state = table(2, worship="true")
    state.stage = "worship"
    goods(state, 0, "FFCC")
    play(state, "worship 2", "give food")
    assert state.legal_texts() == ["give food"]
    assert "enough" in reason(state, "give coin")


def test_ruling_25_once_a_turn_before_the_pawn_and_two_at_most() -> None:
    state = table(2, worship="true")
    state.stage = "worship"
    for area in ("fields", "caves"):
        play(state, "worship 0")
        play(state, state.legal_texts()[0])
        # It can't be taken twice in a turn.
        assert state.decision == "place"
        play(state, f"place {area}", "worship no", f"place {area}")
    assert [owner for owner, _, _ in state.worship_takes] == [0, 0]
    assert (state.turn_seat, state.decision) == (0, "place")
    play(state, "place vineyard")
    assert (state.turn_seat, state.decision) == (1, "worship")


def test_rule_56_with_one_card_left_only_that_is_drawn() -> None:
    state = table(4, worship="true")
    state.stage = "worship"
    state.worship_takes = [(1 + n % 3, n, 0) for n in range(6)] + [(0, 6, 0)]
    goods(state, 0, "FFFF")
    assert state.legal_texts() == ["worship no", "worship 0"]
    play(state, "worship 0")
    assert state.legal_texts() == ["hold Drago"]


@pytest.mark.parametrize(
    ("steps", "points"), [((3, 1, 0), 2), ((3, 3, 0), 2), ((1, 3, 0), -2), ((0, 0, 0), -2)]
)
def test_rule_57_three_for_a_category_won_minus_one_for_another(
    steps: tuple[int, ...], points: int
) -> None:
    state = table(worship="true")
    state.worship_takes = [
        (0, divinity(state, "Dea"), 0),
        (0, divinity(state, "Balena"), 0),
    ]
    for seat, culture in enumerate(steps):
        board(state, seat, culture=culture)
    assert count(state).worship_points == (points, 0, 0)

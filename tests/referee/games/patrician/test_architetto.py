"""The Architetto of matches of two seats (rules 39-52)."""

import pytest
from podesta.patrician.v1 import patrician_pb2 as pb

from referee.games.patrician import PatricianState
from tests.referee.games.patrician.positions import (
    arrange,
    city,
    kinds,
    no_face_up,
    play,
    random_playout,
    start,
    tokens,
)


def revealed(events: list[pb.PatricianEvent]) -> list[str]:
    return [e.architetto_revealed.card for e in events if e.HasField("architetto_revealed")]


def test_rule_39_nine_cities_and_a_third_owner() -> None:
    variant = start(2).variant
    assert len(variant.cities) == 9
    assert (variant.owners, variant.architetto) == (3, 2)
    assert start(3).variant.architetto == -1


def test_rule_40_a_card_with_two_crests_wakes_it() -> None:
    state = arrange(start(2), seat=0, hand="RO1 BO3 RO5", pile="LU1 VR2 VR3")
    arrange(state, build={"Verona": ("0", "")})
    events = play(state, "card RO1", "site 12")
    # The refill takes LU1, then the next card is revealed and built.
    assert kinds(events)[-3:] == ["card_turned_up", "architetto_revealed", "floors_placed"]
    assert revealed(events) == ["VR2"]
    assert city(state, "Verona") == ("0A", "")
    assert (state.decision, state.turn_seat, state.turn) == ("card", 1, 1)


def test_rule_40_a_card_with_one_crest_does_not() -> None:
    state = arrange(start(2), seat=0, hand="RO5 BO3 RO1", pile="LU1 VR2 VR3")
    assert revealed(play(state, "card RO5", "site 1")) == []
    assert state.discards == ()


def test_rule_41_two_crests_revealed_make_it_act_again() -> None:
    state = arrange(start(2), seat=0, hand="RO1 BO3 RO5", pile="LU1 FE1 SI1 VR2 VR3")
    arrange(state, build={"Ferrara": ("A", "00"), "Siena": ("00", "A"), "Verona": ("0", "")})
    events = play(state, "card RO1", "site 12")
    # Equal heights after the first floor in Ferrara and in Siena are the player's choice.
    assert state.decision == "architetto"
    assert state.to_act == 0
    events += play(state, "architetto 1")
    events += play(state, "architetto 2")
    assert revealed(events) == ["FE1", "SI1", "VR2"]
    assert state.decision == "card"
    assert city(state, "Ferrara") == ("AAA", "00")
    assert city(state, "Siena") == ("00", "AAA")


def test_rule_41_until_the_pile_is_empty() -> None:
    state = arrange(start(2), seat=0, hand="RO1 BO3 RO5", pile="LU1 FE1")
    arrange(state, build={"Ferrara": ("AA", "0")})
    events = play(state, "card RO1", "site 12")
    events += play(state, "architetto 1") if state.decision == "architetto" else []
    assert revealed(events) == ["FE1"]
    assert state.decision == "card"
    assert state.turn_seat == 1


def test_rule_42_ruling_11_the_current_player_picks() -> None:
    state = arrange(start(2), seat=1, hand="RO1 BO3 RO5", pile="LU1 VR2 VR3")
    arrange(state, build={"Verona": ("0", "1")})
    play(state, "card RO1", "site 12")
    assert (state.decision, state.to_act, state.turn_seat, state.turn) == ("architetto", 1, 1, 0)
    assert state.legal_texts() == ["architetto 1", "architetto 2"]
    play(state, "architetto 2")
    assert city(state, "Verona") == ("0", "1A")


def test_rule_42_an_empty_city_leaves_no_choice() -> None:
    state = arrange(start(2), seat=1, hand="RO1 BO3 RO5", pile="LU1 VR2 VR3")
    play(state, "card RO1", "site 12")
    assert city(state, "Verona") == ("A", "")
    assert (state.decision, state.turn) == ("card", 1)


@pytest.mark.parametrize(
    ("rule", "before", "after"),
    [
        (43, ("00", "1"), ("00", "1A")),
        (44, ("0", ""), ("0A", "")),
        (44, ("A01", "1"), ("A01A", "1")),
        (45, ("000", "11"), ("000", "11A")),
    ],
)
def test_rules_43_to_45_where_it_builds(
    rule: int, before: tuple[str, str], after: tuple[str, str]
) -> None:
    state = arrange(start(2), seat=0, hand="SI1 BO3 RO5", pile="LU1 RO5 VR3")
    arrange(state, build={"Roma": before})
    play(state, "card SI1", "site 12")
    assert city(state, "Roma") == after


def test_rule_46_the_last_floor_to_the_empty_site() -> None:
    state = arrange(start(2), seat=0, hand="SI1 BO3 RO5", pile="LU1 VR2 VR3")
    arrange(state, build={"Verona": ("0AAA", "")})
    play(state, "card SI1", "site 12")
    assert city(state, "Verona") == ("0AAA", "A")


def test_rule_47_specials_do_nothing_for_it() -> None:
    state = arrange(start(2), seat=0, hand="SI1 BO3 RO5", pile="LU1 VR4 VR3")
    arrange(state, build={"Verona": ("0", ""), "Roma": ("A", "")})
    plates = list(state.plates)
    events = play(state, "card SI1", "site 12")
    assert city(state, "Verona") == ("0A", "")
    assert city(state, "Roma") == ("A", "")
    assert "floor_moved" not in kinds(events)
    assert kinds(events).count("card_taken") == 1
    changed = [n for n, card in enumerate(state.plates) if card != plates[n]]
    assert changed in ([], [state.variant.city_number["Siena"]])
    assert [state.variant.cards[c].name for c in state.discards] == ["VR4"]
    assert list(state.public().architetto.discards) == ["VR4"]


def test_rule_48_it_wins_tokens() -> None:
    state = arrange(start(2), seat=0, hand="SI1 BO3 RO5", pile="LU1 VR2 VR3")
    arrange(state, build={"Verona": ("1A", "00")})
    events = play(state, "card SI1", "site 12", "architetto 1")
    assert city(state, "Verona") == ("1AA", "00")
    scored = next(e.city_scored for e in events if e.HasField("city_scored"))
    assert (scored.higher_owner, scored.lower_owner) == (2, 0)
    assert tokens(state, "Verona") == (2, 0)
    assert state.public().architetto.prestige == 5


def test_rule_49_not_with_an_empty_pile() -> None:
    state = arrange(start(2), seat=0, hand="SI1 BO3 RO5", pile="")
    assert revealed(play(state, "card SI1", "site 12")) == []


def test_rule_49_ruling_13_nor_when_the_refill_takes_the_last_card() -> None:
    state = arrange(start(2), seat=0, hand="SI1 BO3 RO5", pile="LU1")
    assert revealed(play(state, "card SI1", "site 12")) == []
    assert state.pile == ()


def last_turn(aside: str) -> PatricianState:
    """Seat 0 has one card left; then the cards set aside follow."""
    state = arrange(start(2), pile="", face_up=no_face_up(start(2)))
    state.unknown_hands = [(), ()]
    state.aside = tuple(state.variant.card_number[c] for c in aside.split())
    return arrange(state, seat=0, hand="RO5")


def test_rule_50_ruling_11_players_take_turns_to_guide_the_cards_set_aside() -> None:
    state = last_turn("VR2 FE3 PR2")
    arrange(state, build=dict.fromkeys(("Verona", "Ferrara", "Parma"), ("0", "1")))
    play(state, "card RO5", "site 1")
    for turn, (seat, left) in enumerate([(1, 2), (0, 1), (1, 0)]):
        assert (state.decision, state.to_act, state.turn) == ("architetto", seat, turn + 1)
        assert state.public().architetto.unknown_cards == left
        events = play(state, "architetto 1")
    assert kinds(events)[-1] == "final"
    assert state.to_act is None
    for name in ("Verona", "Ferrara", "Parma"):
        assert city(state, name) == ("0A", "1")


def test_rule_50_tells_where_the_card_came_from() -> None:
    state = arrange(last_turn("VR2 FE3 PR2"), build={"Verona": ("0", "1")})
    events = play(state, "card RO5", "site 1")
    assert events[-1].architetto_revealed == pb.ArchitettoRevealed(card="VR2", set_aside=True)


def test_ruling_12_two_crests_set_aside_do_not_chain() -> None:
    state = last_turn("VR1 FE3 PR2")
    arrange(state, build={"Verona": ("0", ""), "Ferrara": ("0", "1")})
    events = play(state, "card RO5", "site 1")
    # First 5 against 3.5 points, then 5 against 7.
    assert city(state, "Verona") == ("0A", "A")
    # FE3 is a turn of its own, guided by the other player.
    assert revealed(events) == ["VR1", "FE3"]
    assert (state.decision, state.to_act, state.turn) == ("architetto", 0, 2)


def test_ruling_17_each_floor_by_itself() -> None:
    state = arrange(start(2), seat=0, hand="SI1 BO3 RO5", pile="LU1 RO1 VR3")
    arrange(state, build={"Roma": ("00", "1")})
    play(state, "card SI1", "site 12")
    # The first floor leads on site 2 and makes heights equal: the second is a choice.
    assert city(state, "Roma") == ("00", "1A")
    assert state.decision == "architetto"
    assert state.floors_due == 1
    assert state.public().architetto.floors_due == 1
    play(state, "architetto 1")
    assert city(state, "Roma") == ("00A", "1A")


def test_rule_50_every_city_is_complete_at_the_end() -> None:
    for seed in range(60):
        state = start(2, seed)
        random_playout(state, lambda n, seed=seed: (seed * 7 + n) % n)  # type: ignore[misc]
        assert sum(len(a) + len(b) for a, b in state.towers) == 63
        assert all(-1 not in won for won in state.tokens)
        assert state.aside == ()


def test_rule_51_it_scores_sets_of_all_its_cards() -> None:
    state = start(2, 5)
    random_playout(state, lambda n: n - 1)
    kinds_of = state.variant.portraits
    sums = [sum(kinds_of[c][k] for c in state.discards) for k in range(3)]
    score = state.scores[2]
    assert len(state.discards) >= 3
    assert list(score.portraits) == sums
    assert score.sets == sum(n // 3 for n in sums)
    assert score.total == score.prestige + 6 * score.sets

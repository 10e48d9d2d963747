"""The course of a match (rules 6-18, 42-44, 54, 55): set-up, seasons, turns and their answers."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from referee.games.bomarzo import actions, happenings, worship
from referee.games.bomarzo.cards import discard, draw, reveal, take_from_deck
from referee.games.bomarzo.data import SEASONS
from referee.games.bomarzo.favors import advance_village
from referee.games.bomarzo.goods import gain
from referee.games.bomarzo.moves import BomarzoMove
from referee.games.bomarzo.payments import has_power
from referee.games.bomarzo.scoring import count
from referee.games.bomarzo.variant import CARD, NONE, VISION, bits
from referee.games.bomarzo.worship import may_draw
from referee.games.chance import Chance
from referee.games.game import Event

if TYPE_CHECKING:
    from referee.games.bomarzo.state import BomarzoState

__all__ = ["apply"]

Events = list[Event] | None
Numbers = tuple[int, ...]


def apply(state: "BomarzoState", move: BomarzoMove, chance: Chance, events: Events) -> None:
    """Make a legal move, up to the next decision or the end."""
    verb = move.verb
    act = _ACTS.get(verb)
    if act is not None:
        act(state, move.numbers, chance, events)
    elif actions.apply(state, move, chance, events):
        _next_turn(state, (state.turn_of + 1) % state.variant.seats, events, chance)


def _begin_turn(state: "BomarzoState", seat: int, stage: str) -> None:
    state.turn_index += 1
    state.turn_of = state.acting_seat = seat
    state.stage = stage


def _place_in_order(state: "BomarzoState", seat: int) -> int:
    return (seat - state.first_player) % state.variant.seats


# --- set-up ---


def _extra(state: "BomarzoState", numbers: Numbers, _chance: Chance, events: Events) -> None:
    seat = state.acting_seat
    gain(state, seat, numbers[0], 1)
    if events is not None:
        events.append(happenings.extra_taken(seat, numbers[0]))
    _begin_turn(state, state.first_seat, "keep")


def _keep(state: "BomarzoState", numbers: Numbers, _chance: Chance, events: Events) -> None:
    """Rule 6; all discards are shown together."""
    seat, seats = state.acting_seat, state.variant.seats
    state.kept[seat] = numbers[0]
    if events is not None:
        events += happenings.card_kept(state, seat, numbers[0])
    if NONE in state.kept:
        _begin_turn(state, (seat + 1) % seats, "keep")
        return
    for place in range(seats):
        other = (state.first_seat + place) % seats
        shown = state.hands[other] & ~(1 << state.kept[other])
        for card in bits(shown):
            discard(state, other, card)
        if events is not None:
            events.append(happenings.deal_discarded(state, other, shown))
    state.kept = [NONE] * seats
    _begin_turn(state, state.first_seat, "village")


def _village(state: "BomarzoState", numbers: Numbers, chance: Chance, events: Events) -> None:
    """Rule 7, and rule 33 where it is Dea's favor."""
    seat = state.acting_seat
    advance_village(state, seat, numbers, events)
    if state.season:
        if actions.finish(state):
            _next_turn(state, (state.turn_of + 1) % state.variant.seats, events, chance)
        return
    following = (seat + 1) % state.variant.seats
    if following == state.first_seat:
        _begin_season(state, chance, events)
    else:
        _begin_turn(state, following, "village")


# --- production ---


def _begin_season(state: "BomarzoState", chance: Chance, events: Events) -> None:
    state.season += 1
    state.token = state.tokens[state.season - 1] if state.tokens else ""
    if events is not None:
        events.append(happenings.season_began(state))
    if state.token == "black" and not state.variant.village_only:
        _next_turn(state, state.first_player, events, chance)
    else:
        _produce(state, 0, chance, events)


def _produce(state: "BomarzoState", place: int, chance: Chance, events: Events) -> None:
    """Production of this place of the player order and all behind it (rules 9-12)."""
    variant = state.variant
    seats = variant.seats
    first = state.first_player
    while place < seats:
        seat = (first + place) % seats
        cards = _income(state, seat, events)
        if cards and (state.deck_left or state.discards):
            if has_power(state, seat, VISION):
                state.count_due = cards
                _begin_turn(state, seat, "vision")
                return
            draw(state, seat, cards, chance, events)
        place += 1
    _next_turn(state, first, events, chance)


def _income(state: "BomarzoState", seat: int, events: Events) -> int:
    """Give the seat its cubes; how many cards it may draw."""
    variant = state.variant
    income = [0, 0, 0, 0]
    if state.token != "black":
        symbols, village = variant.village_symbols, state.village
        for kind in range(4):
            income[kind] = symbols[kind][village[5 * seat + kind]]
    cards = state.level_2[seat] & variant.income_mask
    if cards and state.token != "brown":
        for kind in range(4):
            income[kind] += (cards & variant.gain_masks[kind]).bit_count()
    for kind in range(3):
        if income[kind]:
            income[kind] = gain(state, seat, kind, income[kind])
    if events is not None:
        events.append(happenings.produced(seat, income))
    return income[CARD]


def _vision(state: "BomarzoState", numbers: Numbers, chance: Chance, events: Events) -> None:
    """Rule 12."""
    seat, wanted = state.acting_seat, state.count_due
    state.count_due = 0
    if events is not None:
        events.append(happenings.answered(seat, "vision", bool(numbers[0])))
    if numbers[0]:
        actions.spend(state, seat, VISION)
        state.drawn = take_from_deck(state, seat, wanted + 2, chance, events)
        state.count_due = max(0, state.drawn.bit_count() - wanted)
        if state.count_due:
            state.stage = "discard"
            return
        state.hands[seat] |= state.drawn
        state.drawn = 0
    else:
        draw(state, seat, wanted, chance, events)
    _after_draw(state, chance, events)


def _discard(state: "BomarzoState", numbers: Numbers, chance: Chance, events: Events) -> None:
    seat, card = state.acting_seat, numbers[0]
    state.drawn &= ~(1 << card)
    state.discards |= 1 << card
    reveal(state, seat, card)
    if events is not None:
        events.append(happenings.card_discarded(state, seat, card, "vision"))
    state.count_due -= 1
    if not state.count_due:
        state.hands[seat] |= state.drawn
        state.drawn = 0
        _after_draw(state, chance, events)


def _after_draw(state: "BomarzoState", chance: Chance, events: Events) -> None:
    if state.divinity == NONE:
        _produce(state, _place_in_order(state, state.acting_seat) + 1, chance, events)
    elif actions.finish(state):
        _next_turn(state, (state.turn_of + 1) % state.variant.seats, events, chance)


# --- turns ---


def _next_turn(state: "BomarzoState", start: int, events: Events, chance: Chance) -> None:
    """The turn of the next seat, clockwise from `start`, that can place a pawn (rules 14, 15)."""
    seats = state.variant.seats
    most = 2 if state.token == "green" else state.variant.most_pawns
    for place in range(seats):
        seat = (start + place) % seats
        if (
            state.pawns_left[seat]
            and not state.passed >> seat & 1
            and state.placements[seat] < most
        ):
            _begin_turn(state, seat, "worship" if may_draw(state, seat) else "place")
            return
    _end_season(state, chance, events)


def _place(state: "BomarzoState", numbers: Numbers, chance: Chance, events: Events) -> None:
    number, seat = numbers[0], state.acting_seat
    state.pawns_left[seat] -= 1
    state.placements[seat] += 1
    if number >= 3:
        actions.invoke(state, seat, number - 3, events)
        return
    kind, amounts = state.variant.harvest[number]
    before = state.harvested[number].bit_count()
    state.harvested[number] |= 1 << seat
    got = gain(state, seat, kind, amounts[before])
    if events is not None:
        events.append(happenings.harvested(seat, number, kind, got))
    _next_turn(state, (seat + 1) % state.variant.seats, events, chance)


def _pass(state: "BomarzoState", _numbers: Numbers, chance: Chance, events: Events) -> None:
    seat = state.acting_seat
    state.passed |= 1 << seat
    if events is not None:
        events.append(happenings.passed(seat))
    _next_turn(state, (seat + 1) % state.variant.seats, events, chance)


# --- the end of a season ---


def _end_season(state: "BomarzoState", chance: Chance, events: Events) -> None:
    """Rules 42-44; after the last season the end (ruling 21)."""
    if state.season == SEASONS:
        _finish(state, events)
        return
    moss = 0
    for divinity, pawns in enumerate(state.placed):
        if not pawns:
            moss |= 1 << divinity
    state.moss = moss
    for kind in range(3):
        state.reserve[kind] += sum(state.cubes[kind::3])
    state.cubes = [0] * len(state.cubes)
    state.placed = [0] * len(state.placed)
    state.harvested = [0, 0, 0]
    state.pawns_left = state.pawns[:]
    state.placements = [0] * state.variant.seats
    state.passed = 0
    state.spent = [0] * state.variant.seats
    state.divinity = NONE
    state.copying = False
    if events is not None:
        events.append(happenings.season_ended(state))
    _begin_season(state, chance, events)


def _finish(state: "BomarzoState", events: Events) -> None:
    """Rules 45-53: what lies under the divinities is shown, and all points are counted."""
    state.stage = ""
    for seat, _, card, _ in state.devoted[:]:
        reveal(state, seat, card)
    state.final = count(state)
    if events is not None:
        events.append(happenings.final(state))


_ACTS: dict[str, Callable[["BomarzoState", Numbers, Chance, Events], None]] = {
    "extra": _extra,
    "keep": _keep,
    "village": _village,
    "vision": _vision,
    "discard": _discard,
    "place": _place,
    "pass": _pass,
    "worship": worship.begin,
    "give": worship.give,
    "hold": worship.hold,
}

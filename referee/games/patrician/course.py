"""The course of a turn (rules 9-28, 40-58): every decision and what follows from it."""

from typing import TYPE_CHECKING

from referee.games.game import Event
from referee.games.patrician import happenings
from referee.games.patrician.moves import (
    Build,
    GuideArchitetto,
    PatricianMove,
    PlaceMarker,
    PlayCard,
    Relocate,
    Take,
)
from referee.games.patrician.scoring import count
from referee.games.patrician.towers import architetto_sites, place, winners
from referee.games.patrician.variant import NOBODY

if TYPE_CHECKING:
    from referee.games.patrician.state import PatricianState

__all__ = ["apply"]

Events = list[Event] | None


def apply(state: "PatricianState", move: PatricianMove, events: Events) -> None:
    """Make a legal move, up to the next decision or the end."""
    if isinstance(move, PlayCard):
        _play(state, state.variant.card_number[move.card], events)
    elif isinstance(move, Build):
        city = state.variant.card_city[state.played]
        _place(state, city, [int(site) for site in move.sites], state.acting_seat, events)
        _after_building(state, city, events)
    elif isinstance(move, Take):
        _take(state, state.variant.city_number[move.city], events)
    elif isinstance(move, Relocate):
        _relocate(state, state.variant.city_number[move.city], move.from_site, events)
        _refill(state, events)
    elif isinstance(move, PlaceMarker):
        _put_marker(state, move, events)
        _after_marker(state, events)
    elif isinstance(move, GuideArchitetto):
        city = state.variant.card_city[state.discards[-1]]
        state.floors_due -= 1
        _place(state, city, [move.site], state.variant.architetto, events)
        _architetto_builds(state, events)
    else:
        if events is not None:
            events.append(happenings.passed(state.acting_seat, state.stage))
        if state.stage == "move":
            _refill(state, events)
        else:
            _after_marker(state, events)


# --- the parts of a turn ---


def _play(state: "PatricianState", card: int, events: Events) -> None:
    seat = state.acting_seat
    hands = state.known_hands if card in state.known_hands[seat] else state.unknown_hands
    hands[seat] = tuple(c for c in hands[seat] if c != card)
    state.stacks[seat] += (card,)
    state.played = card
    state.stage = "site"
    if events is not None:
        events.append(happenings.card_played(state, seat, card))


def _place(
    state: "PatricianState", city: int, sites: list[int], owner: int, events: Events
) -> None:
    towers = state.towers[city]
    for site in sites:
        towers = place(towers, site, owner)
    state.towers[city] = towers
    if events is not None:
        events.append(happenings.floors_placed(state, owner, city, sites))
    if len(towers[0]) + len(towers[1]) == state.variant.capacity[city]:
        _score(state, city, events)


def _score(state: "PatricianState", city: int, events: Events) -> None:
    won = state.tokens[city] = winners(*state.towers[city])
    bonus = sum(
        side
        for side, ends in zip(state.marker_sides, state.variant.roads, strict=True)
        if side and city in ends
    )
    for owner in won:
        state.bonus[owner] += bonus
    if events is not None:
        events.append(happenings.city_scored(state, city, bonus))


def _after_building(state: "PatricianState", city: int, events: Events) -> None:
    if state.variant.special[state.played] != "any" and state.plates[city] != NOBODY:
        _take(state, city, events)
    elif any(card != NOBODY for card in state.plates):
        state.stage = "take"
    else:
        _after_taking(state, events)


def _take(state: "PatricianState", city: int, events: Events) -> None:
    card, seat = state.plates[city], state.acting_seat
    state.plates[city] = NOBODY
    state.known_hands[seat] += (card,)
    state.emptied = city
    if events is not None:
        events.append(happenings.card_taken(state, seat, city, card))
    _after_taking(state, events)


def _after_taking(state: "PatricianState", events: Events) -> None:
    if state.variant.special[state.played] == "move":
        state.stage = "move"
    else:
        _refill(state, events)


def _relocate(state: "PatricianState", city: int, from_site: int, events: Events) -> None:
    first, second = state.towers[city]
    if from_site == 1:
        owner = first[-1]
        state.towers[city] = (first[:-1], second + first[-1:])
    else:
        owner = second[-1]
        state.towers[city] = (first + second[-1:], second[:-1])
    if events is not None:
        events.append(happenings.floor_moved(state, state.acting_seat, owner, city, from_site))


def _refill(state: "PatricianState", events: Events) -> None:
    city = state.emptied
    state.emptied = NOBODY
    if city != NOBODY and state.pile:
        card = state.plates[city] = state.pile[0]
        state.pile = state.pile[1:]
        if events is not None:
            events.append(happenings.card_turned_up(state, city, card))
    if state.variant.star[state.played] and state.markers_left[state.acting_seat]:
        state.stage = "marker"
    else:
        _after_marker(state, events)


def _put_marker(state: "PatricianState", move: PlaceMarker, events: Events) -> None:
    road = state.variant.road_number[move.city, move.other_city]
    state.marker_sides[road] = 1 if move.side == "trader" else -1
    state.markers_left[state.acting_seat] -= 1
    if events is not None:
        events.append(happenings.marker_placed(state, state.acting_seat, road))


def _after_marker(state: "PatricianState", events: Events) -> None:
    variant = state.variant
    crests = variant.crests[state.played]
    if variant.architetto != NOBODY and crests == 2 and state.pile:
        _reveal(state, events)
        _architetto_builds(state, events)
    else:
        _end_turn(state, events)


# --- the Architetto ---


def _reveal(state: "PatricianState", events: Events) -> None:
    """The pile's top card; at the end, with all hands empty, the next one set aside."""
    set_aside = not _hands_left(state)
    if set_aside:
        card, state.aside = state.aside[0], state.aside[1:]
    else:
        card, state.pile = state.pile[0], state.pile[1:]
    state.discards += (card,)
    state.floors_due = state.variant.crests[card]
    if events is not None:
        events.append(happenings.architetto_revealed(state, card, set_aside))


def _architetto_builds(state: "PatricianState", events: Events) -> None:
    """Place its floors up to the next choice of the current player (rules 41-49)."""
    variant = state.variant
    while True:
        card = state.discards[-1]
        city = variant.card_city[card]
        while state.floors_due:
            first, second = state.towers[city]
            room = variant.capacity[city] - len(first) - len(second)
            sites = architetto_sites(
                (first, second), room, variant.tokens[city], variant.architetto
            )
            if len(sites) == 2:
                state.stage = "architetto"
                return
            state.floors_due -= 1
            _place(state, city, list(sites), variant.architetto, events)
        if variant.crests[card] == 1 or not state.pile:
            break
        _reveal(state, events)
    _end_turn(state, events)


# --- turns ---


def _hands_left(state: "PatricianState") -> bool:
    return any(state.known_hands) or any(state.unknown_hands)


def _end_turn(state: "PatricianState", events: Events) -> None:
    state.played = NOBODY
    if not state.aside and not _hands_left(state):
        _finish(state, events)
        return
    state.turn_index += 1
    state.acting_seat = (state.acting_seat + 1) % state.variant.seats
    if _hands_left(state):
        state.stage = "card"
    else:
        # Rule 50, ruling 11: each card set aside is a turn of whoever guides it.
        _reveal(state, events)
        _architetto_builds(state, events)


def _finish(state: "PatricianState", events: Events) -> None:
    state.stage = ""
    cards = state.stacks if state.variant.architetto == NOBODY else [*state.stacks, state.discards]
    state.scores = count(state.variant, cards, state.tokens, state.bonus, state.towers)
    if events is not None:
        events.append(happenings.final(state))

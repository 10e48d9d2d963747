"""Which moves are legal, and why others are not."""

from typing import TYPE_CHECKING

from referee.games.patrician.moves import (
    PASS,
    Build,
    PatricianMove,
    PlaceMarker,
    PlayCard,
    Relocate,
    Take,
    expected,
)
from referee.games.patrician.towers import building_sites
from referee.games.patrician.variant import NOBODY

if TYPE_CHECKING:
    from referee.games.patrician.state import PatricianState

__all__ = ["legal_moves", "reason_against"]


def legal_moves(state: "PatricianState") -> tuple[PatricianMove, ...]:
    """All legal moves in canonical order: by card, site, city or signpost; passing last."""
    stage, variant = state.stage, state.variant
    if stage == "card":
        moves = variant.card_moves
        return tuple([moves[card] for card in state.hand(state.turn_seat)])
    if stage == "site":
        city = variant.card_city[state.played]
        first, second = map(len, state.towers[city])
        room = variant.capacity[city] - first - second
        sites = building_sites(first, second, room, variant.crests[state.played])
        return tuple([variant.build_moves[s] for s in sites])
    if stage == "take":
        return tuple(
            [variant.take_moves[c] for c, card in enumerate(state.plates) if card != NOBODY]
        )
    if stage == "move":
        return _relocations(state)
    if stage == "marker":
        return _markers(state)
    if stage == "architetto":
        return variant.guide_moves
    return ()


def _relocations(state: "PatricianState") -> tuple[PatricianMove, ...]:
    """Rules 21-26."""
    variant, seat = state.variant, state.turn_seat
    built = variant.card_city[state.played]
    moves: list[PatricianMove] = []
    for city, (first, second) in enumerate(state.towers):
        if city == built or state.tokens[city][0] != NOBODY:
            continue
        if seat in first or seat in second:
            leave_1, leave_2 = variant.relocate_moves[city]
            if first:
                moves.append(leave_1)
            if second:
                moves.append(leave_2)
    moves.append(PASS)
    return tuple(moves)


def _markers_at(state: "PatricianState") -> list[int]:
    """Markers that point at each city."""
    counts = [0] * len(state.variant.cities)
    for side, (a, b) in zip(state.marker_sides, state.variant.roads, strict=True):
        if side:
            counts[a] += 1
            counts[b] += 1
    return counts


def _markers(state: "PatricianState") -> tuple[PatricianMove, ...]:
    """Rules 54-57."""
    variant = state.variant
    built = variant.card_city[state.played]
    counts, most = _markers_at(state), variant.markers_by_city
    moves: list[PatricianMove] = []
    for road, (a, b) in enumerate(variant.roads):
        if state.marker_sides[road] or built in (a, b) or counts[a] >= most or counts[b] >= most:
            continue
        moves += variant.marker_moves[road]
    moves.append(PASS)
    return tuple(moves)


def reason_against(state: "PatricianState", move: PatricianMove) -> str:
    """Why a move that is not legal is not, from what the seat to act knows."""
    if not state.stage:
        return "the match is over"
    if state.stage not in move.decisions:
        return f"{str(move)!r} answers another question: {expected(state.stage)} is expected"
    if isinstance(move, PlayCard):
        return f"{move.card} is not in the hand"
    if isinstance(move, Build):
        return _against_building(state, move)
    if isinstance(move, Take):
        return f"there is no face-up card at {move.city}"
    if isinstance(move, Relocate):
        return _against_relocation(state, move)
    if isinstance(move, PlaceMarker):
        return _against_marker(state, move)
    raise TypeError(f"{move!r} is always legal here")


def _against_building(state: "PatricianState", move: Build) -> str:
    variant = state.variant
    city = variant.card_city[state.played]
    name, crests = variant.cities[city].name, variant.crests[state.played]
    if len(move.sites) != crests:
        return f"the card has {crests} crests, so that many sites are to be named"
    first, second = state.towers[city]
    if not first and not second:
        return f"both sites of {name} are empty and alike: the first floor goes to site 1"
    return f"the last floor of {name} must go to its empty site"


def _against_relocation(state: "PatricianState", move: Relocate) -> str:
    variant = state.variant
    city = variant.city_number.get(move.city)
    if city is None:
        return f"{move.city} is not on this board"
    if city == variant.card_city[state.played]:
        return f"{move.city} is the city built in this turn"
    if state.tokens[city][0] != NOBODY:
        return f"{move.city} has been scored"
    towers = state.towers[city]
    if state.turn_seat not in towers[0] and state.turn_seat not in towers[1]:
        return f"none of your floors is in {move.city}"
    return f"site {move.from_site} of {move.city} is empty"


def _against_marker(state: "PatricianState", move: PlaceMarker) -> str:
    variant = state.variant
    ends = (move.city, move.other_city)
    road = variant.road_number.get(ends)
    if road is None:
        return f"there is no signpost {'-'.join(ends)} on this board"
    if state.marker_sides[road]:
        return f"the signpost {'-'.join(ends)} has a marker"
    if variant.card_city[state.played] in variant.roads[road]:
        return "a marker may not point at the city of the card played"
    counts = _markers_at(state)
    full = next(n for n in ends if counts[variant.city_number[n]] >= variant.markers_by_city)
    return f"{variant.markers_by_city} markers point at {full} already"

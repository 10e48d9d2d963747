"""From what a seat sees back to a position that fits it."""

from collections import Counter
from collections.abc import Iterable, Mapping

from google.protobuf.message import Message
from podesta.patrician.v1 import patrician_pb2 as pb

from referee.games.chance import Chance
from referee.games.patrician.hidden import redeal, seen_cards
from referee.games.patrician.scoring import count
from referee.games.patrician.state import PatricianState
from referee.games.patrician.variant import NOBODY, Variant

__all__ = ["determinize"]


def determinize(
    variant: Variant, seat: int, public: Message, private: Message | None, chance: Chance
) -> PatricianState:
    """See `Game.determinize`. Raises ValueError where the messages contradict themselves."""
    if not isinstance(public, pb.PatricianPublic):
        raise ValueError(f"PatricianPublic is expected, not {public.DESCRIPTOR.full_name}")
    if private is not None and not isinstance(private, pb.PatricianPrivate):
        raise ValueError(f"PatricianPrivate is expected, not {private.DESCRIPTOR.full_name}")
    if not 0 <= seat < variant.seats or (private is not None and private.seat != seat):
        raise ValueError(f"the messages are not those of seat {seat} of {variant.seats}")
    if [c.name for c in public.cities] != [c.name for c in variant.cities]:
        raise ValueError("the cities are not those of this board")
    if len(public.seats) != variant.seats:
        raise ValueError(f"{len(public.seats)} seats are described, not {variant.seats}")
    if max(public.turn_seat, public.start_seat) >= variant.seats:
        raise ValueError("it is the turn of nobody")
    if public.turn > len(variant.cards):
        raise ValueError(f"there can't have been {public.turn} turns")
    state = _open_parts(variant, public)
    _fill_unknown(state, seat, public, private)
    redeal(state, seat if private is not None else None, chance)
    _check(state, public)
    return state


def _open_parts(variant: Variant, public: pb.PatricianPublic) -> PatricianState:
    state = PatricianState(
        variant, public.start_seat, [()] * variant.seats, [NOBODY] * len(variant.cities)
    )
    state.stage = public.decision
    state.turn_index = public.turn
    state.acting_seat = public.turn_seat
    for number, city in enumerate(public.cities):
        state.plates[number] = _number(variant.card_number, city.face_up)
        if max((*city.site_1, *city.site_2, 0)) >= variant.owners:
            raise ValueError(f"{city.name} has a floor of nobody")
        state.towers[number] = (bytes(city.site_1), bytes(city.site_2))
        owners = (
            city.higher_owner if city.HasField("higher_owner") else NOBODY,
            city.lower_owner if city.HasField("lower_owner") else NOBODY,
        )
        if max(owners) >= variant.owners:
            raise ValueError(f"a token of {city.name} is nobody's")
        state.tokens[number] = owners
    for number, seat in enumerate(public.seats):
        state.known_hands[number] = _numbers(variant, seat.known_hand)
        state.stacks[number] = _numbers(variant, seat.played)
        state.bonus[number] = seat.bonus
        state.markers_left[number] = seat.markers
    if variant.architetto != NOBODY:
        state.discards = _numbers(variant, public.architetto.discards)
        state.floors_due = public.architetto.floors_due
        state.bonus[variant.architetto] = public.architetto.bonus
    for marker in public.markers:
        ends = (marker.signpost.city, marker.signpost.other_city)
        road = _number(variant.road_number, ends)
        state.marker_sides[road] = 1 if marker.side == pb.MARKER_SIDE_TRADER else -1
    state.played = _number(variant.card_number, public.played)
    state.emptied = _number(variant.city_number, public.emptied)
    return state


def _number(numbers: Mapping[str, int] | Mapping[tuple[str, str], int], name: object) -> int:
    if name == "":
        return NOBODY
    number = numbers.get(name)  # type: ignore[call-overload]
    if number is None:
        raise ValueError(f"{name!r} does not belong to this match")
    return int(number)


def _numbers(variant: Variant, names: Iterable[str]) -> tuple[int, ...]:
    return tuple(_number(variant.card_number, name) for name in names)


def _fill_unknown(
    state: PatricianState,
    seat: int,
    public: pb.PatricianPublic,
    private: pb.PatricianPrivate | None,
) -> None:
    """Put some unseen cards wherever there are unseen cards; `redeal` shuffles them."""
    variant = state.variant
    seen = seen_cards(state)
    own = _numbers(variant, private.unknown_hand) if private is not None else ()
    twice = [card for card, times in Counter((*seen, *own)).items() if times > 1 or card < 0]
    if twice:
        raise ValueError(f"{variant.cards[twice[0]].name} is in two places")
    if any(not variant.star[card] for card in own):
        raise ValueError("a card was dealt that has no star")
    unseen = set(range(len(variant.cards))) - set(seen) - set(own)
    stars = sorted(card for card in unseen if variant.star[card])
    for other, described in enumerate(public.seats):
        if private is not None and other == seat:
            if described.unknown_hand != len(own):
                raise ValueError(
                    f"seat {seat} holds {described.unknown_hand} dealt cards, not {len(own)}"
                )
            state.unknown_hands[other] = own
            continue
        if described.unknown_hand > len(stars):
            raise ValueError("the hands hold more star cards than are unseen")
        state.unknown_hands[other] = tuple(stars[: described.unknown_hand])
        del stars[: described.unknown_hand]
        unseen -= set(state.unknown_hands[other])
    aside = public.architetto.unknown_cards
    if len(unseen) != aside + public.pile:
        raise ValueError(
            f"{len(unseen)} cards are unseen, but pile and set aside cards are "
            f"{aside + public.pile}"
        )
    rest = sorted(unseen)
    state.aside, state.pile = tuple(rest[:aside]), tuple(rest[aside:])


def _check(state: PatricianState, public: pb.PatricianPublic) -> None:
    """What the messages say twice must agree."""
    _check_stage(state)
    variant = state.variant
    due = [0] * len(variant.cities)
    for card in (*state.discards, *(c for stack in state.stacks for c in stack)):
        due[variant.card_city[card]] += variant.crests[card]
    if state.stage == "site":
        due[variant.card_city[state.played]] -= variant.crests[state.played]
    if state.stage == "architetto":
        due[variant.card_city[state.discards[-1]]] -= state.floors_due
    for city, floors, (first, second), tokens in zip(
        variant.cities, due, state.towers, state.tokens, strict=True
    ):
        if len(first) + len(second) != floors:
            raise ValueError(f"{city.name} has not the floors of the cards played there")
        if (floors == city.capacity) != (NOBODY not in tokens):
            raise ValueError(f"{city.name} has been scored or not, against its floors")
    if not state.stage:
        cards = [*state.stacks, state.discards][: variant.owners]
        state.scores = count(variant, cards, state.tokens, state.bonus, state.towers)
    if max(map(abs, state.bonus)) > 2 * 2 * variant.markers * variant.seats:
        raise ValueError("there are not so many bonus tokens")
    if state.public() != public:
        raise ValueError("the position does not add up to what is described")


def _check_stage(state: PatricianState) -> None:
    """What each kind of decision presupposes."""
    variant, stage, played, seat = state.variant, state.stage, state.played, state.acting_seat
    hands = [*state.known_hands, *state.unknown_hands]
    plates = [card for card in state.plates if card != NOBODY]
    fits = {
        "card": bool(state.hand(seat)) and played == NOBODY,
        "site": played != NOBODY,
        "take": played != NOBODY
        and bool(plates)
        and (variant.special[played] == "any" or state.plates[variant.card_city[played]] == NOBODY),
        "move": played != NOBODY and variant.special[played] == "move",
        "marker": played != NOBODY and variant.star[played] and state.markers_left[seat] > 0,
        "architetto": bool(state.discards)
        and 1 <= state.floors_due <= variant.crests[state.discards[-1]]
        and _equal(state.towers[variant.card_city[state.discards[-1]]]),
        "": not any(hands) and not plates and not state.pile and not state.aside,
    }
    if not fits.get(stage, False):
        raise ValueError(f"the decision {stage!r} does not fit the position")
    if state.acting_seat != (state.start_seat + state.turn_index) % variant.seats:
        raise ValueError("it is the turn of another seat")
    if played != NOBODY and state.stacks[seat][-1:] != (played,):
        raise ValueError("the card of this turn is not on the stack of its seat")
    if (state.emptied != NOBODY and stage != "move") or (
        state.floors_due and stage != "architetto"
    ):
        raise ValueError(f"before the decision {stage!r} everything else is done")
    if state.pile and len(plates) + (state.emptied != NOBODY) < len(variant.cities):
        raise ValueError("there is a pile, but a city without a card")
    sizes = [len(state.hand((seat + n) % variant.seats)) for n in range(variant.seats)]
    if stage == "card" and sizes != sorted(sizes, reverse=True):
        raise ValueError("a later seat holds more cards")
    placed = sum(side != 0 for side in state.marker_sides)
    if placed + sum(state.markers_left) != variant.markers * variant.seats:
        raise ValueError("the markers are not as many as there are")


def _equal(towers: tuple[bytes, bytes]) -> bool:
    return len(towers[0]) == len(towers[1]) > 0

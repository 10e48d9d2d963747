"""Whole matches as texts that a person can check by hand.

`python -m tests.referee.games.bomarzo.playthrough` writes the golden files anew; look at what
changed before you commit them.
"""

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random

from google.protobuf.json_format import MessageToDict
from podesta.bomarzo.v1 import bomarzo_pb2 as pb

from referee.games import Event, SeededChance
from referee.games.bomarzo import GAME, BomarzoState
from referee.games.bomarzo.variant import bits

FOLDER = Path(__file__).parents[3] / "golden" / "bomarzo"
SETS = ("no promo", "both promos", "seasons", "worship", "seasons village only")
MATCHES = list(product(GAME.seats, SETS))
"""Numbers of seats and what is played with."""


def file_of(seats: int, promos: str) -> Path:
    return FOLDER / f"{seats}-seats-{promos.replace(' ', '-')}.txt"


def options_of(promos: str) -> dict[str, str]:
    options = {
        name: str(promos in ("both promos", name)).lower() for name in ("seasons", "worship")
    }
    if promos == SETS[-1]:
        options |= {"seasons": "true", "black_token": "village_only"}
    return options


def playthrough(seats: int, promos: str) -> str:
    """One match: the deal, every position, every decision with its list, and what happened."""
    return "\n".join(_lines(seats, promos)) + "\n"


def _lines(seats: int, promos: str) -> Iterator[str]:
    seed = f"golden {seats} {promos} 28"
    chance = SeededChance(seed.encode())
    state = GAME.initial_state(options_of(promos), seats, chance)
    rng = Random(seed)
    yield f"{GAME.title}, {seats} seats, {promos}"
    yield f"draws: {' '.join(map(str, chance.draws))}"
    yield f"first player: seat {state.first_seat}"
    yield f"divinities: {' '.join(state.variant.divinity_names[d] for d in state.order)}"
    for seat, hand in enumerate(state.hands):
        yield f"dealt to seat {seat}: {_names(state, hand)}"
    yield f"deck, bottom first: {', '.join(state.variant.card_names[c] for c in _deck(state))}"
    if state.tokens:
        yield f"season tokens: {' '.join(state.tokens)}"
    turn, number = -1, 0
    while state.to_act is not None:
        if state.turn != turn:
            turn = state.turn
            yield ""
            yield f"season {state.season}, turn {turn + 1}, seat {state.turn_seat}"
            yield from _position(state)
        texts = state.legal_texts()
        move = state.legal_move(rng.randrange(len(texts)))
        by = f" (seat {state.to_act})" if state.to_act != state.turn_seat else ""
        yield f"{number}. {state.decision}{by}: {' | '.join(texts)}"
        drawn = len(chance.draws)
        events: list[Event] = []
        state.apply(move, chance, events)
        yield f"    {move}    [{state.digest().hex()}]"
        if len(chance.draws) > drawn:
            yield f"        draws: {' '.join(map(str, chance.draws[drawn:]))}"
        for event in events:
            yield f"        {_event(event)}"
        number += 1
    yield ""
    yield "the end"
    yield from _position(state)
    outcome = state.outcome()
    assert outcome is not None
    for seat, result in enumerate(outcome.seats):
        yield f"seat {seat}: place {result.placement}, {result.score} points"
    yield f"({outcome.reason})"


def _deck(state: BomarzoState) -> tuple[int, ...]:
    return state.deck[: state.deck_left]


def _names(state: BomarzoState, cards: int) -> str:
    return ", ".join(state.variant.card_names[c] for c in bits(cards)) or "-"


def _goods(counts: list[int]) -> str:
    return "".join(letter * n for letter, n in zip("FCW", counts, strict=True)) or "-"


def _position(state: BomarzoState) -> Iterator[str]:
    variant = state.variant
    for divinity, name in enumerate(variant.divinity_names):
        side = "moss" if state.moss >> divinity & 1 else "active"
        pawns = "".join(
            str(s) * (state.placed[divinity] >> 2 * s & 3) for s in range(variant.seats)
        )
        lying = _goods(state.cubes[3 * divinity : 3 * divinity + 3])
        under = ", ".join(
            f"{variant.card_names[c]} of {s}" for s, d, c, _ in state.devoted if d == divinity
        )
        if not (pawns or under or lying != "-" or side == "moss"):
            continue
        row = f"    {name:<10}{side:<7} cubes {lying:<8} pawns {pawns or '-':<6} {under}"
        yield row.rstrip()
    for seat in range(variant.seats):
        yield (
            f"    seat {seat}: {_goods(state.goods[3 * seat : 3 * seat + 3])}"
            f"; village {state.village[5 * seat : 5 * seat + 5]}"
            f"; board {state.board[3 * seat : 3 * seat + 3]}; points {state.points[seat]}"
            f"; pawns {state.pawns_left[seat]} of {state.pawns[seat]}"
        )
        yield (
            f"        hand {_names(state, state.hands[seat])}"
            f"; level 1 {_names(state, state.level_1[seat])}"
            f"; level 2 {_names(state, state.level_2[seat])}"
        )
    harvested = " ".join("".join(map(str, bits(seats))) or "-" for seats in state.harvested)
    yield (
        f"    reserve {state.reserve}; deck {state.deck_left}; "
        f"discards {state.discards.bit_count()}; harvested {harvested}"
    )
    for seat, card, back in state.worship_takes:
        names = variant.divinity_names
        returned = " ".join(names[c] for c in bits(back)) or "-"
        yield f"    Worship card of seat {seat}: {names[card]}, put back {returned}"


def _event(event: Event) -> str:
    message = event.message
    assert isinstance(message, pb.BomarzoEvent)
    fields = MessageToDict(message, preserving_proto_field_name=True)
    ((kind, content),) = fields.items()
    told = ", ".join(f"{name} {value}" for name, value in sorted(content.items()))
    only = "" if event.audience is None else f" (only seat {min(event.audience)})"
    return f"{kind}{only}: {told}"


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for match in MATCHES:
        file_of(*match).write_text(playthrough(*match), encoding="utf-8")

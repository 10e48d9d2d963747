"""Whole matches as texts that a person can check by hand.

`python -m tests.referee.games.patrician.playthrough` writes the golden files anew; look at what
changed before you commit them.
"""

import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random

from google.protobuf.json_format import MessageToDict
from podesta.patrician.v1 import patrician_pb2 as pb

from referee.games import Event, SeededChance
from referee.games.patrician import GAME, PatricianState
from referee.games.patrician.variant import NOBODY

FOLDER = Path(__file__).parents[3] / "golden" / "patrician"
MATCHES = list(product(GAME.seats, ("false", "true", "trade_routes", "delegates")))
"""Numbers of seats, and the modules: without, with both ("true"), with one."""


def file_of(seats: int, modules: str) -> Path:
    ending = {"false": "", "true": "-both-modules"}.get(modules, f"-{modules}")
    return FOLDER / f"{seats}-seats{ending}.txt"


def options_of(modules: str) -> dict[str, str]:
    return {name: str(modules in ("true", name)).lower() for name in ("trade_routes", "delegates")}


def playthrough(seats: int, modules: str) -> str:
    """One match: the deal, every position, every decision with its list, and what happened."""
    return "\n".join(_lines(seats, modules)) + "\n"


def _lines(seats: int, modules: str) -> Iterator[str]:
    seed = f"golden {seats} {modules}"
    chance = SeededChance(seed.encode())
    options = options_of(modules)
    state = GAME.initial_state(options, seats, chance)
    rng = Random(seed)
    yield f"{GAME.title}, {seats} seats, " + ", ".join(f"{k} {v}" for k, v in options.items())
    yield f"draws: {' '.join(map(str, chance.draws))}"
    yield f"start seat: {state.start_seat}"
    for seat, hand in enumerate(state.unknown_hands):
        yield f"dealt to seat {seat}: {_names(state, hand)}"
    if state.aside:
        yield f"set aside: {_names(state, state.aside)}"
    yield f"pile: {_names(state, state.pile)}"
    turn = -1
    number = 0
    while state.to_act is not None:
        if state.turn != turn:
            turn = state.turn
            yield ""
            yield f"turn {turn + 1}, seat {state.turn_seat}"
            yield from _position(state)
        texts = state.legal_texts()
        move = state.legal_move(rng.randrange(len(texts)))
        yield f"{number}. {state.decision}: {' | '.join(texts)}"
        events: list[Event] = []
        state.apply(move, events=events)
        yield f"    {move}    [{state.digest().hex()}]"
        for event in events:
            yield f"        {_event(event)}"
        number += 1
    yield ""
    yield "the end"
    yield from _position(state)
    outcome = state.outcome()
    assert outcome is not None
    for seat, result in enumerate(outcome.seats):
        yield (
            f"seat {seat}: place {result.placement}, {result.score} points, "
            f"tie-break {result.tiebreaks[0]}"
        )
    yield f"({outcome.reason})"


def _names(state: PatricianState, cards: tuple[int, ...]) -> str:
    return " ".join(state.variant.cards[c].name for c in cards) or "-"


def _position(state: PatricianState) -> Iterator[str]:
    variant = state.variant
    letters = "01A" if state.variant.seats == 2 else "01234"
    for number, city in enumerate(variant.cities):
        first, second = ("".join(letters[o] for o in t) or "-" for t in state.towers[number])
        card = state.plates[number]
        face_up = variant.cards[card].name if card != NOBODY else "-"
        owners = state.tokens[number]
        won = "" if owners[0] == NOBODY else f"  won by {letters[owners[0]]} {letters[owners[1]]}"
        row = f"    {city.name:<8}{first:>9} {second:<9} face up {face_up:<3}{won}"
        yield row.rstrip()
    for road, side in enumerate(state.marker_sides):
        if side:
            a, b = variant.roads[road]
            ends = f"{variant.cities[a].name}-{variant.cities[b].name}"
            yield f"    {'trader' if side > 0 else 'bandit'} at {ends}"
    for seat in range(variant.seats):
        yield (
            f"    seat {seat}: hand {_names(state, state.known_hands[seat])}"
            f" and unknown {_names(state, state.unknown_hands[seat])}"
            f"; played {_names(state, state.stacks[seat])}"
            f"; bonus {state.bonus[seat]}; markers {state.markers_left[seat]}"
        )
    if variant.architetto != NOBODY:
        yield (
            f"    the Architetto: revealed {_names(state, state.discards)}"
            f"; {len(state.aside)} set aside; bonus {state.bonus[variant.architetto]}"
        )
    yield f"    pile {len(state.pile)}"


def _event(event: Event) -> str:
    message = event.message
    assert isinstance(message, pb.PatricianEvent)
    assert event.audience is None
    fields = MessageToDict(
        message, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
    )
    ((kind, content),) = fields.items()
    if kind == "final":
        return "final: " + " / ".join(_compact(owner) for owner in content["owners"])
    return f"{kind}: {_compact(content)}"


def _compact(content: object) -> str:
    return json.dumps(content, sort_keys=True).replace('"', "").strip("{}")


def main() -> None:
    """Write all golden files."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for seats, modules in MATCHES:
        file_of(seats, modules).write_text(playthrough(seats, modules), "utf-8")


if __name__ == "__main__":
    main()

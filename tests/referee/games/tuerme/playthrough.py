"""Whole matches as texts that a person can check by hand.

`python -m tests.referee.games.tuerme.playthrough` writes the golden files anew; look at what
changed before you commit them.
"""

import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random

from google.protobuf.json_format import MessageToDict
from podesta.tuerme.v1 import tuerme_pb2 as pb

from referee.games import Event, SeededChance
from referee.games.tuerme import GAME, TuermeState
from referee.games.tuerme.cards import CARD_NAMES
from referee.games.tuerme.fields import BASILICA, BLOCK_MASK, FIELD_NAMES, NOWHERE, fields_in
from referee.games.tuerme.moves import TuermeMove

FOLDER = Path(__file__).parents[3] / "golden" / "tuerme"
MATCHES = tuple(product(GAME.seats, ("false", "true")))
"""Numbers of seats, without and with the option sammel."""

_NAMES = (*CARD_NAMES, "W")
"""W is a scoring card."""
_A_LINE = 7


def file_of(seats: int, sammel: str) -> Path:
    return FOLDER / f"{seats}-seats{'-sammel' if sammel == 'true' else ''}.txt"


def playthrough(seats: int, sammel: str) -> str:
    """One match: the deal, every position, every decision with its list, and what happened."""
    return "\n".join(_lines(seats, sammel)) + "\n"


def _lines(seats: int, sammel: str) -> Iterator[str]:
    seed = f"golden {seats} {sammel}"
    chance = SeededChance(seed.encode())
    state = GAME.initial_state({"sammel": sammel}, seats, chance)
    rng = Random(seed)
    yield f"{GAME.title}, {seats} seats, sammel {sammel}"
    yield f"draws: {' '.join(map(str, chance.draws))}"
    yield f"start seat: {state.start_seat}"
    yield f"pile: {_cards(state.pile)}"
    yield "On the board: owners from the ground, ^ a roof, ! the plague, # the Basilica."
    turn = -1
    number = 0
    while state.to_act is not None:
        if state.turn != turn:
            turn = state.turn
            yield ""
            yield f"turn {turn + 1}, seat {state.turn_seat}"
            yield from _position(state)
        about = f" about {FIELD_NAMES[state.due[0]]}" if state.due else ""
        yield f"{number}. {state.decision}{about}: {' | '.join(state.legal_texts())}"
        move = _choose(state, rng)
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
            f"seat {seat}: place {result.placement}, {result.score} points, tie-breaks "
            f"{' '.join(map(str, result.tiebreaks))}"
        )
    yield f"({outcome.reason})"


def _choose(state: TuermeState, rng: Random) -> TuermeMove:
    """Any move, or where high towers may get a stone, often such a move."""
    moves = state.legal_moves()

    def height(move: TuermeMove) -> int:
        return max((len(state.towers[f]) for f in getattr(move, "fields", ())), default=0)

    highest = max(map(height, moves))
    if highest > 2 and rng.random() < 0.6:
        moves = tuple(move for move in moves if height(move) == highest)
    return moves[rng.randrange(len(moves))]


def _cards(cards: tuple[int, ...]) -> str:
    return " ".join(_NAMES[card] for card in cards) or "-"


def _position(state: TuermeState) -> Iterator[str]:
    for row in range(_A_LINE):
        fields = range(row * _A_LINE, (row + 1) * _A_LINE)
        yield "    " + "".join(f"{_tower(state, f):<9}" for f in fields).rstrip()
    for seat in range(state.variant.seats):
        cant = [CARD_NAMES[card] for card in fields_in(state.ruled_out[seat])]
        yield (
            f"    seat {seat}: hand {_cards(state.known_hands[seat])}"
            f" and unknown {_cards(state.unknown_hands[seat])}"
            + (f" (not {' '.join(cant)})" if cant else "")
            + f"; stones {state.stones_left[seat]}; roofs {state.roofs_left[seat]}"
            + (f"; tokens {state.tokens[seat]}" if state.variant.sammel else "")
            + f"; points {' '.join(str(s[seat].points) for s in state.scorings) or '-'}"
        )
    yield f"    open {_cards(state.open_cards)}; pile {len(state.pile)}"


def _tower(state: TuermeState, field: int) -> str:
    empty = "#" if field == BASILICA else "."
    text = "".join(map(str, state.towers[field])) or empty
    roof = "^" if state.roofs >> field & 1 else ""
    plague = "!" if state.zone != NOWHERE and BLOCK_MASK[state.zone] >> field & 1 else ""
    return plague + text + roof


def _event(event: Event) -> str:
    message = event.message
    assert isinstance(message, pb.TuermeEvent)
    assert event.audience is None
    fields = MessageToDict(
        message, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
    )
    ((kind, content),) = fields.items()
    return f"{kind}: {_compact(content)}"


def _compact(content: object) -> str:
    return json.dumps(content, sort_keys=True).replace('"', "")[1:-1]


def main() -> None:
    """Write all golden files."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for seats, sammel in MATCHES:
        file_of(seats, sammel).write_text(playthrough(seats, sammel), "utf-8")


if __name__ == "__main__":
    main()

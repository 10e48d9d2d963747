"""A whole game that a person can read: every position, decision, move and digest.

After a change of the rules or of the drawing: PODESTA_GOLDEN=write pytest <this file>, then read
the difference.
"""

import os
import random
from io import StringIO
from pathlib import Path

from podesta.bologna.v1 import bologna_pb2 as messages
from rich.console import Console

from referee.games import Event
from referee.games.bologna import GAME, BolognaState

GOLDEN = Path(__file__).parents[3] / "golden" / "bologna" / "playthrough.txt"
CITY, SEED = "BABABA", 13
"""A game with courtyards that goes to the final scoring."""


def drawing(state: BolognaState) -> str:
    with StringIO() as file:
        Console(file=file, width=130, no_color=True).print(GAME.draw(state.public()))
        return "\n".join(line.rstrip() for line in file.getvalue().splitlines())


def told(event: Event) -> str | None:
    message = event.message
    assert isinstance(message, messages.BolognaEvent)
    if message.HasField("courtyard"):
        one = message.courtyard
        winner = ("yellow", "red")[one.winner] if one.HasField("winner") else "nobody"
        return (
            f"courtyard of {len(one.squares)} in district {one.district} to {winner}: houses"
            f" {list(one.houses)}, squares {list(one.touching)}; pawn {one.pawn:+}"
        )
    if message.HasField("district"):
        scored = message.district
        winner = ("yellow", "red")[scored.winner] if scored.HasField("winner") else "nobody"
        return f"district {scored.district} worth {scored.value} to {winner}; pawn {scored.pawn:+}"
    return None


def playthrough() -> str:
    rng = random.Random(SEED)
    state = BolognaState.empty(city=CITY)
    lines = [f"bologna, city {CITY}, rules version {GAME.rules_version}"]
    ply = 0
    while True:
        lines += ["", f"=== ply {ply}, digest {state.digest().hex()}", drawing(state)]
        if state.to_act is None:
            break
        texts = state.legal_texts()
        text = rng.choice(texts)
        lines.append(
            f"seat {state.to_act}, turn {state.turn}, decision {state.decision},"
            f" {len(texts)} legal moves, first {texts[0]}, last {texts[-1]}"
        )
        lines.append(f"move {text}")
        events: list[Event] = []
        state.apply(GAME.parse_move(text), events=events)
        lines += [line for line in map(told, events) if line]
        ply += 1
    outcome = state.outcome()
    assert outcome is not None
    lines.append(f"{outcome.reason}: placements {[seat.placement for seat in outcome.seats]}")
    return "\n".join(lines) + "\n"


def test_the_playthrough_is_as_written() -> None:
    played = playthrough()
    if os.environ.get("PODESTA_GOLDEN") == "write":
        GOLDEN.write_text(played, encoding="utf-8")
    assert played.splitlines() == GOLDEN.read_text(encoding="utf-8").splitlines()

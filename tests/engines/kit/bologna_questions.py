"""A script that asks real questions: Bologna by the rules, the other seat moving at random."""

from random import Random
from typing import Any

from podesta.v1 import game_pb2

from referee.games.chance import SeededChance
from referee.games.registry import load_game
from tests.engines.kit.scripted_referee import MATCH_ID, Script, Seat, decide

GAME = load_game("bologna")


def bologna(decisions: int, answers: list[Any], **facts: Any) -> Script:
    """Plays until the engine has answered so often; every answer must be legal.

    What the engine sent is appended to `answers`; `facts` go into NewMatch.
    """

    async def script(seat: Seat) -> None:
        chance = SeededChance(b"questions")
        options = GAME.parse_options({}, 2)
        state = GAME.initial_state(options, 2, chance)
        random = Random(4)
        hello = await seat.welcome()
        await seat.begin(game_options=options, rules_version=GAME.rules_version, **facts)
        asked = 0
        while state.to_act is not None and asked < decisions:
            if state.to_act == 0:
                move = state.legal_move(random.randrange(state.legal_count()))
            else:
                asked += 1
                observation = game_pb2.Observation()
                observation.public.Pack(state.public())
                await seat.send(
                    decide=game_decide(asked, state, observation, omit=hello.omit_legal_moves)
                )
                answer = await next_move(seat)
                answers.append(answer)
                move = (
                    GAME.parse_move(answer.text)
                    if answer.WhichOneof("choice") == "text"
                    else state.legal_move(answer.index)
                )
                assert state.validate(move) is None
            state.apply(move, chance)
        await seat.over()
        await seat.goodbye()

    return script


def game_decide(decision_id: int, state: Any, observation: Any, *, omit: bool) -> Any:
    """The question that a referee would ask in this position."""
    return decide(
        decision_id,
        MATCH_ID,
        () if omit else state.legal_texts(),
        kind=state.decision,
        observation=observation,
        legal_count=state.legal_count(),
        turn=state.turn,
        limit_us=900_000,
    )


async def next_move(seat: Seat) -> Any:
    """The next Move, after any number of Info and Log."""
    while True:
        request = await seat.receive()
        assert request is not None, "expected a move, the engine hung up"
        what = request.WhichOneof("message")
        if what == "move":
            return request.move
        assert what in ("info", "log"), what

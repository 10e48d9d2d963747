"""The random bot: uniform, seeded, instant, and a program."""

import sys
from collections import Counter
from random import Random
from typing import Any

from engines.random import RandomBot
from referee.games.registry import game_names
from tests.engines.kit.conversations import converse, converse_with_program
from tests.engines.kit.scripted_referee import Seat


def indices(bot: RandomBot, questions: int, legal_count: int, **facts: Any) -> list[int]:
    """What the bot answers to questions in one match."""
    answers: list[int] = []

    async def script(seat: Seat) -> None:
        hello = await seat.welcome()
        assert hello.omit_legal_moves
        assert hello.omit_events
        await seat.begin(**facts)
        for decision_id in range(1, questions + 1):
            move = await seat.ask(decision_id, legal_moves=(), legal_count=legal_count)
            assert move.WhichOneof("choice") == "index"
            answers.append(move.index)
        await seat.goodbye()

    converse(bot, script)
    return answers


def test_all_legal_moves_are_equally_likely() -> None:
    drawn = Counter(indices(RandomBot(), 1200, 6, engine_seed=5))
    assert set(drawn) == set(range(6))
    # Chi-squared with 5 degrees of freedom; 20.5 has p = 0.001, and the seed is fixed.
    assert sum((count - 200) ** 2 / 200 for count in drawn.values()) < 20.5


def test_the_engine_seed_alone_decides() -> None:
    first = indices(RandomBot(), 30, 1000, engine_seed=5)
    assert first == indices(RandomBot(), 30, 1000, engine_seed=5)
    assert first != indices(RandomBot(), 30, 1000, engine_seed=6)


def test_a_seed_of_ones_own_outranks_it() -> None:
    one = indices(RandomBot(), 30, 1000, engine_seed=5, engine_options={"seed": "9"})
    two = indices(RandomBot(), 30, 1000, engine_seed=6, engine_options={"seed": "9"})
    generator = Random(9)
    assert one == two == [generator.randrange(1000) for _ in range(30)]


def test_each_match_starts_anew() -> None:
    answers: list[list[int]] = []

    async def script(seat: Seat) -> None:
        await seat.welcome()
        for number in ("a", "b"):
            await seat.begin(number, engine_seed=3)
            moves = [await seat.ask(i, number, legal_count=100) for i in range(1, 9)]
            answers.append([move.index for move in moves])
            await seat.over(number)
        await seat.goodbye()

    converse(RandomBot(), script)
    assert answers[0] == answers[1]


def test_it_plays_every_game() -> None:
    assert set(game_names()) <= set(RandomBot.games)


def test_it_is_a_program() -> None:
    async def script(seat: Seat) -> None:
        hello = await seat.welcome()
        assert (hello.name, hello.author) == ("random", "podesta")
        assert [option.name for option in hello.options] == ["seed"]
        await seat.begin()
        assert (await seat.ask(legal_count=1)).index == 0
        await seat.over()
        await seat.goodbye()

    end = converse_with_program([sys.executable, "-m", "engines.random"], script)
    assert (end.status, end.out, end.err) == (0, "", "")

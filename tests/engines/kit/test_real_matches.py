"""Bots of each kind play whole matches with the real referee."""

import sys
from pathlib import Path

import pytest
from podesta.v1 import game_pb2, match_pb2

from tests.engines.kit.real_referee import play

RANDOM = [sys.executable, "-m", "engines.random"]

BOT = """
import asyncio
from engines.kit import Bot, Choice, Evaluation, IntegerOption, Resign, serve
class Program(Bot):
    games = ("bologna",)
    patience = IntegerOption(1000, "Decisions before it gives up.", least=0)
    {choose}
        turn.info(Evaluation(depth=turn.decision_id))
        turn.log(f"decision {{turn.decision_id}} of {{turn.legal_count}}")
        if turn.decision_id > self.patience:
            return Resign()
        assert turn.state().legal_texts() == turn.legal_moves
        assert turn.clock.remaining_us > 0
        return Choice(turn.legal_moves[-1], Evaluation(depth=1, comment="the last"))
serve(Program())
"""
THREAD = BOT.format(choose="def choose(self, turn):")
INSTANT = BOT.format(choose="instant = True\n    def choose(self, turn):")
ASYNC = BOT.format(choose="async def choose(self, turn):\n        await asyncio.sleep(0)")


@pytest.mark.slow
def test_random_plays_random_and_a_match_repeats(tmp_path: Path) -> None:
    first, second = (play(tmp_path, [RANDOM, RANDOM]) for _ in range(2))
    assert first.termination == game_pb2.TERMINATION_COMPLETED
    assert [seat.name for seat in first.seats] == ["random", "random"]
    assert len(first.decisions) > 10
    assert [d.move for d in first.decisions] == [d.move for d in second.decisions]
    assert all(seat.stderr_tail == b"" for seat in first.seats)
    assert all(d.engine_us <= d.raw_us for d in first.decisions)
    seeds = [{"seed": "3"}, {"seed": "4"}]
    third = play(tmp_path, [RANDOM, RANDOM], options=seeds)
    assert [d.move for d in first.decisions] != [d.move for d in third.decisions]


@pytest.mark.slow
@pytest.mark.parametrize("source", [THREAD, INSTANT, ASYNC], ids=["thread", "instant", "async"])
def test_every_kind_of_bot_plays(source: str, tmp_path: Path) -> None:
    bot = [sys.executable, "-c", source]
    record = play(tmp_path, [bot, RANDOM], transport=match_pb2.TRANSPORT_TCP)
    assert record.termination == game_pb2.TERMINATION_COMPLETED, record.reason
    mine = [decision for decision in record.decisions if decision.seat == 0]
    assert {decision.evaluation.comment for decision in mine} == {"the last"}
    assert record.seats[0].log[0].startswith("decision 1 of ")
    assert record.seats[0].late_messages == 0
    assert not record.faults


def test_resigning(tmp_path: Path) -> None:
    bot = [sys.executable, "-c", THREAD]
    record = play(tmp_path, [RANDOM, bot], options=[{}, {"patience": "2"}])
    assert record.termination == game_pb2.TERMINATION_RESIGNATION
    assert [seat.placement for seat in record.outcome.seats] == [1, 2]


def test_a_bot_that_raises_is_a_crash_with_its_traceback(tmp_path: Path) -> None:
    source = THREAD.replace(
        "return Choice", "raise ZeroDivisionError('by the bot')\n        return"
    )
    record = play(tmp_path, [RANDOM, [sys.executable, "-c", source]])
    (fault,) = record.faults
    assert (fault.seat, fault.kind, fault.exit_status) == (1, game_pb2.FAULT_KIND_CRASH, 1)
    assert record.seats[1].stderr_tail.endswith(b"ZeroDivisionError: by the bot\n")

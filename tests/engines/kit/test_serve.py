"""Bots as programs: how they end, and what they say then."""

import asyncio
import os
import signal
from pathlib import Path

import pytest
from podesta.v1 import engine_pb2

from tests.engines.kit.conversations import (
    ROOT,
    converse_with_program,
    python,
    run_program,
)
from tests.engines.kit.scripted_referee import TOKEN, Hangup, Seat, decide, new_match

BOT = """
import sys
from engines.kit import Bot, IntegerOption, serve

class First(Bot):
    games = ("bologna",)
    depth = IntegerOption(3, "Decisions looked ahead.", least=1)

    def choose(self, turn):
        {body}

serve(First())
print("after serve")
"""
FIRST = BOT.format(body="return turn.legal_moves[0]")
PRINTING = BOT.format(body="print('to stdout'); return 0")
RAISING = BOT.format(body="raise ZeroDivisionError('by the bot')")
NOTHING = BOT.format(body="return None")
EXITING = BOT.format(body="sys.exit(7)")
ENDLESS = BOT.format(
    body="turn.log('searching')\n        while True: __import__('threading').Event().wait(1)"
)


async def one_match(seat: Seat) -> None:
    await seat.welcome()
    await seat.begin()
    assert (await seat.ask()).text == "a"
    await seat.over()
    await seat.goodbye()


async def one_question(seat: Seat) -> None:
    await seat.welcome()
    await seat.begin()
    await seat.send(decide=decide())
    assert await seat.receive() is None


def test_goodbye_ends_it_with_0() -> None:
    end = converse_with_program(python(FIRST), one_match)
    assert (end.status, end.out, end.err) == (0, "after serve\n", "")


def test_the_last_hooks_are_not_cut_off() -> None:
    late = """
    def on_over(self, result):
        print(sum(range(3_000_000)))
"""
    end = converse_with_program(python(FIRST.replace("\nserve", f"{late}\nserve")), one_match)
    assert (end.status, end.out, end.err) == (0, "4499998500000\nafter serve\n", "")


def test_a_referee_that_hangs_up_ends_it_with_0() -> None:
    async def script(seat: Seat) -> None:
        await seat.welcome()
        await seat.begin()

    end = converse_with_program(python(FIRST), script)
    assert (end.status, end.err) == (0, "")


def test_a_referee_that_vanishes_in_a_search_ends_it_with_0() -> None:
    async def script(seat: Seat) -> None:
        await seat.welcome()
        await seat.begin()
        await seat.send(decide=decide())
        await seat.expect("log")
        raise Hangup

    end = converse_with_program(python(ENDLESS), script)
    assert end.status == 0
    assert end.err.startswith("podesta: the referee is gone (UNAVAILABLE")
    assert end.err.count("\n") == 1


def test_ctrl_c_in_a_search_ends_it_with_130_and_without_a_traceback() -> None:
    async def script(seat: Seat) -> None:
        await seat.welcome()
        await seat.begin()
        await seat.send(decide=decide())
        os.kill(int((await seat.expect("log")).text), signal.SIGINT)
        assert await seat.receive() is None

    source = ENDLESS.replace("'searching'", "str(__import__('os').getpid())")
    end = converse_with_program(python(source), script)
    assert (end.status, end.out, end.err) == (130, "", "")


def test_stdout_belongs_to_the_bot() -> None:
    async def script(seat: Seat) -> None:
        await seat.welcome()
        await seat.begin()
        await seat.ask()
        await seat.goodbye()

    end = converse_with_program(python(PRINTING), script)
    assert (end.status, end.out) == (0, "to stdout\nafter serve\n")


def test_what_a_bot_prints_is_out_before_its_answer() -> None:
    """Its match may be over right after that, and what is written later is in no record."""
    killed = PRINTING.replace("return 0", "__import__('os')._exit(3)")
    end = converse_with_program(python(killed), one_question)
    assert (end.status, end.out) == (3, "to stdout\n")


def test_a_bot_that_raises_ends_with_1_and_a_traceback() -> None:
    end = converse_with_program(python(RAISING), one_question)
    assert (end.status, end.out) == (1, "")
    assert end.err.startswith("Traceback")
    assert end.err.endswith("ZeroDivisionError: by the bot\n")


def test_no_answer_ends_with_1_and_says_what_would_be_one() -> None:
    end = converse_with_program(python(NOTHING), one_question)
    assert end.status == 1
    assert "BotError: choose gave None; it may give the text of a move" in end.err


def test_the_bots_own_exit_status_stands() -> None:
    end = converse_with_program(python(EXITING), one_question)
    assert (end.status, end.err) == (7, "")


def test_no_environment_ends_with_2_and_a_clear_line() -> None:
    end = asyncio.run(run_program(python(FIRST), {}))
    assert (end.status, end.out) == (2, "")
    assert end.err.startswith("First: PODESTA_ADDRESS is not set; PODESTA_TOKEN is not set.")
    assert end.err.count("\n") == 1


@pytest.mark.parametrize("address", ["unix:/nowhere/s", "127.0.0.1:1", "nonsense://x"])
def test_no_referee_there_ends_with_2_and_a_clear_line(address: str) -> None:
    told = {"PODESTA_ADDRESS": address, "PODESTA_TOKEN": TOKEN}
    end = asyncio.run(run_program(python(FIRST), told))
    assert (end.status, end.out) == (2, "")
    assert f"First: no referee at {address} takes this bot" in end.err
    assert "Traceback" not in end.err


def test_a_refused_bot_ends_with_2() -> None:
    async def script(seat: Seat) -> None:
        await seat.expect("hello")
        await seat.send(rejected=engine_pb2.Rejected(reason="unknown token"))

    end = converse_with_program(python(FIRST), script)
    assert end.status == 2
    assert "does not take this bot: unknown token" in end.err


def test_a_wrong_option_ends_with_2_and_a_clear_line() -> None:
    async def script(seat: Seat) -> None:
        await seat.welcome()
        await seat.send(new_match=new_match(engine_options={"dept": "3"}))
        assert await seat.receive() is None

    end = converse_with_program(python(FIRST), script)
    assert end.status == 2
    assert end.err == "First: no option 'dept' (did you mean 'depth'?); it has depth\n"


def test_a_proxy_of_the_user_is_no_hindrance() -> None:
    proxy = dict.fromkeys(("grpc_proxy", "http_proxy", "https_proxy"), "http://127.0.0.1:1")
    proxy["no_proxy"] = proxy["no_grpc_proxy"] = ""
    end = converse_with_program(python(FIRST), one_match, environment=proxy, address="127.0.0.1:0")
    assert (end.status, end.err) == (0, "")


def test_the_chosen_grpc_experiments_are_known_to_grpc() -> None:
    # gRPC logs a line about names that it does not know; then the choice does nothing.
    end = converse_with_program(python(FIRST), one_match, environment={"GRPC_VERBOSITY": "info"})
    assert end.status == 0
    assert "nknown experiment" not in end.err


def test_the_kit_does_not_load_the_rules() -> None:
    source = "import engines.kit, sys; print([m for m in sys.modules if 'referee' in m])"
    end = asyncio.run(run_program(python(source), {}))
    assert (end.status, end.out) == (0, "[]\n")


def test_the_kit_sets_the_experiments_unless_the_user_has() -> None:
    source = "import engines.kit, os; print(os.environ['GRPC_EXPERIMENTS'])"
    command = ["env", "-u", "GRPC_EXPERIMENTS", *python(source)]
    end = asyncio.run(run_program(command, {}))
    assert end.out == "-event_engine_client,-event_engine_listener\n"
    end = asyncio.run(run_program(python(source), {"GRPC_EXPERIMENTS": "-event_engine_client"}))
    assert end.out == "-event_engine_client\n"


def test_the_public_kit_is_typed() -> None:
    assert (Path(ROOT) / "engines" / "py.typed").is_file()

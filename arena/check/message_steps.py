"""Steps about what stands in messages: odd names, large numbers, fields of a later protocol."""

from google.protobuf.message import Message
from podesta.v1 import engine_pb2

from arena.check.bench import Bench
from arena.check.step import Step
from referee.time_control import LONGEST_US, TimeControl

__all__ = ["STEPS"]

_REFEREE = "What the referee says"
_CHANCE = "Chance"
_NAMES = (
    "\U0001f984\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "two\nlines\r\nand a \x1b[31mcolour",
    "\u202eright to left \u05d0\u05d1\u05d2",
    "e\u0301\u0327\u0323" * 20,
    "\u5854" * 66,
    "",
    "%s {0} $HOME `id` <b>&amp;",
)
_LARGEST_SEED = 2**64 - 1
_LATER_TEXT = "from a later version of the protocol"


async def _odd_names(bench: Bench) -> None:
    async with bench.welcomed() as run:
        for name in _NAMES:
            match = bench.match(run)
            for seat, info in enumerate(match.new_match.seats):
                if seat != match.setup.seat:
                    info.name, info.version = name, name
            await match.begin()
            await match.moves_up_to(1)
            match.over(reason=name)


async def _large_numbers(bench: Bench) -> None:
    async with bench.welcomed() as run:
        match = bench.match(run, control=TimeControl(bank_us=LONGEST_US, cap_us=_cap_us(bench)))
        match.new_match.engine_seed = _LARGEST_SEED
        await match.begin()
        await match.moves_up_to(3)
        match.over()
        match = bench.match(run)
        match.new_match.engine_seed = 0
        await match.begin()
        await match.moves_up_to(3)


async def _unknown_fields(bench: Bench) -> None:
    async with bench.welcomed() as run:
        match = bench.match(run)
        _add_later_field(match.new_match)
        _add_later_field(match.new_match.time_control)
        await match.begin()
        for _ in range(3):
            if not await match.come_to_turn():
                break
            question = match.question()
            _add_later_field(question)
            _add_later_field(question.observation)
            match.ask(question)
            match.make(await match.answer())
        match.over()


async def _unknown_messages(bench: Bench) -> None:
    later = engine_pb2.PlayResponse()
    _add_later_field(later)
    async with bench.welcomed() as run:
        run.say(later)
        match = bench.match(run)
        await match.begin()
        run.say(later)
        await match.move()
        if await match.come_to_turn():
            match.ask(match.question())
            run.say(later)
            match.make(await match.answer())
        match.over()
        run.say(later)
        match = bench.match(run)
        await match.begin()
        await match.move()


def _cap_us(bench: Bench) -> int:
    """A clock without end must not hold the check for ever."""
    return max(bench.settings.limit_us, bench.settings.control.bank_us)


def _add_later_field(message: Message) -> None:
    """A field of a number that no version has yet, as a later version may send it."""
    text = _LATER_TEXT.encode()
    message.MergeFromString(_LATER_TAG + bytes([len(text)]) + text)


def _varint(value: int) -> bytes:
    """A number as protobuf writes it: seven bits a byte, the lowest first."""
    written = bytearray()
    while value > 0x7F:
        written.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*written, value])


_LATER_TAG = _varint(2_000 << 3 | 2)
"""Field 2000, length-delimited."""


STEPS = (
    Step("odd-names", "stands any name that another bot may have", _REFEREE, _odd_names),
    Step("large-numbers", "stands the largest seed and the longest clock", _CHANCE, _large_numbers),
    Step("unknown-fields", "ignores fields that it does not know", _REFEREE, _unknown_fields),
    Step("unknown-messages", "ignores messages that it does not know", _REFEREE, _unknown_messages),
)

"""Steps about time: every kind of clock, short ones, increments, and very long matches."""

from podesta.v1 import game_pb2

from arena.check.bench import Bench
from arena.check.match_setup import match_setups, plain_setup
from arena.check.seat_match import Resigned
from arena.check.step import Step
from arena.check.verdict import StepFailed
from referee.time_control import duration_text

__all__ = ["LONG_MATCH_DECISIONS", "STEPS"]

_CLOCKS = "Clocks"
_SAYS = "What the bot says"
_KINDS = (
    "10s/move",
    "10s/move max5s",
    "20s",
    "20s+200ms",
    "20s d200ms",
    "20s b200ms",
    "5/20s",
    "2s+3x2s",
    "none hang10s",
)
_MOVES_A_KIND = 2
_SHORT = "2s"
_INCREMENT = "200ms+100ms"
LONG_MATCH_DECISIONS = 1_000
_LONG_MATCH_US = 30_000_000
_LONG_CONTROL = "50ms/move"
_SLACK_US = 1_000
_MOST_INFO_A_SECOND = 100
_MOST_LINE_BYTES = 1_024
_CHATTY_BYTES = 16 * 1024


async def _kinds(bench: Bench) -> None:
    async with bench.welcomed() as run:
        for control in _KINDS:
            match = bench.match(run, control=control)
            try:
                await match.begin()
                await match.moves_up_to(_MOVES_A_KIND)
            except StepFailed as failed:
                raise StepFailed(f"{control}: {failed}", failed.exchange) from None
            match.over()


async def _short_clock(bench: Bench) -> None:
    await _whole_match(bench, _SHORT)


async def _increment(bench: Bench) -> None:
    await _whole_match(bench, _INCREMENT)


async def _whole_match(bench: Bench, control: str) -> None:
    async with bench.welcomed() as run:
        match = bench.match(run, control=control)
        try:
            await match.begin()
            await match.play()
        except StepFailed as failed:
            raise StepFailed(f"{control}: {failed}", failed.exchange) from None
        if match.raw_us:
            bench.note(
                f"{len(match.raw_us)} decisions at {control}, the longest "
                f"{duration_text(max(match.raw_us))}"
            )


async def _long_match(bench: Bench) -> None:
    assert bench.hello is not None, "the walk begins with Hello"
    if not bench.hello.omit_events:
        await _longest_real_match(bench)
        return
    async with bench.welcomed() as run:
        match = bench.match(run, control=_LONG_CONTROL)
        began_us = bench.time.now_us()
        await match.begin()
        deals = 1
        while match.decision_id < LONG_MATCH_DECISIONS:
            if match.decision_id % 100 == 0:
                bench.progress(f"decision {match.decision_id} of {LONG_MATCH_DECISIONS}")
            if bench.time.now_us() - began_us > _LONG_MATCH_US:
                break
            if not await match.move():
                deals += 1
                match.deal_again(bench.seed(-deals))
        match.over()
        bench.note(f"{match.decision_id} decisions in one match")


async def _longest_real_match(bench: Bench) -> None:
    """An engine that goes by events must not be shown a position that no event led to."""
    longest = max(bench.games, key=lambda game: max(game.seats), default=bench.first_game)
    setup = match_setups(longest)[-1]
    async with bench.welcomed() as run:
        match = bench.match(run, setup)
        await match.begin()
        await match.play()
        bench.note(f"{match.decision_id} decisions of {setup}")


async def _thoughts(bench: Bench) -> None:
    """What it tells besides its moves; all of it is free, so all of this is advice."""
    async with bench.welcomed() as run:
        match = bench.match(run, plain_setup(bench.first_game))
        await match.begin()
        began_us = bench.time.now_us()
        try:
            await match.moves_up_to(6)
        except Resigned:
            return
        lasted_s = max(1.0, (bench.time.now_us() - began_us) / 1e6)
        if len(run.thoughts) / lasted_s > _MOST_INFO_A_SECOND:
            bench.advise(
                f"{len(run.thoughts)} messages Info in {lasted_s:.1f} s; 20 a second will do"
            )
        if any(len(line.encode()) > _MOST_LINE_BYTES for line in run.lines):
            bench.advise("lines of its log are longer than 1 KiB; the rest is cut")
        told = [move.evaluation for move in match.moves if move.HasField("evaluation")]
        for evaluation in [*told, *(thought for _, thought in run.thoughts)]:
            _judge_evaluation(bench, evaluation, match.setup.seats)
        for move, raw_us in zip(match.moves, match.raw_us, strict=True):
            if move.HasField("thinking_us") and not 0 <= move.thinking_us <= raw_us + _SLACK_US:
                bench.advise(
                    f"it says that it thought {move.thinking_us} us where {raw_us} us passed"
                )
            line = move.evaluation.line
            if line and move.WhichOneof("choice") == "text" and line[0] != move.text:
                bench.advise("the first move of an evaluation's line is not the move it made")
        bench.note(
            f"{len(told)} evaluations with {len(match.moves)} moves, {len(run.thoughts)} Info"
        )


def _judge_evaluation(bench: Bench, evaluation: game_pb2.Evaluation, seats: int) -> None:
    values = evaluation.values
    if values and len(values) != seats:
        bench.advise(
            f"an evaluation has {len(values)} values; it has one for each of {seats} seats"
        )
    if any(value != value or value in (float("inf"), float("-inf")) for value in values):
        bench.advise("an evaluation holds a value that is no finite number")
    text = len(evaluation.comment.encode()) + sum(len(move.encode()) for move in evaluation.line)
    if text > _MOST_LINE_BYTES:
        bench.advise("line and comment of an evaluation are longer than 1 KiB; the rest is cut")


async def _output(bench: Bench) -> None:
    async with bench.welcomed() as run:
        match = bench.match(run)
        await match.begin()
        await match.play()
        printed = await run.printed()
        for stream in ("stdout", "stderr"):
            size = len(getattr(printed, stream))
            if size > _CHATTY_BYTES:
                bench.advise(
                    f"it wrote {size >> 10} KiB or more to {stream} in one match; the last 64 KiB "
                    "are kept, and writing takes its time"
                )
        bench.note(f"stdout {len(printed.stdout)} bytes, stderr {len(printed.stderr)} bytes")


STEPS = (
    Step("clock-kinds", "plays by every kind of clock", _CLOCKS, _kinds),
    Step("short-clock", f"plays a match in {_SHORT} without increment", _CLOCKS, _short_clock),
    Step("increment", f"lives on its increment, {_INCREMENT}", _CLOCKS, _increment),
    Step("long-match", "plays a very long match", _CLOCKS, _long_match),
    Step("thoughts", "tells evaluations and log lines that are sound", _SAYS, _thoughts),
    Step("output", "prints little, and plays whatever it prints", "Calling", _output),
)

"""`podesta debug play-back`: what a seat saw, once more, to find where a bot deviates."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
from podesta.v1 import match_pb2
from rich.console import Console
from rich.text import Text

from arena.cli.exit_status import ExitStatus
from arena.cli.failures import say
from arena.cli.json_lines import write_json
from arena.cli.match_words import ENGINE_HELP
from arena.cli.usage_problems import UsageProblems
from arena.cli.whole_number import WholeNumber
from arena.debug.comparison_text import answer_words, comparison_json, comparison_line, difference
from arena.debug.engine_link import EngineLink
from arena.debug.play_back import Comparison, PlayBack
from arena.debug.seat_script import Step, seat_script
from arena.debug.transcript import read_transcript
from arena.errors import ExecutorError, TranscriptError
from arena.match.engine_argument import parse_engines
from arena.terminal.console import make_console
from arena.terminal.observation_view import draw_observation
from arena.terminal.printable import printable
from referee.errors import EngineFault, VoidMatch
from referee.games import game_names, load_game
from referee.hosts import DEFAULT_READY_LIMIT_US
from referee.orderly_end import run_in_order

__all__ = ["play_back"]

_LAST_LINES = 10

EPILOG = f"""\
{ENGINE_HELP}
\b
The bot hears exactly what the seat of the transcript heard: the same events
and observations, the clocks as they were, and the same random seed. It gets
the options that the seat had then, unless ENGINE brings its own.

\b
Examples:
  podesta debug play-back seen/seat-1.transcript "{{python}} mybot.py"
  podesta debug play-back seen/seat-1.transcript mybot.toml --keep-going
  podesta debug play-back seen/seat-1.transcript mybot.toml --until 12 --no-limit

\b
Exit status: 0 all as recorded; 1 the bot chose another legal move, or
resigned; 2 the transcript or the engine can't be used; 3 a fault of the bot
(illegal, crash, out of time), also one that is recorded; 4 it never started.
"""


@click.command("play-back", epilog=EPILOG)
@click.argument("file", metavar="TRANSCRIPT", type=Path)
@click.argument("engine", metavar="ENGINE")
@click.option(
    "--until",
    metavar="PLY",
    type=WholeNumber(0),
    help="End behind the decision at this ply, and draw its position.",
)
@click.option("--keep-going", is_flag=True, help="Go on after a difference, as if there were none.")
@click.option("--no-limit", is_flag=True, help="Wait for each answer as long as it takes.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a decision, a line each.")
@click.pass_context
def play_back(
    ctx: click.Context,
    file: Path,
    engine: str,
    until: int | None,
    keep_going: bool,
    no_limit: bool,
    as_json: bool,
) -> int:
    """Play what the seat of a TRANSCRIPT saw back to ENGINE, and tell where it deviates."""
    problems = UsageProblems()
    engines = problems.attempt(lambda: parse_engines([engine]))
    if engines is None:
        raise problems.error(ctx)
    transcript = read_transcript(file)
    header = transcript.header
    if header.game not in game_names():
        raise TranscriptError(f"{file}: there are no rules here for {header.game!r}")
    load_game(header.game)  # so that its messages can be read
    if transcript.cut_short:
        say(f"{file}: the transcript is cut short: {transcript.cut_short}")
    try:
        script = seat_script(transcript.messages, header.seat)
    except TranscriptError as error:
        raise TranscriptError(f"{file}: {error}") from error
    teller = _Teller(as_json=as_json, until=until)
    wishes = _Wishes(until, keep_going, not no_limit)
    run_in_order(_play(engines[0], script, wishes, teller))
    return teller.end()


@dataclass(frozen=True, slots=True)
class _Wishes:
    until: int | None
    keep_going: bool
    timed: bool


async def _play(
    spec: match_pb2.EngineSpec, script: Sequence[Step], wishes: _Wishes, teller: "_Teller"
) -> None:
    link = EngineLink(spec)
    try:
        async with link:
            await link.start(DEFAULT_READY_LIMIT_US)
            play = PlayBack(
                link,
                script,
                until=wishes.until,
                keep_going=wishes.keep_going,
                timed=wishes.timed,
                options=dict(spec.options) or None,
            )
            noted = 0
            async for compared in play.play():
                for note in play.notes[noted:]:
                    say(note)
                noted = len(play.notes)
                teller.show(compared)
    except EngineFault as fault:
        teller.failed_start(fault)
    except VoidMatch as error:
        raise ExecutorError(str(error)) from error
    finally:
        teller.printed((await link.printed()).stderr)


class _Teller:
    """Writes what was compared, and sums it up."""

    def __init__(self, *, as_json: bool, until: int | None) -> None:
        self._as_json = as_json
        self._until = until
        self._console: Console = make_console(sys.stdout)
        self._compared: list[Comparison] = []
        self._start_fault: EngineFault | None = None
        self._stderr = b""

    def show(self, compared: Comparison) -> None:
        """One decision."""
        self._compared.append(compared)
        if self._as_json:
            write_json(comparison_json(compared))
            return
        differs = not compared.same or compared.now.wrong
        style = "bad" if differs else ""
        self._console.print(Text(comparison_line(compared), style), soft_wrap=True)
        if differs or compared.decide.ply == self._until:
            self._draw(compared)

    def _draw(self, compared: Comparison) -> None:
        console, decide = self._console, compared.decide
        console.print()
        if compared.sound:
            console.print(draw_observation(compared.game, decide.observation))
        else:
            console.print(Text("(the position contradicts itself and can't be drawn)"))
        console.print()
        who = f"ply {decide.ply}, decision {decide.decision_id} ({printable(decide.kind, 40)})"
        console.print(Text(f"{who}: {difference(compared)}", "heading"), soft_wrap=True)
        console.print(Text(f"  recorded  {answer_words(compared.recorded)}"), soft_wrap=True)
        console.print(Text(f"  now       {answer_words(compared.now)}"), soft_wrap=True)

    def failed_start(self, fault: EngineFault) -> None:
        """The bot never played."""
        self._start_fault = fault

    def printed(self, stderr: bytes) -> None:
        """What the bot wrote."""
        self._stderr = stderr

    def end(self) -> ExitStatus:
        """Sum up."""
        compared = self._compared
        same = sum(one.same for one in compared)
        faults = [one for one in compared if one.now.wrong]
        status = ExitStatus.OK if same == len(compared) else ExitStatus.DIFFERENT
        if faults:
            status = ExitStatus.FAULT
        if self._start_fault is not None:
            status = ExitStatus.FORFEIT
        words = self._stderr.decode("utf-8", "replace").splitlines()[-_LAST_LINES:]
        if self._as_json:
            start = str(self._start_fault) if self._start_fault is not None else None
            summary: dict[str, Any] = {
                "decisions": len(compared),
                "same": same,
                "different": len(compared) - same,
                "faults": len(faults),
                "not_started": start,
                "stderr": words,
            }
            write_json({"summary": summary})
            return status
        if self._start_fault is not None:
            self._console.print(Text(f"the bot did not start: {self._start_fault}", "bad"))
        if words and (faults or self._start_fault is not None):
            self._console.print(Text("the last that the bot wrote to stderr:"))
            for line in words:
                self._console.print(Text(f"  | {printable(line, 300)}"), soft_wrap=True)
        self._console.print(
            Text(
                f"{_counted(len(compared), 'decision')}: {same} as recorded, "
                f"{len(compared) - same} different, {_counted(len(faults), 'fault')}"
            )
        )
        return status


def _counted(number: int, word: str) -> str:
    return f"{number} {word}{'s' if number != 1 else ''}"

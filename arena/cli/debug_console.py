"""`podesta debug console`: a person plays referee for one bot."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import ModuleType

import click
from rich.text import Text

from arena.cli.exit_status import ExitStatus
from arena.cli.game_options import find_game, game_option, read_game_options
from arena.cli.match_words import ENGINE_HELP
from arena.cli.requests_to_end import hear_again
from arena.cli.usage_problems import UsageProblems
from arena.cli.whole_number import WholeNumber
from arena.debug.console_words import COMMANDS, ConsoleError, help_text
from arena.debug.hand_console import HandConsole
from arena.debug.hand_position import HandPosition
from arena.debug.hand_referee import HandReferee
from arena.debug.hand_talk import HandTalk
from arena.debug.loop_thread import LoopThread
from arena.match.engine_argument import parse_engines
from arena.match.match_specs import deal_seed, new_deal
from arena.terminal.console import make_console
from referee.games import game_names
from referee.time_control import parse_time_control

__all__ = ["console"]

_PROMPT = "referee> "
_HISTORY_LINES = 1_000

_INDENTED = "\n".join(f"  {line}" for line in help_text().splitlines())
EPILOG = f"""\
{ENGINE_HELP}
\b
Each line is a command; the first letters of its name do. A line that begins
with # is a comment.
{_INDENTED}

\b
Examples:
  podesta debug console bologna "{{python}} mybot.py" --city ABBAAB
  printf 'new\\nask\\naccept\\n' | podesta debug console bologna mybot.toml
  podesta debug console tuerme mybot.toml --seats 4 --seat 2 < script

\b
Exit status: 0; 1 where a command of a script went wrong; 2 wrong usage.
"""


@click.command(epilog=EPILOG)
@click.argument("game_name", metavar="GAME")
@click.argument("engine", metavar="ENGINE")
@game_option
@click.option("--deal", metavar="SEED", help="Any text; the same text gives the same deal.")
@click.option("--seats", metavar="N", type=WholeNumber(1, 64), help="Number of seats.")
@click.option(
    "--seat",
    metavar="N",
    type=WholeNumber(0, 63),
    default=0,
    show_default=True,
    help="Where the bot sits.",
)
@click.option(
    "-t",
    "--time",
    "time_text",
    default="1m+1s",
    show_default=True,
    metavar="CONTROL",
    help="The time control that the bot is told, for example 10s/move or none.",
)
@click.pass_context
def console(
    ctx: click.Context,
    game_name: str,
    engine: str,
    game_option: tuple[str, ...],
    city: str | None,
    deal: str | None,
    seats: int | None,
    seat: int,
    time_text: str,
) -> int:
    """Play referee for ENGINE: set up any position of GAME, ask, and say odd things."""
    problems = UsageProblems()
    game = problems.attempt(lambda: find_game(game_name))
    engines = problems.attempt(lambda: parse_engines([engine]))
    control = problems.attempt(lambda: parse_time_control(time_text))
    if game is None or engines is None or control is None:
        raise problems.error(ctx)
    named = deal if deal is not None else new_deal()
    position = problems.attempt(
        lambda: HandPosition(
            game,
            read_game_options(game, game_option, city),
            seats or game.default_seats,
            deal_seed(named),
        )
    )
    if position is not None and seat >= position.seats:
        problems.add(f"--seat: there are seats 0 to {position.seats - 1}")
    if problems or position is None:
        raise problems.error(ctx)
    referee = HandReferee(position, seat, control, dict(engines[0].options))
    shown = make_console(sys.stdout)
    interactive = sys.stdin.isatty() and sys.stdout.isatty()
    with LoopThread() as loop:
        talk = HandTalk(loop, engines[0], shown)
        talk.sit(seat)
        hand = HandConsole(referee, named, talk, shown)
        try:
            wrong = _begin(talk, hand)
            if interactive:
                with _readline(hand):
                    return _converse(hand)
            wrong += _follow_script(hand)
        finally:
            talk.end()
    return ExitStatus.DIFFERENT if wrong else ExitStatus.OK


def _begin(talk: HandTalk, hand: HandConsole) -> int:
    try:
        talk.start()
    except ConsoleError as error:
        _complain(error)
        return 1
    hand.where()
    return 0


def _follow_script(hand: HandConsole) -> int:
    wrong = 0
    for line in sys.stdin:
        sys.stdout.write(f"{_PROMPT}{line.strip()}\n")
        try:
            if not hand.obey(line):
                break
        except ConsoleError as error:
            _complain(error)
            wrong += 1
    return wrong


def _converse(hand: HandConsole) -> int:
    while True:
        try:
            line = input(_PROMPT)
        except EOFError:
            sys.stdout.write("\n")
            return ExitStatus.OK
        try:
            if not hand.obey(line):
                return ExitStatus.OK
        except ConsoleError as error:
            _complain(error)
        except KeyboardInterrupt:
            hear_again()
            sys.stdout.write("\n")


def _complain(error: ConsoleError) -> None:
    make_console(sys.stdout).print(Text(str(error), "bad"), soft_wrap=True)
    sys.stdout.flush()


# --- a line editor, where Python has one ---------------------------------------------------------


@contextmanager
def _readline(hand: HandConsole) -> Iterator[None]:
    """History over sessions and completion, as long as somebody types."""
    try:
        import readline
    except ImportError:  # a Python without it still has `input`
        yield
        return
    state_home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    file = Path(state_home) / "podesta" / "console-history"
    with suppress(OSError):  # none yet
        readline.read_history_file(file)
    readline.set_history_length(_HISTORY_LINES)
    readline.set_completer_delims(" \t\n")
    readline.set_completer(_Completer(hand, readline).complete)
    readline.parse_and_bind("tab: complete")
    try:
        yield
    finally:
        readline.set_completer(None)
        with suppress(OSError):  # a home that can't be written to costs the history only
            file.parent.mkdir(parents=True, exist_ok=True)
            readline.write_history_file(file)


class _Completer:
    def __init__(self, hand: HandConsole, readline: ModuleType) -> None:
        self._hand = hand
        self._readline = readline

    def complete(self, text: str, number: int) -> str | None:
        """What readline asks for: the next word that `text` may become."""
        start = self._readline.get_line_buffer()[: self._readline.get_begidx()]
        before = start.split()
        words: list[str] = []
        if not before or before[0] == "help":
            words = list(COMMANDS)
        elif before[0] in ("play", "legal"):
            # Some moves have blanks in them: the words before are a part of the move.
            begun = start.lstrip()[len(before[0]) :].lstrip()
            moves = self._hand.legal_texts()
            words = [move[len(begun) :] for move in moves if move.startswith(begun)]
        elif before[0] == "game":
            words = list(game_names())
        found = [word for word in words if word.startswith(text)]
        return found[number] if number < len(found) else None

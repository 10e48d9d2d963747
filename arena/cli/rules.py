"""`podesta rules`: questions about positions, for authors who check their own rules."""

import sys
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click
from google.protobuf.message import Message
from podesta.v1 import game_pb2, rules_pb2
from rich.table import Table
from rich.text import Text

from arena.cli.exit_status import ExitStatus
from arena.cli.game_options import find_game, game_option, read_game_options
from arena.cli.json_lines import message_json, write_json
from arena.cli.lazy_group import HelpfulGroup
from arena.cli.whole_number import WholeNumber
from arena.match.match_specs import deal_seed
from arena.terminal.console import is_live, make_console
from arena.terminal.match_text import outcome_lines, tiebreak_names
from arena.terminal.observation_view import draw_observation
from arena.terminal.printable import printable
from referee.errors import RequestError
from referee.orderly_end import run_in_order
from referee.rules_answers import RulesAnswers
from referee.rules_server import serve_rules

__all__ = ["rules"]

_F = TypeVar("_F", bound=Callable[..., Any])
_Q = TypeVar("_Q", bound=Message)
_A = TypeVar("_A", bound=Message)
_WANTS_CHANCE = "give a seed"
_BUDGET_US = 86_400_000_000  # a user who waits can press ctrl-C

EPILOG = """\
\b
A position is a GAME, its options, its chance, and the MOVES made so far as
canonical texts. --deal TEXT deals as `podesta match --deal TEXT` does;
--draws gives the draws themselves.

\b
Examples:
  podesta rules legal bologna --city ABBAAB
  podesta rules legal bologna --deal training-7 --json
  podesta rules show bologna --city ABBAAB MOVE MOVE
  podesta rules validate bologna --city ABBAAB MOVE
  podesta rules perft bologna --city AAAAAA --depth 2 --divide
  podesta rules --serve 127.0.0.1:5599

\b
Exit status: 0; 1 validate: the move is not legal; 2 no such position, or
wrong usage.
"""


@click.group(cls=HelpfulGroup, epilog=EPILOG, invoke_without_command=True)
@click.option(
    "--serve",
    "address",
    metavar="ADDRESS",
    help="Answer over gRPC (RulesService) at HOST:PORT or unix:PATH until ctrl-C.",
)
@click.pass_context
def rules(ctx: click.Context, address: str | None) -> int:
    """Ask about positions: legal moves, drawings, perft; or serve."""
    if address is not None:
        if ctx.invoked_subcommand is not None:
            raise click.UsageError("--serve takes no command", ctx)
        return _serve(address)
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
        ctx.exit(ExitStatus.USAGE)
    return ExitStatus.OK


def _serve(address: str) -> int:
    def listening(bound: str) -> None:
        sys.stdout.write(f"rules are served at {printable(bound)}\n")
        sys.stdout.flush()

    try:
        run_in_order(serve_rules(address, listening=listening))
    except KeyboardInterrupt:
        sys.stdout.write("stopped\n")
    return ExitStatus.OK


def _examples(*examples: str, status: str = "0; 2 no such position, or wrong usage.") -> str:
    lines = "".join(f"  podesta rules {example}\n" for example in examples)
    return f"\b\nExamples:\n{lines}\n\b\nExit status: {status}\n"


def _position(command: _F) -> _F:
    for option in (
        click.argument("moves", metavar="[MOVES]...", nargs=-1),
        click.argument("game_name", metavar="GAME"),
        click.option("--json", "as_json", is_flag=True, help="The answer as one JSON object."),
        click.option("--draws", metavar="N,N,...", help="The draws of chance, in order."),
        click.option("--deal", metavar="SEED", help="Any text that all chance comes from."),
        click.option("--seats", metavar="N", type=WholeNumber(1, 64), help="Number of seats."),
    ):
        command = option(command)
    return game_option(command)


def _read(
    game_name: str,
    moves: Sequence[str],
    game_option: Sequence[str],
    city: str | None,
    seats: int | None,
    deal: str | None,
    draws: str | None,
) -> rules_pb2.Position:
    game = find_game(game_name)
    if deal is not None and draws is not None:
        raise click.UsageError("--deal and --draws exclude each other")
    position = rules_pb2.Position(
        game=game.name,
        game_options=read_game_options(game, game_option, city),
        seats=seats or 0,
        moves=moves,
    )
    if deal is not None:
        position.seed = deal_seed(deal)
    if draws is not None:
        try:
            values = [int(word) for word in draws.replace(",", " ").split()]
            position.draws.SetInParent()
            position.draws.values.extend(values)
        except ValueError:
            raise click.BadParameter(
                f"{draws!r} is no list of whole numbers", param_hint="--draws"
            ) from None
    return position


@rules.command(
    epilog=_examples(
        "legal bologna --city ABBAAB",
        "legal bologna --city ABBAAB t6@3:f1",
        "legal bologna --deal training-7 --json",
    )
)
@_position
def legal(game_name: str, moves: tuple[str, ...], as_json: bool, **given: Any) -> None:
    """List the legal moves after MOVES, a line each, in order."""
    request = rules_pb2.LegalMovesRequest(position=_read(game_name, moves, **given))
    response = _ask(RulesAnswers.legal_moves, request)
    if not _as_json(response, as_json):
        sys.stdout.writelines(f"{printable(move)}\n" for move in response.moves)


@rules.command(
    epilog=_examples(
        "validate bologna --city ABBAAB t6@3:f1",
        status="0 legal; 1 not legal; 2 no such position, or wrong usage.",
    )
)
@_position
def validate(game_name: str, moves: tuple[str, ...], as_json: bool, **given: Any) -> int:
    """Tell whether the last of MOVES is legal, and why not."""
    before, move = _split(moves)
    position = _read(game_name, before, **given)
    response = _ask(RulesAnswers.validate, rules_pb2.ValidateRequest(position=position, move=move))
    if not _as_json(response, as_json):
        sys.stdout.write(
            "legal\n" if response.legal else f"illegal: {printable(response.reason)}\n"
        )
    return ExitStatus.OK if response.legal else ExitStatus.DIFFERENT


@rules.command(epilog=_examples("apply bologna --city ABBAAB t6@3:f1 townhall@3:f2-g4"))
@_position
def apply(game_name: str, moves: tuple[str, ...], as_json: bool, **given: Any) -> None:
    """Make MOVES and tell what the last of them led to."""
    before, move = _split(moves)
    position = _read(game_name, before, **given)
    response = _ask(RulesAnswers.apply, rules_pb2.ApplyRequest(position=position, move=move))
    if _as_json(response, as_json):
        return
    console = make_console(sys.stdout)
    console.print(draw_observation(game_name, response.observation))
    if response.HasField("outcome"):
        names = [""] * len(response.outcome.seats)
        completed = game_pb2.TERMINATION_COMPLETED
        ties = tiebreak_names(game_name)
        lines = outcome_lines(names, response.outcome, completed, "", ties)
        console.print(Text("\n".join(lines)))
    else:
        console.print(Text(f"seat {response.to_act} is to act: {response.kind}"))


@rules.command(
    epilog=_examples(
        "show bologna --city ABBAAB t6@3:f1", "show bomarzo --seats 3 --deal training-7 --seat 1"
    )
)
@_position
@click.option("--seat", metavar="N", type=WholeNumber(min=0), help="What this seat may know.")
def show(
    game_name: str, moves: tuple[str, ...], as_json: bool, seat: int | None, **given: Any
) -> None:
    """Draw the position after MOVES as everybody or a seat sees it."""
    position = _read(game_name, moves, **given)
    request = rules_pb2.ObservationRequest(position=position, seat=seat)
    response = _ask(RulesAnswers.observation, request)
    if not _as_json(response, as_json):
        make_console(sys.stdout).print(draw_observation(game_name, response.observation))


@rules.command(epilog=_examples("perft bologna --city AAAAAA --depth 2 --divide"))
@_position
@click.option(
    "--depth",
    metavar="N",
    type=WholeNumber(0),
    default=1,
    show_default=True,
    help="Moves ahead, at most 6.",
)
@click.option("--divide", is_flag=True, help="The count behind each move too.")
def perft(
    game_name: str,
    moves: tuple[str, ...],
    as_json: bool,
    depth: int,
    divide: bool,
    **given: Any,
) -> None:
    """Count the sequences of legal moves of a length."""
    request = rules_pb2.PerftRequest(position=_read(game_name, moves, **given), depth=depth)
    if is_live(sys.stderr):
        with make_console(sys.stderr).status("counting ..."):
            response = _ask(RulesAnswers.perft, request)
    else:
        response = _ask(RulesAnswers.perft, request)
    if _as_json(response, as_json):
        return
    if divide:
        table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
        table.add_column(no_wrap=True)
        table.add_column(justify="right")
        for move, nodes in sorted(response.by_move.items()):
            table.add_row(Text(printable(move)), str(nodes))
        make_console(sys.stdout).print(table)
    sys.stdout.write(f"{response.nodes}\n")


def _ask(find: Callable[[RulesAnswers, _Q], _A], request: _Q) -> _A:
    try:
        return find(RulesAnswers(budget_us=_BUDGET_US), request)
    except RequestError as error:
        if _WANTS_CHANCE in str(error):
            raise click.UsageError(f"{error} (--deal TEXT or --draws N,N,...)") from None
        raise


def _split(moves: tuple[str, ...]) -> tuple[tuple[str, ...], str]:
    if not moves:
        raise click.UsageError("a move is missing: the last of MOVES is the one asked about")
    return moves[:-1], moves[-1]


def _as_json(response: Message, wanted: bool) -> bool:
    if wanted:
        write_json(message_json(response))
    return wanted

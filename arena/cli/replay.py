"""`podesta replay`: a record, position by position."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from podesta.v1 import match_pb2, record_pb2
from rich.text import Text

from arena.cli.exit_status import ExitStatus
from arena.cli.failures import say
from arena.cli.json_lines import message_json, write_json
from arena.cli.match_json import result_json
from arena.cli.record_source import find_record, match_option
from arena.cli.whole_number import WholeNumber
from arena.match.replay_frames import ReplayFrame, replay_frames
from arena.terminal.console import is_live, make_console
from arena.terminal.keys import KeyReader
from arena.terminal.match_text import record_lines
from arena.terminal.replay_view import ReplayView
from arena.terminal.stepping import HELP_LINE, step_through
from referee.games import load_game
from referee.time_split import split_time

__all__ = ["replay"]

EPILOG = """\
\b
Keys on a terminal:
  right, down, space, enter, n   next position
  left, up, backspace, p         position before
  page down, page up             ten positions on, back
  home, end                      first, last position
  q, escape                      leave

\b
Examples:
  podesta replay match.record
  podesta replay match.record --ply 12
  podesta replay league.ledger --match 5f0c
  podesta replay league.toml --match 17
  podesta replay match.record --json | jq -r .move

\b
Exit status: 0; 1 where the record breaks the rules of its game; 2 where it
can't be read.
"""


@click.command(epilog=EPILOG)
@click.argument("file", metavar="RECORD|LEDGER|LEAGUE.TOML", type=Path)
@click.option(
    "--ply",
    type=int,
    help="Begin here (elsewhere than on a terminal: only this one); "
    "negative numbers count from the end.",
)
@click.option(
    "--seat",
    metavar="N",
    type=WholeNumber(min=0),
    help="See what this seat saw, not only what all saw.",
)
@match_option
@click.option("--json", "as_json", is_flag=True, help="One JSON object a position, a line each.")
@click.pass_context
def replay(
    ctx: click.Context,
    file: Path,
    ply: int | None,
    seat: int | None,
    match_name: str | None,
    as_json: bool,
) -> int:
    """Step through the RECORD of a match: boards, moves, clocks.

    Elsewhere than on a terminal all positions are printed one below the other.
    """
    record = find_record(file, match_name)
    if seat is not None and seat >= len(record.spec.engines):
        raise click.BadParameter(
            f"the match has seats 0 to {len(record.spec.engines) - 1}", ctx, param_hint="--seat"
        )
    frames, problem = replay_frames(record)
    if not frames:
        _show_unplayed(record, as_json=as_json)
    else:
        start = _place(ply, len(frames) - 1, ctx)
        if as_json:
            _write_json(record, _chosen(frames, start), seat)
        elif is_live(sys.stdout) and sys.stdin.isatty():
            _step(record, frames, start or 0, seat)
        else:
            _print_plain(record, frames, _chosen(frames, start), seat)
    if problem:
        say(f"the record breaks off: {problem}")
        return ExitStatus.DIFFERENT
    return ExitStatus.OK


def _place(ply: int | None, last: int, ctx: click.Context) -> int | None:
    if ply is None:
        return None
    place = ply if ply >= 0 else last + 1 + ply
    if not 0 <= place <= last:
        raise click.BadParameter(f"the record has plies 0 to {last}", ctx, param_hint="--ply")
    return place


def _chosen(frames: Sequence[ReplayFrame], place: int | None) -> Sequence[ReplayFrame]:
    return frames if place is None else [frames[place]]


def _step(
    record: record_pb2.MatchRecord, frames: Sequence[ReplayFrame], start: int, seat: int | None
) -> None:
    game = load_game(record.spec.game)
    last = len(frames) - 1

    def draw(place: int) -> ReplayView:
        return ReplayView(
            game,
            record,
            frames[place],
            last_ply=last,
            seat=seat,
            help_line=HELP_LINE,
            fits=True,
        )

    with KeyReader(sys.stdin.fileno()) as keys:
        step_through(make_console(sys.stdout), keys, draw, last, start)


def _print_plain(
    record: record_pb2.MatchRecord,
    frames: Sequence[ReplayFrame],
    chosen: Sequence[ReplayFrame],
    seat: int | None,
) -> None:
    console = make_console(sys.stdout)
    game = load_game(record.spec.game)
    for frame in chosen:
        console.print(ReplayView(game, record, frame, last_ply=len(frames) - 1, seat=seat))
        console.print()


def _show_unplayed(record: record_pb2.MatchRecord, *, as_json: bool) -> None:
    if as_json:
        write_json({"result": result_json(record)})
        return
    lines = ["nothing was played", *record_lines(record)]
    make_console(sys.stdout).print(Text("\n".join(lines)))


def _write_json(
    record: record_pb2.MatchRecord, chosen: Sequence[ReplayFrame], seat: int | None
) -> None:
    for frame in chosen:
        write_json(_frame_json(record, frame, seat))
    write_json({"result": result_json(record)})


def _frame_json(
    record: record_pb2.MatchRecord, frame: ReplayFrame, seat: int | None
) -> dict[str, Any]:
    state = frame.state
    private = state.private(seat) if seat is not None else None
    line: dict[str, Any] = {
        "ply": frame.ply,
        "to_act": state.to_act,
        "decision": state.decision,
        "legal_count": state.legal_count(),
        "clocks_us": list(frame.clocks_us),
        "used_us": list(frame.used_us),
        "digest": state.digest().hex(),
        "public": message_json(state.public()),
        "private": message_json(private) if private is not None else None,
    }
    decision = frame.decision
    if decision is not None:
        split = split_time(decision)
        line |= {
            "seat": decision.seat,
            "kind": record.kinds[decision.kind],
            "move": decision.move,
            "decider": match_pb2.Decider.Name(decision.decider),
            "charged_us": decision.charged_us,
            "raw_us": decision.raw_us,
            "queue_us": split.queue_us if split else None,
            "wire_us": split.wire_us if split else None,
            "bot_us": split.bot_us if split else None,
            "evaluation": message_json(decision.evaluation)
            if decision.HasField("evaluation")
            else None,
        }
    return line

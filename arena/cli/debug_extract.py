"""`podesta debug extract`: what one seat saw of a recorded match."""

from pathlib import Path

import click

from arena.cli.exit_status import ExitStatus
from arena.cli.failures import say
from arena.cli.record_source import find_record, match_option
from arena.cli.whole_number import WholeNumber
from arena.debug.record_seat import seat_header, seat_messages
from arena.debug.transcript import encode_transcript

__all__ = ["extract"]

EPILOG = """\
\b
The transcript holds what the referee told that seat, and the moves that the
bot made, but nothing of the other seats: hand it to the author of the bot.

\b
Examples:
  podesta debug extract match.record --seat 1 --output lost.transcript
  podesta debug extract league.ledger --match 5f0c --seat 0 --output lost.transcript
  podesta debug play-back lost.transcript "{python} mybot.py"

\b
Exit status: 0; 2 no such match or seat, or the record can't be used;
6 the transcript can't be written.
"""


@click.command(epilog=EPILOG)
@click.argument("file", metavar="RECORD", type=Path)
@click.option("--seat", metavar="N", type=WholeNumber(0), required=True, help="Whose stream.")
@match_option
@click.option(
    "--output",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    help="Where the transcript goes.",
)
@click.pass_context
def extract(ctx: click.Context, file: Path, seat: int, match_name: str | None, output: Path) -> int:
    """Make the transcript of one seat from the RECORD of a match, or from a ledger."""
    record = find_record(file, match_name)
    if seat >= len(record.spec.engines):
        raise click.BadParameter(
            f"the match has seats 0 to {len(record.spec.engines) - 1}", ctx, param_hint="--seat"
        )
    messages = seat_messages(record, seat)
    output.write_bytes(encode_transcript(seat_header(record, seat), messages))
    say(f"{output}: {len(messages)} messages")
    return ExitStatus.OK

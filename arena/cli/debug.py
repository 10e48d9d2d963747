"""`podesta debug`: find out why a bot does what it does."""

import click

from arena.cli.lazy_group import LazyGroup

__all__ = ["debug"]

EPILOG = """\
\b
Examples:
  podesta debug trace bologna random "{python} mybot.py" --output seen
  podesta debug play-back seen/seat-1.transcript "{python} mybot.py"
  podesta debug extract match.record --seat 1 --output seen.transcript
  podesta debug step bologna random "{python} mybot.py"
  podesta debug console bologna "{python} mybot.py"

\b
Questions about positions: podesta rules. A walk-through that finds a mistake
in a bot: docs/debugging.md.
"""


@click.group(
    cls=LazyGroup,
    targets={
        "trace": "arena.cli.debug_trace:trace",
        "show": "arena.cli.debug_trace:show",
        "extract": "arena.cli.debug_extract:extract",
        "play-back": "arena.cli.debug_play_back:play_back",
        "step": "arena.cli.debug_step:step",
        "run": "arena.cli.debug_step:run",
        "console": "arena.cli.debug_console:console",
    },
    epilog=EPILOG,
)
def debug() -> None:
    """See every message of a match, play a seat back, hold a match up, play referee."""

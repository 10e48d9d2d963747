"""The words by which several commands say which messages they show, and how."""

import re
import sys
from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import Any, TypeVar

import click
from rich.console import Console

from arena.cli.json_lines import write_json
from arena.cli.nearest_choice import NearestChoice
from arena.cli.usage_problems import UsageProblems
from arena.cli.whole_number import WholeNumber
from arena.debug.message_filter import MessageFilter, parse_plies
from arena.debug.message_text import message_fields, message_line, message_lines
from arena.debug.said import KINDS, Said
from arena.terminal.console import make_console

__all__ = ["MessagePrinter", "check_seats", "message_options", "read_filter"]

_F = TypeVar("_F", bound=Callable[..., Any])


def message_options(command: _F) -> _F:
    """Adds the options that `read_filter` reads, and --full and --json."""
    for option in (
        click.option(
            "--json", "as_json", is_flag=True, help="One JSON object a message, a line each."
        ),
        click.option("--full", is_flag=True, help="Every field of every message."),
        click.option(
            "--grep",
            metavar="PATTERN",
            help="Only messages in which this regular expression is found.",
        ),
        click.option(
            "--plies", metavar="FROM-TO", help="Only messages about these plies: 12, 10-20, 10-."
        ),
        click.option(
            "--kind",
            "kinds",
            metavar="KIND[,KIND...]",
            help=f"Only messages of these kinds: {', '.join(KINDS)}.",
        ),
        click.option(
            "--said-by",
            "direction",
            type=NearestChoice(["engine", "referee", "both"]),
            default="both",
            show_default=True,
            help="Only what engines say, or what the referee says.",
        ),
        click.option(
            "--seat",
            "seen_seats",
            metavar="N",
            type=WholeNumber(0, 63),
            multiple=True,
            help="Only the stream of this seat; may be given several times.",
        ),
    ):
        command = option(command)
    return command


def read_filter(
    problems: UsageProblems,
    seats: Sequence[int],
    direction: str,
    kinds: str | None,
    plies: str | None,
    grep: str | None,
) -> MessageFilter:
    """The filter; what is wrong with its words is noted."""
    return MessageFilter(
        seats=frozenset(seats),
        direction=direction,
        kinds=problems.attempt(lambda: _read_kinds(kinds)) or frozenset(),
        plies=problems.attempt(lambda: parse_plies(plies)) if plies else None,
        pattern=problems.attempt(lambda: _read_pattern(grep)) if grep else None,
    )


def check_seats(problems: UsageProblems, seats: Sequence[int], known: Sequence[int]) -> None:
    """Notes a seat that can't be shown: of nobody in the match, or in a transcript of another."""
    if wrong := [seat for seat in seats if seat not in known]:
        first, last = known[0], known[-1]
        there = f"are seats {first} to {last}" if first < last else f"is seat {first} alone"
        problems.add(f"--seat: there {there}, not {wrong[0]}")


def _read_kinds(kinds: str | None) -> frozenset[str]:
    wanted = [word.strip() for word in kinds.split(",")] if kinds else []
    for word in wanted:
        if word not in KINDS:
            close = get_close_matches(word, KINDS, n=1)
            hint = f"did you mean {close[0]!r}?" if close else f"there are: {', '.join(KINDS)}."
            raise click.BadParameter(f"{word!r} is no kind of message; {hint}", param_hint="--kind")
    return frozenset(wanted)


def _read_pattern(grep: str) -> re.Pattern[str]:
    try:
        return re.compile(grep)
    except re.error as error:
        raise click.BadParameter(f"{grep!r}: {error}", param_hint="--grep") from None


class MessagePrinter:
    """Writes messages to stdout, each as soon as it is there."""

    def __init__(
        self,
        wanted: MessageFilter,
        names: Sequence[str],
        *,
        full: bool = False,
        as_json: bool = False,
        console: Console | None = None,
    ) -> None:
        self._wanted = wanted
        self._names = names
        self._full = full
        self._as_json = as_json
        self._console = console or make_console(sys.stdout)

    def show(self, said: Said) -> None:
        """Write a message, if it is wanted."""
        if not self._wanted.wants(said):
            return
        if self._as_json:
            write_json(_json(said))
            return
        written = (message_lines if self._full else message_line)(said, self._names)
        self._console.print(written, soft_wrap=True)
        sys.stdout.flush()


def _json(said: Said) -> dict[str, Any]:
    return {
        "seat": said.seat,
        "at_us": said.at_us,
        "said_by": "engine" if said.from_engine else "referee",
        "kind": said.kind,
        "ply": said.ply,
        "size_bytes": said.size_bytes,
        "took_us": said.took_us,
        "move": said.move or None,
        "detail": said.detail or None,
        "message": message_fields(said),
        "hex": said.data.hex() if message_fields(said) is None and said.data else None,
    }

"""The words by which several commands say what match is to be played."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import click
from podesta.v1 import match_pb2

from arena.cli.failures import say
from arena.cli.game_options import find_game, game_option, read_game_options
from arena.cli.limit_words import parse_limits
from arena.cli.nearest_choice import NearestChoice
from arena.cli.usage_problems import UsageProblems
from arena.cli.whole_number import WholeNumber
from arena.config.isolation import IsolationError, IsolationSettings, confine, settle
from arena.match.engine_argument import parse_engines
from arena.match.match_specs import MatchPlan, new_deal
from referee.launcher.ladder import AUTO, LEVELS
from referee.time_control import TimeControl, parse_duration, parse_time_control

__all__ = ["ENGINE_HELP", "MatchWords", "match_words"]

_F = TypeVar("_F", bound=Callable[..., Any])

ENGINE_HELP = """\
\b
ENGINE is one of
  random                      an engine that comes with podesta
  alphabeta:depth=3,width=12  the same with options
  bot.toml                    a file with one engine, keys as in [[engine]] of a league
  "node bot.js --fast"        a command line; {python} is podesta's own interpreter
"""
"""For the epilog of commands."""

_OFF_MOVES = {"allow": match_pb2.OFF_MOVE_ALLOW, "freeze": match_pb2.OFF_MOVE_FREEZE}
_FAULT_RULES = {"stand-in": match_pb2.FAULT_RULE_STAND_IN, "end": match_pb2.FAULT_RULE_END}


def match_words(command: _F) -> _F:
    """Adds GAME, ENGINE... and the options of a match, each as a field of `MatchWords`."""
    for option in (
        click.option(
            "--limit",
            "limits",
            multiple=True,
            metavar="KEY=VALUE",
            help="What each engine may use: memory=2G, processes=512, file_size=64M, cpu_time=10m, "
            "scratch=64M, open_files=1024, or none; may be given several times.",
        ),
        click.option(
            "--isolation",
            type=NearestChoice([AUTO, *LEVELS]),
            default=AUTO,
            show_default=True,
            help="How engines are kept apart; auto takes the best that works here.",
        ),
        click.option(
            "--off-move",
            type=NearestChoice([*_OFF_MOVES]),
            default="allow",
            show_default=True,
            help="May engines think while they are not to move? freeze stops them meanwhile.",
        ),
        click.option("--ready-limit", metavar="DURATION", help="Time for an engine to start."),
        click.option("--grace", metavar="DURATION", help="How much later the flag falls."),
        click.option(
            "--retries",
            metavar="N",
            type=WholeNumber(0, 100),
            default=0,
            show_default=True,
            help="Wrong answers forgiven a decision, within the same time.",
        ),
        click.option(
            "--fault-rule",
            type=NearestChoice(["stand-in", "end"]),
            default="stand-in",
            show_default=True,
            help="With three or more seats: who replaces an engine at fault.",
        ),
        click.option(
            "--opening-plies",
            metavar="N",
            type=WholeNumber(0, 1000),
            default=0,
            show_default=True,
            help="Random legal moves that the referee makes first.",
        ),
        click.option(
            "--seats",
            metavar="N",
            type=WholeNumber(1, 64),
            help="Number of seats; engines are repeated in order to fill them."
            "  [default: one an engine]",
        ),
        game_option,
        click.option(
            "--deal",
            metavar="SEED",
            help="Any text; the same text gives the same match set-up.",
        ),
        click.option(
            "-t",
            "--time",
            "time_text",
            default="1m+1s",
            show_default=True,
            metavar="CONTROL",
            help="Time control: 5m, 5m+3s, 10s/move, 40/5m, 1m+3x10s, '2m d2s', '2m b2s' or none.",
        ),
        click.argument("engines", metavar="ENGINE...", nargs=-1, required=True),
        click.argument("game_name", metavar="GAME"),
    ):
        command = option(command)
    return command


@dataclass(frozen=True, slots=True)
class MatchWords:
    """What `match_words` added, as the user wrote it."""

    game_name: str
    engines: tuple[str, ...]
    time_text: str
    deal: str | None
    game_option: tuple[str, ...]
    city: str | None
    seats: int | None
    opening_plies: int
    fault_rule: str
    retries: int
    grace: str | None
    ready_limit: str | None
    isolation: str = AUTO
    limits: tuple[str, ...] = ()
    off_move: str = "allow"

    def read(self, problems: UsageProblems) -> tuple[MatchPlan, TimeControl] | None:
        """What is to be played, the deal drawn by chance where none is named.

        None, and everything that is wrong with it noted, where it makes no sense.
        """
        game = problems.attempt(lambda: find_game(self.game_name))
        engines = problems.attempt(lambda: parse_engines(_seated(self.engines, self.seats)))
        control = problems.attempt(lambda: parse_time_control(self.time_text))
        grace_us = problems.attempt(lambda: _duration_us(self.grace, "--grace"))
        ready_us = problems.attempt(lambda: _duration_us(self.ready_limit, "--ready-limit"))
        if game is None:
            return None
        options = problems.attempt(lambda: read_game_options(game, self.game_option, self.city))
        confined = problems.attempt(lambda: self._confine(engines or []))
        if problems or engines is None or control is None or options is None or confined is None:
            return None
        plan = MatchPlan(
            game=game,
            game_options=options,
            engines=tuple(engines),
            time_control=str(control),
            deal=self.deal if self.deal is not None else new_deal(),
            opening_plies=self.opening_plies,
            fault_rule=_FAULT_RULES[self.fault_rule],
            off_move=_OFF_MOVES[self.off_move],
            retries=self.retries,
            grace_us=grace_us,
            ready_limit_us=ready_us or 0,
        )
        return plan, control

    def _confine(self, engines: Sequence[match_pb2.EngineSpec]) -> str:
        """Say in every engine how it is kept apart; the level."""
        settings = IsolationSettings(self.isolation, limits=parse_limits(self.limits))
        try:
            level, warning = settle(settings)
        except IsolationError as error:
            raise click.BadParameter(str(error), param_hint="--isolation") from error
        if warning:
            say(f"warning: {warning}")
        for engine in engines:
            confine(engine, settings, level)
        return level


def _seated(engines: Sequence[str], seats: int | None) -> list[str]:
    wanted = seats or len(engines)
    if wanted < len(engines):
        raise click.BadParameter(
            f"{len(engines)} engines do not fit on {wanted} seats", param_hint="--seats"
        )
    return [engines[seat % len(engines)] for seat in range(wanted)]


def _duration_us(text: str | None, option: str) -> int | None:
    return None if text is None else parse_duration(text, option)

"""Holds a match up and lets it go on, as somebody commands."""

import math
from collections import deque
from collections.abc import Callable
from itertools import islice
from typing import Protocol

from podesta.v1 import debug_pb2, match_pb2, record_pb2
from rich.console import Console
from rich.text import Text

from arena.debug.breakpoints import Breakpoints
from arena.debug.live_match import LiveMatch
from arena.debug.message_text import message_line
from arena.debug.said import Said
from arena.debug.step_words import HELP, Command, CommandError
from arena.match.picture import MatchPicture
from arena.terminal.durations import format_clock
from arena.terminal.match_text import event_line, seat_text
from arena.terminal.observation_view import draw_observation
from arena.terminal.printable import printable

__all__ = ["Commander", "Quit", "Stepper"]

_WAIT_S = 0.1
_KEPT_MESSAGES = 10_000
_SHOWN_MESSAGES = 20


class Quit(Exception):  # noqa: N818 - what somebody wants
    """Somebody wants the match to end here."""


class Commander(Protocol):
    """Where commands come from."""

    def pending(self) -> bool:
        """Whether somebody wants the match, which goes on, to be held up soon."""

    def next(self) -> Command | None:
        """The next command for a match that is held up; None where no more will come."""


class Stepper:
    """One match. `play` returns its record; what happens is written to a console."""

    def __init__(
        self,
        match: LiveMatch,
        spec: match_pb2.MatchSpec,
        breakpoints: Breakpoints,
        commander: Commander,
        console: Console,
    ) -> None:
        self._match = match
        self._game = spec.game
        self._names = [engine.name for engine in spec.engines]
        self._breakpoints = breakpoints
        self._commander = commander
        self._console = console
        self._picture = MatchPicture.of(spec)
        self._said: deque[Said] = deque(maxlen=_KEPT_MESSAGES)
        self._moves: list[str] = []
        self._reached = debug_pb2.PlayReached()
        self._unattended = False

    def play(self) -> record_pb2.MatchRecord:
        """Until the match is over. Raises Quit, and what `LiveMatch.news` raises."""
        while True:
            for news in self._match.news(_WAIT_S):
                if isinstance(news, debug_pb2.PlayEnded):
                    return news.record
                if isinstance(news, Said):
                    self._said.append(news)
                    self._breakpoints.said(news)
                elif isinstance(news, match_pb2.MatchEvent):
                    self._happened(news)
                else:
                    self._hold_up(news)
            if not self._unattended and self._commander.pending():
                self._breakpoints.stop_soon()

    def _happened(self, event: match_pb2.MatchEvent) -> None:
        self._picture = self._picture.after(event, 0)
        self._breakpoints.happened(event)
        line = event_line(self._picture, event)
        if line is not None:
            self._print(line)
            if event.WhichOneof("event") == "move":
                self._moves.append(line)

    # --- while it is held up -----------------------------------------------------------------

    def _hold_up(self, reached: debug_pb2.PlayReached) -> None:
        self._reached = reached
        reasons = self._breakpoints.reached(reached)
        if reasons and not self._unattended:
            self._print(f"held up: {'; '.join(reasons)}", "accent")
            if reached.HasField("to_act") and not reached.over:
                who = seat_text(self._names, reached.to_act)
                self._print(f"next: ply {reached.ply}, {who}: {reached.kind}")
            while not self._obey():
                pass
        self._match.go()

    def _obey(self) -> bool:
        """Take one command; whether the match goes on."""
        command = self._commander.next()
        if command is None:
            self._print("no more commands: the match goes on to its end")
            self._unattended = True
            return True
        try:
            return _COMMANDS[command.name](self, command)
        except CommandError as error:
            self._print(str(error), "bad")
            return False

    def _step(self, command: Command) -> bool:
        self._breakpoints.step(command.number(0, 1, 1))
        return True

    def _continue(self, _: Command) -> bool:
        self._breakpoints.run()
        return True

    def _until(self, command: Command) -> bool:
        ply = command.number(0, 0)
        if ply <= self._reached.ply:
            raise CommandError(f"until: ply {ply} has been, the next is {self._reached.ply}")
        self._breakpoints.plies.add(ply)
        self._breakpoints.run()
        return True

    def _break(self, command: Command) -> bool:
        what, value = (*command.words, "", "")[:2]
        if what == "ply":
            self._breakpoints.plies.add(command.number(1, 0))
        elif what == "fault" and value in ("on", "off"):
            self._breakpoints.on_fault = value == "on"
        elif what == "swing" and value == "off":
            self._breakpoints.swing = None
        elif what == "swing":
            self._breakpoints.swing = _threshold(value)
        else:
            raise CommandError("break: expected ply N, fault on, fault off, swing X or swing off")
        return False

    def _show(self, command: Command) -> bool:
        observations = self._reached.observations
        seat = command.number(0, 0, self._reached.to_act)
        if seat >= len(observations):
            raise CommandError(f"show: there are seats 0 to {len(observations) - 1}")
        self._console.print(draw_observation(self._game, observations[seat]))
        return False

    def _list_moves(self, _: Command) -> bool:
        for line in self._moves:
            self._print(line)
        return False

    def _legal(self, command: Command) -> bool:
        moves = self._reached.legal_moves
        wanted = command.words[0] if command.words else ""
        found = [move for move in moves if wanted in move]
        self._print(
            f"{len(found)} of {len(moves)} legal moves" if wanted else f"{len(moves)} legal"
        )
        self._print("  ".join(printable(move) for move in found))
        return False

    def _clocks(self, _: Command) -> bool:
        for seat, clock in enumerate(self._reached.clocks):
            left = format_clock(clock.remaining_us) if clock.HasField("remaining_us") else "-"
            periods = f" x{clock.periods_left}" if clock.HasField("periods_left") else ""
            self._print(f"{seat_text(self._names, seat)}: {left}{periods}")
        return False

    def _messages(self, command: Command) -> bool:
        wanted = command.number(0, 1, _SHOWN_MESSAGES)
        for said in islice(self._said, max(0, len(self._said) - wanted), None):
            self._console.print(message_line(said, self._names), soft_wrap=True)
        return False

    def _quit(self, _: Command) -> bool:
        raise Quit

    def _help(self, _: Command) -> bool:
        self._print(HELP)
        return False

    def _print(self, text: str, style: str = "") -> None:
        self._console.print(Text(text, style), soft_wrap=True)
        self._console.file.flush()


_COMMANDS: dict[str, Callable[[Stepper, Command], bool]] = {
    "step": Stepper._step,
    "continue": Stepper._continue,
    "until": Stepper._until,
    "break": Stepper._break,
    "show": Stepper._show,
    "moves": Stepper._list_moves,
    "legal": Stepper._legal,
    "clocks": Stepper._clocks,
    "messages": Stepper._messages,
    "quit": Stepper._quit,
    "help": Stepper._help,
}


def _threshold(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value) or value <= 0:
        raise CommandError(f"break swing: {text!r} is no number above 0")
    return value

"""A console in which a person plays referee for one bot: each line is a command."""

import json
import shlex
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from google.protobuf import json_format
from podesta.v1 import engine_pb2, game_pb2
from rich.console import Console
from rich.text import Text

from arena.debug.console_words import (
    ConsoleError,
    find_command,
    help_text,
    key_values,
    whole_number,
)
from arena.debug.hand_position import HandPosition
from arena.debug.hand_referee import AskedFor, HandReferee
from arena.debug.hand_setup import SETUP_COMMANDS, HandSetup
from arena.debug.hand_talk import HandTalk
from arena.terminal.durations import format_span
from arena.terminal.match_text import fault_text
from arena.terminal.printable import printable
from referee.answer_reading import read_answer
from referee.errors import EngineFault, RequestError
from referee.games import AnyState, OptionError
from referee.time_control import (
    DEFAULT_GRACE_US,
    TimeControlError,
    duration_text,
    parse_duration,
)

__all__ = ["HandConsole"]

_HEAR_US = 1_000_000
_READY_LIMIT_US = 10_000_000
_TROUBLES = (RequestError, OptionError, TimeControlError, json_format.ParseError, OSError)


class HandConsole:
    """Obeys lines; `obey` gives False when it is time to leave. Raises ConsoleError."""

    def __init__(self, referee: HandReferee, deal: str, talk: HandTalk, console: Console) -> None:
        self._referee = referee
        self._setup = HandSetup(referee, deal, console)
        self._talk = talk
        self._console = console
        self._answer: str | None = None
        self._asked: tuple[AnyState, tuple[str, ...]] | None = None
        """The position of the last question, and the moves before it."""
        self.history: list[str] = []

    @property
    def position(self) -> HandPosition:
        """What is set up."""
        return self._referee.position

    def legal_texts(self) -> list[str]:
        """What may be played, for completion."""
        return self._setup.legal_texts()

    def where(self) -> None:
        """Tell what is set up."""
        self._setup.where(())

    def obey(self, line: str) -> bool:
        """One command; whether to go on. Raises ConsoleError where it makes no sense."""
        if not line.strip() or line.lstrip().startswith("#"):
            return True
        self.history.append(line.strip())
        word, _, rest = line.strip().partition(" ")
        name = find_command(word)
        if name == "quit":
            return False
        try:
            # JSON keeps its quotes, all else is split as a shell splits words.
            words = [rest.strip()] if name == "send" else shlex.split(rest)
            if name in SETUP_COMMANDS:
                SETUP_COMMANDS[name](self._setup, words)
                self._talk.sit(self._referee.seat)
            else:
                _COMMANDS[name](self, words)
        except ConsoleError:
            raise
        except (*_TROUBLES, ValueError) as error:
            told = " ".join(str(error).split())
            raise ConsoleError(f"{name}: {told}") from error
        return True

    # --- speaking ------------------------------------------------------------------------------

    def _new(self, _: Sequence[str]) -> None:
        self._talk.forget_unheard()
        if self._referee.running:
            self._over(())
        message = self._referee.new_match(self._talk.link.hello.name)
        self._talk.say(message)
        match_id = message.new_match.match_id
        ready = self._talk.hear(
            _READY_LIMIT_US, lambda r: r.HasField("ready") and r.ready.match_id == match_id
        )
        if ready is None:
            raise ConsoleError(f"new: not ready within {duration_text(_READY_LIMIT_US)}")

    def _ask(self, words: Sequence[str]) -> None:
        asked, wait_us = _asked_for(words)
        message = self._referee.decide(asked, self._talk.link.hello)
        self._asked = self.position.state.clone(), tuple(self.position.moves)
        self._put(message, wait_us)

    def _again(self, words: Sequence[str]) -> None:
        if self._referee.last is None:
            raise ConsoleError("again: nothing was asked yet")
        self._put(self._referee.last, _asked_for(words)[1])

    def _put(self, message: engine_pb2.PlayResponse, wait_us: int | None) -> None:
        """Ask, wait for the answer, and say what a referee would say of it."""
        self._answer = None
        self._talk.forget_unheard()
        self._talk.say(message)
        self._await_answer(message.decide, wait_us)

    def _await_answer(self, decide: engine_pb2.Decide, wait_us: int | None) -> None:
        limit_us = max(0, decide.limit_us) + DEFAULT_GRACE_US if wait_us is None else wait_us
        answer = self._talk.hear(limit_us, lambda r: r.HasField("move") or r.HasField("resign"))
        if answer is None:
            raise ConsoleError(f"no answer within {duration_text(max(1, limit_us))}")
        if answer.HasField("resign"):
            self._print("the bot resigns")
            return
        move = answer.move
        if (move.match_id, move.decision_id) != (decide.match_id, decide.decision_id):
            self._print(
                f"it answers decision {move.decision_id} of match {printable(move.match_id, 40)!r}"
                ": a referee plays no such answer",
                "bad",
            )
        self._judge(move)

    def _judge(self, move: engine_pb2.Move) -> None:
        assert self._asked is not None, "an answer to nothing"
        state = self._asked[0]
        try:
            choice = read_answer(move, self.position.game, state, state.legal_count())
        except EngineFault as fault:
            self._print(fault_text(fault.to_proto(self._referee.seat, 0)), "bad")
            return
        self._answer = str(choice)
        thought = ""
        if move.HasField("thinking_us"):
            thought = f", thought {format_span(max(0, move.thinking_us))}"
        self._print(f"legal: {self._answer}{thought}", "good")

    def _accept(self, _: Sequence[str]) -> None:
        if self._answer is None:
            raise ConsoleError("accept: there is no legal answer of the bot")
        if self._asked is None or self._asked[1] != tuple(self.position.moves):
            raise ConsoleError("accept: the bot was asked about another position")
        answer, self._answer = self._answer, None
        self.position.play(answer)
        self._setup.next()

    def _go(self, words: Sequence[str]) -> None:
        for _ in range(whole_number(words, 0, 1)):
            state = self.position.state
            while state.to_act not in (None, self._referee.seat):
                self._print(f"seat {state.to_act}: {printable(self.position.play_at_random())}")
            if state.to_act is None:
                self._setup.next()
                return
            self._ask(())
            if self._answer is None:
                return
            self._accept(())

    def _observe(self, _: Sequence[str]) -> None:
        self._talk.say(self._referee.observe())

    def _reject(self, words: Sequence[str]) -> None:
        kind: game_pb2.FaultKind = game_pb2.FAULT_KIND_ILLEGAL_MOVE
        rest = list(words)
        if rest and (known := _FAULTS.get(rest[0].lower().replace("-", "_"))) is not None:
            kind = known
            del rest[0]
        may_retry = bool(rest) and rest[0] == "retry"
        reason = " ".join(rest[may_retry:]) or "because a person says so"
        self._talk.forget_unheard()
        self._talk.say(self._referee.rejected(kind, reason, may_retry=may_retry))
        if may_retry and self._referee.last is not None:
            self._await_answer(self._referee.last.decide, None)

    def _over(self, words: Sequence[str]) -> None:
        self._talk.say(self._referee.match_over(" ".join(words)))

    def _goodbye(self, words: Sequence[str]) -> None:
        goodbye = engine_pb2.Goodbye(reason=" ".join(words) or "no more matches")
        self._talk.say(engine_pb2.PlayResponse(goodbye=goodbye))

    def _send(self, words: Sequence[str]) -> None:
        if not words[0]:
            raise ConsoleError('send: expected JSON, such as {"goodbye": {"reason": "x"}}')
        try:
            json.loads(words[0])
        except ValueError as error:
            raise ConsoleError(f"send: no JSON: {error}") from None
        self._talk.say(json_format.Parse(words[0], engine_pb2.PlayResponse()))

    def _bytes(self, words: Sequence[str]) -> None:
        self._talk.say(bytes.fromhex("".join(words)))

    def _bot_option(self, words: Sequence[str]) -> None:
        options = self._referee.engine_options | key_values(words, "bot-option")
        problems = self._talk.link.option_problems(options)
        if problems:
            raise ConsoleError("; ".join(problems))
        self._referee.engine_options = options

    # --- hearing and the rest ------------------------------------------------------------------

    def _hear(self, words: Sequence[str]) -> None:
        limit_us = parse_duration(words[0], "hear") if words else _HEAR_US
        self._talk.hear(limit_us, lambda _: False)

    def _raw(self, words: Sequence[str]) -> None:
        self._talk.show_raw(whole_number(words, 0, 1))

    def _printed(self, _: Sequence[str]) -> None:
        self._talk.show_printed()

    def _save(self, words: Sequence[str]) -> None:
        if len(words) != 1:
            raise ConsoleError("save: expected one file")
        file = Path(words[0])
        count = self._talk.save(file, self._referee.match_id, self.position.game.name)
        self._print(f"{count} messages in {file}")

    def _restart(self, _: Sequence[str]) -> None:
        self._answer, self._referee.running = None, False
        self._talk.start()

    def _history(self, _: Sequence[str]) -> None:
        for number, line in enumerate(self.history, 1):
            self._print(f"{number:>4}  {printable(line)}")

    def _help(self, words: Sequence[str]) -> None:
        self._print(help_text(find_command(words[0]) if words else None))

    def _print(self, text: str, style: str = "") -> None:
        self._console.print(Text(text, style), soft_wrap=True)
        self._console.file.flush()


_COMMANDS: dict[str, Callable[[HandConsole, Sequence[str]], None]] = {
    "bot-option": HandConsole._bot_option,
    "new": HandConsole._new,
    "ask": HandConsole._ask,
    "accept": HandConsole._accept,
    "go": HandConsole._go,
    "again": HandConsole._again,
    "observe": HandConsole._observe,
    "reject": HandConsole._reject,
    "over": HandConsole._over,
    "goodbye": HandConsole._goodbye,
    "send": HandConsole._send,
    "bytes": HandConsole._bytes,
    "hear": HandConsole._hear,
    "raw": HandConsole._raw,
    "printed": HandConsole._printed,
    "save": HandConsole._save,
    "restart": HandConsole._restart,
    "history": HandConsole._history,
    "help": HandConsole._help,
}
_FAULTS: dict[str, Any] = {
    name.removeprefix("FAULT_KIND_").lower(): number for name, number in game_pb2.FaultKind.items()
}


def _asked_for(words: Sequence[str]) -> tuple[AskedFor, int | None]:
    pairs = key_values(words, "ask")
    known = ("id", "ply", "match", "limit", "kind", "wait")
    for key in pairs:
        if key not in known:
            raise ConsoleError(f"ask: no {key!r}; there are {', '.join(known)}")
    numbers = {
        key: whole_number([pairs[key]], 0, None) if key in pairs else None for key in ("id", "ply")
    }
    limits = {
        key: parse_duration(pairs[key], key) if key in pairs else None for key in ("limit", "wait")
    }
    asked = AskedFor(
        decision_id=numbers["id"],
        ply=numbers["ply"],
        match_id=pairs.get("match"),
        limit_us=limits["limit"],
        kind=pairs.get("kind"),
    )
    return asked, limits["wait"]

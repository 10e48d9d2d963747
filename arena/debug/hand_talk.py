"""What is said between a person in the referee's place and a bot, shown as it is said."""

import time
from collections import deque
from collections.abc import Callable
from pathlib import Path

from google.protobuf.message import DecodeError
from podesta.v1 import engine_pb2, match_pb2, transcript_pb2
from rich.console import Console
from rich.text import Text

from arena.debug.console_words import ConsoleError
from arena.debug.engine_link import EngineLink
from arena.debug.loop_thread import LoopThread
from arena.debug.message_text import message_line, message_lines
from arena.debug.said import Said, SaidReader
from arena.debug.transcript import TRANSCRIPT_FORMAT, encode_transcript
from arena.terminal.printable import printable
from referee.distribution import referee_version
from referee.errors import EngineFault, VoidMatch
from referee.hosts import DEFAULT_READY_LIMIT_US

__all__ = ["HandTalk"]

_KEPT_MESSAGES = 10_000
_MOST_LINES = 200


class HandTalk:
    """One bot, started and ended at will. Messages are written to a console, a line each."""

    def __init__(self, loop: LoopThread, spec: match_pb2.EngineSpec, console: Console) -> None:
        self._loop = loop
        self._spec = spec
        self._console = console
        self._link: EngineLink | None = None
        self._begun_at_us = 0
        self._new: deque[transcript_pb2.TranscriptMessage] = deque()
        self._reader = SaidReader(0)
        self._seat = 0
        self.said: deque[Said] = deque(maxlen=_KEPT_MESSAGES)

    def sit(self, seat: int) -> None:
        """Where the bot sits, for what is shown."""
        if seat != self._seat:
            self._seat, self._reader = seat, SaidReader(seat)

    # --- the bot -------------------------------------------------------------------------------

    def start(self) -> None:
        """Start the bot. Raises ConsoleError where it does not say Hello."""
        self.end()
        self._reader = SaidReader(self._seat)
        self._begun_at_us = time.time_ns() // 1_000
        link = self._loop.call(self._linked())
        try:
            self._loop.call(link.start(DEFAULT_READY_LIMIT_US))
        except (EngineFault, VoidMatch) as error:
            self.show_new()
            self._end(link)
            words = self._loop.call(link.printed()).stderr
            told = _last_lines(words, 5)
            raise ConsoleError("\n".join([f"the bot did not start: {error}", *told])) from None
        except BaseException:
            # Nobody else knows of it, and a console that goes on would keep it for ever.
            self._end(link)
            raise
        self._link = link
        self.show_new()

    async def _linked(self) -> EngineLink:
        # In the loop that it belongs to.
        return EngineLink(self._spec, told=self._new.append)

    def end(self) -> None:
        """End the bot, if there is one."""
        link, self._link = self._link, None
        if link is not None:
            self._end(link)
            self.show_new()

    def _end(self, link: EngineLink) -> None:
        self._loop.call(link.end())

    @property
    def link(self) -> EngineLink:
        """The conversation. Raises ConsoleError where there is none."""
        if self._link is None:
            raise ConsoleError("the bot does not run: `restart` starts it")
        return self._link

    # --- speaking and hearing ------------------------------------------------------------------

    def say(self, message: engine_pb2.PlayResponse | bytes) -> None:
        """Say something, whatever it is."""
        if self.link.closed:
            raise ConsoleError(f"the bot is gone: {self._cause()}; `restart` starts it anew")
        self._loop.call(self._say(message))
        self.show_new()

    async def _say(self, message: engine_pb2.PlayResponse | bytes) -> None:
        self.link.send(message)

    def forget_unheard(self) -> None:
        """What came in before is no answer to what is said next."""
        while (message := self._loop.call(self.link.hear(0))) is not None:
            if message.HasField("closed"):
                return

    def hear(
        self, limit_us: int, wanted: Callable[[engine_pb2.PlayRequest], bool]
    ) -> engine_pb2.PlayRequest | None:
        """The next message that is wanted; None when none came in time.

        Raises ConsoleError where the bot went away.
        """
        end_us = _now_us() + limit_us
        while True:
            message = self._loop.call(self.link.hear(max(0, end_us - _now_us())))
            self.show_new()
            if message is None:
                return None
            if message.HasField("closed"):
                raise ConsoleError(f"the bot is gone: {self._cause()}")
            try:
                request = engine_pb2.PlayRequest.FromString(message.from_engine)
            except DecodeError:
                continue
            if wanted(request):
                return request

    def _cause(self) -> str:
        return printable(self._loop.call(self.link.end_cause()).detail)

    # --- showing -------------------------------------------------------------------------------

    def show_new(self) -> None:
        """Write what was said since the last call."""
        while self._new:
            said = self._reader.read(self._new.popleft())
            self.said.append(said)
            self._console.print(message_line(said, self._names), soft_wrap=True)
        self._console.file.flush()

    def show_raw(self, count: int) -> None:
        """The last messages with every field."""
        for said in list(self.said)[-count:]:
            self._console.print(message_lines(said, self._names), soft_wrap=True)

    def show_printed(self) -> None:
        """What the bot wrote since the last call."""
        printed = self._loop.call(self.link.printed())
        for name, data in (("stdout", printed.stdout), ("stderr", printed.stderr)):
            lines = _last_lines(data, _MOST_LINES)
            self._console.print(Text(f"{name}: {len(lines)} lines"))
            for line in lines:
                self._console.print(Text(line), soft_wrap=True)

    def save(self, file: Path, match_id: str, game: str) -> int:
        """Keep the conversation as a transcript; how many messages it has. Raises OSError."""
        messages = list(self.link.said)
        header = transcript_pb2.TranscriptHeader(
            format=TRANSCRIPT_FORMAT,
            match_id=match_id,
            game=game,
            seat=self._seat,
            engine=self._spec.name,
            started_at_us=self._begun_at_us,
            referee_version=referee_version(),
        )
        file.write_bytes(encode_transcript(header, messages))
        return len(messages)

    @property
    def _names(self) -> list[str]:
        return [""] * self._seat + [self._spec.name]


def _last_lines(data: bytes, count: int) -> list[str]:
    lines = data.decode("utf-8", "replace").splitlines()[-count:]
    return [f"  | {printable(line, 300)}" for line in lines]


def _now_us() -> int:
    return time.monotonic_ns() // 1_000

"""An engine that keeps the whole protocol, as raw messages; `tests.zoo.flawed` breaks it piecemeal.

It runs as a program (`python -m tests.zoo conforms`), or as a coroutine of a test, which may then
let time jump where the engine does nothing.
"""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

from podesta.v1 import engine_pb2, game_pb2

from tests.zoo.wire import RefereeGoneError, Wire, dial

__all__ = ["Conforming"]

_A_MOMENT_S = 0.01
_US_PER_S = 1_000_000


class Conforming:
    """One process of the engine. Subclasses change one method or attribute."""

    name = "conforming"
    version = "1"
    games: tuple[str, ...] = ("bologna",)
    omit_events = False

    def __init__(
        self, environment: Mapping[str, str], pass_time: Callable[[int], None] | None = None
    ) -> None:
        """`pass_time` lets that many microseconds pass at once; None where time is real."""
        self.environment = environment
        self.pass_time = pass_time
        self.wire: Wire
        self.welcomed = False
        self.match: engine_pb2.NewMatch | None = None
        self.asked: engine_pb2.Decide | None = None
        self.matches = 0
        self.tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Until the referee is gone."""
        address = self.environment.get("PODESTA_ADDRESS")
        if address is None:
            await self.on_no_address()
            return
        await self.before_the_call(address)
        async with dial(environment=self.environment) as self.wire:
            try:
                await self.converse()
            except RefereeGoneError as gone:
                await self.on_gone(str(gone))
            finally:
                for task in self.tasks:
                    task.cancel()

    async def converse(self) -> None:
        await self.wire.hello(
            name=self.name,
            version=self.version,
            games=self.games,
            options=self.options(),
            omit_events=self.omit_events,
        )
        while True:
            response = await self.wire.hear()
            await self.on_anything(response)
            kind = response.WhichOneof("message")
            if kind is None:
                await self.on_unknown_message()
            elif await getattr(self, f"on_{kind}")(getattr(response, kind)) == "leave":
                return

    def options(self) -> list[game_pb2.OptionDeclaration]:
        return [
            game_pb2.OptionDeclaration(
                name="depth",
                type=game_pb2.OPTION_TYPE_INTEGER,
                default_value="2",
                min=1,
                max=4,
                help="Decisions looked ahead.",
            ),
            game_pb2.OptionDeclaration(
                name="style",
                type=game_pb2.OPTION_TYPE_CHOICE,
                default_value="calm",
                choices=["calm", "wild"],
                help="How it plays.",
            ),
        ]

    async def hang(self) -> None:
        """Do nothing, for ever."""
        while True:
            await asyncio.sleep(_A_MOMENT_S)
            if self.pass_time is not None:
                self.pass_time(3600 * _US_PER_S)

    async def think(self, for_us: int) -> None:
        """Let time pass."""
        if self.pass_time is None:
            await asyncio.sleep(for_us / _US_PER_S)
        else:
            self.pass_time(for_us)

    # --- what subclasses change ----------------------------------------------------------------

    async def on_no_address(self) -> None:
        raise SystemError("PODESTA_ADDRESS must be set; a referee sets it")

    async def before_the_call(self, address: str) -> None:
        pass

    async def on_anything(self, response: engine_pb2.PlayResponse) -> None:
        pass

    async def on_unknown_message(self) -> None:
        pass

    async def on_welcome(self, welcome: engine_pb2.Welcome) -> Any:
        if welcome.protocol_version != 1:
            return "leave"
        self.welcomed = True
        return None

    async def on_new_match(self, match: engine_pb2.NewMatch) -> Any:
        self.matches += 1
        self.match = match
        for name, value in match.engine_options.items():
            await self.on_option(name, value)
        await self.wire.ready(match)

    async def on_option(self, name: str, value: str) -> None:
        declared = {option.name: option for option in self.options()}
        if name not in declared:
            await self.on_unknown_option(name)
            return
        option = declared[name]
        if option.choices:
            good = value in option.choices
        else:
            good = value.isdecimal() and option.min <= int(value) <= option.max
        if not good:
            await self.on_bad_option(name, value)

    async def on_unknown_option(self, name: str) -> None:
        raise ValueError(f"there is no option {name}")

    async def on_bad_option(self, name: str, value: str) -> None:
        raise ValueError(f"option {name} can't be {value}")

    async def on_observe(self, observe: engine_pb2.Observe) -> Any:
        pass

    async def on_decide(self, decide: engine_pb2.Decide) -> Any:
        if self.match is None or decide.match_id != self.match.match_id:
            await self.on_late(decide)
            return
        self.asked = decide
        await self.answer(decide)

    async def on_late(self, decide: engine_pb2.Decide) -> None:
        pass

    async def answer(self, decide: engine_pb2.Decide, **fields: Any) -> None:
        place = decide.decision_id % len(decide.legal_moves)
        await self.wire.answer(decide, text=decide.legal_moves[place], **fields)

    async def on_rejected(self, rejected: engine_pb2.Rejected) -> Any:
        if not self.welcomed:
            raise SystemError(rejected.reason)
        asked = self.asked
        if (
            rejected.may_retry
            and asked is not None
            and (rejected.match_id, rejected.decision_id) == (asked.match_id, asked.decision_id)
        ):
            await self.answer(asked)

    async def on_match_over(self, over: engine_pb2.MatchOver) -> Any:
        self.match = self.asked = None

    async def on_goodbye(self, goodbye: engine_pb2.Goodbye) -> Any:
        return "leave"

    async def on_gone(self, detail: str) -> None:
        if not self.welcomed:
            raise SystemError(f"not welcome: {detail}")

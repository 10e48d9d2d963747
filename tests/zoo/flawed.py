"""Engines with one flaw each, which `podesta check` finds in one step; FLAWS says in which."""

import asyncio
import math
import socket
from typing import Any

from google.protobuf.unknown_fields import UnknownFieldSet
from podesta.v1 import engine_pb2, game_pb2

from tests.zoo.conforming import Conforming

__all__ = ["FLAWS"]


class Mute(Conforming):
    async def converse(self) -> None:
        await self.hang()


class Nameless(Conforming):
    name = ""


class NobodysPlayer(Conforming):
    games = ("chess", "go")


class DeclaresNonsense(Conforming):
    def options(self) -> list[game_pb2.OptionDeclaration]:
        depth, style = super().options()
        depth.default_value = "9"
        return [depth, style]

    async def on_option(self, name: str, value: str) -> None:
        if value != "9":
            await super().on_option(name, value)


class WaitsForAnAddress(Conforming):
    async def on_no_address(self) -> None:
        await self.hang()


class InsistsOnItsToken(Conforming):
    async def on_gone(self, detail: str) -> None:
        if "token" in detail:
            await self.hang()
        await super().on_gone(detail)


class WillNotBeRefused(Conforming):
    async def on_rejected(self, rejected: engine_pb2.Rejected) -> Any:
        if not self.welcomed:
            await self.hang()
        await super().on_rejected(rejected)


class TakesAnyVersion(Conforming):
    async def on_welcome(self, welcome: engine_pb2.Welcome) -> Any:
        if welcome.protocol_version != 1:
            await self.hang()
        return await super().on_welcome(welcome)


class NeverReady(Conforming):
    async def on_new_match(self, match: engine_pb2.NewMatch) -> Any:
        await self.hang()


class AnswersTwice(Conforming):
    async def answer(self, decide: engine_pb2.Decide, **fields: Any) -> None:
        await super().answer(decide, **fields)
        await super().answer(decide, **fields)


class KnowsNoPorts(Conforming):
    async def before_the_call(self, address: str) -> None:
        if not address.startswith("unix:") and "http_proxy" not in self.environment:
            raise OSError(f"what is {address}?")


class CallsThroughAProxy(Conforming):
    async def before_the_call(self, address: str) -> None:
        if "http_proxy" in self.environment:
            await self.hang()


class WantsToBeAlone(Conforming):
    async def run(self) -> None:
        with socket.socket(socket.AF_UNIX) as lock:
            lock.bind("\0podesta-zoo-wants-to-be-alone")
            await super().run()


class FearsItsOwnDepth(Conforming):
    async def on_option(self, name: str, value: str) -> None:
        if value == "4":
            raise MemoryError("so deep")
        await super().on_option(name, value)


class HangsOnUnknownOptions(Conforming):
    async def on_unknown_option(self, name: str) -> None:
        await self.hang()


class HangsOnBadOptions(Conforming):
    async def on_bad_option(self, name: str, value: str) -> None:
        await self.hang()


class DiesOfRejection(Conforming):
    async def on_rejected(self, rejected: engine_pb2.Rejected) -> Any:
        asked = self.asked
        if rejected.may_retry and asked is not None and asked.decision_id == rejected.decision_id:
            raise ValueError("but it was legal!")
        await super().on_rejected(rejected)


class InsistsOnItsMove(Conforming):
    async def on_rejected(self, rejected: engine_pb2.Rejected) -> Any:
        asked = self.asked
        if self.welcomed and not rejected.may_retry and asked is not None:
            await self.answer(asked)
        await super().on_rejected(rejected)


class AnswersOldQuestions(Conforming):
    async def on_rejected(self, rejected: engine_pb2.Rejected) -> Any:
        asked = self.asked
        if self.welcomed and rejected.may_retry and asked is not None:
            await self.answer(asked, decision_id=rejected.decision_id)


class HatesRepetition(Conforming):
    async def on_decide(self, decide: engine_pb2.Decide) -> Any:
        asked = self.asked
        if asked is not None and asked.decision_id == decide.decision_id:
            raise ValueError("I heard you")
        await super().on_decide(decide)


class DiesOfLateMessages(Conforming):
    async def on_late(self, decide: engine_pb2.Decide) -> None:
        raise ValueError(f"what match is {decide.match_id}?")


class ThinksOnRegardless(Conforming):
    async def on_decide(self, decide: engine_pb2.Decide) -> Any:
        before = list(self.tasks)

        async def think() -> None:
            for task in before:
                await task
            await asyncio.sleep(0.02)
            if self.match is None or self.match.match_id != decide.match_id:
                await self.hang()
            await super(ThinksOnRegardless, self).on_decide(decide)

        # Where its match is over before it has thought, it never says Ready again.
        self.tasks.add(asyncio.create_task(think()))

    async def on_new_match(self, match: engine_pb2.NewMatch) -> Any:
        for task in self.tasks:
            await task
        await super().on_new_match(match)


class DiesOfResignations(Conforming):
    async def on_match_over(self, over: engine_pb2.MatchOver) -> Any:
        if over.termination == game_pb2.TERMINATION_RESIGNATION:
            raise ValueError("I had wanted to win")
        await super().on_match_over(over)


class NeedsAnOutcome(Conforming):
    async def on_match_over(self, over: engine_pb2.MatchOver) -> Any:
        if not over.HasField("outcome"):
            raise ValueError("and who has won?")
        await super().on_match_over(over)


class NeedsAsciiNames(Conforming):
    async def on_new_match(self, match: engine_pb2.NewMatch) -> Any:
        for seat in match.seats:
            seat.name.encode("ascii")
        await super().on_new_match(match)


class CountsTooFar(Conforming):
    async def on_new_match(self, match: engine_pb2.NewMatch) -> Any:
        match.engine_seed += 1
        await super().on_new_match(match)


class KnowsEveryField(Conforming):
    async def on_new_match(self, match: engine_pb2.NewMatch) -> Any:
        if len(UnknownFieldSet(match)):
            raise ValueError("there is no such field")
        await super().on_new_match(match)


class KnowsEveryMessage(Conforming):
    async def on_unknown_message(self) -> None:
        raise ValueError("there is no such message")


class NeedsABank(Conforming):
    async def on_decide(self, decide: engine_pb2.Decide) -> Any:
        if not decide.clocks[0].HasField("remaining_us"):
            raise ValueError("how much time have I?")
        await super().on_decide(decide)


class PlansForEightDecisions(Conforming):
    async def on_decide(self, decide: engine_pb2.Decide) -> Any:
        control = self.match.time_control if self.match is not None else game_pb2.TimeControl()
        if not control.increment_us and control.bank_us < 10_000_000:
            await self.think(control.bank_us // 8)
        await super().on_decide(decide)


class PanicsInTimeTrouble(Conforming):
    async def on_decide(self, decide: engine_pb2.Decide) -> Any:
        if decide.limit_us < 250_000 and decide.clocks[0].HasField("remaining_us"):
            await self.hang()
        await super().on_decide(decide)


class GetsTired(Conforming):
    omit_events = True

    async def on_decide(self, decide: engine_pb2.Decide) -> Any:
        if decide.decision_id > 200:
            raise RuntimeError("let us call it a day")
        await super().on_decide(decide)


class ThinksNonsense(Conforming):
    async def answer(self, decide: engine_pb2.Decide, **fields: Any) -> None:
        thought = game_pb2.Evaluation(values=[math.nan] * 7, line=["?"], comment="c" * 2_000)
        await super().answer(decide, evaluation=thought, thinking_us=-5, **fields)


class PlaysOneSeatOnly(Conforming):
    async def on_new_match(self, match: engine_pb2.NewMatch) -> Any:
        if match.your_seat:
            raise ValueError("I always begin")
        await super().on_new_match(match)


class PlaysTenMatches(Conforming):
    async def on_new_match(self, match: engine_pb2.NewMatch) -> Any:
        if self.matches == 10:
            raise RuntimeError("enough")
        await super().on_new_match(match)


class NeedsTheBeginning(Conforming):
    omit_events = True

    async def on_decide(self, decide: engine_pb2.Decide) -> Any:
        played = self.match is not None and self.match.match_id == decide.match_id
        if played and self.asked is None and decide.decision_id != 1:
            raise ValueError("what has happened?")
        await super().on_decide(decide)


class OverlooksGoodbye(Conforming):
    async def on_goodbye(self, goodbye: engine_pb2.Goodbye) -> Any:
        if self.matches:
            await self.hang()
        return "leave"


class ExpectsAMatch(Conforming):
    async def on_goodbye(self, goodbye: engine_pb2.Goodbye) -> Any:
        if self.welcomed and not self.matches:
            await self.hang()
        return "leave"


class WaitsForAnotherReferee(Conforming):
    async def on_gone(self, detail: str) -> None:
        if self.welcomed and not self.matches:
            await self.hang()
        await super().on_gone(detail)


class DreamsOn(Conforming):
    async def on_gone(self, detail: str) -> None:
        if self.asked is not None:
            await self.hang()
        await super().on_gone(detail)


FLAWS: dict[str, type[Conforming]] = {
    "hello": Mute,
    "introduction": Nameless,
    "games": NobodysPlayer,
    "options-declared": DeclaresNonsense,
    "started-by-hand": WaitsForAnAddress,
    "wrong-token": InsistsOnItsToken,
    "refused": WillNotBeRefused,
    "other-version": TakesAnyVersion,
    "ready": NeverReady,
    "first-move": AnswersTwice,
    "tcp-address": KnowsNoPorts,
    "proxy": CallsThroughAProxy,
    "two-at-once": WantsToBeAlone,
    "options-set": FearsItsOwnDepth,
    "unknown-option": HangsOnUnknownOptions,
    "bad-options": HangsOnBadOptions,
    "rejected": DiesOfRejection,
    "rejected-for-good": InsistsOnItsMove,
    "stale-rejection": AnswersOldQuestions,
    "duplicate-question": HatesRepetition,
    "late-messages": DiesOfLateMessages,
    "over-while-thinking": ThinksOnRegardless,
    "resignation": DiesOfResignations,
    "void-match": NeedsAnOutcome,
    "odd-names": NeedsAsciiNames,
    "large-numbers": CountsTooFar,
    "unknown-fields": KnowsEveryField,
    "unknown-messages": KnowsEveryMessage,
    "clock-kinds": NeedsABank,
    "short-clock": PlansForEightDecisions,
    "increment": PanicsInTimeTrouble,
    "long-match": GetsTired,
    "thoughts": ThinksNonsense,
    "match-bologna": PlaysOneSeatOnly,
    "match-after-match": PlaysTenMatches,
    "restart": NeedsTheBeginning,
    "goodbye": OverlooksGoodbye,
    "goodbye-at-once": ExpectsAMatch,
    "referee-gone-idle": WaitsForAnotherReferee,
    "referee-gone-thinking": DreamsOn,
}
"""By the step in which each is found; `tests/arena/check` tries each."""

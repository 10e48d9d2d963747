"""Plays a seat's transcript back to an engine: exactly what that seat saw, and never more.

The engine hears the recorded messages, with the recorded clocks and its recorded random seed, and
is compared, decision by decision, with what was answered then.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass

from google.protobuf.message import DecodeError
from podesta.v1 import engine_pb2, game_pb2

from arena.debug.engine_link import EngineLink
from arena.debug.seat_rules import SeatRules, written
from arena.debug.seat_script import Answer, AnswerKind, Question, Step, Telling
from referee.errors import EngineFault
from referee.time_control import duration_text

__all__ = ["Comparison", "PlayBack"]

_LONGEST_LIMIT_US = 24 * 3_600_000_000
_READY_LIMIT_US = 60_000_000


@dataclass(frozen=True, slots=True)
class Comparison:
    """One decision, then and now. `game` is the name of the game that was played.

    `sound`: there is a position that fits the observation. A file may hold anything, and what
    contradicts itself can't be drawn.
    """

    game: str
    decide: engine_pb2.Decide
    recorded: Answer
    now: Answer
    sound: bool = True

    @property
    def same(self) -> bool:
        """Whether the engine did what was done then."""
        return self.now.same_as(self.recorded)


class PlayBack:
    """One engine, one transcript."""

    def __init__(
        self,
        link: EngineLink,
        script: Sequence[Step],
        *,
        until: int | None = None,
        keep_going: bool = False,
        timed: bool = True,
        options: Mapping[str, str] | None = None,
    ) -> None:
        """`until`: nothing behind the decision at this ply. `keep_going`: on after a difference.

        `timed`: an answer must come within its recorded limit and grace. `options`: in place of
        those that the engine was given then.
        """
        self._link = link
        self._script = script
        self._until = until
        self._keep_going = keep_going
        self._timed = timed
        self._options = options
        self._match = engine_pb2.NewMatch()
        self._rules: SeatRules | None = None
        self.notes: list[str] = []
        """What the engine can't be shown as it was; a line each."""

    async def play(self) -> AsyncIterator[Comparison]:
        """Every decision in order, the last one being where it ended.

        Raises EngineFault (start) where the engine is not ready for the match.
        """
        self._note_wishes()
        for step in self._script:
            if isinstance(step, Telling):
                await self._tell(step)
                continue
            if self._until is not None and step.decide.ply > self._until:
                return
            compared = await self._ask(step)
            yield compared
            if compared.now.kind is AnswerKind.CRASHED:
                return
            if not self._keep_going and (not compared.same or compared.now.wrong):
                return

    def _note_wishes(self) -> None:
        """The recorded messages are as the engine of then wished them."""
        hello = self._link.hello
        asked = [step.decide for step in self._script if isinstance(step, Question)]
        if asked and not hello.omit_legal_moves and not any(d.legal_moves for d in asked):
            self.notes.append("the transcript holds no lists of legal moves: the bot gets none")
        told = any(d.events for d in asked) or any(
            isinstance(step, Telling) and step.kind == "observe" for step in self._script
        )
        if asked and not hello.omit_events and not told and len(asked) > 1:
            self.notes.append("the transcript holds no events: the bot gets none")

    # --- telling -----------------------------------------------------------------------------

    async def _tell(self, step: Telling) -> None:
        if step.kind == "new_match":
            await self._begin(step.message.new_match)
        elif step.kind == "observe" and self._link.hello.omit_events:
            return
        else:
            self._link.send(step.message)

    async def _begin(self, recorded: engine_pb2.NewMatch) -> None:
        match = engine_pb2.NewMatch()
        match.CopyFrom(recorded)
        if self._options is not None:
            match.engine_options.clear()
            match.engine_options.update(self._options)
        if problems := self._link.option_problems(dict(match.engine_options)):
            raise EngineFault(game_pb2.FAULT_KIND_START, "; ".join(problems))
        self._match, self._rules = match, SeatRules.of(match)
        self._link.send(engine_pb2.PlayResponse(new_match=match))
        limit_us = max(match.ready_limit_us, _READY_LIMIT_US)
        while True:
            request = await self._hear(limit_us)
            if request is None:
                raise EngineFault(
                    game_pb2.FAULT_KIND_START, f"not ready within {duration_text(limit_us)}"
                )
            if isinstance(request, EngineFault):
                raise EngineFault(
                    game_pb2.FAULT_KIND_START, f"it ended before it was ready: {request.detail}"
                )
            if request.WhichOneof("message") == "ready":
                return

    # --- asking ------------------------------------------------------------------------------

    async def _ask(self, question: Question) -> Comparison:
        decide = question.decide
        message = engine_pb2.PlayResponse()
        message.CopyFrom(question.message)
        if self._link.hello.omit_events:
            del message.decide.events[:]
        if self._link.hello.omit_legal_moves:
            del message.decide.legal_moves[:]
        self._link.send(message)
        for attempt in question.tries:
            now = await self._answer(decide)
            compared = Comparison(
                self._match.game, decide, attempt.answer, now, self._sound(decide)
            )
            rejected = attempt.rejected
            if rejected is None or not compared.same:
                break
            # The same mistake as then: it hears what it heard then.
            self._link.send(rejected)
            if not rejected.rejected.may_retry:
                break
        return compared

    def _sound(self, decide: engine_pb2.Decide) -> bool:
        return self._rules is not None and self._rules.position(decide.observation) is not None

    async def _answer(self, decide: engine_pb2.Decide) -> Answer:
        limit_us = max(0, decide.limit_us) + max(0, self._match.grace_us)
        limit_us = min(limit_us, _LONGEST_LIMIT_US)
        begun_us = self._link.now_us()
        while True:
            left_us = max(0, begun_us + limit_us - self._link.now_us())
            request = await self._hear(left_us if self._timed else None)
            took_us = self._link.now_us() - begun_us
            if request is None:
                return Answer(
                    AnswerKind.SILENT,
                    took_us=took_us,
                    fault=game_pb2.FAULT_KIND_TIMEOUT,
                    detail=f"no answer within {duration_text(limit_us)}",
                )
            if isinstance(request, EngineFault):
                return Answer(
                    AnswerKind.CRASHED, took_us=took_us, fault=request.kind, detail=request.detail
                )
            answer = self._judged(request, decide, took_us)
            if answer is not None:
                return answer

    def _judged(
        self, request: engine_pb2.PlayRequest, decide: engine_pb2.Decide, took_us: int
    ) -> Answer | None:
        """The answer that a message is; None where it is none, as the protocol allows."""
        what = request.WhichOneof("message")
        if what in ("info", "log"):
            return None
        if what == "resign":
            return Answer(AnswerKind.RESIGNED, took_us=took_us)
        if what == "move":
            move = request.move
            if (move.match_id, move.decision_id) == (decide.match_id, decide.decision_id):
                return self._move(move, decide, took_us)
            if move.match_id == decide.match_id and 0 < move.decision_id < decide.decision_id:
                return None  # late: its decision was closed when its time was over
            detail = f"an answer to decision {move.decision_id} of match {move.match_id!r}"
            kind = game_pb2.FAULT_KIND_UNKNOWN_DECISION
        else:
            kind, detail = game_pb2.FAULT_KIND_OUT_OF_ORDER, f"said {what or 'nothing'}"
        return Answer(AnswerKind.NONSENSE, took_us=took_us, fault=kind, detail=detail)

    def _move(self, move: engine_pb2.Move, decide: engine_pb2.Decide, took_us: int) -> Answer:
        if self._rules is None:
            return Answer(AnswerKind.MOVE, written(move), took_us)
        text, fault = self._rules.judge(decide, move)
        if fault is None:
            return Answer(AnswerKind.MOVE, text, took_us)
        return Answer(AnswerKind.MOVE, text, took_us, fault.kind, fault.detail)

    async def _hear(self, limit_us: int | None) -> engine_pb2.PlayRequest | EngineFault | None:
        """The next message, or why there is none any more; None when nothing came in time."""
        message = await self._link.hear(limit_us)
        if message is None:
            return None
        if message.HasField("closed"):
            return await self._link.end_cause()
        try:
            return engine_pb2.PlayRequest.FromString(message.from_engine)
        except DecodeError:
            return engine_pb2.PlayRequest()

"""The match loop: asks, waits with the clock running, judges answers, makes the moves."""

import asyncio
from collections.abc import Callable
from typing import Any

from podesta.v1 import game_pb2, match_pb2

from referee.answer_reading import read_answer
from referee.clock import MatchClocks
from referee.conversation import Answer
from referee.deadline import Deadline
from referee.deal import opening_chance, opening_moves, random_move, stand_in_chance
from referee.errors import EngineFault
from referee.flag import Flag
from referee.games import AnyState, Event, SeededChance
from referee.gate import Gate
from referee.judge import match_continues
from referee.match_plan import MatchPlan
from referee.off_move import OffMove
from referee.packing import pack
from referee.question import Question
from referee.record_builder import RecordBuilder
from referee.seat import Seat, Trouble
from referee.spectators import Spectators
from referee.time_source import TimeSource, elapsed_us

__all__ = ["Table"]


class Table:
    """The game that is being played, and the seats round it."""

    def __init__(
        self,
        plan: MatchPlan,
        state: AnyState,
        chance: SeededChance,
        seats: list[Seat],
        bell: asyncio.Event,
        builder: RecordBuilder,
        spectators: Spectators,
        time: TimeSource,
        gate: Gate | None = None,
    ) -> None:
        self.clocks = MatchClocks.start(plan.control, len(seats))
        self._plan = plan
        self._game = plan.game
        self._state = state
        self._chance = chance
        self._seats = seats
        self._bell = bell
        self._builder = builder
        self._spectators = spectators
        self._time = time
        self._gate = gate
        freezes = plan.spec.off_move == match_pb2.OFF_MOVE_FREEZE
        self._off_move = OffMove([seat.host.process for seat in seats]) if freezes else None
        self._stand_in = stand_in_chance(plan.spec)
        self._wants_events = any(not seat.hello.omit_events for seat in seats)
        self._deadline = Deadline(time, bell.set)
        self._flag = Flag(time, bell, builder, plan.grace_us)
        self._question: Question | None = None
        """The one that is open."""
        self._ply = 0
        self._note: Callable[[], None] | None = None
        """What is still to be written down of the last move."""
        self._bug: Exception | None = None
        self._failed = False
        """Whether any seat failed."""
        self._endings: list[asyncio.Task[None]] = []

    async def play(self) -> None:
        """Until the game is over or the failures of engines end it."""
        if self._gate is None:
            for seat in self._seats:
                seat.answered = self._hurry
        try:
            self._open()
            while self._goes_on():
                if self._bug is not None:
                    raise self._bug
                if self._question is not None:
                    await self._settle(self._question)
                    continue
                if self._gate is not None:
                    await self._gate.reached(self._ply, self._state, self.clocks)
                if self._seats[self._to_act()].failed:
                    self._move_by_referee(
                        random_move(self._state, self._stand_in), match_pb2.DECIDER_STAND_IN
                    )
                    # Many such moves in a row must not keep the streams waiting.
                    await asyncio.sleep(0)
                else:
                    self._ask()
            if self._bug is not None:
                raise self._bug
            if self._gate is not None:
                await self._gate.reached(self._ply, self._state, self.clocks, over=True)
        finally:
            self._question = None
            self._deadline.close()
            if self._off_move is not None:
                self._off_move.all_go()
            await asyncio.gather(*self._endings)

    def standing(self) -> tuple[AnyState, int, Question | None]:
        """The position, the decisions made so far, and the question that is open."""
        return self._state, self._ply, self._question

    def _goes_on(self) -> bool:
        if self._state.to_act is None:
            return False
        return not self._failed or match_continues(
            len(self._seats), self._plan.spec.fault_rule, self._builder.failures
        )

    def _to_act(self) -> int:
        seat = self._state.to_act
        assert seat is not None
        return seat

    # --- moves of the referee ------------------------------------------------------------------

    def _open(self) -> None:
        spec, state = self._plan.spec, self._state
        plies = spec.opening_plies
        for move in opening_moves(state, plies, opening_chance(spec), self._chance):
            self._move_by_referee(move, match_pb2.DECIDER_OPENING)

    def _move_by_referee(self, move: Any, decider: match_pb2.Decider) -> None:
        self._apply(self._to_act(), move, self._state.legal_count(), decider)
        self._write_down()

    # --- decisions of engines ------------------------------------------------------------------

    def _ask(self) -> None:
        """Ask the seat that is to act."""
        plan = self._plan
        seat = self._seats[self._to_act()]
        question = Question(self._state, self.clocks, seat, self._ply, plan.grace_us)
        question.retries = plan.spec.retries
        if self._spectators.moves:
            self._spectators.asked(
                seat.number, question.ply, question.kind, question.clocks, question.limit_us
            )
        self._question = question
        if self._off_move is not None:
            self._off_move.turn_to(seat.number)
        question.ask(self._time.now_us())
        # An answer at the very deadline is in time.
        self._deadline.set(question.deadline_us + 1)

    def _hurry(self, seat: Seat) -> bool:
        """An answer has arrived: where all is well, make the move and ask on, at once.

        Called by the reader of the stream itself; to wake the match first would cost one more turn
        of the event loop in every decision. Anything unusual waits for the match.
        """
        question = self._question
        if question is None or question.seat is not seat or self._first_trouble() is not None:
            return False
        answer = seat.conversation.answer
        if answer is None or self._raw_us(question, answer) > question.flag_us:
            return False
        try:
            if self._judge_answer(question, answer) is not None:
                return False
            if self._spectators.moves:
                self._write_down()
            asks_on = self._goes_on() and not self._seats[self._to_act()].failed
            if asks_on:
                self._ask()
            # While the next engine thinks already.
            self._write_down()
        except Exception as error:  # noqa: BLE001 - a bug of ours, for the match to report
            self._bug = error
            return False
        return asks_on

    async def _settle(self, question: Question) -> None:
        """Deal with whatever there is; where there is nothing, wait for it."""
        self._bell.clear()
        seat = question.seat
        trouble = self._first_trouble()
        answer = seat.conversation.answer
        if answer is not None and (trouble is None or answer.arrived_us <= trouble[1].at_us):
            fault = (
                await self._flag.fell(question)
                if self._raw_us(question, answer) > question.flag_us
                else self._judge_answer(question, answer)
            )
            self._write_down()
            if fault is not None:
                self._answer_badly(question, fault)
        elif trouble is not None:
            failed, what = trouble
            self._fail(failed, what.fault, question if failed is seat else None)
            if seat.failed or not self._goes_on():
                seat.conversation.close_decision()
                self._question = None
        elif self._deadline.passed and not seat.blame_is_open:
            self._answer_badly(question, await self._flag.fell(question))
        else:
            await self._bell.wait()

    def _answer_badly(self, question: Question, fault: EngineFault) -> None:
        if fault.kind != game_pb2.FAULT_KIND_TIMEOUT and question.retries > 0:
            question.retries -= 1
            self._forgive(question, fault)
        else:
            self._fail(question.seat, fault, question)
            self._question = None

    @staticmethod
    def _raw_us(question: Question, answer: Answer) -> int:
        return elapsed_us(question.asked_us, answer.arrived_us)

    def _first_trouble(self) -> tuple[Seat, Trouble] | None:
        first: tuple[Seat, Trouble] | None = None
        for seat in self._seats:
            trouble = seat.trouble
            if trouble is not None and (first is None or trouble.at_us < first[1].at_us):
                first = seat, trouble
        return first

    def _judge_answer(self, question: Question, answer: Answer) -> EngineFault | None:
        """Make the move of an answer that came in time; or what is wrong with it."""
        seat = question.seat
        move = answer.move
        try:
            choice = read_answer(move, self._game, self._state, question.legal_count)
        except EngineFault as fault:
            return fault
        seat.conversation.answer = None
        self._question = None
        self._deadline.clear()
        raw_us = self._raw_us(question, answer)
        arrival_queue_us = self._time.now_us() - answer.arrived_us
        turn_seat = self._state.turn_seat
        self.clocks, charged_us = self.clocks.charge(seat.number, turn_seat, raw_us)
        self._apply(
            seat.number,
            choice,
            question.legal_count,
            match_pb2.DECIDER_ENGINE,
            raw_us=raw_us,
            charged_us=charged_us,
            engine_us=move.thinking_us if move.HasField("thinking_us") else None,
            queue_us=question.queue_us(answer.arrived_us),
            arrival_queue_us=arrival_queue_us,
            evaluation=move.evaluation if move.HasField("evaluation") else None,
        )
        return None

    # --- what follows from a decision ----------------------------------------------------------

    def _forgive(self, question: Question, fault: EngineFault) -> None:
        seat = question.seat
        message = fault.to_proto(seat.number, self._builder.ply, forgiven=True)
        seat.faults.append(message)
        self._builder.fault(message)
        self._spectators.fault(message)
        seat.conversation.reopen()
        seat.reject(fault, legal_count=question.legal_count, may_retry=True)

    def _fail(self, seat: Seat, fault: EngineFault | None, question: Question | None) -> None:
        """The seat's engine plays no more: `fault`, or None where it resigned."""
        seat.failed = self._failed = True
        if fault is None:
            self._builder.resignation(seat.number)
            return
        message = fault.to_proto(seat.number, self._builder.ply)
        seat.faults.append(message)
        self._builder.fault(message)
        self._spectators.fault(message)
        seat.reject(fault, legal_count=question.legal_count if question else None, may_retry=False)
        if self._goes_on():
            # A stand-in plays on; the engine is to disturb nobody.
            self._endings.append(
                asyncio.create_task(seat.host.end("a fault ended your match", politely=False))
            )

    def _apply(
        self,
        number: int,
        move: Any,
        legal_count: int,
        decider: match_pb2.Decider,
        *,
        raw_us: int = 0,
        charged_us: int = 0,
        engine_us: int | None = None,
        queue_us: int = 0,
        arrival_queue_us: int = 0,
        evaluation: game_pb2.Evaluation | None = None,
    ) -> None:
        state, builder = self._state, self._builder
        ply, kind, turn, turn_seat = self._ply, state.decision, state.turn, state.turn_seat
        text = str(move)
        events: list[Event] | None = [] if self._wants_events else None
        state.apply(move, self._chance, events)
        to_act = state.to_act
        if to_act is None or state.turn != turn:
            self.clocks = self.clocks.end_turn(turn_seat)
        self._ply += 1
        if events:
            self._tell(number, events, self._ply, to_act)

        def note() -> None:
            by_engine = decider == match_pb2.DECIDER_ENGINE
            builder.decision(
                number,
                kind,
                text,
                legal_count=legal_count,
                digest=state.digest(),
                decider=decider,
                raw_us=raw_us,
                charged_us=charged_us,
                remaining_us=clocks.remaining_us(number) if by_engine else None,
                engine_us=engine_us,
                queue_us=queue_us,
                arrival_queue_us=arrival_queue_us,
                evaluation=evaluation,
            )
            if self._spectators.moves:
                self._spectators.moved(
                    number,
                    ply,
                    kind,
                    text,
                    state,
                    clocks,
                    charged_us=charged_us,
                    legal_count=legal_count,
                    evaluation=evaluation,
                    decider=decider,
                )

        clocks = self.clocks
        self._note = note

    def _write_down(self) -> None:
        """Record and tell the last move, if that is still to be done."""
        note, self._note = self._note, None
        if note is not None:
            note()

    def _tell(self, by: int, events: list[Event], ply: int, to_act: int | None) -> None:
        """Each seat hears what it may; at once, unless it decided itself or is asked next anyway.

        At the end of the game the rest comes with `MatchOver`.
        """
        packed = [(pack(event.message), event.audience) for event in events]
        for seat in self._seats:
            number = seat.number
            for message, audience in packed:
                if audience is None or number in audience:
                    seat.tell_later(message)
            if to_act is not None and number not in (by, to_act):
                seat.observe(ply)

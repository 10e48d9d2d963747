"""One match that the engine plays in one seat, against random moves made here.

It asks as the referee asks, step by step, so that a step of the walk can do something else in
between.
"""

import asyncio

from google.protobuf.any_pb2 import Any as PackedMessage
from podesta.v1 import engine_pb2, game_pb2

from arena.check.engine_run import EngineRun
from arena.check.match_setup import MatchSetup
from arena.check.verdict import DoesNotApply
from referee.answer_reading import read_answer
from referee.clock import MatchClocks
from referee.deal import chance_from, commitment, random_move
from referee.errors import EngineFault
from referee.games import Event, SeededChance
from referee.observation_message import observation_message
from referee.outcome_message import outcome_message
from referee.packing import pack
from referee.time_control import DEFAULT_GRACE_US, TimeControl, duration_text
from referee.time_source import TimeSource, elapsed_us

__all__ = ["Resigned", "SeatMatch"]

_NONCE = bytes(32)
_LEAST_CHARGE_US = 1


class Resigned(DoesNotApply):
    """The engine gave the match up, as it may."""


class SeatMatch:
    """One match. `begin`, then `move` until it gives False, then `over`."""

    def __init__(
        self,
        run: EngineRun,
        setup: MatchSetup,
        control: TimeControl,
        seed: bytes,
        match_id: str,
        time: TimeSource,
        limit_us: int,
    ) -> None:
        """`seed`: 32 bytes, the deal and the moves of the other seats; `limit_us`: for Ready."""
        self.setup = setup
        self.moves: list[engine_pb2.Move] = []
        """What the engine answered, with what it thought of it."""
        self.raw_us: list[int] = []
        """How long each answer took."""
        self._run = run
        self._control = control
        self._seed = seed
        self._time = time
        self._chance = chance_from(seed)
        self._choice = SeededChance(seed)
        self._state = setup.game.initial_state(setup.options, setup.seats, self._chance)
        self._clocks = MatchClocks.start(control, setup.seats)
        self._ply = 0
        self._plies_before = 0
        self._turns_before = 0
        self._asked = 0
        self._asked_us = 0
        self._pending: list[PackedMessage] = []
        hello = run.conversation.hello
        assert hello is not None, "matches follow Hello"
        self._hello = hello
        self.new_match = engine_pb2.NewMatch(
            match_id=match_id,
            game=setup.game.name,
            game_options=setup.options,
            seats=[self._seat_info(seat) for seat in range(setup.seats)],
            your_seat=setup.seat,
            time_control=control.to_proto(),
            ready_limit_us=limit_us,
            seed_commitment=commitment(_NONCE, seed),
            engine_seed=int.from_bytes(seed[:8], "big"),
            rules_version=setup.game.rules_version,
            game_data=pack(setup.game.data(setup.options)),
            grace_us=DEFAULT_GRACE_US,
        )
        """Said by `begin`; may be changed before."""

    def _seat_info(self, seat: int) -> engine_pb2.SeatInfo:
        if seat == self.setup.seat:
            return engine_pb2.SeatInfo(name=self._hello.name[:80], version=self._hello.version[:80])
        return engine_pb2.SeatInfo(name=f"random {seat}", version="1")

    @property
    def match_id(self) -> str:
        """As announced."""
        return self.new_match.match_id

    @property
    def decision_id(self) -> int:
        """Of the last question; 0 before the first."""
        return self._asked

    @property
    def finished(self) -> bool:
        """Whether the game is over."""
        return self._state.to_act is None

    async def begin(self) -> None:
        """Announce the match and wait for Ready."""
        self._run.announce(self.new_match)
        await self._run.ready()

    # --- one decision --------------------------------------------------------------------------

    async def come_to_turn(self) -> bool:
        """Make the others' moves until the engine is to decide; False where the game is over."""
        while self._state.to_act not in (None, self.setup.seat):
            self._apply(random_move(self._state, self._choice), _LEAST_CHARGE_US)
            # Many such moves in a row must not keep the stream waiting.
            await asyncio.sleep(0)
        return not self.finished

    def question(self) -> engine_pb2.Decide:
        """The next question, complete; the engine must be to act."""
        state, hello = self._state, self._hello
        self._asked += 1
        return engine_pb2.Decide(
            match_id=self.match_id,
            decision_id=self._asked,
            ply=self._ply + self._plies_before,
            kind=state.decision,
            observation=observation_message(state, self.setup.seat),
            events=self._take_pending(),
            legal_moves=[] if hello.omit_legal_moves else state.legal_texts(),
            legal_count=state.legal_count(),
            clocks=self._clocks.to_proto(),
            limit_us=self._limit_us(),
            turn=state.turn + self._turns_before,
        )

    def ask(self, decide: engine_pb2.Decide) -> None:
        """Put a question; the clock runs."""
        self._asked_us = self._time.now_us()
        self._run.ask(decide)

    async def answer(self) -> engine_pb2.Move:
        """Wait for a legal answer in time; it is not made yet.

        Raises Resigned, and StepFailed where it is not legal or the flag falls.
        """
        run, seat = self._run, self.setup.seat
        flag_us = self._clocks.flag_us(seat, self._state.turn_seat, DEFAULT_GRACE_US)
        limit_us = self._limit_us()
        answer = await run.answer(self._asked_us + flag_us, limit_us)
        if answer is None:
            raise Resigned(f"the engine resigned at its decision {self._asked}")
        raw_us = elapsed_us(self._asked_us, answer.arrived_us)
        if raw_us > flag_us:
            raise await run.failure(f"no answer within {duration_text(limit_us)}")
        try:
            read_answer(answer.move, self.setup.game, self._state, self._state.legal_count())
        except EngineFault as fault:
            kind = game_pb2.FaultKind.Name(fault.kind).removeprefix("FAULT_KIND_")
            raise await run.failure(
                f"decision {self._asked} ({self._state.decision}): {fault.detail} ({kind})"
            ) from None
        self.raw_us.append(raw_us)
        return answer.move

    def make(self, move: engine_pb2.Move) -> None:
        """Make an answer's move and charge its time."""
        self.moves.append(move)
        chosen = read_answer(move, self.setup.game, self._state, self._state.legal_count())
        self._apply(chosen, self.raw_us[-1])

    async def move(self) -> bool:
        """One decision of the engine, whole; False where the game was over before it."""
        if not await self.come_to_turn():
            return False
        self.ask(self.question())
        self.make(await self.answer())
        return True

    async def moves_up_to(self, count: int) -> None:
        """That many decisions, fewer where the game ends before."""
        for _ in range(count):
            if not await self.move():
                return

    async def play(self) -> bool:
        """To the end of the game, and say so; False where the engine resigned."""
        try:
            while await self.move():
                pass
        except Resigned:
            self.over(game_pb2.TERMINATION_RESIGNATION)
            return False
        self.over()
        return True

    # --- what else a referee says --------------------------------------------------------------

    def over(
        self,
        termination: game_pb2.Termination = game_pb2.TERMINATION_COMPLETED,
        reason: str = "",
        faults: tuple[game_pb2.Fault, ...] = (),
    ) -> None:
        """Say MatchOver, with the outcome of the game or, where it goes on, one that fits.

        Void matches have no outcome; where the engine did wrong or resigned, it is last.
        """
        self._run.conversation.close_decision()
        over = engine_pb2.MatchOver(
            match_id=self.match_id,
            termination=termination,
            reason=reason or "this match of the check ends",
            your_faults=faults,
            seed=self._seed,
            nonce=_NONCE,
            events=self._take_pending(),
        )
        outcome = self._state.outcome()
        if outcome is not None:
            over.outcome.CopyFrom(outcome_message(outcome))
        elif termination != game_pb2.TERMINATION_VOID:
            for seat in range(self.setup.seats):
                last = seat == self.setup.seat
                over.outcome.seats.add(placement=self.setup.seats if last else 1)
            over.outcome.reason = over.reason
        self._run.say_over(over)

    def resume_in(self, run: EngineRun) -> None:
        """Go on with another process of the engine, which is to hear the whole position anew."""
        self._run = run
        hello = run.conversation.hello
        assert hello is not None, "matches follow Hello"
        self._hello = hello
        self._pending.clear()
        resumed = self.new_match.resumed
        resumed.ply = self._ply
        resumed.observation.CopyFrom(observation_message(self._state, self.setup.seat))
        resumed.clocks.extend(self._clocks.to_proto())

    def deal_again(self, seed: bytes) -> None:
        """Another deal in the same match: for an engine that plays from each question alone."""
        self._plies_before += self._ply
        self._turns_before += self._state.turn + 1
        self._ply = 0
        self._seed = seed
        self._chance = chance_from(seed)
        setup = self.setup
        self._state = setup.game.initial_state(setup.options, setup.seats, self._chance)

    # --- the game ------------------------------------------------------------------------------

    def _limit_us(self) -> int:
        return self._clocks.limit_us(self.setup.seat, self._state.turn_seat)

    def _apply(self, move: object, raw_us: int) -> None:
        state, own = self._state, self.setup.seat
        seat, turn, turn_seat = state.to_act, state.turn, state.turn_seat
        assert seat is not None
        self._clocks, _ = self._clocks.charge(seat, turn_seat, raw_us)
        events: list[Event] = []
        state.apply(move, self._chance, events)
        to_act = state.to_act
        if to_act is None or state.turn != turn:
            self._clocks = self._clocks.end_turn(turn_seat)
        self._ply += 1
        if self._hello.omit_events:
            return
        for event in events:
            if event.audience is None or own in event.audience:
                self._pending.append(pack(event.message))
        if self._pending and to_act is not None and own not in (seat, to_act):
            observe = engine_pb2.Observe(
                match_id=self.match_id,
                ply=self._ply + self._plies_before,
                events=self._take_pending(),
            )
            self._run.say(engine_pb2.PlayResponse(observe=observe))

    def _take_pending(self) -> list[PackedMessage]:
        taken, self._pending = self._pending, []
        return taken

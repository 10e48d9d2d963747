"""What a person says in the referee's place: each message as the referee would make it."""

from dataclasses import dataclass, field

from podesta.v1 import engine_pb2, game_pb2, match_pb2

from arena.debug.hand_position import HandPosition
from referee.clock import MatchClocks
from referee.deal import commitment, engine_seed
from referee.errors import RequestError
from referee.observation_message import observation_message
from referee.outcome_message import outcome_message
from referee.packing import pack
from referee.time_control import DEFAULT_GRACE_US, TimeControl

__all__ = ["AskedFor", "HandReferee"]

_READY_LIMIT_US = 10_000_000


@dataclass(frozen=True, slots=True)
class AskedFor:
    """What a person wants to be otherwise in a Decide; None is as it should be."""

    decision_id: int | None = None
    ply: int | None = None
    match_id: str | None = None
    limit_us: int | None = None
    kind: str | None = None


@dataclass(slots=True)
class HandReferee:
    """Knows which match and which decision is meant; `seat` is the bot's."""

    position: HandPosition
    seat: int
    control: TimeControl
    engine_options: dict[str, str] = field(default_factory=dict)
    match_number: int = 0
    decision_id: int = 0
    """Of the last question; 0 before the first."""
    last: engine_pb2.PlayResponse | None = None
    """The last question."""
    running: bool = False
    """The last match is not over."""

    @property
    def match_id(self) -> str:
        """Of the match that was begun last."""
        return f"by-hand-{self.match_number}"

    def new_match(self, name: str) -> engine_pb2.PlayResponse:
        """The next match begins; `name` is what the bot calls itself."""
        position = self.position
        self.match_number += 1
        self.decision_id, self.last, self.running = 0, None, True
        position.take_events(None)
        seeded = match_pb2.MatchSpec(seed=position.seed)
        return engine_pb2.PlayResponse(
            new_match=engine_pb2.NewMatch(
                match_id=self.match_id,
                game=position.game.name,
                game_options=position.options,
                seats=[
                    engine_pb2.SeatInfo(name=name if seat == self.seat else f"by hand {seat}")
                    for seat in range(position.seats)
                ],
                your_seat=self.seat,
                time_control=self.control.to_proto(),
                ready_limit_us=_READY_LIMIT_US,
                engine_options=self.engine_options,
                seed_commitment=commitment(bytes(32), position.seed),
                engine_seed=engine_seed(seeded, self.seat),
                rules_version=position.game.rules_version,
                game_data=pack(position.game.data(position.options)),
                grace_us=DEFAULT_GRACE_US,
            )
        )

    def decide(self, asked: AskedFor, hello: engine_pb2.Hello) -> engine_pb2.PlayResponse:
        """The question that the position is, shaped as the bot wishes it in its Hello.

        Raises RequestError where another seat is to act.
        """
        self._begun()
        state = self.position.state
        if state.to_act is None:
            raise RequestError("the game is over: nothing is to be asked")
        if state.to_act != self.seat:
            raise RequestError(
                f"seat {state.to_act} is to act and the bot sits in seat {self.seat}: "
                "make its move with `play` or `random`, or seat the bot there with `seat`"
            )
        self.decision_id = self.decision_id + 1 if asked.decision_id is None else asked.decision_id
        clocks = MatchClocks.start(self.control, self.position.seats)
        ply = len(self.position.moves) if asked.ply is None else asked.ply
        limit_us = clocks.limit_us(self.seat, state.turn_seat)
        message = engine_pb2.PlayResponse()
        decide = message.decide
        decide.match_id = self.match_id if asked.match_id is None else asked.match_id
        decide.decision_id, decide.ply, decide.turn = self.decision_id, ply, state.turn
        decide.kind = state.decision if asked.kind is None else asked.kind
        decide.observation.CopyFrom(observation_message(state, self.seat))
        events = self.position.take_events(self.seat)
        if not hello.omit_events:
            decide.events.extend(events)
        if not hello.omit_legal_moves:
            decide.legal_moves.extend(state.legal_texts())
        decide.legal_count = state.legal_count()
        decide.clocks.extend(clocks.to_proto())
        decide.limit_us = limit_us if asked.limit_us is None else asked.limit_us
        self.last = message
        return message

    def observe(self) -> engine_pb2.PlayResponse:
        """Tell what the bot was not told yet, be it nothing (which no referee does)."""
        self._begun()
        return engine_pb2.PlayResponse(
            observe=engine_pb2.Observe(
                match_id=self.match_id,
                ply=len(self.position.moves),
                events=self.position.take_events(self.seat),
            )
        )

    def rejected(
        self, kind: game_pb2.FaultKind, reason: str, *, may_retry: bool
    ) -> engine_pb2.PlayResponse:
        """The last answer was wrong, or so a person says."""
        self._begun()
        count = self.last.decide.legal_count if self.last is not None else None
        return engine_pb2.PlayResponse(
            rejected=engine_pb2.Rejected(
                match_id=self.match_id,
                decision_id=self.decision_id or None,
                kind=kind,
                reason=reason,
                expected=f"one of {count} legal moves" if count else "what the protocol says",
                legal_count=count,
                may_retry=may_retry,
            )
        )

    def match_over(self, reason: str) -> engine_pb2.PlayResponse:
        """The match ended: by the rules where the game is over, else void."""
        self._begun()
        self.running = False
        outcome = self.position.state.outcome()
        ended = game_pb2.TERMINATION_VOID if outcome is None else game_pb2.TERMINATION_COMPLETED
        over = engine_pb2.MatchOver(
            match_id=self.match_id,
            outcome=None if outcome is None else outcome_message(outcome),
            termination=ended,
            reason=reason or ("ended by hand" if outcome is None else outcome.reason),
            events=self.position.take_events(self.seat),
        )
        return engine_pb2.PlayResponse(match_over=over)

    def _begun(self) -> None:
        if not self.match_number:
            raise RequestError("no match has begun: say `new` first")

"""What one seat saw of a recorded match: its transcript, made anew from the record.

A record holds the whole match; this gives of it what the referee told one seat, message by message,
so that an author can be handed the stream of one bot and nothing of the others. The referee's part
is what it was, for a bot that wishes legal moves and events. Of the bot's part a record keeps the
moves that were made, but neither what it said besides nor the texts of answers that were wrong.
"""

from collections.abc import Iterator

from google.protobuf.any_pb2 import Any as PackedMessage
from podesta.v1 import engine_pb2, game_pb2, match_pb2, record_pb2, transcript_pb2

from arena.debug.transcript import TRANSCRIPT_FORMAT
from arena.errors import TranscriptError
from referee.clock import MatchClocks
from referee.deal import commitment, engine_seed
from referee.errors import RecordError
from referee.games import AnyState, game_names, load_game
from referee.hosts import DEFAULT_READY_LIMIT_US
from referee.observation_message import observation_message
from referee.packing import pack
from referee.record_builder import NAME_BYTES, cut_text
from referee.replay import ReplayStep, replay
from referee.time_control import DEFAULT_GRACE_US, TimeControlError, parse_time_control

__all__ = ["seat_header", "seat_messages"]

_SILENT = (
    game_pb2.FAULT_KIND_TIMEOUT,
    game_pb2.FAULT_KIND_CRASH,
    game_pb2.FAULT_KIND_STREAM_CLOSED,
)
_GONE = (game_pb2.FAULT_KIND_CRASH, game_pb2.FAULT_KIND_STREAM_CLOSED)


def seat_header(record: record_pb2.MatchRecord, seat: int) -> transcript_pb2.TranscriptHeader:
    """The header of a seat's transcript."""
    engine = record.spec.engines[seat]
    return transcript_pb2.TranscriptHeader(
        format=TRANSCRIPT_FORMAT,
        match_id=record.spec.match_id,
        game=record.spec.game,
        seat=seat,
        engine=engine.name or engine.id,
        started_at_us=record.started_at_us,
        referee_version=record.environment.referee_version,
    )


def seat_messages(
    record: record_pb2.MatchRecord, seat: int
) -> list[transcript_pb2.TranscriptMessage]:
    """The stream of a seat from NewMatch on.

    Raises TranscriptError for a match that was never dealt, for a game that is not known here, and
    for a record against the rules.
    """
    if not record.initial_digest:
        raise TranscriptError("the match was never dealt: no seat saw anything")
    if record.spec.game not in game_names():
        raise TranscriptError(f"there are no rules here for {record.spec.game!r}")
    try:
        return list(_SeatStream(record, seat).messages())
    except (RecordError, TimeControlError) as error:
        raise TranscriptError(f"the record can't be replayed: {error}") from error


class _SeatStream:
    def __init__(self, record: record_pb2.MatchRecord, seat: int) -> None:
        self._record = record
        self._seat = seat
        self._control = parse_time_control(record.spec.time_control)
        self._clocks = MatchClocks.start(self._control, len(record.spec.engines))
        self._pending: list[PackedMessage] = []
        self._at_us = 0
        self._asked = 0
        faults = [fault for fault in record.faults if fault.seat == seat]
        self._forgiven = [fault for fault in faults if fault.forgiven]
        self._fatal = next((fault for fault in faults if not fault.forgiven), None)
        self._resigned = next((r for r in record.resignations if r.seat == seat), None)
        self._faults = faults

    def messages(self) -> Iterator[transcript_pb2.TranscriptMessage]:
        """See `seat_messages`."""
        yield self._told(new_match=self._new_match())
        yield self._said(ready=engine_pb2.Ready(match_id=self._record.spec.match_id))
        before: ReplayStep | None = None
        for step in replay(self._record):
            if before is not None and step.decision is not None:
                yield from self._decided(before.state, step)
            before = step
        assert before is not None
        if self._failed_at(before.ply):
            yield from self._failed(before.state, before.ply)
        if self._fatal is None or self._fatal.kind not in _GONE:
            yield self._told(match_over=self._match_over())

    # --- one decision --------------------------------------------------------------------------

    def _decided(
        self, state: AnyState, step: ReplayStep
    ) -> Iterator[transcript_pb2.TranscriptMessage]:
        decision, ply = step.decision, step.ply - 1
        assert decision is not None
        by, turn, turn_seat = decision.seat, state.turn, state.turn_seat
        if self._failed_at(ply):
            yield from self._failed(state, ply)
        by_engine = decision.decider == match_pb2.DECIDER_ENGINE
        if by == self._seat and by_engine:
            yield self._decide(state, ply)
            for fault in self._forgiven:
                if fault.ply == ply:
                    yield from self._wrong(state, fault)
        if by_engine:
            if decision.raw_us < 1:
                raise RecordError(f"the decision at ply {ply} took {decision.raw_us} us")
            self._at_us += decision.raw_us
            self._clocks, _ = self._clocks.charge(by, turn_seat, decision.raw_us)
        if by == self._seat and by_engine:
            yield self._move(decision)
        after = step.state
        if after.to_act is None or after.turn != turn:
            self._clocks = self._clocks.end_turn(turn_seat)
        if self._gone(ply + 1):
            return
        self._pending += [
            pack(event.message)
            for event in step.events
            if event.audience is None or self._seat in event.audience
        ]
        if self._pending and after.to_act is not None and self._seat not in (by, after.to_act):
            observe = engine_pb2.Observe(
                match_id=self._record.spec.match_id, ply=step.ply, events=self._take_pending()
            )
            yield self._told(observe=observe)

    def _failed_at(self, ply: int) -> bool:
        fatal, resigned = self._fatal, self._resigned
        return (fatal is not None and fatal.ply == ply) or (
            resigned is not None and resigned.ply == ply
        )

    def _gone(self, ply: int) -> bool:
        """Whether the seat plays no more, so that it is told nothing."""
        fatal, resigned = self._fatal, self._resigned
        return (fatal is not None and fatal.ply < ply) or (
            resigned is not None and resigned.ply < ply
        )

    def _failed(self, state: AnyState, ply: int) -> Iterator[transcript_pb2.TranscriptMessage]:
        """How the seat came to play no more: what it was asked, if it was, and what it did."""
        if state.to_act == self._seat:
            yield self._decide(state, ply)
        if self._resigned is not None:
            yield self._said(resign=engine_pb2.Resign(match_id=self._record.spec.match_id))
        elif self._fatal is not None and self._fatal.kind in _GONE:
            yield transcript_pb2.TranscriptMessage(at_us=self._at_us, closed=self._fatal.detail)
        elif self._fatal is not None and self._fatal.kind not in _SILENT:
            yield from self._wrong(state, self._fatal)

    def _wrong(
        self, state: AnyState, fault: game_pb2.Fault
    ) -> Iterator[transcript_pb2.TranscriptMessage]:
        """An answer that was wrong, whose text nobody kept, and what was said of it."""
        match_id, asked = self._record.spec.match_id, state.to_act == self._seat
        if asked:
            yield self._said(move=engine_pb2.Move(match_id=match_id, decision_id=self._asked))
        count = state.legal_count() if asked else None
        yield self._told(
            rejected=engine_pb2.Rejected(
                match_id=match_id,
                decision_id=self._asked if asked else None,
                kind=fault.kind,
                reason=fault.detail,
                expected=f"one of {count} legal moves" if asked else "what the protocol says",
                legal_count=count,
                may_retry=fault.forgiven,
            )
        )

    # --- messages ------------------------------------------------------------------------------

    def _new_match(self) -> engine_pb2.NewMatch:
        record, spec = self._record, self._record.spec
        game = load_game(spec.game)
        options = dict(record.game_options)
        return engine_pb2.NewMatch(
            match_id=spec.match_id,
            game=spec.game,
            game_options=options,
            seats=[
                engine_pb2.SeatInfo(
                    name=cut_text(engine.name or kept.name, NAME_BYTES), version=kept.version
                )
                for engine, kept in zip(spec.engines, record.seats, strict=True)
            ],
            your_seat=self._seat,
            time_control=self._control.to_proto(),
            ready_limit_us=spec.ready_limit_us or DEFAULT_READY_LIMIT_US,
            engine_options=spec.engines[self._seat].options,
            seed_commitment=commitment(spec.nonce, spec.seed),
            engine_seed=engine_seed(spec, self._seat),
            rules_version=record.rules_version,
            game_data=pack(game.data(options)),
            grace_us=spec.grace_us if spec.HasField("grace_us") else DEFAULT_GRACE_US,
        )

    def _decide(self, state: AnyState, ply: int) -> transcript_pb2.TranscriptMessage:
        self._asked += 1
        decide = engine_pb2.Decide(
            match_id=self._record.spec.match_id,
            decision_id=self._asked,
            ply=ply,
            kind=state.decision,
            observation=observation_message(state, self._seat),
            events=self._take_pending(),
            legal_moves=state.legal_texts(),
            legal_count=state.legal_count(),
            clocks=self._clocks.to_proto(),
            limit_us=self._clocks.limit_us(self._seat, state.turn_seat),
            turn=state.turn,
        )
        return self._told(decide=decide)

    def _move(self, decision: record_pb2.DecisionRecord) -> transcript_pb2.TranscriptMessage:
        return self._said(
            move=engine_pb2.Move(
                match_id=self._record.spec.match_id,
                decision_id=self._asked,
                text=decision.move,
                evaluation=decision.evaluation if decision.HasField("evaluation") else None,
                thinking_us=decision.engine_us if decision.HasField("engine_us") else None,
            )
        )

    def _match_over(self) -> engine_pb2.MatchOver:
        record, spec = self._record, self._record.spec
        return engine_pb2.MatchOver(
            match_id=spec.match_id,
            outcome=record.outcome if record.HasField("outcome") else None,
            termination=record.termination,
            reason=record.reason,
            your_faults=self._faults,
            seed=spec.seed if spec.reveal_seed else None,
            nonce=spec.nonce if spec.reveal_seed else None,
            events=self._take_pending(),
        )

    def _take_pending(self) -> list[PackedMessage]:
        taken, self._pending = self._pending, []
        return taken

    def _told(self, **message: object) -> transcript_pb2.TranscriptMessage:
        data = engine_pb2.PlayResponse(**message).SerializeToString()  # type: ignore[arg-type]
        return transcript_pb2.TranscriptMessage(
            at_us=self._at_us, to_engine=data, size_bytes=len(data)
        )

    def _said(self, **message: object) -> transcript_pb2.TranscriptMessage:
        data = engine_pb2.PlayRequest(**message).SerializeToString()  # type: ignore[arg-type]
        return transcript_pb2.TranscriptMessage(
            at_us=self._at_us, from_engine=data, size_bytes=len(data)
        )

"""Plays a game into a record, as a referee would, without engines: for tests alone."""

import random
from collections.abc import Mapping

from podesta.v1 import game_pb2, match_pb2, record_pb2

from referee.clock import MatchClocks
from referee.deal import chance_for, opening_chance, opening_moves, random_move, stand_in_chance
from referee.games import AnyGame
from referee.judge import judge, match_continues, void
from referee.launcher.launcher import Usage
from referee.record_builder import RecordBuilder
from referee.time_control import DEFAULT_GRACE_US, parse_time_control
from tests.referee.tiny_game import GAME


def tiny_spec(seats: int = 2, **fields: object) -> match_pb2.MatchSpec:
    values: dict[str, object] = {
        "match_id": "match-1",
        "game": "tiny",
        "game_options": {"goal": "25"},
        "engines": [
            match_pb2.EngineSpec(id=f"engine-{seat}", name=f"E{seat}", version_digest="d" * 64)
            for seat in range(seats)
        ],
        "time_control": "1m+1s",
        "seed": bytes(range(32)),
        "nonce": bytes(32),
        "opening_plies": 3,
    }
    return match_pb2.MatchSpec(**(values | fields))  # type: ignore[arg-type]


def play_record(
    spec: match_pb2.MatchSpec,
    *,
    game: AnyGame = GAME,
    faults: Mapping[int, game_pb2.FaultKind] | None = None,
    resigns_at: int | None = None,
    void_at: int | None = None,
    think_us: int = 400_000,
) -> record_pb2.MatchRecord:
    """A whole match; `faults` by ply, of the seat that is to act then."""
    choose = random.Random(1)
    seats = len(spec.engines)
    control = parse_time_control(spec.time_control)
    options = game.parse_options(spec.game_options, seats)
    chance = chance_for(spec)
    builder = RecordBuilder(
        spec,
        rules_version=game.rules_version,
        game_options=options,
        time_control=control,
        started_at_us=1_700_000_000_000_000,
    )
    for number in range(seats):
        builder.introduced(number, f"Engine {number}", "1.0", "nobody")
        builder.isolated(number, "none")
        builder.used(number, Usage(1_000, 10_000_000, 3, "cgroup", "sampled"))
    state = game.initial_state(options, seats, chance)
    builder.dealt(state.digest())
    opening = opening_moves(state, spec.opening_plies, opening_chance(spec), chance)
    stand_in = stand_in_chance(spec)
    clocks = MatchClocks.start(control, seats)
    verdict = None
    while (seat := state.to_act) is not None:
        ply = builder.ply
        if ply == void_at:
            verdict = void("the machine ran out of memory")
            break
        failed = {failure.seat for failure in builder.failures}
        if ply >= len(opening) and seat not in failed:
            if faults and ply in faults:
                builder.fault(game_pb2.Fault(seat=seat, kind=faults[ply], ply=ply, detail="bad"))
            if ply == resigns_at:
                builder.resignation(seat)
        if not match_continues(seats, spec.fault_rule, builder.failures):
            break
        failed = {failure.seat for failure in builder.failures}
        legal_count = state.legal_count()
        kind, turn, turn_seat = state.decision, state.turn, state.turn_seat
        raw_us = charged_us = 0
        remaining_us: int | None = None
        if ply < len(opening):
            decider, move = match_pb2.DECIDER_OPENING, opening[ply]
        elif seat in failed:
            decider, move = match_pb2.DECIDER_STAND_IN, random_move(state, stand_in)
        else:
            decider, move = match_pb2.DECIDER_ENGINE, choose.choice(state.legal_moves())
            limit_us = clocks.flag_us(seat, turn_seat, DEFAULT_GRACE_US)
            raw_us = min(choose.randrange(1, think_us), max(1, limit_us))
            clocks, charged_us = clocks.charge(seat, turn_seat, raw_us)
        state.apply(move, chance, [])
        if state.to_act is None or state.turn != turn:
            clocks = clocks.end_turn(turn_seat)
        if decider == match_pb2.DECIDER_ENGINE:
            remaining_us = clocks.remaining_us(seat)
        builder.decision(
            seat,
            kind,
            str(move),
            legal_count=legal_count,
            digest=state.digest(),
            decider=decider,
            raw_us=raw_us,
            charged_us=charged_us,
            remaining_us=remaining_us,
            engine_us=raw_us // 2 if raw_us else None,
            queue_us=raw_us // 10,
            arrival_queue_us=raw_us // 20,
        )
    if verdict is None:
        verdict = judge(seats, spec.fault_rule, builder.failures, state.outcome())
    return builder.finish(
        verdict,
        chance_draws=chance.draws,
        duration_us=1_000_000,
        environment=record_pb2.Environment(referee_version="0.1.0", python_version="3.11.2"),
    )

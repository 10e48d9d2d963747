"""Leagues whose matches follow the real rules, played here with random moves and set times."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from podesta.v1 import game_pb2, match_pb2, record_pb2

from arena.config import League
from arena.league.runner import run_league
from referee.deal import chance_for, random_move
from referee.games import SeededChance, load_game
from referee.outcome_message import outcome_message
from referee.record_builder import RECORD_FORMAT
from referee.time_control import parse_time_control
from tests.arena.league.scripted_matches import Fakes, make_engine, make_league

HOSTILE = "</script><img src=x onerror=alert(1)>\"'&{{7*7}}\u202e"
"""A name that would run a script, leave an attribute, and turn the line round."""

STARTED_AT_US = 1_790_000_000_000_000


def played(spec: match_pb2.MatchSpec, *, plies: int | None = None) -> record_pb2.MatchRecord:
    """The record of random legal moves; times, evaluations and comments follow from the seed.

    With `plies` it ends there: seat 0 then loses on time.
    """
    game = load_game(spec.game)
    seats = len(spec.engines)
    options = game.parse_options(spec.game_options, seats)
    chance = chance_for(spec)
    state = game.initial_state(options, seats, chance)
    choice = SeededChance(hashlib.sha256(spec.match_id.encode()).digest())
    control = parse_time_control(spec.time_control)
    record = record_pb2.MatchRecord(
        format=RECORD_FORMAT,
        spec=spec,
        rules_version=game.rules_version,
        game_options=options,
        time_control=control.to_proto(),
        initial_digest=state.digest(),
        started_at_us=STARTED_AT_US,
        max_lag_us=1_000 + choice.draw(2_000),
        environment=record_pb2.Environment(referee_version="1.2.3", python_version="3.11"),
    )
    for engine in spec.engines:
        record.seats.add(
            engine_id=engine.id, name=f"told {engine.name}", version="7", isolation="none"
        )
    left = [control.bank_us] * seats
    while state.to_act is not None and len(record.decisions) != plies:
        seat, kind = state.to_act, state.decision
        if kind not in record.kinds:
            record.kinds.append(kind)
        legal = state.legal_count()
        move = random_move(state, choice)
        state.apply(move, chance)
        used = 1_000 + choice.draw(20_000)
        left[seat] -= used
        values = [float(choice.draw(100)) / 10 for _ in range(seats)]
        record.decisions.add(
            seat=seat,
            kind=list(record.kinds).index(kind),
            move=str(move),
            raw_us=used,
            charged_us=used,
            remaining_us=left[seat],
            engine_us=used - 250,
            queue_us=5,
            arrival_queue_us=3,
            legal_count=legal,
            digest=state.digest(),
            decider=match_pb2.DECIDER_ENGINE,
            evaluation=game_pb2.Evaluation(values=values, depth=3, comment=HOSTILE),
        )
    record.chance_draws.extend(chance.draws)
    record.duration_us = sum(d.raw_us for d in record.decisions)
    outcome = state.outcome()
    if outcome is not None:
        record.outcome.CopyFrom(outcome_message(outcome))
        record.termination = game_pb2.TERMINATION_COMPLETED
        record.reason = outcome.reason
        return record
    record.faults.add(seat=0, kind=game_pb2.FAULT_KIND_TIMEOUT, ply=plies or 0, detail=HOSTILE)
    record.seats[0].stderr_tail = HOSTILE.encode()
    record.termination = game_pb2.TERMINATION_FAULT
    record.reason = record.outcome.reason = "seat 0 lost on time"
    record.outcome.seats.extend(
        game_pb2.SeatOutcome(placement=1 if seat else 2) for seat in range(seats)
    )
    return record


def play_league(
    directory: Path,
    game: str,
    answer: Callable[[match_pb2.MatchSpec], Any] = played,
    engines: Sequence[str] = ("alpha", "beta"),
    names: Sequence[str] = ("Alpha", HOSTILE),
    **changes: Any,
) -> League:
    """Play a league of these engines with records of ours; its ledger stays in `directory`."""
    rules = load_game(game)
    entries = [
        replace(make_engine(engine), name=name) for engine, name in zip(engines, names, strict=True)
    ]
    settings: dict[str, Any] = {
        "game": game,
        "game_options": rules.parse_options({}, len(engines)),
        "hidden": not rules.perfect_information,
        "time_control": "10s",
        "seats": len(engines),
        "opening_plies": 0,
        "name": "Played",
    }
    league = make_league(directory, entries, **(settings | changes))
    run_league(league, executor=Fakes(answer))
    return league

"""Plays a record again, without engines and without a random generator.

`replay` steps through a match; `verify` also compares everything that the rules, the time control
and the fault rule determine. Both take the game by its name; `load` can give another one.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from podesta.v1 import game_pb2, record_pb2

from referee.errors import RecordError
from referee.games import (
    AnyGame,
    AnyState,
    Event,
    MoveSyntaxError,
    OptionError,
    RecordedChance,
    ReplayError,
    load_game,
)
from referee.record_checks import (
    ClockCheck,
    check_deciders,
    check_faults,
    check_heading,
    check_verdict,
)

__all__ = ["LoadGame", "ReplayStep", "replay", "verify"]

LoadGame = Callable[[str], AnyGame]
_MOST_PROBLEMS = 50


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """One step: the decisions made so far, the last of them, the position after it.

    The first step has ply 0, no decision and the position after the set-up. `events` are those of
    the step, for all audiences. The position belongs to the reader.
    """

    ply: int
    decision: record_pb2.DecisionRecord | None
    state: AnyState
    events: tuple[Event, ...]


def replay(record: record_pb2.MatchRecord, *, load: LoadGame = load_game) -> Iterator[ReplayStep]:
    """Every step of the match. Raises RecordError where a move or draw is against the rules.

    A match that was never dealt (a forfeit, or void) has no steps.
    """
    if not record.initial_digest:
        return
    game = _game(record, load)
    chance = RecordedChance(record.chance_draws)
    state = _deal(record, game, chance)
    yield ReplayStep(0, None, state.clone(), ())
    for ply, decision in enumerate(record.decisions):
        events: list[Event] = []
        _advance(game, state, ply, decision, chance, events)
        yield ReplayStep(ply + 1, decision, state.clone(), tuple(events))


def verify(record: record_pb2.MatchRecord, *, load: LoadGame = load_game) -> list[str]:
    """What is wrong with a record, one line each; empty when all is right.

    Compares the rules version, options, every draw, seat, kind, legal count and digest, the clocks
    as the raw times determine them, who decided, the faults and the outcome. Stops at the first
    move or draw against the rules, because nothing behind it means anything.
    """
    problems: list[str] = []
    try:
        problems += check_heading(record)
        problems += check_faults(record)
        problems += check_deciders(record)
        _verify_play(record, load, problems)
    except RecordError as error:
        problems.append(str(error))
    if len(problems) > _MOST_PROBLEMS:
        more = len(problems) - _MOST_PROBLEMS
        problems[_MOST_PROBLEMS:] = [f"and {more} more problems"]
    return problems


def _verify_play(record: record_pb2.MatchRecord, load: LoadGame, problems: list[str]) -> None:
    clocks, clock_problems = ClockCheck.of(record)
    problems += clock_problems
    game = _game(record, load)
    if game.rules_version != record.rules_version:
        problems.append(
            f"played by version {record.rules_version!r} of the rules of {game.name}, "
            f"replayed by {game.rules_version!r}"
        )
    options = _options(record, game)
    if options != dict(record.game_options):
        problems.append(f"options {dict(record.game_options)} recorded, {options} is right")
    if not record.initial_digest:
        problems += check_verdict(record, None)
        return
    chance = RecordedChance(record.chance_draws)
    state = _deal(record, game, chance)
    if state.digest() != record.initial_digest:
        problems.append("the set-up has another digest")
    for ply, decision in enumerate(record.decisions):
        problems += _prefixed(f"decision {ply}", _check_question(record, state, decision))
        seat, turn, turn_seat = state.to_act, state.turn, state.turn_seat
        _advance(game, state, ply, decision, chance, [])
        if state.digest() != decision.digest:
            problems.append(f"decision {ply}: the position after it has another digest")
        if clocks is not None and seat is not None:
            turn_over = state.to_act is None or state.turn != turn
            found = clocks.decision(decision, seat, turn_seat, turn_over=turn_over)
            problems += _prefixed(f"decision {ply}", found)
    # A bug of ours may have stopped a void match between a draw and its decision.
    if chance.unused and record.termination != game_pb2.TERMINATION_VOID:
        problems.append(f"{chance.unused} chance draws of the record were not used")
    problems += check_verdict(record, state.outcome())


def _check_question(
    record: record_pb2.MatchRecord, state: AnyState, decision: record_pb2.DecisionRecord
) -> Iterator[str]:
    if decision.seat != state.to_act and state.to_act is not None:
        yield f"seat {decision.seat} decided, seat {state.to_act} was to act"
    kind = record.kinds[decision.kind] if decision.kind < len(record.kinds) else None
    if kind != state.decision:
        yield f"of kind {kind!r}, {state.decision!r} was asked"
    if decision.legal_count != state.legal_count():
        yield f"{decision.legal_count} legal moves recorded, there are {state.legal_count()}"


def _prefixed(prefix: str, lines: Iterable[str]) -> Iterator[str]:
    return (f"{prefix}: {line}" for line in lines)


def _game(record: record_pb2.MatchRecord, load: LoadGame) -> AnyGame:
    try:
        return load(record.spec.game)
    except KeyError:
        raise RecordError(f"there is no game called {record.spec.game!r}") from None


def _options(record: record_pb2.MatchRecord, game: AnyGame) -> dict[str, str]:
    try:
        return game.parse_options(record.spec.game_options, len(record.spec.engines))
    except OptionError as error:
        raise RecordError(f"options that {game.name} refuses: {error}") from error


def _deal(record: record_pb2.MatchRecord, game: AnyGame, chance: RecordedChance) -> AnyState:
    options = _options(record, game)
    try:
        return game.initial_state(options, len(record.spec.engines), chance)
    except ReplayError as error:
        raise RecordError(f"the set-up: {error}") from error


def _advance(
    game: AnyGame,
    state: AnyState,
    ply: int,
    decision: record_pb2.DecisionRecord,
    chance: RecordedChance,
    events: list[Event],
) -> None:
    if state.to_act is None:
        raise RecordError(f"decision {ply}: the game was over")
    try:
        move = game.parse_move(decision.move)
        refusal = state.validate(move)
        if refusal is not None:
            raise RecordError(f"decision {ply}: {decision.move!r} is not legal: {refusal}")
        state.apply(move, chance, events)
    except (MoveSyntaxError, ReplayError) as error:
        raise RecordError(f"decision {ply}: {error}") from error

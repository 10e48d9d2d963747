"""What a match text does not carry because the rules tell it: played again, and filled in."""

from podesta.v1 import game_pb2, record_pb2

from arena.match_text.reading import MatchTextError, TextMatch
from referee.games import (
    AnyGame,
    AnyState,
    MoveSyntaxError,
    OptionError,
    RecordedChance,
    ReplayError,
    load_game,
)
from referee.time_control import TimeControlError, parse_time_control

__all__ = ["fill_in"]


def fill_in(match: TextMatch) -> None:
    """Fill in time control, kinds, legal counts and digests of positions.

    Raises MatchTextError where the rules do not allow what the text tells.
    """
    record = match.record
    # Nothing is known of the clocks where a text by hand says nothing.
    record.spec.time_control = record.spec.time_control or "none"
    try:
        record.time_control.CopyFrom(parse_time_control(record.spec.time_control).to_proto())
    except TimeControlError as error:
        raise MatchTextError(match.line, 1, f"TimeControl: {error}") from None
    try:
        game = load_game(record.spec.game)
    except KeyError:
        raise MatchTextError(
            match.line, 1, f"there is no game called {record.spec.game!r} here"
        ) from None
    if not record.rules_version:
        record.rules_version = game.rules_version
    try:
        options = game.parse_options(record.game_options, len(record.spec.engines))
    except (OptionError, ValueError) as error:
        raise MatchTextError(match.line, 1, f"Option: {error}") from None
    for told in (record.game_options, record.spec.game_options):
        told.clear()
        told.update(options)
    never_dealt = record.termination in (
        game_pb2.TERMINATION_FORFEIT,
        game_pb2.TERMINATION_VOID,
    )
    if never_dealt and not record.decisions and not record.initial_digest:
        return
    chance = RecordedChance(record.chance_draws)
    state = _deal(match, game, options, chance)
    begun = record.initial_digest
    if begun and begun != state.digest():
        raise MatchTextError(
            match.line, 1, "Position: the game begins with another position by these rules"
        )
    record.initial_digest = state.digest()
    kinds: dict[str, int] = {}
    for place, decision in zip(match.places, record.decisions, strict=True):
        if state.to_act is None:
            raise MatchTextError(*place, "the game is over before this")
        if decision.seat != state.to_act:
            raise MatchTextError(*place, f"seat {state.to_act} is to act, not {decision.seat}")
        kind = state.decision or ""
        if kind not in kinds:
            kinds[kind] = len(kinds)
            record.kinds.append(kind)
        decision.kind = kinds[kind]
        decision.legal_count = state.legal_count()
        _move(place, decision, game, state, chance)
        decision.digest = state.digest()


def _deal(
    match: TextMatch, game: AnyGame, options: dict[str, str], chance: RecordedChance
) -> AnyState:
    try:
        return game.initial_state(options, len(match.record.spec.engines), chance)
    except (ReplayError, ValueError) as error:
        raise MatchTextError(match.line, 1, f"the set-up: {error}") from None


def _move(
    place: tuple[int, int],
    decision: record_pb2.DecisionRecord,
    game: AnyGame,
    state: AnyState,
    chance: RecordedChance,
) -> None:
    try:
        move = game.parse_move(decision.move)
        refusal = state.validate(move)
        if refusal is not None:
            raise MatchTextError(*place, f"{decision.move!r} is not legal: {refusal}")
        state.apply(move, chance, [])
    except (MoveSyntaxError, ReplayError) as error:
        raise MatchTextError(*place, str(error)) from None

"""Answers to questions about the rules: for the RulesService and the command line alike.

The caller gives the whole position, chance and all, so there is nothing to hide from it.
"""

from collections.abc import Callable

from podesta.v1 import game_pb2, rules_pb2

from referee.errors import RequestError
from referee.games import AnyGame, MoveSyntaxError, Option, ReplayError, game_names, load_game
from referee.observation_message import observation_message
from referee.outcome_message import outcome_message
from referee.packing import pack_into
from referee.rules_perft import bounded_divide
from referee.rules_position import NamedGames, Position, apply_move, read_position, shown
from referee.time_source import MonotonicTime, TimeSource

__all__ = ["DEFAULT_BUDGET_US", "RulesAnswers"]

DEFAULT_BUDGET_US = 10_000_000
"""No answer may take longer to find."""

_US_PER_S = 1_000_000
_MONOTONIC = MonotonicTime()
_REGISTERED = NamedGames(game_names, load_game)


class RulesAnswers:
    """One method for each call of RulesService; each raises RequestError, with a clear text.

    An answer that takes longer than `budget_us` is given up, and so are all once `stop` was
    called (from any thread).
    """

    def __init__(
        self,
        games: NamedGames = _REGISTERED,
        *,
        budget_us: int = DEFAULT_BUDGET_US,
        time_source: TimeSource = _MONOTONIC,
    ) -> None:
        self._games = games
        self._budget_us = budget_us
        self._now_us = time_source.now_us
        self._stopped = False

    def stop(self) -> None:
        """Give up what is being answered."""
        self._stopped = True

    def describe(self, request: rules_pb2.DescribeRequest) -> rules_pb2.DescribeResponse:
        """Tell which games there are and what can be set."""
        names = [request.game] if request.game else sorted(self._games.names())
        return rules_pb2.DescribeResponse(
            games=[_description(self._games.find(name)) for name in names]
        )

    def legal_moves(self, request: rules_pb2.LegalMovesRequest) -> rules_pb2.LegalMovesResponse:
        """Tell the legal moves of a position."""
        state = self._read(request.position).state
        return rules_pb2.LegalMovesResponse(
            moves=state.legal_texts(), to_act=state.to_act, kind=state.decision
        )

    def validate(self, request: rules_pb2.ValidateRequest) -> rules_pb2.ValidateResponse:
        """Tell whether a move is legal, and why not; an unreadable move is an answer too."""
        position = self._read(request.position)
        try:
            move = position.game.parse_move(request.move)
        except MoveSyntaxError as error:
            return rules_pb2.ValidateResponse(legal=False, reason=str(error))
        over = position.state.to_act is None
        reason = "the game is over" if over else position.state.validate(move)
        return rules_pb2.ValidateResponse(
            legal=reason is None, reason=reason or "", canonical=str(move)
        )

    def apply(self, request: rules_pb2.ApplyRequest) -> rules_pb2.ApplyResponse:
        """Make a move."""
        position = self._read(request.position)
        try:
            events = apply_move(position, request.move)
        except ReplayError as error:
            raise RequestError(
                f"{shown(request.move)} draws chance that the position does not give: {error}"
            ) from error
        state = position.state
        outcome = state.outcome()
        response = rules_pb2.ApplyResponse(
            to_act=state.to_act,
            kind=state.decision,
            observation=observation_message(state, None),
            digest=state.digest(),
            outcome=None if outcome is None else outcome_message(outcome),
        )
        for event in events:
            if event.audience is None:
                pack_into(response.events.add(), event.message)
        return response

    def observation(self, request: rules_pb2.ObservationRequest) -> rules_pb2.ObservationResponse:
        """Tell what a seat or a spectator may know of a position."""
        position = self._read(request.position)
        seat = request.seat if request.HasField("seat") else None
        if seat is not None and seat >= position.seats:
            raise RequestError(f"seat {seat}: there are {position.seats}, counted from 0")
        return rules_pb2.ObservationResponse(observation=observation_message(position.state, seat))

    def perft(self, request: rules_pb2.PerftRequest) -> rules_pb2.PerftResponse:
        """Count the move sequences of a length."""
        keep_going = self._budget()
        position = read_position(request.position, self._games, keep_going)
        nodes, by_move = bounded_divide(position.state, request.depth, keep_going)
        return rules_pb2.PerftResponse(nodes=nodes, by_move=by_move)

    def _read(self, position: rules_pb2.Position) -> Position:
        return read_position(position, self._games, self._budget())

    def _budget(self) -> Callable[[], None]:
        """Raises RequestError when it is called after the budget is used up, or after `stop`."""
        end_us = self._now_us() + self._budget_us

        def keep_going() -> None:
            if self._stopped:
                raise RequestError("the server stops")
            if self._now_us() > end_us:
                seconds = self._budget_us / _US_PER_S
                raise RequestError(f"this takes longer than {seconds:g} s: ask for less")

        return keep_going


def _description(game: AnyGame) -> rules_pb2.GameDescription:
    description = rules_pb2.GameDescription(
        name=game.name,
        title=game.title,
        seats=game.seats,
        options=[_option(option) for option in game.options],
        rules_version=game.rules_version,
        perfect_information=game.perfect_information,
    )
    pack_into(description.game_data, game.data(game.parse_options({}, game.default_seats)))
    return description


def _option(option: Option) -> game_pb2.OptionDeclaration:
    return game_pb2.OptionDeclaration(
        name=option.name,
        type=game_pb2.OPTION_TYPE_CHOICE if option.choices else game_pb2.OPTION_TYPE_TEXT,
        default_value=option.default,
        choices=option.choices,
        help=option.help,
    )

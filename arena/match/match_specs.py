"""The matches that a command line asks for, as specs for a referee."""

import hashlib
import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from podesta.v1 import match_pb2

from referee.games import AnyGame, OptionError

__all__ = ["MatchPlan", "deal_seed", "match_specs", "new_deal"]

_SEED_HEX = re.compile(r"[0-9a-fA-F]{64}")
_NONCE_BYTES = 32
_MATCH_ID_BYTES = 16


@dataclass(frozen=True, slots=True)
class MatchPlan:
    """What is the same in all matches of one command.

    `deal` names the first deal; `grace_us` None and `ready_limit_us` 0 mean the referee's default.
    """

    game: AnyGame
    game_options: Mapping[str, str]
    engines: tuple[match_pb2.EngineSpec, ...]
    time_control: str
    deal: str
    opening_plies: int = 0
    fault_rule: match_pb2.FaultRule = match_pb2.FAULT_RULE_STAND_IN
    off_move: match_pb2.OffMove = match_pb2.OFF_MOVE_ALLOW
    retries: int = 0
    grace_us: int | None = None
    ready_limit_us: int = 0


def new_deal() -> str:
    """A name for a deal that nobody can guess."""
    return secrets.token_hex(16)


def deal_seed(deal: str) -> bytes:
    """The 32 bytes of chance behind a deal's name.

    64 hexadecimal digits are the seed itself; any other text gives SHA-256 of "podesta deal " and
    the text in UTF-8.
    """
    if _SEED_HEX.fullmatch(deal):
        return bytes.fromhex(deal)
    return hashlib.sha256(b"podesta deal " + deal.encode("utf-8", "surrogateescape")).digest()


def match_specs(plan: MatchPlan, games: int, at_once: int = 1) -> list[match_pb2.MatchSpec]:
    """The specs of `games` matches, of which so many are going to be played `at_once`.

    Each deal is played with all rotations of the engines through the seats before the next one;
    deals after the first are named DEAL/2, DEAL/3 ... Raises OptionError with all that the game
    has against options and seats.
    """
    seats = len(plan.engines)
    options = _options(plan.game, plan.game_options, seats)
    specs = []
    for number in range(games):
        deal_index, rotation = divmod(number, seats)
        deal = plan.deal if deal_index == 0 else f"{plan.deal}/{deal_index + 1}"
        specs.append(
            match_pb2.MatchSpec(
                # Made by chance: an id from the seed would let engines test their guesses at it.
                match_id=secrets.token_hex(_MATCH_ID_BYTES),
                deal_id=deal,
                attempt=1,
                game=plan.game.name,
                game_options=options,
                engines=_rotated(plan.engines, rotation),
                time_control=plan.time_control,
                seed=deal_seed(deal),
                nonce=secrets.token_bytes(_NONCE_BYTES),
                opening_plies=plan.opening_plies,
                fault_rule=plan.fault_rule,
                off_move=plan.off_move,
                retries=plan.retries,
                grace_us=plan.grace_us,
                ready_limit_us=plan.ready_limit_us,
                # While other seatings of the deal are to come, nothing of it may be told; of
                # several at once, the last to begin may end before the others.
                reveal_seed=plan.game.perfect_information
                or (at_once == 1 and rotation == seats - 1),
                fresh_engines=not plan.game.perfect_information and rotation > 0,
            )
        )
    return specs


def _options(game: AnyGame, given: Mapping[str, str], seats: int) -> dict[str, str]:
    try:
        return game.parse_options(given, seats)
    except OptionError as error:
        raise OptionError([f"{game.name}: {problem}" for problem in error.problems]) from error


def _rotated(engines: Sequence[match_pb2.EngineSpec], by: int) -> Sequence[match_pb2.EngineSpec]:
    """Everybody moves `by` seats on."""
    cut = -by % len(engines)
    return [*engines[cut:], *engines[:cut]]

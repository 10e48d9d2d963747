"""Everything that is derived from the 32-byte seed of a match.

Each use of chance has a stream of its own, keyed apart by HMAC-SHA256(seed, label), so that none
tells another: `chance` (the game's), `engine` + seat byte (what engines get), `opening` and
`stand-in` (moves that the referee chooses).
"""

import copy
import hashlib
import hmac
from typing import Any

from podesta.v1 import match_pb2

from referee.games import AnyState, Chance, SeededChance

__all__ = [
    "SEED_BYTES",
    "chance_for",
    "chance_from",
    "commitment",
    "engine_seed",
    "opening_chance",
    "opening_moves",
    "random_move",
    "stand_in_chance",
]

SEED_BYTES = 32
_ENGINE_SEED_BYTES = 8


def chance_for(spec: match_pb2.MatchSpec) -> SeededChance:
    """The game's chance: the deal and every later draw."""
    return chance_from(spec.seed)


def chance_from(seed: bytes) -> SeededChance:
    """The game's chance in a match of that seed."""
    return SeededChance(_derive(seed, b"chance"))


def engine_seed(spec: match_pb2.MatchSpec, seat: int) -> int:
    """The random seed that the engine in `seat` gets, 0..2**64-1."""
    key = _derive(spec.seed, b"engine" + bytes([seat]))
    return int.from_bytes(key[:_ENGINE_SEED_BYTES], "big")


def opening_chance(spec: match_pb2.MatchSpec) -> SeededChance:
    """Chooses the moves of a random opening, for `opening_moves`."""
    return SeededChance(_derive(spec.seed, b"opening"))


def stand_in_chance(spec: match_pb2.MatchSpec) -> SeededChance:
    """Chooses the moves of every stand-in of the match, for `random_move`."""
    return SeededChance(_derive(spec.seed, b"stand-in"))


def commitment(nonce: bytes, seed: bytes) -> bytes:
    """What is told before the match, so that the seed can be checked after it: 32 bytes."""
    return hashlib.sha256(nonce + seed).digest()


def random_move(state: AnyState, choice: Chance) -> Any:
    """One legal move, each equally likely. The game must not be over."""
    return state.legal_move(choice.draw(state.legal_count()))


def opening_moves(state: AnyState, plies: int, opening: Chance, chance: SeededChance) -> list[Any]:
    """Up to `plies` random legal moves, ending before one that would end the game.

    Neither `state` nor `chance` (the game's own) is touched: apply the moves with both afterwards.
    """
    ahead = state.clone()
    ahead_chance = copy.deepcopy(chance)
    moves: list[Any] = []
    while len(moves) < plies and ahead.outcome() is None:
        move = random_move(ahead, opening)
        ahead.apply(move, ahead_chance)
        if ahead.outcome() is not None:
            break
        moves.append(move)
    return moves


def _derive(seed: bytes, label: bytes) -> bytes:
    return hmac.digest(seed, label, "sha256")

"""Specs of matches that are played without engines."""

import hashlib
from collections.abc import Mapping

from podesta.v1 import match_pb2

from referee.games import load_game
from tests.arena.report.played_matches import HOSTILE


def spec_of(
    game: str, seats: int = 0, deal: str = "one", options: Mapping[str, str] | None = None
) -> match_pb2.MatchSpec:
    """A match of that game between engines with hostile names."""
    rules = load_game(game)
    seats = seats or rules.default_seats
    return match_pb2.MatchSpec(
        match_id=f"{game}-{deal}",
        deal_id=deal,
        attempt=1,
        game=game,
        game_options=rules.parse_options(dict(options or {}), seats),
        engines=[
            match_pb2.EngineSpec(id=f"e{seat}", name=f"{seat} {HOSTILE}") for seat in range(seats)
        ],
        time_control="10s",
        seed=hashlib.sha256(deal.encode()).digest(),
        nonce=bytes(32),
    )

"""Names and seeds of a league: all of them hashes, so that every machine finds the same ones.

    secret      32 random bytes kept in the ledger, or SHA-256 of the seed in the league file
    league id   of the secret and the terms on which matches are played
    deal id     of the league and the table's key: its set of engines and the number of its deal
    lot         of the league and an engine's id
    match id    of the deal and the engines by seat, each with all that can change its play
    seed        HMAC-SHA256(secret, deal id, which dealing of it)
    nonce       HMAC-SHA256(secret, match id, attempt)

Ids hide the secret behind SHA-256; whoever guesses a short `seed` can check the guess against
them, which is why such a seed draws a warning where cards are hidden.
"""

import hashlib
import hmac
import json
from collections.abc import Sequence

from podesta.v1 import match_pb2

from arena.config import EngineEntry, League

__all__ = [
    "deal_id",
    "deal_seed",
    "engine_identity",
    "league_id",
    "lot",
    "match_id",
    "match_nonce",
    "secret_of",
    "terms_of",
]

_ID_HEX = 20


def secret_of(league: League) -> bytes | None:
    """The secret that a seed in the league file gives; None where the league has none."""
    if league.seed is None:
        return None
    return hashlib.sha256(b"podesta league seed\0" + league.seed.encode()).digest()


def terms_of(league: League) -> dict[str, str]:
    """All that decides how a match is played, apart from its engines. It never changes."""
    secret = secret_of(league)
    terms = {
        "game": league.game,
        "seats": str(league.seats),
        "time": league.time_control,
        "opening_plies": str(league.opening_plies),
        "fault_rule": match_pb2.FaultRule.Name(league.fault_rule),
        "retries": str(league.retries),
        "grace": "default" if league.grace_us is None else f"{league.grace_us} us",
        "ready_limit": f"{league.ready_limit_us} us" if league.ready_limit_us else "default",
        "fresh_engines": "true" if league.fresh_engines else "false",
        # Not the seed itself: terms are shown to people.
        "seed": "none" if secret is None else hashlib.sha256(secret).hexdigest()[:16],
    }
    terms |= league.format.terms(league.deals)
    if league.off_move == match_pb2.OFF_MOVE_FREEZE:
        terms["off_move"] = "freeze"
    return terms | {f"options.{name}": text for name, text in league.game_options.items()}


def engine_identity(engine: EngineEntry, version_digest: str) -> str:
    """Tells two engines apart that might play differently, even under one id."""
    parts: list[object] = [
        engine.id,
        version_digest,
        list(engine.written_command),
        sorted(engine.options.items()),
        sorted(engine.written_environment.items()),
    ]
    if engine.remote:
        parts.append(["remote", engine.remote])
    if engine.image:
        parts.append(["image", engine.image])
    return _id("engine", json.dumps(parts))


def league_id(secret: bytes, terms: dict[str, str]) -> str:
    """The id of a league."""
    return _id("league", secret.hex(), json.dumps(terms, sort_keys=True))


def lot(league: str, engine_id: str) -> str:
    """What orders engines by chance in this league, whatever their names are."""
    return _id("lot", league, engine_id)


def deal_id(league: str, table_key: str) -> str:
    """The id of the deal of a table."""
    return _id("deal", league, table_key)


def match_id(deal: str, identities: Sequence[str]) -> str:
    """The id of the match that plays a deal with these engines, by seat."""
    return _id("match", deal, *identities)


def deal_seed(secret: bytes, deal: str, dealing: int) -> bytes:
    """The 32 bytes that all chance of a deal comes from; `dealing` counts from 1."""
    return hmac.digest(secret, f"deal\0{deal}\0{dealing}".encode(), "sha256")


def match_nonce(secret: bytes, match: str, attempt: int) -> bytes:
    """The 32 bytes behind which a match's commitment hides its seed."""
    return hmac.digest(secret, f"nonce\0{match}\0{attempt}".encode(), "sha256")


def _id(*parts: str) -> str:
    return hashlib.sha256("\0".join(("podesta", *parts)).encode()).hexdigest()[:_ID_HEX]

"""From an assignment to what a referee is told, and back to what the ledger may keep."""

from pathlib import Path

from podesta.v1 import match_pb2, record_pb2

from arena.config import EngineEntry, League
from arena.config.isolation import confine, write_own
from arena.league.agenda import Assignment
from arena.league.identity import deal_seed, match_nonce
from arena.league.roster import Roster

__all__ = ["check_answer", "hide_environment", "match_spec"]


def match_spec(
    league: League, roster: Roster, secret: bytes, assignment: Assignment
) -> match_pb2.MatchSpec:
    """All that a referee needs to play a match.

    Where something is hidden, the seed is never told to the engines: the last match of a deal
    might still be void, and then the engines of the others would know what they remember.
    """
    match = assignment.match
    return match_pb2.MatchSpec(
        match_id=match.match_id,
        league_id=roster.league_id,
        deal_id=match.deal_id,
        attempt=assignment.attempt,
        game=league.game,
        game_options=league.game_options,
        engines=[_engine_spec(league, roster, engine_id) for engine_id in match.engines],
        time_control=league.time_control,
        seed=deal_seed(secret, match.deal_id, assignment.dealing),
        nonce=match_nonce(secret, match.match_id, assignment.attempt),
        opening_plies=league.opening_plies,
        fault_rule=league.fault_rule,
        retries=league.retries,
        ready_limit_us=league.ready_limit_us,
        grace_us=league.grace_us,
        reveal_seed=not league.hidden,
        fresh_engines=league.fresh_engines,
        off_move=league.off_move,
    )


def _engine_spec(league: League, roster: Roster, engine_id: str) -> match_pb2.EngineSpec:
    engine = league.engine(engine_id)
    spec = match_pb2.EngineSpec(
        id=engine.id,
        name=engine.name,
        remote=_remote(league, engine) if engine.remote else None,
        command=engine.command,
        directory="" if engine.remote else str(engine.directory or league.directory),
        environment=engine.environment,
        options=engine.options,
        version_digest=roster.entrant(engine_id).version_digest,
        transport=engine.transport,
    )
    write_own(spec, engine.limits, engine.readable, engine.image)
    confine(spec, league.isolation, league.isolation.level, _hidden(league))
    return spec


def _hidden(league: League) -> list[Path]:
    """What no engine may read: who knows the secret of a league knows all its hidden cards."""
    hidden = [league.file, league.ledger]
    if league.lobby is not None:
        hidden += [league.lobby.key, league.lobby.tokens]
    return hidden


def _remote(league: League, engine: EngineEntry) -> match_pb2.RemoteEngine:
    assert league.lobby is not None, "a league of remote engines has one"
    return match_pb2.RemoteEngine(
        token_name=engine.remote,
        wait_limit_us=league.lobby.wait_limit_us,
        reconnect_grace_us=league.lobby.reconnect_grace_us,
    )


def check_answer(asked: match_pb2.MatchSpec, record: record_pb2.MatchRecord) -> None:
    """Raises ValueError where a record is not of the match that was asked for."""
    told = record.spec
    if (told.match_id, told.attempt) != (asked.match_id, asked.attempt):
        raise ValueError(f"the record is of match {told.match_id}, attempt {told.attempt}")
    if told.seed != asked.seed or told.game != asked.game:
        raise ValueError("the record is of another deal or game")
    if [engine.id for engine in told.engines] != [engine.id for engine in asked.engines]:
        raise ValueError("the record has other engines than the match")


def hide_environment(league: League, record: record_pb2.MatchRecord) -> None:
    """Put the environment back as the league file writes it.

    A variable of ours that an engine was given ("$TOKEN") must not be kept or exported.
    """
    for engine in record.spec.engines:
        engine.environment.clear()
        engine.environment.update(league.engine(engine.id).written_environment)

"""Whether machines can share a league, each of them playing its part of the plan."""

from arena.config import League
from arena.errors import ConfigError, Problem
from arena.league.part import Part

__all__ = ["check_shareable"]


def check_shareable(league: League, part: Part) -> tuple[str, ...]:
    """What to warn of before a part is played, one line each.

    Raises ConfigError where the parts could never be put together: what two machines played for
    nothing is noticed too late by a merge that refuses it.
    """
    if part.whole:
        return ()
    if league.format.adaptive:
        raise ConfigError(
            [
                Problem(
                    league.file,
                    "league.format",
                    f"{part} can't be played: in the format {league.format.name} results decide "
                    "who meets next, so that there is no plan to share; only round-robin and "
                    "gauntlet have one",
                )
            ]
        )
    if league.seed is not None:
        return ()
    if not _has_ledger(league):
        raise ConfigError(
            [
                Problem(
                    league.file,
                    "league.seed",
                    f"{part} can't be played: without a seed every machine would make a secret of "
                    "its own, and their ledgers could not be merged. Give the league a seed, the "
                    f"same on all machines, or copy one ledger to {league.ledger.name} on each "
                    "(a run of the whole league makes one and may be stopped at once)",
                )
            ]
        )
    return (
        "the league has no seed: parts can be merged only where the ledgers of all machines "
        "began as copies of one",
    )


def _has_ledger(league: League) -> bool:
    # SQLite, too, takes an empty file for a new one.
    return league.ledger.exists() and league.ledger.stat().st_size > 0

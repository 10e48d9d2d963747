"""With which status a league ends, the gravest that applies."""

from enum import IntEnum

__all__ = ["LeagueExit"]


class LeagueExit(IntEnum):
    """Exit statuses of `podesta league run`; the same numbers mean the same in all commands.

    Errors that end a league early are exceptions: LedgerWriteError is storage (6), ExecutorError
    ours (5), and ConfigError, CapacityError and all other LedgerErrors the user's (2).
    """

    COMPLETE = 0
    """Every match that was to be played was: all of the plan, or of a part of it; also when there
    was nothing left to do."""

    FORFEITS = 4
    """Nothing is left to play, but matches were forfeited: an engine did not start, or was
    suspended."""

    UNPLAYED = 5
    """Matches stay unplayed because they were void too often, or nothing was played at all."""

    INTERRUPTED = 130
    """Somebody stopped the league before the end; running it again goes on."""

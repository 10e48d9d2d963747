"""How the end of a match becomes an exit status."""

from podesta.v1 import game_pb2, record_pb2

from arena.cli.exit_status import ExitStatus

__all__ = ["status_of"]

_STATUS = {
    game_pb2.TERMINATION_COMPLETED: ExitStatus.OK,
    game_pb2.TERMINATION_RESIGNATION: ExitStatus.OK,
    game_pb2.TERMINATION_FAULT: ExitStatus.FAULT,
    game_pb2.TERMINATION_FORFEIT: ExitStatus.FORFEIT,
}


def status_of(record: record_pb2.MatchRecord) -> ExitStatus:
    """OK only where the engines themselves played to the end.

    A match that a stand-in finished counts as one that a fault decided; a fault that was forgiven
    does not count.
    """
    status = _STATUS.get(record.termination, ExitStatus.VOID)
    if status is ExitStatus.OK and any(not fault.forgiven for fault in record.faults):
        return ExitStatus.FAULT
    return status

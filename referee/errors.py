"""What can go wrong with one match, by whose fault it is.

    RefereeError
    ├── EngineFault        the engine's: judged, recorded, never raised past the match
    ├── VoidMatch          ours or the machine's: the match does not count and is played again
    │   └── Interrupted    somebody asked the referee to stop
    └── UserError          the user's: a command, file or address that can't be used
        ├── SpecError      a MatchSpec that can't be played; lists every problem
        ├── RecordError    bytes that are no record of ours, or a record against the rules
        ├── RequestError   a question to the rules that can't be answered
        └── AddressError   an address that can't be listened on

An exception of any other type that leaves the referee is a bug of ours and voids the match.
`referee.games.errors` has the tree of the games, `referee.time_control` its `TimeControlError`.
"""

from collections.abc import Sequence

from podesta.v1 import game_pb2

__all__ = [
    "AddressError",
    "EngineFault",
    "Interrupted",
    "RecordError",
    "RefereeError",
    "RequestError",
    "SpecError",
    "UserError",
    "VoidMatch",
]


class RefereeError(Exception):
    """The root."""


class EngineFault(RefereeError):  # noqa: N818 - a fault, in the words of the game
    """What an engine did wrong: raised and caught inside the match, or passed on as a value.

    `detail` is one line for people; it must tell nothing that the seat may not know.
    `overrun_us` is the time over the limit where the flag fell.
    """

    def __init__(
        self,
        kind: game_pb2.FaultKind,
        detail: str,
        *,
        exit_status: int | None = None,
        signal: int | None = None,
        overrun_us: int | None = None,
    ) -> None:
        super().__init__(detail)
        self.kind = kind
        self.detail = detail
        self.exit_status = exit_status
        self.signal = signal
        self.overrun_us = overrun_us

    def to_proto(self, seat: int, ply: int, *, forgiven: bool = False) -> game_pb2.Fault:
        """The fault as it is recorded: of this seat, after `ply` decisions of the match."""
        return game_pb2.Fault(
            seat=seat,
            kind=self.kind,
            ply=ply,
            detail=self.detail,
            exit_status=self.exit_status,
            signal=self.signal,
            overrun_us=self.overrun_us,
            forgiven=forgiven,
        )


class VoidMatch(RefereeError):  # noqa: N818 - the match is void
    """Our fault or the machine's; the message says what happened, for people."""


class Interrupted(VoidMatch):
    """Somebody asked the referee to stop while the match was being played."""


class UserError(RefereeError):
    """Something that a person gave us and that can't be used; the message says what and why."""


class SpecError(UserError):
    """A MatchSpec that can't be played. `problems` holds one line each."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("; ".join(problems))
        self.problems = tuple(problems)


class RecordError(UserError):
    """Bytes that are no record of ours, or a record that the rules contradict."""


class RequestError(UserError):
    """A question to the rules that can't be answered."""


class AddressError(UserError):
    """An address that can't be listened on."""

"""Where matches are played: processes of this machine, or a fake for tests."""

from arena.executors.executor import (
    EventSeen,
    Executor,
    MatchLost,
    MatchRecorded,
    Report,
    SlotIdle,
    SlotLost,
)
from arena.executors.fake import FakeExecutor
from arena.executors.local import LocalExecutor

__all__ = [
    "EventSeen",
    "Executor",
    "FakeExecutor",
    "LocalExecutor",
    "MatchLost",
    "MatchRecorded",
    "Report",
    "SlotIdle",
    "SlotLost",
]

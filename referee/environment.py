"""Where a match is played, for its record."""

import os
import platform

import grpc
from podesta.v1 import record_pb2

from referee.distribution import referee_version

__all__ = ["environment"]


def environment() -> record_pb2.Environment:
    """Versions, the machine, and the cores that this process is bound to."""
    return record_pb2.Environment(
        referee_version=referee_version(),
        python_version=platform.python_version(),
        grpc_version=grpc.__version__,
        platform=f"{platform.system()} {platform.machine()}",
        cpus=_bound_cpus(),
    )


def _bound_cpus() -> list[int]:
    if not hasattr(os, "sched_getaffinity"):
        return []
    cpus = os.sched_getaffinity(0)
    return sorted(cpus) if len(cpus) < (os.cpu_count() or 1) else []

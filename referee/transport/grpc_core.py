"""Which of gRPC's two event engines is used."""

import os

__all__ = ["EXPERIMENTS", "EXPERIMENTS_VARIABLE", "choose_event_engine"]

EXPERIMENTS_VARIABLE = "GRPC_EXPERIMENTS"
EXPERIMENTS = "-event_engine_client,-event_engine_listener"
"""Newer cores turn on an event engine under which a small message takes over half as long again
(grpcio 1.85, Unix socket, echo p50: 185 us with it, 110 us without)."""


def choose_event_engine() -> None:
    """Keep gRPC's faster event engine, unless the user has chosen; call before grpc is imported."""
    os.environ.setdefault(EXPERIMENTS_VARIABLE, EXPERIMENTS)

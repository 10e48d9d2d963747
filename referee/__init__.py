"""One match: the authoritative game, its clocks, its seats and its record."""

from referee.transport.grpc_core import choose_event_engine

# Before anything can import grpc: gRPC reads the choice once, when it is loaded.
choose_event_engine()

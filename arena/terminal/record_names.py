"""Who sat where in a record."""

from podesta.v1 import record_pb2

__all__ = ["record_names"]


def record_names(record: record_pb2.MatchRecord) -> list[str]:
    """By seat: the organiser's name, else what the engine called itself, else its id."""
    names = []
    for seat, engine in enumerate(record.spec.engines):
        own = record.seats[seat].name if seat < len(record.seats) else ""
        names.append(engine.name or own or engine.id)
    return names

"""What an engine wrote and used in a match, in plain lines."""

from collections.abc import Iterator, Sequence

from arena.match.engine_log import EngineLog
from arena.terminal.durations import format_span
from arena.terminal.printable import printable
from referee.launcher.breach_text import size_text

__all__ = ["log_lines", "stream_lines"]

_TAB = 8


def stream_lines(log: EngineLog, stream: str) -> Iterator[str]:
    """The lines of one stream alone, harmless for a terminal."""
    for line in log.lines(stream):
        yield printable(line.rstrip("\r").expandtabs(_TAB))


def log_lines(log: EngineLog, streams: Sequence[str]) -> Iterator[str]:
    """A heading, what was used, then every stream that has anything."""
    name = printable(log.name, 60)
    yield f"match {printable(log.match_id, 60)}, seat {log.seat}: {name}"
    used = _used(log)
    if used:
        yield f"  used {used}"
    for fault in log.faults:
        yield f"  fault: {printable(fault)}"
    silent = True
    for stream in streams:
        lines = list(stream_lines(log, stream))
        if not lines:
            continue
        silent = False
        cut = ", only its end was kept" if stream in log.cut else ""
        yield f"  {stream}{cut}:"
        yield from (f"    {line}" for line in lines)
    if silent:
        yield "  it wrote nothing"


def _used(log: EngineLog) -> str:
    seat = log.record
    parts = []
    if seat.HasField("cpu_us"):
        parts.append(f"{format_span(seat.cpu_us)} of CPU time ({printable(seat.cpu_source, 20)})")
    if seat.HasField("peak_memory_bytes"):
        parts.append(
            f"at most {size_text(seat.peak_memory_bytes)} of memory "
            f"({printable(seat.memory_source, 20)})"
        )
    if seat.HasField("peak_processes"):
        parts.append(f"{seat.peak_processes} processes and threads")
    if seat.cpus:
        parts.append(f"core {', '.join(map(str, seat.cpus))}")
    if seat.frozen_by:
        parts.append(f"stopped off move ({printable(seat.frozen_by, 20)})")
    return ", ".join(parts)

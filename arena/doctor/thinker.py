"""A process that thinks, to measure with: so long by its own clock as it is asked, or without end.

`python -m arena.doctor.thinker` reads four bytes, the microseconds to think (little-endian), and
writes one byte when it is done; with `busy` it writes one byte and thinks on. Either way it ends
with its standard input, so that it never outlives who started it.
"""

import os
import select
import sys
import time

__all__ = ["QUESTION_BYTES", "main", "question"]

QUESTION_BYTES = 4
_NS_PER_US = 1_000
_LOOK_NS = 20_000_000
"""How often a busy one looks whether it is still wanted."""


def question(think_us: int) -> bytes:
    """What to write to one that waits."""
    return think_us.to_bytes(QUESTION_BYTES, "little")


def _think_until(end_ns: int) -> None:
    while time.monotonic_ns() < end_ns:
        pass


def _answer() -> None:
    while len(asked := os.read(0, QUESTION_BYTES)) == QUESTION_BYTES:
        begun_ns = time.monotonic_ns()
        _think_until(begun_ns + int.from_bytes(asked, "little") * _NS_PER_US)
        os.write(1, b".")


def _stay_busy() -> None:
    os.write(1, b".")
    while not select.select([0], [], [], 0)[0]:
        _think_until(time.monotonic_ns() + _LOOK_NS)


def main(arguments: list[str]) -> None:
    """Think as the arguments say."""
    try:
        _stay_busy() if arguments == ["busy"] else _answer()
    except (BrokenPipeError, KeyboardInterrupt):
        pass  # nobody waits any more


if __name__ == "__main__":
    main(sys.argv[1:])

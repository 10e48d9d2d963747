"""Charts drawn by a process of their own, while this one replays matches.

Run as a script, it reads a JSON list of Vega-Lite specifications and writes one of SVG texts; it
imports nothing but the converter.
"""

import json
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from types import TracebackType
from typing import Any, Self

__all__ = ["ChartProcess"]

_LONGEST_S = 300


class ChartProcess:
    """Draws these specifications; a context manager, at whose end the process is gone."""

    def __init__(self, specs: Sequence[dict[str, Any]]) -> None:
        self._asked = json.dumps(list(specs), allow_nan=False).encode()
        # A file, since a pipe would hold the process up when it is full.
        self._drawn = tempfile.TemporaryFile()  # noqa: SIM115
        self._process = self._start()

    def _start(self) -> "subprocess.Popen[bytes]":
        self._drawn.seek(0)
        self._drawn.truncate()
        process = subprocess.Popen(
            # Not as a module, and -P: files of the directory we stand in are none of ours.
            [sys.executable, "-P", __file__],
            stdin=subprocess.PIPE,
            stdout=self._drawn,
            stderr=subprocess.PIPE,
        )
        assert process.stdin is not None
        # It may have been killed already: then its status tells.
        with suppress(BrokenPipeError), process.stdin as stream:
            stream.write(self._asked)
        process.stdin = None
        return process

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.communicate()
        self._drawn.close()

    def drawings(self) -> list[str]:
        """The SVG of each specification, in order.

        Raises ChartError where the process is killed again and again, RuntimeError where drawing
        failed, which is a bug of ours.
        """
        _, complaints = self._process.communicate(timeout=_LONGEST_S)
        if self._process.returncode < 0:
            # Whoever killed it, the system out of memory for one, may let the next one live.
            self._process = self._start()
            _, complaints = self._process.communicate(timeout=_LONGEST_S)
        if self._process.returncode < 0:
            from arena.errors import ChartError  # Not where this is a script.

            killer = signal.Signals(-self._process.returncode).name
            raise ChartError(
                f"the process that draws charts was killed by {killer}, twice; there may be too "
                "little memory"
            )
        if self._process.returncode != 0:
            told = complaints.decode("utf-8", "replace").strip().splitlines()
            raise RuntimeError(f"charts could not be drawn: {told[-1] if told else 'no reason'}")
        self._drawn.seek(0)
        drawings: list[str] = json.loads(self._drawn.read())
        return drawings


def main() -> None:
    """Draw what stdin asks for."""
    import vl_convert

    specs = json.loads(sys.stdin.buffer.read())
    # No addresses are allowed, so that no specification can make the converter load anything.
    drawings = [
        vl_convert.vegalite_to_svg(spec, vl_version="6.4", allowed_base_urls=[]) for spec in specs
    ]
    sys.stdout.write(json.dumps(drawings))


if __name__ == "__main__":
    main()

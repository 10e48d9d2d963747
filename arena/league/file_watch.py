"""Noticing that the files of an engine change while its league is played."""

import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from arena.config import League
from arena.league.engine_version import version_files

__all__ = ["FileWatch"]

_MOST_FILES = 500
_LOOK_EVERY_S = 1.0

_Stamp = tuple[int, int] | None


class FileWatch:
    """Compares sizes and times of the files of engines with those at the start of a run.

    A version is what its files were then: what a changed program plays counts for it all the same,
    until the next run. Contents are not read again, new files are not looked for, and engines of
    very many files are left out: a look must cost nothing beside a match.
    """

    def __init__(self, league: League, now_s: Callable[[], float] = time.monotonic) -> None:
        """Raises ConfigError where files can't be read."""
        self._now_s = now_s
        self._looked_s = now_s()
        self._stamps: dict[str, Mapping[Path, _Stamp]] = {}
        for engine in league.engines:
            paths = [path for _, path in version_files(engine, league.file)]
            if len(paths) <= _MOST_FILES:
                self._stamps[engine.id] = {path: _stamp(path) for path in paths}

    def changed(self, engines: Iterable[str]) -> list[str]:
        """Which of these engines have changed files; each is told once."""
        now_s = self._now_s()
        if now_s - self._looked_s < _LOOK_EVERY_S:
            return []
        self._looked_s = now_s
        found = [
            engine
            for engine in dict.fromkeys(engines)
            if any(_stamp(path) != was for path, was in self._stamps.get(engine, {}).items())
        ]
        for engine in found:
            del self._stamps[engine]
        return found


def _stamp(path: Path) -> _Stamp:
    """None for a file that is gone."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_size, status.st_mtime_ns

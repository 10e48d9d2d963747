"""The engines that come with podesta, by the short names of the command line."""

import importlib.util
from functools import cache
from pathlib import Path

__all__ = ["built_in_engines"]


@cache
def built_in_engines() -> tuple[str, ...]:
    """Names of the packages in `engines` that can be started as `python -m engines.NAME`, sorted.

    Looks at files only: an engine is always another process and is never imported here.
    """
    found = importlib.util.find_spec("engines")
    if found is None:
        return ()
    names = {
        main.parent.name
        for place in found.submodule_search_locations or ()
        for main in Path(place).glob("*/__main__.py")
    }
    return tuple(sorted(names))

"""Run one engine of the zoo; without a name, list them."""

import asyncio
import inspect
import sys
from types import ModuleType

from tests.zoo import (
    answering,
    attacking,
    consuming,
    living,
    pondering,
    remembering,
    starting,
    talking,
)

MODULES: tuple[ModuleType, ...] = (
    starting,
    answering,
    talking,
    living,
    remembering,
    consuming,
    pondering,
    attacking,
)


def main() -> None:
    kinds = {
        name: function
        for module in MODULES
        for name, function in inspect.getmembers(module, inspect.iscoroutinefunction)
        if function.__module__ == module.__name__
    }
    if len(sys.argv) != 2 or sys.argv[1] not in kinds:
        sys.exit("one of: " + ", ".join(sorted(kinds)))
    asyncio.run(kinds[sys.argv[1]]())


if __name__ == "__main__":
    main()

"""Everything that is wrong with a command line, told at once."""

from collections.abc import Callable
from typing import TypeVar

import click

from arena.cli.failures import LONGEST_LINE, not_utf8, shortened
from arena.errors import ConfigError
from arena.terminal.printable import printable
from referee.games import OptionError

__all__ = ["UsageProblems"]

_T = TypeVar("_T")


class UsageProblems:
    """Collects what is wrong, so that a user need not mend one fault to learn of the next."""

    def __init__(self) -> None:
        self._found: list[str] = []

    def attempt(self, make: Callable[[], _T]) -> _T | None:
        """What `make` returns; None, and the problems noted, where the user's input is wrong."""
        try:
            return make()
        except ConfigError as error:
            self._found += map(str, error.problems)
        except OptionError as error:
            self._found += error.problems
        except click.UsageError as error:
            self._found.append(error.format_message())
        except UnicodeEncodeError as error:
            self._found.append(not_utf8(error))
        except ValueError as error:
            self._found.append(str(error))
        return None

    def add(self, problem: str) -> None:
        """Note one problem."""
        self._found.append(problem)

    def __bool__(self) -> bool:
        """Whether anything was noted."""
        return bool(self._found)

    def error(self, ctx: click.Context) -> click.UsageError:
        """All of it as one error, to be raised; exit status 2."""
        told = [line for problem in self._found for line in problem.splitlines()]
        lines = [printable(line, LONGEST_LINE) for line in shortened(told)]
        count = len(told)
        return click.UsageError(lines[0] if len(lines) == 1 else _listed(lines, count), ctx)


def _listed(lines: list[str], count: int) -> str:
    return "\n".join([f"{count} things are wrong:", *(f"  {line}" for line in lines)])

"""What a bot can be asked to do differently: declared as class attributes, read as plain values.

    class MyBot(Bot):
        depth = IntegerOption(3, "Decisions looked ahead.", least=1, most=8)

`self.depth` is then an `int`: 3, or what the organiser of the match set.
"""

import difflib
import math
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Generic, Self, TypeVar, overload

from podesta.v1 import game_pb2

from engines.kit.errors import OptionValueError

__all__ = [
    "BooleanOption",
    "ChoiceOption",
    "IntegerOption",
    "NumberOption",
    "Option",
    "TextOption",
    "apply_options",
    "declared_options",
]

T = TypeVar("T")


class Option(ABC, Generic[T]):
    """One option of a bot: a class attribute that reads as its value."""

    kind: game_pb2.OptionType

    def __init__(self, default: T, help_text: str) -> None:
        self.default = default
        self.help = help_text
        self.name = ""
        self._check(default)

    def __set_name__(self, owner: type[object], name: str) -> None:
        self.name = name

    @overload
    def __get__(self, instance: None, owner: type[object]) -> Self: ...
    @overload
    def __get__(self, instance: object, owner: type[object]) -> T: ...
    def __get__(self, instance: object | None, owner: type[object]) -> Self | T:
        if instance is None:
            return self
        value: T = vars(instance).get(self.name, self.default)
        return value

    def __set__(self, instance: object, value: T) -> None:
        self._check(value)
        vars(instance)[self.name] = value

    def set_text(self, instance: object, text: str) -> None:
        """Set from a written value. Raises OptionValueError."""
        try:
            value = self.parse(text)
            self._check(value)
        except ValueError as error:
            raise OptionValueError(f"option {self.name} = {text!r}: {error}") from None
        vars(instance)[self.name] = value

    @abstractmethod
    def parse(self, text: str) -> T:
        """Read a written value. Raises ValueError that says how it is written."""

    def write(self, value: T) -> str:
        """The canonical text of a value."""
        return str(value)

    def _check(self, value: T) -> None:
        """Raise ValueError for a value outside the declaration."""

    def declaration(self) -> game_pb2.OptionDeclaration:
        """As it stands in Hello."""
        return game_pb2.OptionDeclaration(
            name=self.name,
            type=self.kind,
            default_value=self.write(self.default),
            help=self.help,
        )


class TextOption(Option[str]):
    """Any text."""

    kind = game_pb2.OPTION_TYPE_TEXT

    def parse(self, text: str) -> str:
        """The text itself."""
        return text


class BooleanOption(Option[bool]):
    """Written `true` or `false`."""

    kind = game_pb2.OPTION_TYPE_BOOLEAN

    def parse(self, text: str) -> bool:
        """`true` or `false`."""
        if text not in ("true", "false"):
            raise ValueError("must be true or false")
        return text == "true"

    def write(self, value: bool) -> str:
        """`true` or `false`."""
        return "true" if value else "false"


N = TypeVar("N", bound=float)


class _RangeOption(Option[N]):
    def __init__(
        self, default: N, help_text: str, *, least: N | None = None, most: N | None = None
    ) -> None:
        self.least = least
        self.most = most
        super().__init__(default, help_text)

    def _check(self, value: N) -> None:
        if self.least is not None and value < self.least:
            raise ValueError(f"must be at least {self.least}")
        if self.most is not None and value > self.most:
            raise ValueError(f"must be at most {self.most}")

    def declaration(self) -> game_pb2.OptionDeclaration:
        """As it stands in Hello, with its range."""
        declaration = super().declaration()
        if self.least is not None:
            declaration.min = self.least
        if self.most is not None:
            declaration.max = self.most
        return declaration


class IntegerOption(_RangeOption[int]):
    """A whole number, with an optional range."""

    kind = game_pb2.OPTION_TYPE_INTEGER

    def parse(self, text: str) -> int:
        """Decimal digits, with a sign where it is negative."""
        digits = text.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 20):
            raise ValueError("must be a whole number")
        return int(text)


class NumberOption(_RangeOption[float]):
    """A decimal number, with an optional range."""

    kind = game_pb2.OPTION_TYPE_NUMBER

    def parse(self, text: str) -> float:
        """As Python writes a float; not infinite."""
        try:
            value = float(text)
        except ValueError:
            raise ValueError("must be a number") from None
        if not math.isfinite(value):
            raise ValueError("must be a number")
        return value


class ChoiceOption(Option[str]):
    """One of some words."""

    kind = game_pb2.OPTION_TYPE_CHOICE

    def __init__(self, default: str, help_text: str, *, choices: Sequence[str]) -> None:
        self.choices = tuple(choices)
        super().__init__(default, help_text)

    def parse(self, text: str) -> str:
        """One of the choices."""
        return text

    def _check(self, value: str) -> None:
        if value not in self.choices:
            raise ValueError(
                f"must be one of {', '.join(self.choices)}{nearest(value, self.choices)}"
            )

    def declaration(self) -> game_pb2.OptionDeclaration:
        """As it stands in Hello, with its choices."""
        declaration = super().declaration()
        declaration.choices.extend(self.choices)
        return declaration


def nearest(word: str, words: Sequence[str]) -> str:
    """A question after the likeliest word that was meant; empty when none is near."""
    found = difflib.get_close_matches(word, words, n=1)
    return f" (did you mean {found[0]!r}?)" if found else ""


def declared_options(bot_type: type[object]) -> dict[str, Option[object]]:
    """All options of a class and its bases by name, in the order of their declaration."""

    def attributes() -> Iterator[tuple[str, object]]:
        for base in reversed(bot_type.__mro__):
            yield from vars(base).items()

    found: dict[str, Option[object]] = {}
    for name, value in attributes():
        found.pop(name, None)
        if isinstance(value, Option):
            found[name] = value
    return found


def apply_options(bot: object, given: Mapping[str, str]) -> None:
    """Set every declared option: to the given value, or back to its default.

    Raises OptionValueError that names all problems at once; then nothing was set.
    """
    options = declared_options(type(bot))
    before = dict(vars(bot))
    problems: list[str] = []
    for name in given:
        if name not in options:
            known = f"it has {', '.join(options)}" if options else "it has none"
            problems.append(f"no option {name!r}{nearest(name, list(options))}; {known}")
    for name, option in options.items():
        try:
            option.set_text(bot, given.get(name, option.write(option.default)))
        except OptionValueError as problem:
            problems.append(str(problem))
    if problems:
        vars(bot).clear()
        vars(bot).update(before)
        raise OptionValueError("; ".join(problems))

"""Whether an engine can be given the options that its organiser asks for."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches

from podesta.v1 import game_pb2

__all__ = ["option_problems"]


def option_problems(
    declared: Iterable[game_pb2.OptionDeclaration], given: Mapping[str, str]
) -> list[str]:
    """One line for each option that the engine does not have or can't be set to that value."""
    by_name = {declaration.name: declaration for declaration in declared}
    problems = []
    for name, value in sorted(given.items()):
        declaration = by_name.get(name)
        if declaration is None:
            near = get_close_matches(name, by_name, n=1)
            meant = f"; did you mean {near[0]!r}?" if near else ""
            names = ", ".join(sorted(by_name)) or "none"
            problems.append(f"the engine has no option {name!r}{meant or '; it has ' + names}")
        elif expected := _expected(declaration, value):
            problems.append(f"option {name} can't be {value!r}: expected {expected}")
    return problems


def _expected(declaration: game_pb2.OptionDeclaration, value: str) -> str | None:
    """What the value should have been; None where it is right."""
    kind = declaration.type
    if kind == game_pb2.OPTION_TYPE_BOOLEAN:
        return None if value in ("true", "false") else "true or false"
    if kind == game_pb2.OPTION_TYPE_CHOICE:
        return None if value in declaration.choices else " or ".join(declaration.choices)
    if kind not in (game_pb2.OPTION_TYPE_INTEGER, game_pb2.OPTION_TYPE_NUMBER):
        return None
    whole = kind == game_pb2.OPTION_TYPE_INTEGER
    try:
        number = float(int(value) if whole else value)
    except (ValueError, OverflowError):
        return "a whole number" if whole else "a number"
    if declaration.HasField("min") and not number >= declaration.min:
        return f"at least {declaration.min:g}"
    if declaration.HasField("max") and not number <= declaration.max:
        return f"at most {declaration.max:g}"
    return None

"""The shape of a user's map: JSON with the right keys and types."""

import json
from collections import Counter
from difflib import get_close_matches
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from referee.games.bologna.moves import KINDS
from referee.games.errors import OptionError

__all__ = ["checked_json"]

_LARGEST = 1000
_Count = Annotated[int, Field(ge=1, le=_LARGEST)]
_Length = Annotated[int, Field(ge=1, le=26)]
_Name = Annotated[str, Field(min_length=1, max_length=16, pattern=r"^[A-Za-z0-9]+$")]
_DISTRICTS = 6


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class _Kind(_Strict):
    count: _Count
    value: _Count
    shape: Annotated[list[_Length], Field(min_length=2, max_length=2)]


class _Kinds(_Strict):
    councilman: _Kind
    townhall: _Kind
    cathedral: _Kind


class _Map(_Strict):
    tracks: _Count
    landmarks: _Kinds
    slots: Annotated[list[_Name], Field(min_length=_DISTRICTS, max_length=_DISTRICTS)]
    sides: dict[str, list[str]]


def checked_json(text: str) -> dict[str, Any]:
    """The contents of a map's JSON. Raises OptionError with all that is wrong with its shape."""
    problems: list[str] = []

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        twice = [key for key, times in Counter(key for key, _ in pairs).items() if times > 1]
        problems.extend(f"map: {key!r} stands there more than once" for key in twice)
        return dict(pairs)

    try:
        raw = json.loads(text, object_pairs_hook=unique)
    except (ValueError, RecursionError) as error:
        raise OptionError([f"map: no JSON: {error}"]) from None
    try:
        contents = _Map.model_validate(raw).model_dump()
    except ValidationError as error:
        problems += [_problem(one["loc"], one["type"], one["msg"]) for one in error.errors()]
        raise OptionError(problems) from None
    problems += _name_problems(contents)
    if problems:
        raise OptionError(problems)
    return contents


def _problem(place: tuple[int | str, ...], kind: str, message: str) -> str:
    where = ".".join(str(part) for part in place)
    if kind == "extra_forbidden":
        keys = [*_Map.model_fields, *_Kinds.model_fields, *_Kind.model_fields]
        near = get_close_matches(str(place[-1]), keys, n=1)
        message = "no such key" + (f"; did you mean {near[0]!r}?" if near else "")
    return f"map: {where}: {message}" if where else f"map: {message}"


def _name_problems(contents: dict[str, Any]) -> list[str]:
    slots: list[str] = contents["slots"]
    problems = [
        f"map: slots: tile {name!r} stands there more than once"
        for name, times in Counter(slots).items()
        if times > 1
    ]
    wanted = [slot + letter for slot in dict.fromkeys(slots) for letter in "AB"]
    given: dict[str, list[str]] = contents["sides"]
    for name in wanted:
        if name not in given:
            near = get_close_matches(name, [n for n in given if n not in wanted], n=1)
            hint = f"; is it {near[0]!r}?" if near else ""
            problems.append(f"map: side {name}: is missing{hint}")
    problems += [
        f"map: side {name}: belongs to no tile of slots" for name in given if name not in wanted
    ]
    total = sum(contents["landmarks"][kind]["count"] for kind in KINDS)
    if total < _DISTRICTS:
        problems.append(f"map: landmarks: {total} for {_DISTRICTS} districts")
    return problems

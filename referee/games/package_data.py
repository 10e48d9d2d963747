"""Game data in JSON files beside the rules: read, checked as a whole, told in one piece."""

import json
from collections.abc import Iterable, Mapping
from importlib.resources import files
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from referee.games.errors import OptionError

__all__ = ["data_texts", "parse_parts"]

D = TypeVar("D", bound=BaseModel)


def data_texts(package: str, names: Iterable[str]) -> dict[str, str]:
    """The texts of `data/<name>.json` in a package, by name."""
    folder = files(package) / "data"
    return {name: (folder / f"{name}.json").read_text("utf-8") for name in names}


def parse_parts(kind: type[D], texts: Mapping[str, str], keys: Mapping[str, str | None]) -> D:
    """One checked value out of several JSON files.

    `keys` names the files in order, without ending: the content of each is the value of that key,
    or, where it is None, an object whose keys are keys of `kind`. Raises OptionError with one
    problem a line, each naming file, key and what is allowed.
    """
    problems: list[str] = []
    rows: dict[str, Any] = {}
    origin: dict[str, str] = {}
    for name, key in keys.items():
        try:
            content = json.loads(texts[name])
        except ValueError as error:
            problems.append(f"{name}.json: no JSON: {error}")
            continue
        if key is not None:
            content = {key: content}
        if not isinstance(content, dict):
            problems.append(f"{name}.json: an object is expected")
            continue
        rows.update(content)
        origin.update(dict.fromkeys(content, name))
    if problems:
        raise OptionError(problems)
    try:
        return kind.model_validate(rows)
    except ValidationError as error:
        raise OptionError(
            [
                f"{origin.get(str(e['loc'][0]), 'data')}.json: "
                f"{'.'.join(map(str, e['loc']))}: {e['msg']}"
                for e in error.errors()
            ]
        ) from None

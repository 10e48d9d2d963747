"""What people do to a league besides playing it: each act as a value that travels as JSON.

An act is done at once where no run has the ledger, else it is written into the ledger as a request
and the run does it: what changes the plan when no match is running, the rest at once.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

__all__ = [
    "ACT_NAMES",
    "Act",
    "AddEngine",
    "Concurrency",
    "Merge",
    "Pause",
    "RemoveEngine",
    "Rerun",
    "Resume",
    "UpdateEngine",
    "VoidMatch",
    "act_from_json",
    "act_to_json",
]


class _Act(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    user: str
    at_us: int
    reason: str = ""


class Pause(_Act):
    """Give out no more matches; those that run are finished."""

    act: Literal["pause"] = "pause"

    @property
    def subject(self) -> str:
        """What it is done to."""
        return ""


class Resume(_Act):
    """Go on."""

    act: Literal["resume"] = "resume"

    @property
    def subject(self) -> str:
        """What it is done to."""
        return ""


class Concurrency(_Act):
    """Play this many matches at a time, until the run ends."""

    act: Literal["concurrency"] = "concurrency"
    matches: int = Field(ge=1, le=4096)

    @property
    def subject(self) -> str:
        """What it is done to."""
        return str(self.matches)


class VoidMatch(_Act):
    """Let a result not count any more; `match` is its number, or how its id begins."""

    act: Literal["void"] = "void"
    match: str

    @property
    def subject(self) -> str:
        """What it is done to."""
        return self.match


class Rerun(_Act):
    """Play a whole deal again; `deal` is how its id begins."""

    act: Literal["rerun"] = "rerun"
    deal: str

    @property
    def subject(self) -> str:
        """What it is done to."""
        return self.deal


class AddEngine(_Act):
    """Let another engine take part; `table` has the keys of [[engine]], paths from `directory`."""

    act: Literal["add"] = "add"
    table: dict[str, Any]
    directory: str
    file_of_its_own: bool

    @property
    def subject(self) -> str:
        """What it is done to."""
        return str(self.table.get("id") or self.table.get("name") or "")


class RemoveEngine(_Act):
    """Let an engine take part no more."""

    act: Literal["remove"] = "remove"
    engine: str

    @property
    def subject(self) -> str:
        """What it is done to."""
        return self.engine


class UpdateEngine(_Act):
    """Take an engine's files as they are now; `keep` says whether its old matches count."""

    act: Literal["update"] = "update"
    engine: str
    keep: bool

    @property
    def subject(self) -> str:
        """What it is done to."""
        return self.engine


class Merge(_Act):
    """Take in the results of other ledgers of the same league."""

    act: Literal["merge"] = "merge"
    ledgers: tuple[str, ...]

    @property
    def subject(self) -> str:
        """What it is done to."""
        return " ".join(self.ledgers)


Act = (
    Pause
    | Resume
    | Concurrency
    | VoidMatch
    | Rerun
    | AddEngine
    | RemoveEngine
    | UpdateEngine
    | Merge
)
ACT_NAMES = ("pause", "resume", "concurrency", "void", "rerun", "add", "remove", "update", "merge")
_ADAPTER: TypeAdapter[Act] = TypeAdapter(Annotated[Act, Field(discriminator="act")])


def act_to_json(act: Act) -> str:
    """As a ledger keeps it."""
    return act.model_dump_json()


def act_from_json(text: str) -> Act:
    """What a ledger holds. Raises ValueError."""
    try:
        return _ADAPTER.validate_json(text)
    except ValidationError as error:
        raise ValueError(f"a request that can't be read: {error.errors()[0]['msg']}") from None

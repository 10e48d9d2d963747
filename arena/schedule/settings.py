"""What a league file says about its format, as it is kept in the ledger, too."""

from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from arena.ratings import EloModel, Sprt

__all__ = ["DEFAULT_TIEBREAK_DEALS", "FormatName", "FormatSettings", "SprtSettings"]

DEFAULT_TIEBREAK_DEALS = 2


class FormatName(StrEnum):
    """How those who meet are chosen."""

    ROUND_ROBIN = "round-robin"
    GAUNTLET = "gauntlet"
    SWISS = "swiss"
    SINGLE_ELIMINATION = "single-elimination"
    DOUBLE_ELIMINATION = "double-elimination"
    LADDER = "ladder"
    SPRT = "sprt"


class _Settings(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class SprtSettings(_Settings):
    """The bounds of a sequential test; see `arena.ratings.Sprt`."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: EloModel = EloModel.NORMALIZED

    def test(self) -> Sprt:
        """The test itself. Raises ValueError when the numbers make none."""
        return Sprt(self.elo0, self.elo1, self.alpha, self.beta, self.model)


class FormatSettings(_Settings):
    """A format with what it needs beyond engines, seats and deals.

    `challengers` are the engines that a gauntlet is about. `rounds` are those of a Swiss, None for
    as many as single out one of the engines. `seeds` are engine ids, the strongest first; all
    others follow by lot. `tiebreak_deals` are played at most where the deals of an elimination
    end level. `versions` are the candidate of a sequential test and the engine it must beat.
    """

    name: FormatName = FormatName.ROUND_ROBIN
    challengers: tuple[str, ...] = ()
    rounds: int | None = None
    seeds: tuple[str, ...] = ()
    tiebreak_deals: int = DEFAULT_TIEBREAK_DEALS
    versions: tuple[str, ...] = ()
    sprt: SprtSettings | None = None

    @property
    def adaptive(self) -> bool:
        """Whether who meets next depends on results."""
        return self.name not in (FormatName.ROUND_ROBIN, FormatName.GAUNTLET)

    def terms(self, deals: int | None) -> dict[str, str]:
        """What of it can't change while a ledger lives, as texts.

        A round robin has none: its ledgers are older than formats.
        """
        if self.name is FormatName.ROUND_ROBIN:
            return {}
        terms = {"format": str(self.name)}
        if self.name in (FormatName.SINGLE_ELIMINATION, FormatName.DOUBLE_ELIMINATION):
            terms["format"] += f", best of {deals} deals, {self.tiebreak_deals} more where level"
        if self.name is FormatName.SWISS:
            terms["format"] += f", {deals} deals a table"
        if self.sprt is not None:
            test = self.sprt
            terms["format"] += (
                f", {' against '.join(self.versions)}, {test.model.value} Elo {test.elo0:g} to "
                f"{test.elo1:g}, alpha {test.alpha:g}, beta {test.beta:g}"
            )
        return terms

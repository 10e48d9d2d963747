"""Can one number say it? How far results are from any single scale of strength."""

from collections.abc import Mapping

from arena.ratings.appraisal import Appraisal
from arena.report.sheet import Column, Kind, Sheet

__all__ = ["agreement_lines", "cycles_sheet", "mixtures_sheet", "tier_lines"]


def tier_lines(appraisal: Appraisal, names: Mapping[str, str]) -> tuple[str, ...]:
    """Which bots are not told apart, in a sentence."""
    if not appraisal.tiers:
        return ()
    listed = "; ".join(", ".join(names.get(e, e) for e in tier) for tier in appraisal.tiers)
    return (f"Bots that these results do not tell apart share a tier: {listed}.",)


def agreement_lines(appraisal: Appraisal) -> tuple[str, ...]:
    """Sentences on the lack of fit and the cyclic share; none of fewer than three bots."""
    fit = appraisal.lack_of_fit
    if fit is None:
        return ("With fewer than three bots one number always says it.",)
    lines = []
    if fit.p is not None:
        verdict = "do not score" if fit.p < 0.05 else "score"
        lines.append(
            f"Pairs {verdict} as the ratings say (lack of fit {fit.deviance:.1f} with "
            f"{fit.degrees} degrees of freedom, p = {fit.p:.3f})."
        )
    elif fit.sparse:
        lines.append("There are too few points a pair to say whether the ratings fit.")
    if appraisal.cyclic_share is not None:
        share = f"{appraisal.cyclic_share * 100:.0f}"
        chance = "" if share == "0" else "; chance alone makes that more than 0"
        lines.append(
            f"{share} % of who beat whom by how much goes in circles, which no ranking can explain "
            f"(HodgeRank){chance}."
        )
    return tuple(lines)


def cycles_sheet(appraisal: Appraisal, names: Mapping[str, str]) -> Sheet:
    """The worst circles of three."""
    rows = tuple(
        (*(names.get(engine, engine) for engine in cycle.engines), cycle.elo, cycle.z)
        for cycle in appraisal.cycles
    )
    return Sheet(
        "cycles",
        "Circles: each beats the next, the last the first",
        (
            Column("first", "bot"),
            Column("second", "beats"),
            Column("third", "which beats"),
            Column("elo", "Elo round the circle", Kind.ELO, "0 on any scale of strength"),
            Column("z", "standard errors", Kind.NUMBER, "the worst of many: doubt what is below 4"),
        ),
        rows,
    )


def mixtures_sheet(appraisal: Appraisal, names: Mapping[str, str]) -> Sheet:
    """How much each bot would still be played if everybody could choose one; the first pool."""
    rows = [
        (names.get(engine, engine), alpha, appraisal.nash[engine])
        for engine, alpha in appraisal.alpha_rank.items()
    ]
    rows.sort(key=lambda row: (-row[2], -row[1], row[0]))
    return Sheet(
        "mixtures",
        "Who would still be played if everybody could choose",
        (
            Column("engine", "bot"),
            Column("alpha_rank", "alpha-Rank", Kind.SHARE, "share of time that it is played"),
            Column("nash", "Nash", Kind.SHARE, "part in the mixture that nobody beats on average"),
        ),
        tuple(rows),
        note="From plain scores without their errors: a lucky win over the best counts in full.",
    )

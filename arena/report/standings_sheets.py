"""Standings, seats, placements and schedule balance as tables."""

from collections.abc import Mapping

import numpy as np

from arena.ratings import ErrorMark, ResultColumns, Scale, Standings
from arena.ratings.appraisal import Appraisal
from arena.report.sheet import Column, Kind, Sheet

__all__ = [
    "balance_sheet",
    "placements_sheet",
    "seat_points",
    "seat_scores_sheet",
    "standings_sheet",
]

_TIERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def standings_sheet(standings: Standings, appraisal: Appraisal, names: Mapping[str, str]) -> Sheet:
    """The standings; tiers are lettered from the best, and an engine can be in several."""
    rows = []
    for row in standings.rows:
        rating = row.rating
        letters = map(_tier_name, appraisal.tiers_with(row.engine))
        rows.append(
            (
                row.rank,
                row.engine,
                names.get(row.engine, row.engine),
                rating.elo,
                rating.plus_minus,
                _words(rating.scale.name),
                _words(rating.error_mark.name),
                " ".join(letters),
                row.points,
                row.matches,
                rating.deals,
                row.wins,
                row.draws,
                row.losses,
                row.mean_placement,
                row.faults,
                row.forfeits,
                rating.pool + 1 if rating.elo is not None else None,
                appraisal.alpha_rank.get(row.engine),
                appraisal.nash.get(row.engine),
            )
        )
    return Sheet(
        "standings",
        "Standings",
        (
            Column("rank", "rank", Kind.COUNT),
            Column("engine", "id", files_only=True),
            Column("name", "bot"),
            Column("elo", "Elo", Kind.ELO, "strength; 400 points more are odds of ten to one"),
            Column("plus_minus", "±", Kind.NUMBER, "half the 95 % interval, clustered by deal"),
            Column("scale", "scale", help="whether the rating is measured or only a bound"),
            Column("error", "error", help="how far the ± can be trusted"),
            Column("tiers", "tiers", help="bots that share a letter are not told apart"),
            Column("points", "points", Kind.NUMBER, "opponents beaten, as a share of each match"),
            Column("matches", "matches", Kind.COUNT),
            Column("deals", "deals", Kind.COUNT),
            Column("wins", "W", Kind.COUNT),
            Column("draws", "D", Kind.COUNT),
            Column("losses", "L", Kind.COUNT),
            Column("mean_placement", "mean place", Kind.NUMBER),
            Column("faults", "faults", Kind.COUNT),
            Column("forfeits", "forfeits", Kind.COUNT),
            Column(
                "pool",
                "pool",
                Kind.COUNT,
                "ratings of two pools can't be compared",
                files_only=standings.ratings.pools < 2,
            ),
            Column("alpha_rank", "alpha-Rank", Kind.SHARE, files_only=True),
            Column("nash", "Nash", Kind.SHARE, files_only=True),
        ),
        tuple(rows),
        note=_marks_note(standings),
    )


def _words(name: str) -> str:
    return name.replace("_", " ").lower()


def _marks_note(standings: Standings) -> str:
    """What the words under "scale" and "error" mean, those that occur."""
    scales = {row.rating.scale for row in standings.rows} - {Scale.MEASURED}
    marks = {row.rating.error_mark for row in standings.rows} - {ErrorMark.GOOD, ErrorMark.BOUND}
    parts = [_meaning(scale) for scale in Scale if scale in scales]
    parts += [f"± {mark.value}" for mark in ErrorMark if mark in marks]
    return "; ".join(parts)


def _meaning(scale: Scale) -> str:
    words = _words(scale.name)
    return scale.value if scale.value.startswith(words) else f"{words}: {scale.value}"


def _tier_name(number: int) -> str:
    return _TIERS[number] if number < len(_TIERS) else f"T{number + 1}"


def seat_scores_sheet(results: ResultColumns, standings: Standings) -> Sheet:
    """What was scored in each seat, and what the seat adds to a rating."""
    played = ~results.forfeit
    effects = standings.ratings.seat_effects
    rows = []
    points = seat_points(results)
    for seat in range(results.seats):
        sat = played & (results.engines[:, seat] >= 0)
        matches = int(sat.sum())
        rows.append(
            (
                seat,
                matches,
                int((results.placements[sat, seat] == 1).sum()),
                float(points[sat, seat].mean()) if matches else None,
                effects.elo[seat] if seat < len(effects.elo) else None,
                effects.standard_errors[seat]
                if effects.standard_errors is not None and seat < len(effects.standard_errors)
                else None,
            )
        )
    return Sheet(
        "seats",
        "Seats",
        (
            Column("seat", "seat", Kind.COUNT),
            Column("matches", "matches", Kind.COUNT),
            Column("firsts", "placed first", Kind.COUNT),
            Column("score", "score", Kind.SHARE),
            Column("elo", "Elo", Kind.ELO, "what the seat adds to the rating of its bot"),
            Column("standard_error", "se", Kind.NUMBER),
        ),
        tuple(rows),
    )


def seat_points(results: ResultColumns) -> "np.ndarray[tuple[int, ...], np.dtype[np.float64]]":
    """By match and seat the share of opponents that were placed behind, a tie one half."""
    place, sits = results.placements, results.engines >= 0
    points = np.zeros(place.shape, dtype=np.float64)
    for other in range(results.seats):
        both = sits & sits[:, [other]]
        both[:, other] = False
        points += both * ((place < place[:, [other]]) + (place == place[:, [other]]) / 2.0)
    points /= np.maximum(sits.sum(axis=1, keepdims=True) - 1, 1)
    return points


def placements_sheet(
    results: ResultColumns, standings: Standings, names: Mapping[str, str]
) -> Sheet:
    """How often each engine took each place in the matches that were played."""
    played = ~results.forfeit
    rows = []
    for row in standings.rows:
        number = results.engine_ids.index(row.engine)
        places = results.placements[played][results.engines[played] == number]
        counts = [int((places == place).sum()) for place in range(1, results.seats + 1)]
        rows.append((names.get(row.engine, row.engine), *counts, row.mean_placement))
    return Sheet(
        "placements",
        "Placements",
        (
            Column("engine", "bot"),
            *(
                Column(f"place_{place}", f"place {place}", Kind.COUNT)
                for place in range(1, results.seats + 1)
            ),
            Column("mean_placement", "mean", Kind.NUMBER),
        ),
        tuple(rows),
    )


def balance_sheet(results: ResultColumns, standings: Standings, names: Mapping[str, str]) -> Sheet:
    """How evenly each engine was given seats and opponents."""
    sits = results.engines >= 0
    rows = []
    for row in standings.rows:
        number = results.engine_ids.index(row.engine)
        mine = (results.engines == number).any(axis=1)
        others = results.engines[mine][sits[mine]]
        met = np.bincount(others, minlength=len(results.engine_ids))
        met[number] = 0
        faced = np.delete(met, number)
        rows.append(
            (
                names.get(row.engine, row.engine),
                *row.seats,
                int((faced > 0).sum()),
                int(faced.min()) if len(faced) else None,
                int(faced.max()) if len(faced) else None,
            )
        )
    seats = len(standings.rows[0].seats) if standings.rows else 0
    return Sheet(
        "balance",
        "Seats and opponents",
        (
            Column("engine", "bot"),
            *(Column(f"seat_{seat}", f"in seat {seat}", Kind.COUNT) for seat in range(seats)),
            Column("opponents", "opponents met", Kind.COUNT),
            Column("fewest", "fewest meetings", Kind.COUNT),
            Column("most", "most meetings", Kind.COUNT),
        ),
        tuple(rows),
    )

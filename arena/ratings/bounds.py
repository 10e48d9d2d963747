"""Ratings that data leave infinite, held by a prior and marked as bounds."""

from collections import Counter
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from arena.ratings.bradley_terry import BradleyTerry
from arena.ratings.components import Components
from arena.ratings.logistic import Design, fit_logistic

__all__ = ["PRIOR_MATCHES", "Scale", "place_groups", "scales_of"]

# Drawn comparisons with an average engine, added for each engine without a finite rating.
PRIOR_MATCHES = 1.0


class Scale(Enum):
    """What a rating says."""

    MEASURED = "measured"
    AT_LEAST = "at least: nothing was lost to the measured engines, or to anyone"
    AT_MOST = "at most: nothing was taken off the measured engines, or off anyone"
    BY_PRIOR = "by the prior alone: neither above nor below the measured engines"
    UNRATED = "no rated comparison"


def scales_of(components: Components, compared: NDArray[np.bool_]) -> tuple[Scale, ...]:
    """What the rating of each engine can mean; `compared` (engines) are those with an opponent.

    In a pool of several strongly connected groups the largest group is the measured one, if it is
    larger than all others; every other group is infinitely far above or below it.
    """
    scales = [Scale.UNRATED] * len(components.pool)
    for pool in sorted(set(components.pool)):
        engines = [e for e, p in enumerate(components.pool) if p == pool and compared[e]]
        if not engines:
            continue
        sizes = Counter(components.group[engine] for engine in engines)
        main = _main_group(sizes)
        marks = {group: _scale(group, main, components) for group in sizes}
        for engine in engines:
            scales[engine] = marks[components.group[engine]]
    return tuple(scales)


def _main_group(sizes: Counter[int]) -> int | None:
    (group, size), *others = sizes.most_common(2)
    return None if size == 1 or (others and others[0][1] == size) else group


def _scale(group: int, main: int | None, components: Components) -> Scale:
    if main is None:
        beaten = any(lower == group for _, lower in components.above)
        winning = any(higher == group for higher, _ in components.above)
        above, below = winning and not beaten, beaten and not winning
    else:
        if group == main:
            return Scale.MEASURED
        above, below = main in components.reaches(group), group in components.reaches(main)
    if above:
        return Scale.AT_LEAST
    return Scale.AT_MOST if below else Scale.BY_PRIOR


def place_groups(fit: BradleyTerry, scales: tuple[Scale, ...]) -> NDArray[np.float64]:
    """The strengths (engines) with the groups of each pool moved to where a prior holds them.

    Inside a group strengths keep their maximum-likelihood differences, and measured groups stay
    where they are. The others are placed by the comparisons across groups and by `PRIOR_MATCHES`
    draws of each of their engines with an average one: the mean of the measured, where there are
    any.
    """
    pool, group = np.array(fit.components.pool), np.array(fit.components.group)
    apart = np.array([len(set(group[pool == p])) > 1 for p in pool], dtype=np.bool_)
    if not apart.any():
        return fit.strength
    cells = fit.all_cells
    across = np.flatnonzero(group[cells.first] != group[cells.second])
    first, second = cells.first[across], cells.second[across]
    labels, place = np.unique(group, return_inverse=True)
    # Number len(labels) is the average engine, which does not move; nor do whole pools.
    average = len(labels)
    measured = np.array([scale is Scale.MEASURED for scale in scales], dtype=np.bool_)
    place = np.where(apart & measured, average, place)
    held = np.flatnonzero(apart & ~measured)
    unmoved = np.setdiff1d(np.arange(average + 1), place[held])
    design = Design(
        size=average + 1,
        columns=np.stack(
            [
                np.concatenate([place[first], place[held]]),
                np.concatenate([place[second], np.full(len(held), average)]),
            ]
        ),
        signs=(1.0, -1.0),
        offset=np.concatenate(
            [
                fit.strength[first]
                - fit.strength[second]
                + fit.seat[cells.first_seat[across]]
                - fit.seat[cells.second_seat[across]],
                fit.strength[held],
            ]
        ),
        fixed=_directions(unmoved, average),
    )
    count = np.concatenate([cells.count[across], np.full(len(held), PRIOR_MATCHES)])
    score = np.concatenate([cells.score[across], np.full(len(held), PRIOR_MATCHES / 2.0)])
    placed = fit_logistic(design, count, score)
    moved = placed.parameters - placed.parameters[average]
    strength: NDArray[np.float64] = fit.strength + np.where(apart, moved[place], 0.0)
    return strength


def _directions(unmoved: NDArray[np.intp], average: int) -> NDArray[np.float64]:
    """Nothing changes when untouched groups move, or when all others move with the average."""
    size = average + 1
    free = np.ones(size)
    lone = [index for index in unmoved.tolist() if index != average]
    free[lone] = 0.0
    return np.concatenate([np.eye(size)[lone], free[np.newaxis, :] / np.sqrt(free.sum())])

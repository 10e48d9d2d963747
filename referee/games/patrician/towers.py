"""Towers: who leads them, where floors may go, where the Architetto's go.

A tower is `bytes`: the owner of each floor, from the ground.
"""

__all__ = ["architetto_sites", "building_sites", "leader", "place", "winners"]

Towers = tuple[bytes, bytes]


def leader(tower: bytes) -> int | None:
    """Who has most floors; of those who tie, who has the highest one (rules 31, 32)."""
    if not tower:
        return None
    if tower.count(tower[-1]) * 2 >= len(tower):
        # Half of the floors and the top one: nobody has more, and ties go to the top.
        return tower[-1]
    best, lead = 0, tower[-1]
    for owner in dict.fromkeys(reversed(tower)):
        count = tower.count(owner)
        if count > best:
            best, lead = count, owner
    return lead


def winners(first: bytes, second: bytes) -> tuple[int, int]:
    """Who wins the higher and the lower token (rules 30-34): heights differ, both stand."""
    taller, shorter = (first, second) if len(first) > len(second) else (second, first)
    higher, lower = leader(taller), leader(shorter)
    if higher is None or lower is None:
        raise ValueError("a city is scored with an empty site")
    return higher, lower


def place(towers: Towers, site: int, owner: int) -> Towers:
    """The towers with one more floor on a site, 1 or 2 (rule 12)."""
    floor = bytes((owner,))
    first, second = towers
    return (first + floor, second) if site == 1 else (first, second + floor)


def building_sites(first: int, second: int, room: int, crests: int) -> tuple[str, ...]:
    """Where the floors of a card may go (rules 13-16).

    By the heights of the two towers, the floors still missing in the city (at least `crests`) and
    the floors to place. Two empty sites are alike, so that only one is offered (ruling 7).
    """
    if crests == 1:
        if room == 1:
            if not first:
                return ("1",)
            if not second:
                return ("2",)
        return ("1", "2") if first or second else ("1",)
    if room == 2:
        if not first and not second:
            return ("12",)
        if not first:
            return ("11", "12")
        if not second:
            return ("12", "22")
    return ("11", "12", "22") if first or second else ("11", "12")


def architetto_sites(
    towers: Towers, room: int, points: tuple[int, int], owner: int
) -> tuple[int, ...]:
    """Where a floor of the Architetto may go (rules 42-46, rulings 15-17).

    `room` is how many floors the city still misses, `points` its higher and lower token. Two sites
    mean that the current player picks one.
    """
    first, second = len(towers[0]), len(towers[1])
    if room == 1 and not (first and second):
        return (1,) if not first else (2,)
    if first == second:
        return (1, 2) if first else (1,)
    after = (place(towers, 1, owner), place(towers, 2, owner))
    led = [site for site in (1, 2) if leader(after[site - 1][site - 1]) == owner]
    taller = 1 if first > second else 2
    if len(led) == 1:
        return (led[0],)
    if not led:
        return (3 - taller,)
    gains = [_gain(towers_after, points, owner) for towers_after in after]
    if gains[0] == gains[1]:
        return (taller,)
    return (1,) if gains[0] > gains[1] else (2,)


def _gain(towers: Towers, points: tuple[int, int], owner: int) -> int:
    """Twice what an owner would get if the city were scored like this (ruling 16)."""
    first, second = len(towers[0]), len(towers[1])
    higher, lower = 2 * points[0], 2 * points[1]
    if first == second:
        worth = (sum(points), sum(points))
    else:
        worth = (higher, lower) if first > second else (lower, higher)
    return sum(w for w, tower in zip(worth, towers, strict=True) if leader(tower) == owner)

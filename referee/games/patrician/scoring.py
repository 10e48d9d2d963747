"""The count at the end (rules 35-38, 51, 52, 59-64)."""

from collections.abc import Sequence
from dataclasses import dataclass

from referee.games.game import Outcome, SeatOutcome
from referee.games.patrician.data import PORTRAITS, SET_POINTS, SET_SIZE
from referee.games.patrician.variant import NOBODY, Variant

__all__ = ["OwnerScore", "count", "delegate_owners", "rank", "with_delegates"]

Owners = tuple[int, int]


@dataclass(frozen=True, slots=True)
class OwnerScore:
    """The count of one owner: points, but for `portraits` (by kind), `sets` and `floors`."""

    prestige: int
    portraits: tuple[int, ...]
    sets: int
    bonus: int
    total: int
    floors: int
    delegates: tuple[str, ...] = ()


def count(
    variant: Variant,
    cards: Sequence[Sequence[int]],
    tokens: Sequence[Owners],
    bonus: Sequence[int],
    towers: Sequence[tuple[bytes, bytes]],
) -> tuple[OwnerScore, ...]:
    """By owner: the cards played, tokens won by city (higher, lower), bonus points, all towers."""
    delegates = delegate_owners(variant, tokens) if variant.delegates else {}
    scores = []
    for owner in range(variant.owners):
        prestige = sum(
            points
            for values, winners in zip(variant.tokens, tokens, strict=True)
            for points, winner in zip(values, winners, strict=True)
            if winner == owner
        )
        portraits = [sum(variant.portraits[c][k] for c in cards[owner]) for k in range(3)]
        names = tuple(name for name, winner in delegates.items() if winner == owner)
        portraits = with_delegates(portraits, names)
        sets = sum(n // SET_SIZE for n in portraits)
        floors = sum(first.count(owner) + second.count(owner) for first, second in towers)
        total = prestige + SET_POINTS * sets + bonus[owner]
        scores.append(
            OwnerScore(prestige, tuple(portraits), sets, bonus[owner], total, floors, names)
        )
    return tuple(scores)


def delegate_owners(variant: Variant, tokens: Sequence[Owners]) -> dict[str, int]:
    """Who wins each delegate (rules 60, 62, 64, ruling 20); delegates nobody wins are left out."""
    found: dict[str, int] = {}
    won = list(zip(variant.tokens, tokens, strict=True))
    for minor in variant.data.delegates.minor:
        counts = [0] * variant.owners
        for values, owners in won:
            for points, owner in zip(values, owners, strict=True):
                if points == minor.token and owner != NOBODY:
                    counts[owner] += 1
        values, owners = won[variant.city_number[minor.tie_city]]
        leaders = [o for o in range(variant.owners) if counts[o] == max(counts)]
        found[minor.name] = leaders[0] if len(leaders) == 1 else owners[values.index(minor.token)]
    major = variant.data.delegates.major
    sums = [0] * variant.owners
    for name in major.cities:
        values, owners = won[variant.city_number[name]]
        for points, owner in zip(values, owners, strict=True):
            sums[owner] += points
    values, owners = won[variant.city_number[major.tie_city]]
    leaders = [o for o in range(variant.owners) if sums[o] == max(sums)]
    if len(leaders) > 1:
        points_there = {
            o: sum(p for p, w in zip(values, owners, strict=True) if w == o) for o in leaders
        }
        best = max(points_there.values())
        leaders = [o for o in leaders if points_there[o] == best]
    if len(leaders) == 1:
        found[major.name] = leaders[0]
    return found


def with_delegates(portraits: Sequence[int], names: Sequence[str]) -> list[int]:
    """Portraits by kind with those of an owner's delegates (rules 61, 63, ruling 21).

    A, B and C give one of any kind each, spent where they make most sets; D gives one of each.
    """
    kinds = len(PORTRAITS)
    result = [n + ("D" in names) for n in portraits]
    free = sum(name != "D" for name in names)
    # Cheapest first: the kind that lacks fewest portraits to its next set. What is left over
    # after the last set that can be paid makes no set anywhere.
    for _ in range(free):
        kind = min(range(kinds), key=lambda k: (SET_SIZE - result[k] % SET_SIZE, k))
        result[kind] += 1
    return result


def rank(variant: Variant, scores: Sequence[OwnerScore]) -> Outcome:
    """Placements: the total, then fewest floors (rules 37, 38, 52, ruling 14).

    Where the Architetto wins, both seats have lost alike: they tie, with nothing scored.
    """
    seats = range(variant.seats)
    keys = [(s.total, -s.floors) for s in scores]
    best = max(keys[seat] for seat in seats)
    if variant.architetto != NOBODY and keys[variant.architetto] > best:
        return Outcome(
            tuple(SeatOutcome(1, 0, (0,)) for _ in seats), "the Architetto wins, both seats lose"
        )
    placements = [1 + sum(keys[other] > keys[seat] for other in seats) for seat in seats]
    if placements.count(1) > 1:
        reason = "shared victory"
    elif sum(scores[seat].total == best[0] for seat in seats) > 1:
        reason = "most points, fewest floors"
    else:
        reason = "most points"
    return Outcome(
        tuple(SeatOutcome(placements[s], scores[s].total, (-scores[s].floors,)) for s in seats),
        reason,
    )

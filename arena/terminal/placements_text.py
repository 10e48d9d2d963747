"""Who won, in a few characters."""

from collections.abc import Sequence

__all__ = ["placements_text"]

_SUFFIXES = {1: "st", 2: "nd", 3: "rd"}


def placements_text(placements: Sequence[int]) -> str:
    """Placements by seat, 1 for the best: with two seats the score, "1-0", "0-1" or "1/2-1/2".

    With more seats ordinals, "2nd-1st-3rd", which nobody takes for a score.
    """
    if len(placements) == 2:
        first, second = placements
        if first == second:
            return "1/2-1/2"
        return "1-0" if first < second else "0-1"
    return "-".join(f"{place}{_SUFFIXES.get(place, 'th')}" for place in placements)

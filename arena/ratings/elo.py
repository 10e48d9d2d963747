"""Elo: the scale on which 400 points more mean ten to one (Arpad Elo, 1978)."""

from math import log, log10, tanh

__all__ = ["ELO_PER_NAT", "Z_95", "elo_of_score", "score_of_elo"]

# Elo points of one unit of log-odds.
ELO_PER_NAT = 400.0 / log(10.0)

# Two-sided 95 % quantile of the normal distribution.
Z_95 = 1.959963984540054


def elo_of_score(score: float) -> float:
    """The Elo difference at which this mean score (0 to 1) is expected; 0 and 1 are infinite."""
    if score <= 0.0:
        return float("-inf")
    if score >= 1.0:
        return float("inf")
    # Written so that -elo_of_score(1 - s) and elo_of_score(s) agree and 1/2 gives a plain 0.
    return 400.0 * (log10(score) - log10(1.0 - score))


def score_of_elo(elo: float) -> float:
    """The mean score (0 to 1) expected at this Elo difference."""
    return 0.5 * (1.0 + tanh(elo / ELO_PER_NAT / 2.0))

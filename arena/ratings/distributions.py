"""Tail probabilities of the normal and the chi-square distribution."""

from math import erfc, exp, lgamma, log, sqrt

__all__ = ["chi_square_sf", "normal_cdf", "two_sided_p"]


def normal_cdf(z: float) -> float:
    """The probability that a standard normal variable is at most `z`."""
    return 0.5 * erfc(-z / sqrt(2.0))


def chi_square_sf(statistic: float, degrees: int) -> float:
    """The probability that a chi-square variable with `degrees` degrees exceeds `statistic`.

    Finite sums for whole degrees (Abramowitz and Stegun 26.4.4 and 26.4.5); with no degrees of
    freedom the variable is 0.
    """
    if degrees < 0:
        raise ValueError(f"degrees of freedom can't be negative: {degrees}")
    if statistic <= 0.0:
        return 1.0
    if degrees == 0:
        return 0.0
    # A denormal number halved is 0, of which there is no logarithm.
    half = max(statistic / 2.0, 1e-300)
    # Terms half^a / Gamma(a + 1) * e^-half with a = 0, 1, ... or 1/2, 3/2, ...; in logarithms,
    # since both factors leave the range of floats long before their product does.
    if degrees % 2 == 0:
        total, power = 0.0, 0.0
    else:
        total, power = erfc(sqrt(half)), 0.5
    while power < degrees / 2.0:
        total += exp(power * log(half) - half - lgamma(power + 1.0)) if power else exp(-half)
        power += 1.0
    return min(total, 1.0)


def two_sided_p(z: float) -> float:
    """The probability that a standard normal variable is further from 0 than `z`."""
    return erfc(abs(z) / sqrt(2.0))

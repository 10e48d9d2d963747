import numpy as np
import pytest
import statsmodels.api as sm

from arena.ratings.logistic import Design, fit_logistic, logistic


def pairs(size: int, fixed: bool = True) -> Design:
    first, second = np.triu_indices(size, 1)
    return Design(
        size=size,
        columns=np.stack([first, second]),
        signs=(1.0, -1.0),
        offset=np.zeros(len(first)),
        fixed=np.full((1, size), size**-0.5) if fixed else np.zeros((0, size)),
    )


def test_logistic_does_not_overflow() -> None:
    assert logistic(np.array([-1e9, 0.0, np.log(3.0), 1e9])) == pytest.approx([0, 0.5, 0.75, 1])


def test_offsets_count_as_in_statsmodels() -> None:
    generator = np.random.default_rng(3)
    plain = pairs(5)
    design = Design(5, plain.columns, plain.signs, generator.normal(0, 1, 10), plain.fixed)
    count = generator.integers(5, 30, 10).astype(float)
    score = np.round(count * generator.uniform(0.2, 0.8, 10))
    found = fit_logistic(design, count, score)
    exog = np.zeros((10, 5))
    exog[np.arange(10), plain.columns[0]] = 1.0
    exog[np.arange(10), plain.columns[1]] = -1.0
    oracle = sm.GLM(
        np.stack([score, count - score], axis=1),
        exog[:, 1:],
        family=sm.families.Binomial(),
        offset=design.offset,
    ).fit(tol=1e-13)
    assert found.converged
    assert found.parameters[1:] - found.parameters[0] == pytest.approx(oracle.params, abs=1e-8)
    inverse = design.pseudo_inverse(found.information)
    step = np.eye(5)[1:] - np.eye(5)[0]
    assert step @ inverse @ step.T == pytest.approx(oracle.cov_params(), rel=1e-6)


def test_a_clean_sweep_shows_as_information_run_out() -> None:
    design = pairs(2)
    found = fit_logistic(design, np.array([10.0]), np.array([10.0]))
    assert np.isfinite(found.parameters).all()
    assert design.smallest_eigenvalue(found.information) < 1e-6
    finite = fit_logistic(design, np.array([1e6]), np.array([1e6 - 1.0]))
    assert design.smallest_eigenvalue(finite.information) > 1e-3
    assert finite.parameters[0] - finite.parameters[1] == pytest.approx(np.log(1e6 - 1.0))


def test_nothing_to_fit() -> None:
    found = fit_logistic(pairs(1), np.zeros(0), np.zeros(0))
    assert found.converged
    assert found.parameters.tolist() == [0.0]

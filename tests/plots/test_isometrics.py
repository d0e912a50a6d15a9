"""A heuristic over a coverage space: what the grid says is what the heuristic says."""

from __future__ import annotations

import numpy as np
import pytest

from conjunct.evaluate import HEURISTICS, Laplace
from conjunct.plots import Isometrics
from conjunct.plots.isometrics import heuristic_name


@pytest.mark.parametrize("name", HEURISTICS)
def test_every_score_is_that_of_one_call_for_one_pair_of_counts(name: str) -> None:
    P, N = 5, 7
    isometrics = Isometrics.of(name, P, N)
    assert isometrics.scores.shape == (P + 1, N + 1)
    for p in range(P + 1):
        for n in range(N + 1):
            alone = HEURISTICS[name](np.array([p]), np.array([n]), P, N)[0]
            expected = alone if np.isfinite(alone) else np.nan
            np.testing.assert_equal(isometrics.scores[p, n], expected)


def test_a_heuristic_is_asked_for_whole_numbers_and_told_the_totals() -> None:
    asked = []

    def ask(p, n, P, N):
        asked.append((p.dtype.kind, n.dtype.kind, p.shape, P, N))
        return p - n

    Isometrics.of(ask, 2, 3)
    assert asked == [("i", "i", (12,), 2, 3)]


def test_large_spaces_are_looked_at_in_even_steps_ends_included() -> None:
    isometrics = Isometrics.of(Laplace(), 10_000, 3, resolution=5)
    assert isometrics.p.tolist() == [0, 2500, 5000, 7500, 10_000]
    assert isometrics.n.tolist() == [0, 1, 2, 3]
    assert Isometrics.of(Laplace(), 10, 3, resolution=4).p.tolist() == [0, 3, 7, 10]
    assert isometrics.scores[2, 3] == Laplace()(np.array([5000]), np.array([3]), 0, 0)[0]


def test_what_is_not_finite_is_left_out_without_a_warning() -> None:
    isometrics = Isometrics.of(lambda p, n, P, N: p / (p + n), 2, 2)
    assert np.isnan(isometrics.scores[0, 0])
    assert np.isnan(isometrics.scores).sum() == 1
    assert isometrics.range == (0.0, 1.0)
    assert np.isnan(Isometrics.of(lambda p, n, P, N: np.log(p), 2, 2).scores[0]).all()


def test_without_a_finite_score_the_range_is_empty() -> None:
    nothing = Isometrics.of(lambda p, n, P, N: np.full(p.shape, np.nan), 2, 2)
    assert nothing.range == (0.0, 0.0)


def test_a_function_that_gives_no_score_for_each_pair_is_named() -> None:
    def total(p, n, P, N):
        return p.sum()

    with pytest.raises(ValueError, match=r"heuristic total gives an array of shape \(\) for 12"):
        Isometrics.of(total, 2, 3)


def test_an_unknown_name_is_refused_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match=r"'correlation'.* Got 'corr' instead"):
        Isometrics.of("corr", 2, 3)


def test_a_function_without_a_name_is_called_a_heuristic() -> None:
    assert heuristic_name(lambda p, n, P, N: p) == "heuristic"

"""The classic heuristics: known values, edge cases, and the weights that compiled code takes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.evaluate.fraction import fraction

from conjunct.evaluate import (
    HEURISTICS,
    FMeasure,
    Kloesgen,
    LinearFraction,
    RelativeCost,
    accuracy,
    as_heuristic,
    correlation,
    f_measure,
    is_monotone,
    kloesgen,
    laplace,
    m_estimate,
    precision,
    relative_cost,
    wra,
)
from conjunct.evaluate.classic import CLASSIC


@st.composite
def problems(draw: st.DrawFn) -> tuple[int, int, int, int]:
    """Draw p, n, P and N of a rule that covers a row."""
    P, N = draw(st.integers(1, 3000)), draw(st.integers(1, 3000))
    return draw(st.integers(1, P)), draw(st.integers(0, N)), P, N


def one(value):
    return pytest.approx(value, rel=1e-12, abs=1e-15)


@given(problems())
def test_formulas_are_those_of_the_papers(problem):
    p, n, P, N = problem
    share, gain = (p + n) / (P + N), p / (p + n) - P / (P + N)
    assert float(accuracy(p, n, P, N)) == one((p + (N - n)) / (P + N))
    assert float(wra(p, n, P, N)) == one(share * gain)
    assert float(kloesgen(p, n, P, N, 0.7)) == one(share**0.7 * gain)
    assert float(relative_cost(p, n, P, N, 0.3)) == one(0.3 * p / P - 0.7 * n / N)
    recall = p / P
    mean = 1.25 * (p / (p + n)) * recall / (0.25 * (p / (p + n)) + recall)
    assert float(f_measure(p, n, P, N)) == one(mean)


@given(problems())
def test_correlation_is_that_of_covered_and_positive(problem):
    p, n, P, N = (value % 40 + 1 for value in problem)
    P, N = P + p, N + n
    covered = np.repeat([1, 0, 1, 0], [p, P - p, n, N - n])
    positive = np.repeat([1, 1, 0, 0], [p, P - p, n, N - n])
    expected = np.corrcoef(covered, positive)[0, 1]
    assert float(correlation(p, n, P, N)) == pytest.approx(expected, abs=1e-12)


@given(problems())
def test_families_meet_where_they_should(problem):
    p, n, P, N = problem
    assert float(kloesgen(p, n, P, N, 1.0)) == one(float(wra(p, n, P, N)))
    assert float(kloesgen(p, n, P, N, 0.0)) == one(float(precision(p, n) - precision(P, N)))
    assert float(f_measure(p, n, P, N, 0.0)) == float(precision(p, n))


@given(problems(), problems())
def test_an_even_cost_orders_rules_as_wra_does(problem, other):
    _, _, P, N = problem
    p = np.array([problem[0], min(other[0], P)])
    n = np.array([problem[1], min(other[1], N)])
    gap = np.diff(wra(p, n, P, N)).item()
    if gap:
        assert np.sign(np.diff(relative_cost(p, n, P, N, 0.5)).item()) == np.sign(gap)


def test_rules_of_equal_worth_have_equal_scores_to_the_last_bit():
    assert len(set(wra([0, 1, 2, 3], [0, 7, 14, 21], 3, 21).tolist())) == 1
    assert len(set(accuracy([0, 1, 2], [3, 4, 5], 7, 11).tolist())) == 1


def test_what_divides_nothing_by_nothing_is_nought():
    assert correlation([0, 3], [0, 4], 3, 4).tolist() == [0.0, 0.0]
    assert correlation([0, 2], [2, 0], [0, 3], [4, 0]).tolist() == [0.0, 0.0]
    assert float(wra(0, 0, 3, 4)) == float(kloesgen(0, 0, 3, 4, 0.0)) == 0.0
    assert float(f_measure(0, 0, 3, 4, 0.0)) == float(precision(0, 0)) == 0.0
    assert float(relative_cost(1, 0, 1, 0, 0.5)) == 0.5
    assert float(accuracy(0, 0, 0, 0)) == 0.0


def test_all_of_them_say_that_they_are_monotone_where_they_are():
    assert all(map(is_monotone, CLASSIC.values()))
    assert not is_monotone(Kloesgen(1.5))
    counts = np.array([5, 5]), np.array([0, 5])
    pure, impure = Kloesgen(1.5)(*counts, 10, 90).tolist()
    assert impure > pure


@pytest.mark.parametrize("name", CLASSIC)
@given(problems())
def test_a_heuristic_rises_with_positives_and_falls_with_negatives(name, problem):
    p, n, P, N = problem
    score = HEURISTICS[name]
    here, more, fewer = score(
        np.array([p, min(p + 1, P), p]), np.array([n, n, max(n - 1, 0)]), P, N
    ).tolist()
    assert more >= here - 1e-12
    assert fewer >= here - 1e-12


@pytest.mark.parametrize("name", HEURISTICS)
def test_a_heuristic_takes_all_counts_at_once(name):
    p, n = np.array([1, 4, 9]), np.array([3, 2, 0])
    together = HEURISTICS[name](p, n, 10, 20)
    assert together.tolist() == [float(HEURISTICS[name](p[i], n[i], 10, 20)) for i in range(len(p))]


@pytest.mark.parametrize(
    "name", [name for name, value in HEURISTICS.items() if isinstance(value, LinearFraction)]
)
@given(problems())
def test_weights_give_the_very_bits_of_the_formula(name, problem):
    p, n, P, N = problem
    weights = np.array(HEURISTICS[name].weights(P, N))
    found = float(HEURISTICS[name](np.array(p), np.array(n), P, N))
    assert fraction(weights, p, n) == found


def test_correlation_and_kloesgen_are_no_linear_fractions():
    others = [name for name, one in CLASSIC.items() if not isinstance(one, LinearFraction)]
    assert others == ["correlation", "kloesgen"]


@given(problems())
def test_names_stand_for_the_formulas_with_their_best_parameters(problem):
    *covered, P, N = problem
    p, n = map(np.array, covered)
    formulas = {
        "accuracy": accuracy(p, n, P, N),
        "precision": precision(p, n),
        "laplace": laplace(p, n),
        "wra": wra(p, n, P, N),
        "correlation": correlation(p, n, P, N),
        "m_estimate": m_estimate(p, n, P, N, 22.466),
        "f_measure": f_measure(p, n, P, N, 0.5),
        "kloesgen": kloesgen(p, n, P, N, 0.4323),
        "relative_cost": relative_cost(p, n, P, N, 0.342),
    }
    assert {name: as_heuristic(name)(p, n, P, N).tolist() for name in CLASSIC} == {
        name: scores.tolist() for name, scores in formulas.items()
    }


def test_a_function_and_a_heuristic_serve_as_they_are():
    def ours(p, n, P, N):
        return p - 2 * n

    assert as_heuristic(ours) is ours
    assert as_heuristic(FMeasure(2.0)) == FMeasure(2.0)


@pytest.mark.parametrize("what", ["Laplace", None, 3, FMeasure])
def test_what_cannot_score_is_refused(what):
    with pytest.raises(ValueError, match="A heuristic must be one of 'accuracy'"):
        as_heuristic(what)


@pytest.mark.parametrize(
    "make", [lambda: FMeasure(-1), lambda: Kloesgen(np.nan), lambda: RelativeCost(1.5)]
)
def test_parameters_that_cannot_be_are_refused(make):
    with pytest.raises(ValueError, match="must be"):
        make()

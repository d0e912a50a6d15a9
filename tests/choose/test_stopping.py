from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Literal

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conjunct.choose import NoGain, ProcessOriented, Significance, Stage
from conjunct.choose.poe import poe_error, poe_error_mean
from conjunct.choose.poe_product import poe_error_dependent, poe_error_product


def stage(p: int, n: int, score: float, scored: int = 10, covered: int = 100) -> Stage:
    return Stage(scored, covered, p, n, score, p, n)


EMPTY = Stage(1, 40, 20, 20, 0.5, 20, 20)

scores = st.lists(st.sampled_from([0.1, 0.3, 0.5, 0.7]), min_size=1, max_size=8)


@given(scores)
def test_without_a_gain_the_search_ends_with_the_stage_before(found: list[float]) -> None:
    last = NoGain().last([EMPTY, *(stage(5, 1, score) for score in found)])
    kept = [EMPTY.score, *found][: last + 1]
    assert all(first < second for first, second in pairwise(kept))
    if last < len(found):
        assert found[last] <= kept[-1]


def test_a_rule_no_better_than_chance_is_not_kept() -> None:
    """Nine of ten rows against one half: chi-square 7.4; two of two: 2.8, p = 0.096."""
    assert Significance(0.05).last([EMPTY, stage(9, 1, 0.8), stage(2, 0, 0.9)]) == 1
    assert Significance(0.1).last([EMPTY, stage(9, 1, 0.8), stage(2, 0, 0.9)]) == 2
    assert Significance(0.05).last([EMPTY, stage(2, 0, 0.9)]) == 0


def test_a_rule_that_scores_no_higher_ends_the_search_whatever_its_significance() -> None:
    assert Significance(0.05).last([EMPTY, stage(9, 1, 0.8), stage(20, 0, 0.8)]) == 1


def test_expected_errors_follow_equation_15() -> None:
    """40 rows, then 10 versions that cover 100 rows together: 11 versions of 140 / 11 rows."""
    stages = [EMPTY, stage(9, 1, 0.8), stage(6, 0, 0.9)]
    first, second, third = ProcessOriented("best").expected_errors(stages)
    assert first == pytest.approx(21 / 42)
    assert second == pytest.approx(float(poe_error(140 / 11, 0.1 * 140 / 11, 11)))
    assert third == pytest.approx(float(poe_error(240 / 21, 0.0, 21)))


@pytest.mark.parametrize("form", ["mean", "product"])
def test_sets_of_attributes_can_be_counted_in_place_of_versions(form: str) -> None:
    """20 versions of 10 rows that test 3 attributes, beside the empty rule: m = 4, not 21."""
    versions = Stage(20, 200, 9, 1, 0.8, 9, 1, combinations=3)
    whole, first = ProcessOriented("best", form, "combinations").expected_errors([EMPTY, versions])
    assert whole == pytest.approx(21 / 42)
    if form == "mean":
        assert first == pytest.approx(float(poe_error(240 / 21, 0.1 * 240 / 21, 4)))
    else:
        assert first == pytest.approx(poe_error_product([40, 10, 10, 10], 0.1))


def test_the_search_ends_when_the_expected_error_no_longer_falls() -> None:
    better, flat = stage(18, 2, 0.85, 10, 250), stage(17, 2, 0.86, 100_000, 2_000_000)
    assert ProcessOriented().last([EMPTY, better, flat]) == 1
    assert ProcessOriented().last([EMPTY, stage(11, 10, 0.52, 10**6, 2 * 10**7)]) == 0


@pytest.mark.parametrize(("rate", "lowest"), [("best", 0.1), ("raw", 0.0), ("m_estimate", 2 / 12)])
def test_the_three_readings_of_the_lowest_error_rate(rate: Any, lowest: float) -> None:
    """Ten versions of ten rows on average; the best one is wrong on 1 of 10, the purest never."""
    (found,) = ProcessOriented(rate).expected_errors([Stage(10, 100, 9, 1, 0.8, 2, 0)])
    assert found == pytest.approx(float(poe_error(10, 10 * lowest, 10)))


def test_the_raw_rate_is_the_lowest_of_all_rounds() -> None:
    pure, later = Stage(10, 100, 9, 1, 0.8, 2, 0), Stage(10, 100, 8, 1, 0.81, 3, 1)
    errors = list(ProcessOriented("raw").expected_errors([EMPTY, pure, later]))
    assert errors[2] == pytest.approx(float(poe_error(240 / 21, 0.0, 21)))


counts = st.integers(0, 300)
rounds = st.builds(
    Stage,
    scored=st.integers(1, 5000),
    covered=st.integers(1, 10**6),
    positives=st.integers(1, 300),
    negatives=counts,
    score=st.just(0.5),
    purest_positives=st.integers(1, 300),
    purest_negatives=counts,
)


Rate = Literal["raw", "best", "m_estimate"]


def formula(stages: Sequence[Stage], rate: Rate) -> list[float]:
    """Return the expected errors of all stages at once, by the public formula."""
    tried = np.cumsum([one.scored for one in stages])
    means = np.cumsum([one.covered for one in stages]) / tried
    if rate == "raw":
        purest = [(one.purest_positives, one.purest_negatives) for one in stages]
        rates = np.minimum.accumulate([n / (p + n) for p, n in purest])
    elif rate == "best":
        rates = np.array([one.negatives / (one.positives + one.negatives) for one in stages])
    else:
        n = np.array([one.negatives for one in stages])
        rates = (n + 1) / (n + [one.positives for one in stages] + 2)
    return poe_error_mean(means, rates, tried).tolist()


@pytest.mark.parametrize("rate", ["raw", "best", "m_estimate"])
@given(st.lists(rounds, max_size=6))
@settings(max_examples=40)
def test_a_search_ends_where_the_formula_first_rises(rate: Rate, later: list[Stage]) -> None:
    stages = [EMPTY, *later]
    expected = formula(stages, rate)
    assert list(ProcessOriented(rate).expected_errors(stages)) == expected
    rises = [i for i in range(1, len(expected)) if expected[i] >= expected[i - 1]]
    assert ProcessOriented(rate).last(stages) == min([*rises, len(stages)]) - 1


@pytest.mark.parametrize("form", ["mean", "product", "dependent"])
def test_a_prior_is_that_of_the_formula(form: str) -> None:
    """20 versions of 10 rows, the best of which has 1 wrong, beside the empty rule of 40."""
    stages = [EMPTY, Stage(20, 200, 9, 1, 0.8, 9, 1)]
    whole, first = ProcessOriented("best", form, prior=(2, 5)).expected_errors(stages)
    assert whole == pytest.approx(22 / 47)
    mean = 240 / 21
    expected = {
        "mean": float(poe_error(mean, 0.1 * mean, 21, (2, 5))),
        "product": poe_error_product([40, 10], 0.1, (2, 5), times=[1, 20]),
        "dependent": poe_error_dependent([40, 10], [np.inf, 40], 0.1, (2, 5), times=[1, 20]),
    }
    assert first == pytest.approx(expected[form])


def test_a_round_that_changes_nothing_is_not_kept() -> None:
    better = stage(18, 2, 0.85, 10, 250)
    assert ProcessOriented().last([EMPTY, better, better._replace(scored=0, covered=0)]) == 1


def test_nothing_is_evaluated_after_the_first_rise(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def rising(n: float, e: float, m: float, a: float, b: float) -> float:
        asked.append(m)
        return m

    monkeypatch.setattr("conjunct.choose.poe_kernels.mean_rate", rising)
    assert ProcessOriented().last([EMPTY, *[stage(5, 1, 0.7)] * 4]) == 0
    assert asked == [1.0, 11.0]

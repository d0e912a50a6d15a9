from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conjunct.choose import CheapestTheory, Decided, Pfahringer, Quinlan
from conjunct.choose.theories import MEASURES, theory_cost

DECIDED = (Decided(1, 1, (0, 4)), Decided(2, 1, (0, 3)))


def test_both_measures_read_the_worked_example() -> None:
    assert Pfahringer()(DECIDED, (5, 2), 7, 1) == pytest.approx(13.241516324802781, abs=1e-12)
    assert Quinlan()(DECIDED, (5, 2), 7, 1) == pytest.approx(11.591989767615123, abs=1e-12)
    assert Pfahringer()((), (5, 9), 7, 1) == pytest.approx(13.164003421388836, abs=1e-12)


@pytest.mark.parametrize("measure", MEASURES)
def test_rules_of_either_class_cost_a_bit_more_each(measure: str) -> None:
    cost = theory_cost(measure)
    assert cost(DECIDED, (5, 2), 7, 2) == pytest.approx(cost(DECIDED, (5, 2), 7, 1) + 2)
    assert cost(DECIDED, (5, 2), 7, 8) == pytest.approx(cost(DECIDED, (5, 2), 7, 1) + 6)


def test_a_row_of_another_class_is_an_exception_to_quinlan() -> None:
    """Of three classes: 2 of 5 covered and 3 of 7 uncovered rows are wrong, each one of two."""
    bits = Quinlan()((Decided(0, 1, (1, 3, 1)),), (4, 1, 2), 7, 1)
    assert 2**bits == pytest.approx(10 * 35 * 2**5)


def test_measures_are_values() -> None:
    """Equal ones are the same key, whoever made them, and nobody can change one."""
    assert len({theory_cost(measure) for measure in (*MEASURES, *MEASURES)}) == len(MEASURES)
    with pytest.raises(FrozenInstanceError):
        Pfahringer().patience = 3  # type: ignore[attr-defined]


@given(st.lists(st.integers(0, 9), min_size=1, max_size=12), st.integers(1, 3))
def test_a_theory_ends_after_so_many_rules_without_a_lower_cost(
    costs: list[int], patience: int
) -> None:
    ending = CheapestTheory(Pfahringer(), patience)
    lowest, waited = costs[0], 0
    for cost in costs[1:]:
        waited = 0 if cost < lowest else waited + 1
        lowest = min(lowest, cost)
    assert ending.is_over(costs) == (waited >= patience)
    assert costs[ending.size(costs)] == min(costs)
    assert min(costs) not in costs[: ending.size(costs)]

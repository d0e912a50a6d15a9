from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from conjunct.model.covered_sums import covered_sums
from conjunct.types import AnyArray, Flags


def rule_by_rule(covers: AnyArray, added: AnyArray, start: AnyArray) -> tuple[AnyArray, Flags]:
    sums = np.tile(start, (covers.shape[1], 1))
    for holds, own in zip(covers, added, strict=True):
        sums[holds] += own
    return sums, covers.any(axis=0)


@pytest.mark.parametrize("n_rules", [0, 1, 7, 8, 9, 20])
@pytest.mark.parametrize("dtype", [np.int64, np.float64, object])
def test_sums_are_those_of_one_rule_after_the_other(n_rules: int, dtype: Any) -> None:
    random = np.random.default_rng(n_rules)
    covers = random.random((n_rules, 50)) < 0.3
    added = random.integers(-(2**40), 2**40, (n_rules, 3)).astype(dtype)
    start = np.array([5, -7, 0]).astype(dtype)
    if dtype is np.float64:
        added = added / 2**39 * 1e10 ** random.integers(-1, 2, added.shape)
    if dtype is object:
        added = added * 10**30
    sums, covered = covered_sums(iter(covers), added, start, 50)
    expected, expected_covered = rule_by_rule(covers, added, start)
    assert sums.dtype == expected.dtype
    assert sums.tolist() == expected.tolist()
    assert (covered == expected_covered).all()

"""The best split by whole units is the best by the formulas, in arrays and in compiled loops."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conjunct.count import Fold, NumpyEngine, each_class
from conjunct.count.fused import fused_splits
from conjunct.count.requests import SplitRequest
from conjunct.encode import encode
from conjunct.evaluate import entropy, gain_ratio, information_gain
from conjunct.trees import GrowthLimits
from conjunct.trees.coded_tree import codes_of
from conjunct.trees.splits import EntropyUnits, choose_splits, entropy_units, units_of

from .test_growth import grown_on_all, tables


@given(st.lists(st.integers(0, 200), min_size=1, max_size=5).filter(sum))
def test_units_are_entropy_times_rows(counts):
    units = entropy_units(1000)
    scale = int(units[2]) / 2
    found = (units[sum(counts)] - sum(units[n] for n in counts)) / scale
    assert found == pytest.approx(sum(counts) * float(entropy(counts)), rel=1e-6, abs=1e-6)


def test_units_of_many_rows_add_up_without_overflow():
    units = entropy_units(2_000_000)
    assert 0 < int(units[-1]) < 2**52
    assert (np.diff(units) >= 0).all()


@given(tables(), st.sampled_from(["gain", "gain_ratio"]))
def test_no_other_column_does_better_by_the_formula(table, criterion):
    coded = encode(table)
    grown = grown_on_all(NumpyEngine(coded), GrowthLimits(criterion, max_depth=1))
    if grown.n_nodes == 1:
        return
    formula = gain_ratio if criterion == "gain_ratio" else information_gain
    chosen = float(formula(grown.counts[1:]))
    gains = []
    for number in range(coded.n_columns):
        alone = table.columns[number : number + 1]
        other = grown_on_all(
            NumpyEngine(encode(type(table)(alone, table.target, n_rows=table.n_rows))),
            GrowthLimits("gain", max_depth=1),
        )
        if other.n_nodes > 1:
            gains.append((float(information_gain(other.counts[1:])), other.counts[1:]))
    positive = [gain for gain, _ in gains if gain > 1e-9]
    mean = sum(positive) / len(positive) if positive and criterion == "gain_ratio" else 0.0
    eligible = [float(formula(counts)) for gain, counts in gains if gain >= mean + 1e-9]
    assert chosen >= max(eligible, default=0.0) - 1e-9


rules = st.tuples(st.booleans(), st.booleans(), st.booleans(), st.integers(1, 3))


@given(tables(), rules, st.sampled_from(["fails", "value"]), st.sampled_from([0, 44]))
def test_arrays_and_loops_choose_the_same_splits(table, rules, missing, coarse):
    engine = NumpyEngine(encode(table, missing))
    parts = [engine.subset(engine.root(), fold=Fold(seed, 2)) for seed in range(2)]
    counts = engine.count(np.array([engine.root(), *parts]), each_class(engine.n_classes))
    numeric = np.array([column.kind == "numeric" for column in engine.columns], bool)
    units = entropy_units(table.n_rows) >> coarse  # coarse units: many gains may be rounding
    request = SplitRequest(counts, numeric, codes_of(engine), units, *rules)
    arrays, loops = choose_splits(request), fused_splits(engine, request)
    for name in ("facts", "tests", "counts"):
        assert getattr(arrays, name).tolist() == getattr(loops, name).tolist()
    for one, other in zip(arrays.splits, loops.splits, strict=True):
        assert one.tolist() == other.tolist()


@given(st.integers(0, 5000))
def test_real_numbers_have_the_units_of_whole_ones(n_rows: int) -> None:
    assert (EntropyUnits(n_rows)[np.arange(n_rows + 1.0)] == entropy_units(n_rows)).all()


@given(st.lists(st.floats(0.01, 1e4), min_size=2, max_size=6))
def test_units_add_up_to_the_entropy(counts: list[float]) -> None:
    rows = np.array(counts)
    units = EntropyUnits(float(rows.sum()))
    shares = rows / rows.sum()
    bits = -(rows * np.log2(shares)).sum()
    one = int(EntropyUnits(float(rows.sum()))[np.array([2.0])][0]) / 2
    found = units[rows.sum(keepdims=True)][0] - units[rows].sum()
    assert found / one == pytest.approx(bits, rel=1e-9, abs=1e-6)


def test_the_counts_say_which_units_are_needed() -> None:
    assert isinstance(units_of(np.array([[3, 4]])), np.ndarray)
    assert isinstance(units_of(np.array([[3.0, 4.0]])), EntropyUnits)

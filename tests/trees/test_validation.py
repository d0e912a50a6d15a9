"""How much to prune: the choice by folds is that of rows walked down trees one by one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conjunct.count import Fold, NumpyEngine
from conjunct.encode import CodedTable, encode
from conjunct.trees import (
    P_CHANCES,
    CodedTree,
    GrowthLimits,
    chi_square_cuts,
    chosen_by_folds,
    grow,
    penalties,
    penalty_cuts,
)
from conjunct.trees.pruning import N_FOLDS

from .test_growth import PASSES, tables, xor
from .watched_engine import WatchedEngine


def predicted(tree: CodedTree, table: CodedTable, row: int) -> int:
    """Walk a row down a tree; return the class of its leaf."""
    node = 0
    while tree.n_children[node]:
        first, way = int(tree.first_child[node]), int(tree.usual[node])
        tests = tree.tests[first : first + int(tree.n_children[node])].tolist()
        for at, (column, op, value) in enumerate(tests):
            code = int(table.codes(column)[row])
            if code < table.columns[column].n_codes and PASSES[op](code, value):
                way = at
                break
        node = first + way
    return int(tree.heads[node])


@pytest.mark.parametrize("by", [chi_square_cuts, penalty_cuts])
@settings(max_examples=min(25, settings().max_examples))
@given(tables(), st.integers(0, 9))
def test_the_value_with_the_fewest_errors_on_rows_held_out_is_chosen(by, table, seed):
    coded = encode(table)
    values = P_CHANCES if by is chi_square_cuts else penalties(table.n_rows)
    errors = [0] * len(values)
    for number in range(N_FOLDS):
        fold, engine = Fold(seed, N_FOLDS, number), NumpyEngine(coded)
        grown = grow(engine, engine.subset(engine.root(), fold=fold.rest), GrowthLimits())
        for place, value in enumerate(values):
            tree = grown.pruned(by(grown, value))
            for row in np.flatnonzero(fold.has(coded.ranks)).tolist():
                errors[place] += predicted(tree, coded, row) != coded.labels[row]
    watched = WatchedEngine(coded)
    chosen = chosen_by_folds(watched, GrowthLimits(), by, values, seed)
    assert chosen == values[errors.index(min(errors))]
    assert watched.live == set()


def test_progress_is_the_share_of_folds_that_are_done():
    shares: list[float] = []
    engine = NumpyEngine(encode(xor()))
    chosen_by_folds(engine, GrowthLimits(), chi_square_cuts, [0.5], 0, shares.append)
    assert shares == [number / 10 for number in range(1, 11)]


def test_of_equally_good_values_the_first_is_taken():
    engine = NumpyEngine(encode(xor()))
    assert chosen_by_folds(engine, GrowthLimits(), penalty_cuts, [1.0, 1.0, 0.9], 0) == 1.0

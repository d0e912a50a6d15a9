"""Rows of whole weight are that many rows, and their cut points are those of these rows."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conjunct.data.table import Table
from conjunct.encode import encode, make_coding, repeat_rows, repetition, summarise

from .drawn_tables import numeric, tables, target_of
from .test_parts import same


@st.composite
def weighted(draw: st.DrawFn) -> Table:
    """Draw a table whose rows have whole weights from 1 up."""
    table = draw(tables())
    times = st.lists(st.integers(1, 5), min_size=table.n_rows, max_size=table.n_rows)
    return replace(table, weights=np.array(draw(times), float))


def by_hand(table: Table) -> Table:
    assert table.weights is not None
    rows = np.arange(table.n_rows).repeat(table.weights.astype(int))
    return replace(table.take(rows), weights=None)


@given(weighted(), st.sampled_from(["fails", "value"]), st.sampled_from([2, 3, 1024]))
def test_repeated_rows_are_coded_alike(table, missing, max_codes):
    ours, plain = (encode(rows, missing, max_codes) for rows in (table, by_hand(table)))
    assert same(repeat_rows(ours), plain)


@given(weighted(), st.sampled_from([2, 5, 65_536]), st.sampled_from([2, 3]))
def test_cut_points_count_weights(table, limit, max_codes):
    ours, plain = (summarise(rows, limit) for rows in (table, by_hand(table)))
    assert same(make_coding(ours, "fails", max_codes), make_coding(plain, "fails", max_codes))


def test_a_heavy_row_moves_the_cut_points():
    table = Table((numeric("x", [1.0, 2.0, 3.0, 4.0]),), target_of([0, 1, 0, 1]))
    heavy = replace(table, weights=np.array([1.0, 1.0, 1.0, 9.0]))
    bins = [encode(one, max_codes=2).columns[0].bins for one in (table, heavy)]
    assert [one.high.tolist() for one in bins] == [[2.0, 4.0], [4.0]]


@pytest.mark.parametrize("weights", [[0.5, 1.0, 2.0], [1e9, 1.0, 1.0]], ids=["real", "too large"])
def test_other_weights_stay_weights(weights):
    table = Table((), target_of([0, 1, 1]), weights=np.array(weights))
    coded = encode(table)
    assert repeat_rows(coded) is coded


def test_tables_grow_to_a_limit(monkeypatch):
    monkeypatch.setattr(repetition, "MOST_REPEATED", 5)
    monkeypatch.setattr(repetition, "MOST_TIMES", 1)
    lengths = []
    for heavy in (3.0, 4.0):
        weights = np.array([heavy, 1.0, 1.0])
        lengths.append(repeat_rows(encode(Table((), target_of([0, 1, 1]), weights=weights))).n_rows)
    assert lengths == [5, 3]

"""Large covers: scans of all rows, lists of rows and bit sets give one histogram."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conjunct.count.large import LargeCounter, compact, pack_columns
from conjunct.count.layout import Coded
from conjunct.encode import CodedTable
from conjunct.types import AnyArray


def coded_of(table: CodedTable) -> Coded:
    n_codes = np.array([column.n_codes for column in table.columns], np.int32)
    return Coded(table.narrow, table.wide, table.place, n_codes, *pack_columns(table))


def expected_histogram(table: CodedTable, labels: AnyArray, n_labels: int) -> AnyArray:
    """Count with loops; missing is not compared, since only row lists count it."""
    most = max((column.n_codes for column in table.columns), default=0)
    hist = np.zeros((table.n_columns, n_labels, most), int)
    for column in range(table.n_columns):
        for code, label in zip(table.codes(column).tolist(), labels.tolist(), strict=True):
            if code < table.columns[column].n_codes:
                hist[column, label, code] += 1
    return hist


def known_part(table: CodedTable, hist: AnyArray) -> AnyArray:
    """Clear the counts of "missing"."""
    hist = hist.copy()
    for number, column in enumerate(table.columns):
        hist[number, :, column.n_codes :] = 0
    return hist[:, :, :-1]


@pytest.mark.parametrize("n_threads", [1, 2])
@pytest.mark.parametrize("few_codes", [0, 8, 1024])
@given(table=st.from_type(CodedTable), seed=st.integers(0, 99))
def test_a_scan_and_lists_of_rows_count_what_loops_count(n_threads, few_codes, table, seed):
    labels = np.random.default_rng(seed).integers(0, 3, table.n_rows).astype(np.uint8)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("conjunct.count.large.FEW_CODES", few_codes)
        counter = LargeCounter(coded_of(table), n_threads)
    expected = expected_histogram(table, labels, 3)
    assert np.array_equal(known_part(table, counter.scan(labels, 3)), expected)
    rows = np.argsort(labels, kind="stable").astype(np.int32)
    bounds = np.concatenate(([0], np.cumsum(np.bincount(labels, minlength=3))))
    assert np.array_equal(known_part(table, counter.gather(rows, bounds)), expected)


@given(table=st.from_type(CodedTable))
def test_bit_sets_hold_a_bit_for_every_row_and_code(table):
    bits, first = pack_columns(table)
    flags = np.unpackbits(bits.view(np.uint8), axis=1, bitorder="little")[:, : table.n_rows]
    for number, column in enumerate(table.columns):
        if column.n_codes > 8:
            assert first[number] == -1
            continue
        own = flags[first[number] :][: column.n_codes]
        for code in range(column.n_codes):
            assert own[code].tolist() == (table.codes(number) == code).tolist()
    assert flags.shape[0] == sum(c.n_codes for c in table.columns if c.n_codes <= 8)


def test_compact_counts_list_only_codes_that_occur():
    hist = np.array([[[1, 0, 0, 9], [0, 0, 2, 9]], [[0, 0, 0, 0], [0, 5, 0, 0]]], np.int32)
    counts = compact(hist, np.array([3, 1]), np.array([10, 11]))
    assert counts.offsets.tolist() == [0, 2, 2]
    assert counts.codes.tolist() == [0, 2]
    assert counts.values.tolist() == [[1, 0], [0, 2]]
    assert counts.totals.tolist() == [[10, 11]]

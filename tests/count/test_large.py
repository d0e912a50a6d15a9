"""Large covers: scans of all rows, lists of rows and bit sets give one histogram."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conjunct.count.histograms import LargeCounter, coded_table
from conjunct.encode import CodedTable


def expected_histogram(table: CodedTable, rows: np.ndarray, counted: np.ndarray) -> np.ndarray:
    """Count with loops. Missing cells are not counted by bit sets, and not compared."""
    lines = []
    for number, column in enumerate(table.columns):
        own = np.zeros((len(table.classes), column.n_codes + 1), int)
        for row in rows.tolist():
            code, label = int(table.codes(number)[row]), int(table.labels[row])
            own[label, code] += code < column.n_codes and counted[label]
        lines.append(own)
    return np.concatenate([np.zeros((len(table.classes), 0), int), *lines], axis=1)


@pytest.mark.parametrize("n_threads", [1, 2])
@pytest.mark.parametrize("few_codes", [-1, 8, 1024])
@given(table=st.from_type(CodedTable), seed=st.integers(0, 99))
def test_scans_and_lists_of_rows_count_what_loops_count(n_threads, few_codes, table, seed):
    random = np.random.default_rng(seed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("conjunct.count.histograms.FEW_CODES", few_codes)
        coded = coded_table(table)
    borders = np.searchsorted(table.labels, np.arange(len(table.classes) + 1))
    counter = LargeCounter(coded, borders, n_threads)
    missing = np.cumsum(coded.n_codes + 1) - 1
    counted = random.random(len(table.classes)) < 0.8
    for share in (1.0, 0.5):
        rows = np.flatnonzero(random.random(table.n_rows) < share).astype(np.int32)
        hist = counter.histogram(rows, counted)
        hist[:, missing] = 0
        assert hist.tolist() == expected_histogram(table, rows, counted).tolist()


@given(table=st.from_type(CodedTable))
def test_bit_sets_hold_a_bit_for_every_row_and_code(table):
    coded = coded_table(table)
    flags = np.unpackbits(coded.bits.view(np.uint8), axis=1, bitorder="little")
    for number, column in enumerate(table.columns):
        if column.n_codes > 8:
            assert coded.first_bits[number] == -1
            continue
        own = flags[coded.first_bits[number] :][: column.n_codes, : table.n_rows]
        for code in range(column.n_codes):
            assert own[code].tolist() == (table.codes(number) == code).tolist()
    assert not flags[:, table.n_rows :].any()
    assert len(flags) == sum(c.n_codes for c in table.columns if c.n_codes <= 8)

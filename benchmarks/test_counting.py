"""Counting one million rows: ratios within each group."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.ensemble._hist_gradient_boosting.histogram import HistogramBuilder

from conjunct.count import as_tests, one_class
from conjunct.count.engine import AT_MOST
from conjunct.count.local import LocalEngine
from conjunct.encode import CodedTable
from generated import coded_table

N_ROWS, N_COLUMNS, N_CODES = 1_000_000, 50, 255
SECOND = one_class(1, 2)


@pytest.fixture(scope="module")
def table() -> CodedTable:
    return coded_table(N_ROWS, N_COLUMNS, N_CODES)


def full_count(engine: LocalEngine) -> None:
    """Count all refinements of all rows."""
    engine.count(np.array([engine.root()]), SECOND)


@pytest.mark.benchmark(group="full count, one thread: 1,000,000 x 50 x 255 codes x 2 classes")
def test_full_count(benchmark, table: CodedTable) -> None:
    benchmark(full_count, LocalEngine(table, n_threads=1))


@pytest.mark.benchmark(group="full count, one thread: 1,000,000 x 50 x 255 codes x 2 classes")
def test_scikit_learn_histograms(benchmark, table: CodedTable) -> None:
    gradients = table.labels.astype(np.float32)
    hessians = np.ones(1, np.float32)
    builder = HistogramBuilder(table.narrow.T, 256, gradients, hessians, True, 1)
    benchmark(builder.compute_histograms_brute, np.arange(N_ROWS, dtype=np.uint32))


@pytest.mark.parametrize("n_threads", [1, 2])
@pytest.mark.benchmark(group="full count, one thread and two")
def test_threads(benchmark, table: CodedTable, n_threads: int) -> None:
    benchmark(full_count, LocalEngine(table, n_threads))


@pytest.mark.parametrize("share", [0.1, 1.0])
@pytest.mark.benchmark(group="a tenth of the rows and all")
def test_share_of_the_rows(benchmark, table: CodedTable, share: float) -> None:
    engine = LocalEngine(table, n_threads=1)
    cover = np.array([engine.root()])
    if share < 1:
        below = round(share * N_CODES) - 1
        cover = engine.refine(cover, as_tests([(0, AT_MOST, below)]))
        benchmark(engine.count, cover, SECOND)
    else:
        benchmark(full_count, engine)


@pytest.fixture(scope="module")
def few_codes() -> CodedTable:
    return coded_table(N_ROWS, 10, 8)


@pytest.mark.benchmark(group="ten columns of 8 codes: bit sets and histograms")
def test_bit_sets(benchmark, few_codes: CodedTable) -> None:
    benchmark(full_count, LocalEngine(few_codes))


@pytest.mark.benchmark(group="ten columns of 8 codes: bit sets and histograms")
def test_plain_histograms(benchmark, few_codes: CodedTable, monkeypatch) -> None:
    monkeypatch.setattr("conjunct.count.layout.FEW_CODES", 0)
    benchmark(full_count, LocalEngine(few_codes))

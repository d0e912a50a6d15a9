"""The study `poe-curves`: formulas against sums and against the paper's own numbers."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conjunct.experiments.poe_curves import STUDY, exactly, expected_errors, findings, more_errors
from conjunct.experiments.sources import find_tables
from conjunct.experiments.study import Results, Trial

from .reading import data_of


@given(n=st.integers(1, 30), share=st.floats(0, 1), rate=st.floats(0.001, 0.999))
def test_both_curves_are_sums_of_binomial_terms(n: int, share: float, rate: float) -> None:
    e = min(int(share * n), n - 1)
    terms = [comb(n, i) * rate**i * (1 - rate) ** (n - i) for i in range(n + 1)]
    at = np.array([rate])
    assert exactly(e, n, at)[0] == pytest.approx(terms[e], abs=1e-12)
    assert more_errors(e, n, at)[0] == pytest.approx(sum(terms[e + 1 :]), abs=1e-12)


def run() -> Results:
    rows = {
        name: [expected_errors(table, Trial(name, 0, 0))]
        for name, table in find_tables(STUDY.tables).tables
    }
    return Results((), rows, 1)


def test_the_papers_numbers_come_out() -> None:
    examples, expected = map(data_of, findings(run()).grids)
    assert [row["published"] for row in examples] == [0.127, 0.134]
    assert [row["expected"] for row in examples] == pytest.approx([13 / 102, 0.1339758098641384])
    values = {(row["n"], row["m"]): row["expected"] for row in expected}
    assert values[50, 10] == pytest.approx(0.60542617302523305)
    assert values[500, 1] == pytest.approx(0.5)


def test_more_rows_make_the_advance_slower() -> None:
    pictures = findings(run()).pictures
    assert [picture.name for picture in pictures] == ["curves-50-25", "curves-500-250"]
    assert [picture.title[:8] for picture in pictures] == ["Figure 2", "Figure 3"]
    ends = [float(picture.found.rstrip(".").rsplit(" ", 1)[1]) for picture in pictures]
    assert 0.5 < ends[1] < ends[0]

"""The study `poe-curves`: formulas against sums and against the paper's own numbers."""

from __future__ import annotations

import re
from math import comb

import pytest

from conjunct.experiments.poe_curves import STUDY, expected_errors, findings
from conjunct.experiments.sources import find_tables
from conjunct.experiments.study import Results
from conjunct.experiments.trial import Trial

from .reading import data_of


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


def test_powers_of_the_chance_of_more_errors_reach_one_half_where_the_page_says() -> None:
    """B is summed up term by term, from one error more than e on."""
    picture = findings(run()).pictures[0]
    first, last = map(float, re.findall(r"0\.\d{3}", picture.found))
    for rate, m in ((first, 1), (last, 1000)):
        terms = [comb(50, i) * rate**i * (1 - rate) ** (50 - i) for i in range(26, 51)]
        assert sum(terms) ** m == pytest.approx(0.5, abs=0.02)


def test_more_rows_make_the_advance_slower() -> None:
    pictures = findings(run()).pictures
    assert [picture.name for picture in pictures] == ["curves-50-25", "curves-500-250"]
    assert [picture.title[:8] for picture in pictures] == ["Figure 2", "Figure 3"]
    ends = [float(picture.found.rstrip(".").rsplit(" ", 1)[1]) for picture in pictures]
    assert 0.5 < ends[1] < ends[0]

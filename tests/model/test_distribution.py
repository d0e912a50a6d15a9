from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conjunct.data.table import Column
from conjunct.errors import ModelError
from conjunct.model import Distribution
from conjunct.model.distribution import MOST_BINS, MOST_VALUES, read_distribution
from conjunct.model.json_fields import Fields

numbers = st.one_of(st.just(math.nan), st.floats(-1e300, 1e300), st.integers(-3, 3).map(float))


def numeric(values: list[float]) -> Column:
    return Column("x", "numeric", np.array(values, float))


def nominal(places: list[int], n_levels: int) -> Column:
    levels = tuple(f"v{number}" for number in range(n_levels))
    return Column("c", "nominal", np.array(places, np.int32), levels)


def plain_bins(spread: Distribution, values: list[float]) -> list[int]:
    """Put one value after the other into the first bin that ends at or above it."""
    counts = [0] * (len(spread.cuts) + 1)
    for value in values:
        if not math.isnan(value):
            fits = [at for at, cut in enumerate(spread.cuts) if value <= cut]
            counts[fits[0] if fits else -1] += 1
    return counts


@given(st.lists(numbers, max_size=60))
def test_bins_hold_the_values_up_to_their_ends(values: list[float]) -> None:
    spread = Distribution.of(numeric(values))
    assert list(spread.counts) == plain_bins(spread, values)
    assert len(spread.counts) <= MOST_BINS
    assert 0 not in spread.counts or spread.counts == (0,)
    assert spread.missing == sum(map(math.isnan, values))
    assert spread.count(numeric(values)) == (spread.counts, spread.missing, {})
    assert len(spread.labels()) == len(spread.counts)


def test_tenths_of_different_values() -> None:
    spread = Distribution.of(numeric([float(one) for one in range(1000)]))
    assert spread.counts == (100,) * 10
    assert spread.cuts[0] == 99.0


@given(st.lists(st.tuples(numbers, st.integers(1, 4)), max_size=40), st.randoms())
def test_a_weight_of_two_is_two_rows_in_any_order(rows: list[Any], random: Any) -> None:
    repeated = [value for value, times in rows for _ in range(times)]
    expected = Distribution.of(numeric(repeated))
    random.shuffle(rows)
    values, weights = [one for one, _ in rows], np.array([float(times) for _, times in rows])
    assert Distribution.of(numeric(values), weights) == expected


def test_zero_has_no_sign_so_that_rows_in_another_order_give_the_same_text() -> None:
    values = numeric([1.0, 1.0, 0.0, -0.0])
    for weights in (None, np.ones(4)):
        for rows in ([0, 1, 2, 3], [0, 1, 3, 2]):
            column = numeric(values.values[rows].tolist())
            assert str(Distribution.of(column, weights).cuts) == "(0.0,)"


@given(st.lists(st.integers(-1, 4), max_size=40))
def test_values_are_counted(places: list[int]) -> None:
    spread = Distribution.of(nominal(places, 5))
    assert dict(zip(spread.values, spread.counts, strict=True)) == {
        f"v{at}": places.count(at) for at in range(5) if at in places
    }
    assert spread.missing == places.count(-1)
    assert spread.count(nominal(places, 5)) == (spread.counts, spread.missing, {})
    weights = np.full(len(places), 0.5)
    assert Distribution.of(nominal(places, 5), weights).known == spread.known / 2


def test_values_new_to_a_column_are_named() -> None:
    spread = Distribution.of(nominal([0, 1, 1], 2))
    assert spread.count(nominal([0, 2, 2, 3, -1], 5)) == ((1, 0, 2, 1), 1, {"v2": 2, "v3": 1})


def test_rare_values_are_counted_together() -> None:
    places = [*range(150), *range(100, 150)]
    spread = Distribution.of(nominal(places, 150))
    assert (len(spread.values), spread.n_others) == (MOST_VALUES, 50)
    assert set(spread.values) >= {f"v{at}" for at in range(100, 150)}
    assert spread.counts[-1] == 50
    assert spread.labels()[-1] == "50 rarer values"
    cells, _, unseen = spread.count(nominal([0, 60, 150, 151], 152))
    assert (cells[-1], unseen) == (3, {})


def test_a_column_that_is_not_used_has_its_missing_cells_alone() -> None:
    assert Distribution.of(nominal([0, -1], 1), whole=False) == Distribution("nominal", 1)
    assert Distribution.of(numeric([1.0, math.nan]), whole=False) == Distribution("numeric", 1)


@given(st.lists(numbers, max_size=20), st.lists(st.integers(-1, 4), max_size=20))
def test_it_reads_back_equal(values: list[float], places: list[int]) -> None:
    for column in (numeric(values), nominal(places, 5)):
        spread = Distribution.of(column)
        assert read_distribution(Fields(spread.to_dict(), "x")) == spread


@pytest.mark.parametrize(
    ("facts", "complaint"),
    [
        ({"counts": [1, -1], "cuts": [2.0]}, "x.counts must be a list of numbers from 0 up"),
        ({"missing": None}, "x.missing must be a number from 0 up, not None"),
        ({"counts": [1, 1]}, "x: a column has 2 counts for 1 cells"),
        ({"cuts": [1.0]}, "x: a column has 0 counts for 2 cells"),
        ({"counts": [1, 1, 1], "cuts": [2.0, 2.0]}, "x: the cuts of a column must be finite"),
        ({"counts": [1], "values": ["a"]}, "x: a numeric column has fields that only the other"),
        ({"kind": "nominal", "counts": [1, 1], "values": ["a", "a"]}, "is counted twice"),
        ({"kind": "date"}, "x.kind must be one of 'numeric', 'nominal', not 'date'"),
        ({"mean": 3}, "x.mean is not a field of this format"),
    ],
)
def test_what_does_not_fit_is_refused(facts: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ModelError) as refused:
        read_distribution(Fields({"kind": "numeric", "missing": 0, **facts}, "x"))
    assert complaint in str(refused.value)

"""The generator of artificial domains keeps what the paper says of them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from conjunct.errors import DataError
from conjunct.experiments.digest import table_digest
from conjunct.experiments.made_tables import draw_disjuncts, made_table, make_dnf, satisfied
from conjunct.experiments.poe_trials import DNF_READINGS, compare_on_dnf
from conjunct.experiments.tables import target_of
from conjunct.experiments.trial import Trial

SMALL = {"n_train": 40, "n_test": 60}


@settings(max_examples=25, deadline=None)
@given(
    attributes=st.integers(2, 100),
    n_train=st.integers(0, 120),
    n_test=st.integers(1, 120),
    seed=st.integers(0, 10_000),
)
def test_both_tables_are_half_positive(
    attributes: int, n_train: int, n_test: int, seed: int
) -> None:
    train, test = make_dnf(attributes, n_train, n_test, seed)
    for table, n_rows in ((train, n_train), (test, n_test)):
        assert table.n_rows == n_rows
        assert len(table.columns) == attributes
        assert target_of(table).values.sum() == n_rows // 2
        assert all(set(column.values.tolist()) <= {0, 1} for column in table.columns)


@settings(max_examples=25, deadline=None)
@given(attributes=st.integers(5, 100), seed=st.integers(0, 10_000))
def test_the_class_is_what_the_concept_says(attributes: int, seed: int) -> None:
    """The first draw of the generator is the concept, but for the rare ones that are redrawn."""
    concept = draw_disjuncts(attributes, np.random.default_rng(seed))
    train, test = make_dnf(attributes, 100, 300, seed)
    wrong = 0
    for table in (train, test):
        rows = np.column_stack([column.values for column in table.columns]).astype(np.int8)
        wrong += int(np.sum(satisfied(concept, rows).any(axis=1) != target_of(table).values))
    random = np.random.default_rng(1).integers(2, size=(2000, attributes), dtype=np.int8)
    covered = satisfied(concept, random).any(axis=1).mean()
    assert wrong == 0 or covered > 0.9


def test_the_same_seed_gives_the_same_tables_and_another_gives_others() -> None:
    digests = [table_digest(make_dnf(20, 50, 10, seed)[0]) for seed in (7, 7, 8)]
    assert digests[0] == digests[1] != digests[2]


def test_a_run_takes_only_the_number_of_attributes_from_its_table() -> None:
    table = made_table("dnf-12")
    assert table is not None
    trial = Trial("dnf-12", 3, 1, SMALL)
    rows, again = (compare_on_dnf(one, trial) for one in (table, table.take(np.arange(5))))
    assert len(rows) == 2 * (1 + len(DNF_READINGS))
    assert [row["error"] for row in rows] == [row["error"] for row in again]
    other = compare_on_dnf(table, Trial("dnf-12", 4, 1, SMALL))
    assert [row["error"] for row in rows] != [row["error"] for row in other]


def test_other_names_make_no_table_and_one_attribute_is_refused() -> None:
    for name in ("dnf-0", "dnf", "dnf-x", "dnf-10.arff", "wrong-50"):
        assert made_table(name) is None
    with pytest.raises(DataError, match="at least 2 attributes, not 1"):
        make_dnf(1, 10, 10)


@pytest.mark.parametrize("attributes", [10, 40, 100])
def test_disjuncts_have_five_literals_on_average_half_of_them_negated(attributes: int) -> None:
    rng = np.random.default_rng(3)
    drawn = np.concatenate([draw_disjuncts(attributes, rng) for _ in range(300)])
    counts = np.sum(drawn >= 0, axis=1)
    assert counts.min() > 0
    assert counts.mean() == pytest.approx(5, abs=0.15)
    assert counts.var() == pytest.approx(5 * (1 - 5 / attributes), abs=0.35)
    assert np.sum(drawn == 1) / np.sum(drawn >= 0) == pytest.approx(0.5, abs=0.02)

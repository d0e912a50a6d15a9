"""What workers read is the table."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from conjunct.data import Column, Table, shipped_table
from peers.tables import as_arff, write_dataset
from peers.workers.codes import as_codes, positive_codes
from peers.workers.numbers import as_numbers, filled
from peers.workers.task import load, spread
from public_tables import public_table

TABLE = shipped_table()


def test_a_task_holds_the_table_and_splits_it_by_its_fold(tmp_path: Path) -> None:
    folds = np.arange(TABLE.n_rows) % 5
    dataset = write_dataset(TABLE, "penguins", folds, tmp_path)
    task = load(dataset.folder, 2)
    for column, other in zip(TABLE.columns, task.columns, strict=True):
        assert np.array_equal(column.values, other.values, equal_nan=column.kind == "numeric")
        assert (column.kind, len(column.levels)) == (other.kind, len(other.levels))
    assert (task.labels == TABLE.target.values).all()
    assert (task.test == np.arange(2, TABLE.n_rows, 5)).all()
    assert sorted([*task.train, *task.test]) == list(range(TABLE.n_rows))


def test_arff_is_read_back_as_the_same_table(tmp_path: Path) -> None:
    odd = Column("x", "nominal", np.array([0, 1, 2, -1]), ("plain", "it's, \\ odd", "a b"))
    target = Column("class", "nominal", np.array([0, 1, 0, 1]), ("yes", "{no}"))
    numbers = Column("z", "numeric", np.array([1.5, np.nan, -2e-7, 0.1]))
    (tmp_path / "odd.arff").write_text(as_arff(Table((odd, numbers), target)), encoding="utf-8")
    back = public_table(tmp_path, "odd")
    assert back.columns[0].levels == odd.levels
    assert back.columns[0].values.tolist() == odd.values.tolist()
    assert np.array_equal(back.columns[1].values, numbers.values, equal_nan=True)
    assert back.target.levels == target.levels


def test_another_table_or_other_folds_have_another_digest(tmp_path: Path) -> None:
    folds = np.arange(TABLE.n_rows) % 5
    rows = np.arange(1, TABLE.n_rows)
    digests = {
        write_dataset(TABLE, "a", folds, tmp_path).digest,
        write_dataset(TABLE, "a", folds[::-1], tmp_path).digest,
        write_dataset(TABLE.take(rows), "a", folds[1:], tmp_path).digest,
    }
    assert len(digests) == 3


def test_nominal_values_become_zeros_and_ones_and_missing_numbers_the_median() -> None:
    color = Column("color", "nominal", np.array([1, 0, -1]), ("red", "blue"))
    size = Column("size", "numeric", np.array([4.0, np.nan, 6.0]))
    gone = Column("gone", "numeric", np.full(3, np.nan))
    numbers = as_numbers((color, size, gone))
    assert numbers[:, :2].tolist() == [[0, 1], [1, 0], [0, 0]]
    assert filled(numbers, np.array([0, 1]))[:, 2:].tolist() == [[4, 0], [4, 0], [6, 0]]


def test_classes_that_were_not_learned_have_no_probability() -> None:
    full = spread(np.array([[0.25, 0.75]]), np.array([0, 2]), 3)
    assert full.tolist() == [[0.25, 0.0, 0.75]]


@pytest.mark.parametrize("fold", [0, 4])
def test_the_folds_of_a_dataset_are_numbered(tmp_path: Path, fold: int) -> None:
    dataset = write_dataset(TABLE, "penguins", np.arange(TABLE.n_rows) % 5, tmp_path)
    assert fold in dataset.fold_numbers
    assert len(dataset.fold_numbers) == 5


def test_codes_are_numbers_and_missing_cells_are_nan() -> None:
    color = Column("color", "nominal", np.array([1, 0, -1]), ("red", "blue"))
    size = Column("size", "numeric", np.array([-4.0, np.nan, 6.0]))
    found = as_codes((color, size))
    assert np.array_equal(found, [[1, -4], [0, np.nan], [np.nan, 6]], equal_nan=True)


def test_the_rarer_of_two_classes_is_learned_and_every_one_of_more() -> None:
    assert positive_codes(np.array([0, 1, 1]), 2).tolist() == [0]
    assert positive_codes(np.array([0, 0, 1]), 2).tolist() == [1]
    assert positive_codes(np.array([0, 1]), 2).tolist() == [0]
    assert positive_codes(np.array([0, 3, 3]), 4).tolist() == [0, 3]

"""Folds: the same everywhere, or those of a file."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from conjunct.data import shipped_table
from conjunct.errors import DataError
from peers.folds import folds_of

TABLE = shipped_table()


def test_folds_are_made_alike_each_time_and_hold_every_class_in_equal_shares() -> None:
    folds = folds_of(TABLE, "penguins", None)
    assert (folds == folds_of(TABLE, "penguins", None)).all()
    for code in range(3):
        sizes = np.bincount(folds[TABLE.target.values == code], minlength=10)
        assert sizes.max() - sizes.min() <= 1


def test_a_file_of_folds_is_taken_as_it_is(tmp_path: Path) -> None:
    given = np.arange(TABLE.n_rows) % 4
    (tmp_path / "penguins.txt").write_text("\n".join(map(str, given)), encoding="utf-8")
    assert (folds_of(TABLE, "penguins", tmp_path) == given).all()


def test_a_folder_without_the_file_leaves_folds_to_be_made(tmp_path: Path) -> None:
    folds = folds_of(TABLE, "penguins", tmp_path)
    assert (folds == folds_of(TABLE, "penguins", None)).all()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("0\n1\n", r"penguins\.txt has 2 numbers for 344 rows; write one a row"),
        ("0\nx\n", r"line 2 of .*penguins\.txt is 'x'; write the number of a fold"),
        ("0\n-1\n", r"line 2 of .*penguins\.txt is '-1'"),
        ("0\n" * 344, r"penguins\.txt puts all rows into one fold"),
    ],
)
def test_a_wrong_file_is_refused_in_a_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    (tmp_path / "penguins.txt").write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=sentence):
        folds_of(TABLE, "penguins", tmp_path)

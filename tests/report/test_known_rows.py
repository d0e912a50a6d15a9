from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from conjunct import read_table
from conjunct.errors import DataError, ModelError
from conjunct.report.known_rows import known_rows

from .made_up import ROWS, card, rule_list


def test_classes_are_positions_among_those_of_the_model() -> None:
    known = known_rows(card(), ROWS)
    assert known.classes is not None
    assert known.classes.tolist() == [0, 0, 1, 1, 1, 0, 1, 0]
    assert known.table.names == ("income", "city")
    assert known.notes == ()


def test_a_table_with_a_target_is_taken_as_it_is() -> None:
    known = known_rows(card(), read_table(ROWS, target="status"))
    assert known.classes is not None
    assert known.classes.tolist() == [0, 0, 1, 1, 1, 0, 1, 0]


def test_rows_of_unknown_classes_are_kept_and_told() -> None:
    rows = {**ROWS, "status": ["bad", "new", None, "good", "good", "bad", "good", "bad"]}
    known = known_rows(card(), rows)
    assert known.classes is not None
    assert known.classes.tolist() == [0, -1, -1, 1, 1, 0, 1, 0]
    assert known.told.tolist() == [0, 3, 4, 5, 6, 7]
    assert known.notes == ("2 rows without a class that the model knows: not checked.",)


def test_rows_of_one_class_alone_are_checked() -> None:
    known = known_rows(card(), {**ROWS, "status": ["bad"] * 8})
    assert known.classes is not None
    assert known.classes.tolist() == [0] * 8


def test_without_the_target_nothing_is_checked() -> None:
    rows = {name: cells for name, cells in ROWS.items() if name != "status"}
    known = known_rows(card(), rows)
    assert known.classes is None
    assert known.notes[0].startswith("Classes are not known: the table has no column 'status'")
    assert known_rows(card(), read_table(rows)).classes is None


@pytest.mark.parametrize(
    ("labels", "cells"),
    [((0, 1), [0, 1]), ((False, True), [False, True]), ((0.5, 2.0), [0.5, 2.0])],
)
def test_labels_of_any_type_are_found(labels: tuple[object, ...], cells: list[object]) -> None:
    rules = replace(rule_list(), classes=labels)
    rows = {"income": [10, 30], "city": ["Bonn", "Bonn"], "status": cells}
    known = known_rows(rules, rows)
    assert known.classes is not None
    assert known.classes.tolist() == [0, 1]


def test_a_file_is_read_as_the_model_learned_it(tmp_path: Path) -> None:
    path = tmp_path / "loans.csv"
    path.write_text("city;income;status\nBonn;1.000,5;bad\nKöln;?;good\n", encoding="utf-8")
    known = known_rows(card(forms={"income": "1.234,5"}), path)
    np.testing.assert_array_equal(known.table.column("income").values, [1000.5, np.nan])
    assert known.table.name == "loans.csv"


def test_a_table_without_the_columns_is_refused() -> None:
    with pytest.raises(DataError, match="no column 'income'"):
        known_rows(card(), {"city": ["Bonn"], "status": ["bad"]})
    with pytest.raises(ModelError, match="no column 'income'"):
        known_rows(card(), read_table({"city": ["Bonn"]}))

"""Predicting straight from files, frames and arrays."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from conjunct.errors import ConjunctError
from conjunct.model import Condition, Rule, RuleList, SearchRecord

HEADER = "note,sex,flipper_length_mm,island,bill_length_mm"
ROWS = [
    "anything,female,?,Dream,46.5",
    "at,,215,Unheard Of,NA",
    "all,female,181,Dream,38",
]
EXPECTED = ["Chinstrap", "Gentoo", "Adelie"]


@pytest.fixture
def table_file(tmp_path: Path) -> Path:
    path = tmp_path / "new.csv"
    path.write_text("\n".join([HEADER, *ROWS]) + "\n", encoding="utf-8")
    return path


def columns() -> dict[str, list[Any]]:
    return {
        "sex": ["female", None, "female"],
        "extra": [1, 2, 3],
        "island": ["Dream", "Unheard Of", "Dream"],
        "flipper_length_mm": [None, 215, 181],
        "bill_length_mm": [46.5, None, 38.0],
    }


def test_a_file_is_read_with_the_columns_and_kinds_of_the_model(
    rules: RuleList, table_file: Path
) -> None:
    assert rules.predict(table_file).tolist() == EXPECTED
    assert rules.predict(str(table_file)).tolist() == EXPECTED
    assert rules.predict_proba(table_file).shape == (3, 3)
    assert rules.explain(table_file)[0].values == (46.5, "Dream", "female")


@pytest.mark.parametrize("package", ["pandas", "polars"])
def test_a_frame_is_read_like_a_file(rules: RuleList, package: str) -> None:
    frame = pytest.importorskip(package).DataFrame(columns())
    assert rules.predict(frame).tolist() == EXPECTED


def test_an_array_is_read_by_position(record: SearchRecord) -> None:
    rule = Rule((Condition("x1", ">", 2.5),), 1, (0, 3), record)
    rules = RuleList((rule,), (0, 1), 0, (3, 3), {"x1": "numeric"})
    assert rules.predict(np.array([[9.0, 2.0], [0.0, 3.0], [9.0, np.nan]])).tolist() == [0, 1, 0]


def test_a_column_of_nothing_but_missing_cells_is_fine(rules: RuleList, tmp_path: Path) -> None:
    path = tmp_path / "empty.csv"
    path.write_text(f"{HEADER}\na,?,215,?,?\nb,?,100,?,?\n", encoding="utf-8")
    assert rules.predict(path).tolist() == ["Gentoo", "Adelie"]


def test_numbers_serve_as_categories_where_the_model_has_categories(
    record: SearchRecord, tmp_path: Path
) -> None:
    rule = Rule((Condition("code", "=", "3"),), 1, (0, 3), record)
    rules = RuleList((rule,), ("a", "b"), 0, (3, 3), {"code": "nominal"})
    path = tmp_path / "codes.csv"
    path.write_text("id,code\n1,3\n2,4\n", encoding="utf-8")
    assert rules.predict(path).tolist() == ["b", "a"]
    assert rules.predict({"code": [3, 4]}).tolist() == ["b", "a"]


def test_no_rules_need_no_columns_but_count_the_rows(
    empty_rules: RuleList, table_file: Path
) -> None:
    assert empty_rules.predict(table_file).tolist() == ["yes"] * 3
    assert empty_rules.predict(columns()).tolist() == ["yes"] * 3


def test_a_missing_column_is_named_with_the_nearest(rules: RuleList, table_file: Path) -> None:
    text = table_file.read_text(encoding="utf-8")
    table_file.write_text(text.replace("island", "Islands"), encoding="utf-8")
    with pytest.raises(ConjunctError, match=r"has no column 'island'; did you mean 'Islands'\?"):
        rules.predict(table_file)


def test_text_in_a_numeric_column_is_refused(rules: RuleList, table_file: Path) -> None:
    text = table_file.read_text(encoding="utf-8")
    table_file.write_text(text.replace("215", "long"), encoding="utf-8")
    with pytest.raises(ConjunctError, match=r"flipper_length_mm.*'long'|'long'.*flipper_length_mm"):
        rules.predict(table_file)

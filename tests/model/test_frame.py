from __future__ import annotations

import sys

import pytest

from conjunct.errors import MissingPackageError
from conjunct.model import RuleList, RuleSet
from conjunct.model.printed.cells import number_headings

from .conftest import promising

FIRST = {
    "rule": 1,
    "body": "bill_length_mm > 42.35 and island = Dream and sex = female",
    "class": "Chinstrap",
    "rows": 34,
    "wrong": 0,
    "expected": 2 / 37,
    "at_most": 2 / 37 + 0.1,
    "p_value": 0.0004,
    "tried": 1204,
    "possible": 2400,
    "combinations": 87,
    "width": 2,
    "conditions": 3,
    "counts": [0, 34, 0],
}


def test_a_frame_has_one_row_for_each_rule(rules: RuleList, empty_rules: RuleList) -> None:
    pandas = pytest.importorskip("pandas")
    frame = promising(rules).to_frame()
    assert isinstance(frame, pandas.DataFrame)
    assert frame.to_dict("records")[0] == FIRST
    assert len(frame) == 2
    assert list(empty_rules.to_frame().columns) == list(FIRST)


def test_what_is_not_promised_is_nan_and_never_another_number(rules: RuleList) -> None:
    pytest.importorskip("pandas")
    frame = rules.to_frame()
    assert list(frame.columns) == list(FIRST)
    promised = frame[["expected", "at_most", "p_value"]]
    assert promised.isna().all(axis=None)
    assert {str(one) for one in promised.dtypes} == {"float64"}


def test_rules_without_order_give_the_same_frame(rules: RuleList, rule_set: RuleSet) -> None:
    pytest.importorskip("pandas")
    assert rule_set.to_frame().equals(rules.to_frame())


def test_polars_serves_where_pandas_is_absent(
    rules: RuleList, monkeypatch: pytest.MonkeyPatch
) -> None:
    polars = pytest.importorskip("polars")
    monkeypatch.setitem(sys.modules, "pandas", None)
    frame = promising(rules).to_frame()
    assert isinstance(frame, polars.DataFrame)
    assert frame.row(0, named=True) == FIRST


def test_without_either_package_the_hint_says_what_to_install(
    rules: RuleList, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(MissingPackageError, match=r"pip install 'conjunct\[frames\]'"):
        rules.to_frame()


def test_the_print_and_the_frame_name_the_same_numbers_alike(rules: RuleList) -> None:
    headings = number_headings(promising(rules), details=True)
    assert headings == ("rows", "wrong", "expected", "at most", "tried", "possible", "p-value")
    names = [heading.replace(" ", "_").replace("-", "_") for heading in headings]
    assert set(names) <= set(promising(rules).to_frame().columns)

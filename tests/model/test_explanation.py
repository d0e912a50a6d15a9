from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from conjunct.data.table import Column, Table
from conjunct.model import Condition, RuleList

from .conftest import promising

GOLDEN = """\
row 1: Chinstrap, by rule 1: if bill_length_mm > 42.35 and island = Dream and sex = female \
then Chinstrap
    bill_length_mm > 42.35   here 46.5
    island = Dream           here Dream
    sex = female             here female
    34 training rows, 0 wrong
row 2: Gentoo, by rule 2: if flipper_length_mm > 206.5 then Gentoo
    flipper_length_mm > 206.5   here 215
    125 training rows, 7 wrong
row 3: Adelie, since no rule holds (344 training rows, 192 wrong)
row 4: Adelie, since no rule holds (344 training rows, 192 wrong)
row 5: Adelie, since no rule holds (344 training rows, 192 wrong)"""


def test_explanations_print_the_rule_and_the_values_of_the_row(
    rules: RuleList, penguins: Table
) -> None:
    assert str(rules.explain(penguins)) == GOLDEN


def test_explanations_say_what_the_rule_promises(rules: RuleList, penguins: Table) -> None:
    line = str(promising(rules).explain(penguins)[1]).splitlines()[-1]
    assert line == "    125 training rows, 7 wrong, expected 7.0 %, at most 17.1 %"


def test_explanations_are_plain_data_on_request(rules: RuleList, penguins: Table) -> None:
    dicts = promising(rules).explain(penguins).to_dicts()
    assert json.loads(json.dumps(dicts)) == dicts
    assert dicts[1] == {
        "row": 2,
        "rule": 2,
        "text": "if flipper_length_mm > 206.5 then Gentoo",
        "conditions": [
            {
                "condition": "flipper_length_mm > 206.5",
                "attribute": "flipper_length_mm",
                "value": 215.0,
            }
        ],
        "predicted": "Gentoo",
        "classes": ["Adelie", "Chinstrap", "Gentoo"],
        "counts": [2, 5, 118],
        "rows": 125,
        "wrong": 7,
        "expected": 9 / 128,
        "at_most": 9 / 128 + 0.1,
        "p_value": 0.0008,
        "reasons": [
            {
                "code": "R2",
                "rule": 2,
                "text": "flipper_length_mm > 206.5",
                "holds": True,
                "points": None,
            }
        ],
    }
    assert dicts[2]["rule"] is None
    assert dicts[2]["text"] == "otherwise Adelie"
    assert dicts[2]["expected"] is None


def test_one_row_alone_is_explained_as_among_the_others(rules: RuleList, penguins: Table) -> None:
    explanations = rules.explain(penguins)
    assert len(explanations) == 5
    assert [rules.explain_row(penguins, row) for row in range(5)] == list(explanations)
    assert rules.explain_row(penguins, -1) == explanations[-1] == explanations[4]
    assert explanations[1:3] == [explanations[1], explanations[2]]


@pytest.mark.parametrize("row", [5, -6])
def test_a_row_that_is_not_there_is_an_index_error(
    rules: RuleList, penguins: Table, row: int
) -> None:
    with pytest.raises(IndexError):
        rules.explain_row(penguins, row)
    with pytest.raises(IndexError):
        rules.explain(penguins)[row]


def test_a_missing_cell_is_shown_as_missing(rules: RuleList, penguins: Table) -> None:
    rule = replace(
        rules[1],
        conditions=(Condition("sex", "!=", "male"), Condition("flipper_length_mm", "=", None)),
    )
    unsure = replace(rules, rules=(rule,), missing="value")
    explanation = unsure.explain_row(penguins, 4)
    assert explanation.values == (None, None)
    assert "    sex ≠ male                     here missing\n" in str(explanation)


def test_a_long_list_says_how_many_rows_it_does_not_show(empty_rules: RuleList) -> None:
    table = Table((Column("x", "numeric", np.zeros(1021)),), n_rows=1021)
    lines = str(empty_rules.explain(table)).splitlines()
    assert lines[0] == "row 1: yes, since no rule holds (1 training row, 0 wrong)"
    assert lines[20:] == ["… and 1,001 more rows"]

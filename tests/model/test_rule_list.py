from __future__ import annotations

import copy
import pickle
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from conjunct.data.table import Column, Table
from conjunct.errors import ConjunctError, ModelError
from conjunct.model import Condition, Rule, RuleList, SearchRecord


def test_the_first_rule_that_holds_decides(rules: RuleList, penguins: Table) -> None:
    assert rules.first_match(penguins).tolist() == [0, 1, -1, -1, -1]
    assert rules.predict(penguins).tolist() == [
        "Chinstrap",
        "Gentoo",
        "Adelie",
        "Adelie",
        "Adelie",
    ]


def test_an_earlier_rule_wins_over_a_later_one(penguins: Table, record: SearchRecord) -> None:
    broad = Rule((), 1, (3, 3), record)
    narrow = Rule((Condition("sex", "=", "male"),), 0, (3, 0), record)
    kinds: Any = {"sex": "nominal"}
    assert RuleList((narrow, broad), ("a", "b"), 0, (3, 3), kinds).predict(penguins).tolist() == [
        "b",
        "a",
        "b",
        "b",
        "b",
    ]
    assert set(RuleList((broad, narrow), ("a", "b"), 0, (3, 3), kinds).predict(penguins)) == {"b"}


def test_probabilities_come_from_the_deciding_rule(rules: RuleList, penguins: Table) -> None:
    shares = rules.predict_proba(penguins)
    assert shares.shape == (5, 3)
    assert shares[0] == pytest.approx([1 / 37, 35 / 37, 1 / 37])
    assert shares[1] == pytest.approx([3 / 128, 6 / 128, 119 / 128])
    assert shares[4] == pytest.approx([153 / 347, 69 / 347, 125 / 347])


def test_no_rules_predict_the_default_for_every_row(empty_rules: RuleList, penguins: Table) -> None:
    assert empty_rules.predict(penguins).tolist() == ["yes"] * 5
    assert empty_rules.predict_proba(penguins).shape == (5, 2)


def test_a_table_without_rows_gives_no_predictions(rules: RuleList, penguins: Table) -> None:
    none = tuple(replace(column, values=column.values[:0]) for column in penguins.columns)
    table = Table(none, n_rows=0)
    assert rules.predict(table).shape == (0,)
    assert rules.predict_proba(table).shape == (0, 3)
    assert str(rules.explain(table)) == ""


@pytest.mark.parametrize(
    ("classes", "dtype"),
    [((0, 1), "i"), ((0.5, 1.5), "f"), ((False, True), "b"), (("a", "b"), "U"), (("a", 1), "O")],
)
def test_labels_keep_their_type(classes: Any, dtype: str, penguins: Table) -> None:
    labels = RuleList((), classes, 1, (1, 2), {}).predict(penguins)
    assert labels.dtype.kind == dtype
    assert labels[0] == classes[1]
    assert type(labels.tolist()[0]) is type(classes[1])


def test_a_label_that_numpy_would_cut_short_stays_whole(penguins: Table) -> None:
    assert RuleList((), ("a\0", "b"), 0, (1, 1), {}).predict(penguins).tolist() == ["a\0"] * 5


def test_missing_as_a_value_reaches_the_conditions(penguins: Table, record: SearchRecord) -> None:
    rule = Rule((Condition("sex", "=", None),), 1, (0, 3), record)
    rules = RuleList((rule,), ("a", "b"), 0, (3, 3), {"sex": "nominal"}, missing="value")
    assert rules.first_match(penguins).tolist() == [-1, -1, -1, -1, 0]
    assert replace(rules, missing="fails").first_match(penguins).tolist() == [-1] * 5


def test_a_table_without_a_used_column_is_refused_with_the_nearest_name(
    rules: RuleList, penguins: Table
) -> None:
    renamed = tuple(
        replace(column, name="Islands") if column.name == "island" else column
        for column in penguins.columns
    )
    with pytest.raises(ConjunctError) as refused:
        rules.predict(replace(penguins, columns=renamed))
    assert str(refused.value) == (
        "penguins has no column 'island', which the model needs; did you mean 'Islands'?"
    )


def test_a_used_column_of_another_kind_is_refused(rules: RuleList, penguins: Table) -> None:
    columns = tuple(column for column in penguins.columns if column.name != "sex")
    sex = Column("sex", "numeric", np.zeros(5))
    with pytest.raises(ModelError, match=r"'sex' of penguins is numeric.*kinds=\{'sex': "):
        rules.predict(replace(penguins, columns=(*columns, sex)))


def test_a_theory_is_a_sequence_of_rules(rules: RuleList, empty_rules: RuleList) -> None:
    assert (len(rules), len(empty_rules)) == (2, 0)
    assert list(rules) == [rules[0], rules[-1]]
    assert rules.n_conditions == 4
    assert rules.attributes == ("bill_length_mm", "island", "sex", "flipper_length_mm")


def test_theories_are_equal_by_value(rules: RuleList) -> None:
    assert copy.deepcopy(rules) == rules
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert replace(rules, default=1) != rules


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"default": 3}, "default is 3, which is not one of 3 classes"),
        ({"class_counts": (1, 2)}, "class_counts has 2 counts for 3 classes"),
        ({"classes": ("a", "a", "b")}, "the same class is listed twice"),
        ({"classes": ("a", "b")}, "class_counts has 3 counts for 2 classes"),
        ({"classes": (1.0, 2.0, float("inf"))}, "must be finite"),
        ({"classes": ("a", "b"), "class_counts": (1, 2)}, "rule 1 has 3 counts for 2 classes"),
        ({"kinds": {}}, "rule 1 uses 'bill_length_mm', which is not in kinds"),
        ({"missing": "maybe"}, "missing must be 'fails' or 'value', not 'maybe'"),
    ],
)
def test_parts_that_do_not_fit_together_are_refused(
    rules: RuleList, changes: dict[str, Any], complaint: str
) -> None:
    with pytest.raises(ModelError, match=complaint):
        replace(rules, **changes)


def test_a_condition_against_the_kind_of_its_attribute_is_refused(rules: RuleList) -> None:
    with pytest.raises(ModelError, match="rule 1 tests 'sex' as nominal, but it is numeric"):
        replace(rules, kinds={**rules.kinds, "sex": "numeric"})


def test_the_default_speaks_about_the_rows_that_no_rule_covers(
    rules: RuleList, penguins: Table
) -> None:
    every = (152, 68, 124)
    assert rules.class_counts == every
    assert rules.default_counts == every
    reached = replace(rules, reached=True)
    left = tuple(np.array(every) - np.sum([rule.counts for rule in rules], axis=0))
    assert reached.default_counts == left
    assert 0 < sum(left) < sum(every)
    shares = reached.predict_proba(penguins)[4]
    assert shares == pytest.approx((np.array(left) + 1) / (sum(left) + 3))
    assert f"{left[0]} of {sum(left)} rows" in reached.to_text()


def test_where_rules_cover_all_rows_the_default_speaks_about_all(rules: RuleList) -> None:
    covered = tuple(np.sum([rule.counts for rule in rules], axis=0).tolist())
    full = replace(rules, reached=True, class_counts=covered, n_rows=sum(covered))
    assert full.default_counts == covered

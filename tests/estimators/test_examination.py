from __future__ import annotations

import numpy as np
import pytest

from conjunct import RuleTreeClassifier, read_table
from conjunct.data import Table
from conjunct.errors import DataError
from conjunct.estimators.examination import LabelledRows, examine, known_rows
from conjunct.model import Condition, Rule, RuleList, SearchRecord

RECORD = SearchRecord("beam", 5, 96, 0, 2, 4, 0)


def rules_about(labels: tuple[str | int, ...]) -> RuleList:
    rule = Rule((Condition("x", "<=", 2.0),), 0, (3, 1, 0)[: len(labels)], RECORD)
    counts = (3, 5, 1)[: len(labels)]
    return RuleList((rule,), labels, 1, counts, {"x": "numeric"})


def rows(*values: float) -> Table:
    return read_table({"x": list(values)})


def test_the_model_and_the_majority_of_its_training_are_measured() -> None:
    found = examine(rules_about(("a", "b")), LabelledRows(rows(1, 2, 3, 4), ["a", "b", "b", "a"]))
    assert found.model["error"] == 0.5
    assert found.majority["error"] == 0.5
    frequencies = -0.5 * (np.log(3 / 8) + np.log(5 / 8))
    assert found.majority["log_loss"] == pytest.approx(frequencies)
    assert (found.positive, found.model["recall"], found.model["precision"]) == ("a", 0.5, 0.5)
    assert (found.rules[0].rows, found.rules[0].wrong) == (2, 1)
    assert found.default is not None
    assert (found.default.rows, found.default.wrong) == (2, 1)


def test_classes_that_the_model_does_not_know_are_wrong() -> None:
    found = examine(rules_about((0, 1)), LabelledRows(rows(1, 3, 4), ["0", "2", "1"]))
    assert found.unknown == ("2",)
    assert found.model["error"] == pytest.approx(1 / 3)
    assert found.positive == 0
    assert found.default is not None
    assert found.default.wrong == 1


def test_of_many_classes_none_is_positive_unless_it_is_named() -> None:
    known = LabelledRows(rows(1, 3), ["a", "b"])
    assert examine(rules_about(("a", "b", "c")), known).positive is None
    assert examine(rules_about(("a", "b", "c")), known, "b").model["recall"] == 1.0
    with pytest.raises(DataError, match="'d' is not a class of the model; the classes are 'a'"):
        examine(rules_about(("a", "b")), known, "d")


def test_rows_of_no_known_class_are_refused() -> None:
    with pytest.raises(
        DataError, match=r"no row of the table has a class that the model knows \(a, b\)"
    ):
        examine(rules_about(("a", "b")), LabelledRows(rows(1, 2), ["c", "d"]))


def test_no_row_comes_to_the_default_of_a_tree() -> None:
    table = read_table({"x": [1, 2, 3, 4] * 5, "y": ["a", "a", "b", "b"] * 5}, target="y")
    tree = RuleTreeClassifier(promises=False).fit_table(table).rules_
    found = examine(tree, LabelledRows(table, ["a", "a", "b", "b"] * 5))
    assert (found.default, found.model["error"]) == (None, 0.0)


def test_rows_without_a_class_are_left_out() -> None:
    table = read_table({"x": [1, 2, 3], "y": ["a", None, "b"]}, kinds={"y": "nominal"})
    known = known_rows(table, "y")
    assert (known.labels, known.table.names, known.table.n_rows) == (["a", "b"], ("x",), 2)
    assert known.table.column("x").values.tolist() == [1, 3]

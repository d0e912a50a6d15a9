from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.base import BaseEstimator

from conjunct.data import Table, read_table, shipped_table
from conjunct.errors import DataError
from conjunct.estimators import LayeredRuleClassifier
from conjunct.estimators.compared import LearnerResult
from conjunct.estimators.comparison import MAJORITY, compare, stratified_folds
from conjunct.evaluate import sign_test
from conjunct.model import RuleList


class Constant(BaseEstimator):
    """Predicts one class, and keeps which rows it has seen."""

    seen: list[set[float]] = []  # noqa: RUF012

    def __init__(self, label: str = "a") -> None:
        self.label = label

    def fit_table(self, table: Table) -> Constant:
        assert table.target is not None
        classes = table.target.levels
        Constant.seen.append(set(table.columns[0].values.tolist()))
        counts = np.bincount(table.target.values, minlength=len(classes)).tolist()
        self.rules_ = RuleList((), classes, classes.index(self.label), tuple(counts), {})
        return self


def numbered(labels: list[str]) -> Table:
    return read_table({"row": list(range(len(labels))), "class": labels}, target="class")


@given(st.lists(st.sampled_from("abcd"), min_size=2, max_size=80), st.data())
def test_folds_and_classes_in_them_differ_by_one_row_at_most(
    labels: list[str], data: st.DataObject
):
    n_folds = data.draw(st.integers(2, len(labels)))
    folds = stratified_folds(labels, n_folds, data.draw(st.integers(0, 5)))
    assert np.ptp(np.bincount(folds, minlength=n_folds)) <= 1
    for label in set(labels):
        of_class = folds[np.array(labels) == label]
        assert np.ptp(np.bincount(of_class, minlength=n_folds)) <= 1


def test_a_class_with_fewer_rows_than_folds_is_spread_over_folds() -> None:
    folds = stratified_folds(["a"] * 17 + ["b"] * 3, n_folds=10)
    assert len(set(folds[17:])) == 3


def test_the_seed_decides_the_folds() -> None:
    labels = ["a", "b"] * 20
    assert (stratified_folds(labels, 5, 1) == stratified_folds(labels, 5, 1)).all()
    assert (stratified_folds(labels, 5, 1) != stratified_folds(labels, 5, 2)).any()


@pytest.mark.parametrize("n_folds", [0, 1, 4])
def test_an_impossible_number_of_folds_is_refused(n_folds: int) -> None:
    with pytest.raises(DataError, match=f"3 rows cannot be split into {n_folds} folds"):
        stratified_folds(["a", "a", "b"], n_folds)


def test_a_learner_never_sees_its_test_rows_and_sees_all_others() -> None:
    Constant.seen.clear()
    result = compare(numbered(["a", "b"] * 6), {"one": Constant()}, n_folds=4)
    for fold, seen in enumerate(Constant.seen[-4:]):  # before them a warm-up on a few rows
        assert seen == set(np.flatnonzero(result.folds != fold).tolist())


def test_errors_and_wins_are_counted_over_the_test_rows() -> None:
    table = numbered(["a"] * 8 + ["b"] * 4)
    result = compare(table, {"says a": Constant("a"), "says b": Constant("b")}, n_folds=4)
    first, second = result.learners
    assert first.error == pytest.approx(4 / 12)
    assert second.error == pytest.approx(8 / 12)
    assert first.standard_error == pytest.approx(0)
    assert first.correct.tolist() == [True] * 8 + [False] * 4
    (test,) = result.sign_tests
    assert (test.first, test.second, test.wins, test.losses) == ("says a", "says b", 8, 4)
    assert test.p_value == sign_test(8, 4)


def test_the_standard_error_is_the_one_of_the_mean_of_the_folds() -> None:
    result = LearnerResult("x", (0.1, 0.2, 0.4), 1, 1, 0, np.array([True]))
    assert result.standard_error == pytest.approx(np.std([0.1, 0.2, 0.4], ddof=1) / np.sqrt(3))


def test_learners_are_cloned_and_stay_unfitted() -> None:
    learner = LayeredRuleClassifier("greedy")
    compare(shipped_table(), {"greedy": learner}, n_folds=2)
    assert not hasattr(learner, "rules_")


def test_every_trial_is_reported() -> None:
    calls: list[tuple[int, int]] = []
    learners = {"a": Constant("a"), "b": Constant("b")}
    compare(numbered(["a", "b"] * 3), learners, n_folds=3, on_fold=lambda *call: calls.append(call))
    assert calls == [(done, 6) for done in range(1, 7)]


def test_a_table_without_a_target_is_refused() -> None:
    with pytest.raises(DataError, match="no target"):
        compare(read_table({"a": [1, 2]}), {})


def test_a_fold_may_hold_the_only_row_of_a_class() -> None:
    table = numbered(["a"] * 9 + ["b"])
    result = compare(table, {"greedy": LayeredRuleClassifier("greedy")}, n_folds=5)
    assert not result.learners[0].correct[9]


def test_the_majority_is_that_of_the_training_rows_of_each_fold() -> None:
    labels = ["a"] * 7 + ["b"] * 5
    result = compare(numbered(labels), {"says b": Constant("b")}, n_folds=4)
    losses, wrong = [], []
    for row, fold in enumerate(result.folds):
        training = [label for label, at in zip(labels, result.folds, strict=True) if at != fold]
        losses.append(-np.log(training.count(labels[row]) / len(training)))
        most = max("ab", key=training.count)
        wrong.append(labels[row] != most)
    majority = result.majority
    assert (majority.name, majority.n_rules, majority.seconds) == (MAJORITY, 0.0, 0.0)
    assert majority.measures["log_loss"] == pytest.approx(np.mean(losses))
    assert (~majority.correct).tolist() == wrong
    assert majority.measures["auc"] == pytest.approx(0.5)


def test_measures_are_about_every_row_once() -> None:
    result = compare(numbered(["a"] * 8 + ["b"] * 4), {"says b": Constant("b")}, n_folds=4)
    measures = result.learners[0].measures
    assert (result.positive, measures["recall"]) == ("b", 1.0)
    assert measures["precision"] == pytest.approx(1 / 3)
    assert measures["balanced_error"] == pytest.approx(0.5)


def test_the_positive_class_can_be_named() -> None:
    table = numbered(["a"] * 8 + ["b"] * 4 + ["c"] * 4)
    assert compare(table, {"says a": Constant("a")}, n_folds=4).positive is None
    named = compare(table, {"says a": Constant("a")}, n_folds=4, positive="a")
    assert named.learners[0].measures["recall"] == 1.0
    assert named.learners[0].measures["precision"] == pytest.approx(0.5)
    with pytest.raises(DataError, match=r"'d' is not a class of .*; the classes are 'a', 'b', 'c'"):
        compare(table, {"says a": Constant("a")}, n_folds=4, positive="d")


def test_rows_count_in_measures_as_often_as_they_weigh() -> None:
    table = numbered(["a"] * 6 + ["b"] * 6)
    weights = np.array([3.0] * 6 + [1.0] * 6)
    weighted = compare(replace(table, weights=weights), {"says a": Constant("a")}, n_folds=3)
    assert weighted.learners[0].measures["error"] == pytest.approx(0.25)
    assert weighted.majority.measures["log_loss"] == pytest.approx(
        -0.75 * np.log(0.75) - 0.25 * np.log(0.25)
    )
    assert weighted.positive == "b"

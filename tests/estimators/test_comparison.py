from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.base import BaseEstimator

from conjunct.data import Table, read_table, shipped_table
from conjunct.errors import DataError
from conjunct.estimators import LayeredRuleClassifier
from conjunct.estimators.comparison import LearnerResult, compare, stratified_folds
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


@pytest.mark.slow
def test_processes_change_nothing_but_the_time() -> None:
    learners = {name: LayeredRuleClassifier(name, n_jobs=1) for name in ("greedy", "layered")}
    alone, together = (
        compare(shipped_table(), learners, n_folds=3, n_jobs=n_jobs) for n_jobs in (1, 2)
    )
    assert alone.sign_tests == together.sign_tests
    for one, other in zip(alone.learners, together.learners, strict=True):
        assert one.fold_errors == other.fold_errors
        assert (one.correct == other.correct).all()
        assert (one.n_rules, one.n_conditions) == (other.n_rules, other.n_conditions)

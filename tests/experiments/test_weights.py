"""The study `weights`: its arithmetic by hand, and one real run."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline

from conjunct import CN2Classifier, LayeredRuleClassifier, RuleFeatures
from conjunct.data import Column, Table, read_table, shipped_table
from conjunct.errors import DataError
from conjunct.experiments.study import Results
from conjunct.experiments.trial import Row, Trial, halves
from conjunct.experiments.weights import findings, weigh, weighted_proba

from .reading import data_of, results_of


def trial(errors: tuple[float, float], briers: tuple[float, float], rules: int) -> list[Row]:
    """Return the rows of a trial, the same for both learners."""
    return [
        {
            "learner": learner,
            "weighted": at,
            "error": errors[at],
            "brier": briers[at],
            "rules": rules,
        }
        for learner in ("layered", "cn2")
        for at in (0, 1)
    ]


def made_up() -> Results:
    """Return two trials on vote, where weights help, and one on loans, where they do not."""
    rows = {
        "vote": [trial((0.10, 0.06), (0.2, 0.1), 4), trial((0.06, 0.06), (0.2, 0.2), 6)],
        "loans": [trial((0.20, 0.30), (0.4, 0.3), 3)],
    }
    return results_of(rows)


def test_the_table_ends_with_the_means_over_the_tables() -> None:
    found = findings(made_up())
    grid = found.grids[0]
    assert grid.lines == (
        ("vote", "5.0", "8.0", "6.0", "−2.0 ± 2.0", "0.200", "0.150", "−0.050 ± 0.050"),
        ("loans", "3.0", "20.0", "30.0", "+10.0", "0.400", "0.300", "−0.100"),
        ("mean", "", "14.0", "18.0", "", "0.300", "0.225", ""),
    )
    assert data_of(grid)[1]["brier_change"] == pytest.approx(-0.1)
    assert data_of(grid)[1]["brier_change_standard_error"] is None


def test_the_sentence_counts_the_tables_either_way() -> None:
    first, second = findings(made_up()).summary
    assert first == (
        "Weights on the rules of layered, 2 tables: error, % 14.0 becomes 18.0 on average, lower "
        "on 1 and higher on 1 (sign test: too few tables); Brier score 0.300 becomes 0.225 on "
        "average, lower on 2 and higher on 0 (sign test: too few tables)."
    )
    assert second.startswith("Weights on the rules of cn2")


def cells_of(column: Column) -> np.ndarray:
    if column.kind == "numeric":
        return column.values
    return np.array([*column.levels, None], dtype=object)[column.values]


def test_a_trial_is_the_pipeline_of_the_guide_on_halves() -> None:
    table, one = shipped_table(), Trial("penguins", 2, 7)
    train, test = (table.take(rows) for rows in halves(table, 2, 7))
    assert train.target is not None
    assert test.target is not None
    frames = [pd.DataFrame({c.name: cells_of(c) for c in one.columns}) for one in (train, test)]
    rows = {(row["learner"], row["weighted"]): row for row in weigh(table, one)}
    for name, learner in (("layered", LayeredRuleClassifier()), ("cn2", CN2Classifier())):
        model = make_pipeline(RuleFeatures(learner), LogisticRegression(solver="newton-cg"))
        model.fit(frames[0], train.target.values)
        assert rows[name, 0]["rules"] == len(model[0].rules_)
        plain = learner.fit(frames[0], train.target.values)
        for weighted, classifier in enumerate((plain, model)):
            row = rows[name, weighted]
            wrong = np.mean(classifier.predict(frames[1]) != test.target.values)
            shares = classifier.predict_proba(frames[1])
            assert row["error"] == pytest.approx(wrong)
            squares = (shares - np.eye(shares.shape[1])[test.target.values]) ** 2
            assert row["brier"] == pytest.approx(squares.sum(axis=1).mean(), abs=1e-4)


def test_without_rules_the_weights_are_those_of_the_classes() -> None:
    table = read_table({"x": [1, 1, 1, 1], "y": ["a", "a", "a", "b"]}, target="y")
    rules = LayeredRuleClassifier().fit_table(table).rules_
    assert len(rules) == 0
    np.testing.assert_allclose(weighted_proba(rules, table, table), [[0.75, 0.25]] * 4, atol=1e-4)


def test_a_table_that_cannot_be_halved_is_refused() -> None:
    one = read_table({"x": [1, 2], "y": ["a", "b"]}, target="y").take(np.array([0]))
    for number in range(3):
        with pytest.raises(DataError, match="loans cannot be halved; it needs at least two rows"):
            weigh(one, Trial("loans", number, 0))
    with pytest.raises(DataError, match="no target"):
        weigh(Table((), n_rows=2), Trial("loans", 0, 0))


def test_a_change_that_is_rounded_away_has_no_sign() -> None:
    rows = [trial((0.1, 0.1001), (0.2, 0.1998), 4)]
    line = findings(results_of({"loans": rows})).grids[0].lines[0]
    assert (line[4], line[7]) == ("0.0", "0.000")


def test_a_class_without_training_rows_gets_no_probability() -> None:
    table = shipped_table()
    assert table.target is not None
    two = table.take(np.flatnonzero(table.target.values != 1))
    rules = LayeredRuleClassifier("greedy").fit_table(two).rules_
    shares = weighted_proba(rules, two, table)
    assert shares.shape == (table.n_rows, 3)
    assert (shares[:, 1] == 0).all()
    np.testing.assert_allclose(shares.sum(axis=1), 1)


def test_a_single_class_gets_all_probability() -> None:
    table = read_table({"x": [1, 2, 3], "y": ["a", "a", "b"]}, target="y")
    alone = table.take(np.array([0, 1]))
    rules = LayeredRuleClassifier().fit_table(alone).rules_
    assert weighted_proba(rules, alone, table).tolist() == [[1.0, 0.0]] * 3

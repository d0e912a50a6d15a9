"""One trial of the study `weights`: the same rules, unweighted and weighted, on unseen rows."""

from __future__ import annotations

import numpy as np
from sklearn.linear_model import LogisticRegression

from conjunct.data import Table
from conjunct.estimators import CN2Classifier, LayeredRuleClassifier
from conjunct.estimators.rule_features import rule_columns
from conjunct.experiments.trial import Row, Trial, halved
from conjunct.model import Rules
from conjunct.types import Floats, Ints

LEARNERS = {"layered": LayeredRuleClassifier, "cn2": CN2Classifier}


def weigh(table: Table, trial: Trial) -> list[Row]:
    """Learn rules from one half of a table, weigh them there, and test on the other half."""
    train, test = halved(table, trial)
    assert test.target is not None
    rows: list[Row] = []
    for name, make in LEARNERS.items():
        learner = make(missing=trial.missing, promises=False, n_jobs=1)
        rules = learner.fit_table(train).rules_
        both = (rules.predict_proba(test), weighted_proba(rules, train, test))
        for weighted, probabilities in enumerate(both):
            error = float(np.mean(probabilities.argmax(axis=1) != test.target.values))
            brier = brier_score(probabilities, test.target.values)
            about: Row = {"learner": name, "weighted": weighted}
            rows.append({**about, "error": error, "brier": brier, "rules": len(rules)})
    return rows


def weighted_proba(rules: Rules, train: Table, test: Table) -> Floats:
    """Return the probability of every class by logistic regression on the rules.

    The weights are those of scikit-learn's `LogisticRegression` with its default penalty, learned
    from the same rows as the rules. A class without a training row gets the probability 0.
    """
    assert train.target is not None
    probabilities = np.zeros((test.n_rows, len(rules.classes)))
    there = np.unique(train.target.values)
    if len(there) == 1:  # nothing to weigh
        probabilities[:, there] = 1.0
        return probabilities
    columns, unseen = (_columns(rules, table) for table in (train, test))
    model = LogisticRegression(solver="newton-cg", max_iter=1000)
    model.fit(columns, train.target.values)
    probabilities[:, there] = model.predict_proba(unseen)
    return probabilities


def brier_score(probabilities: Floats, actual: Ints) -> float:
    """Return the mean squared distance of the probabilities from what came, between 0 and 2.

    The squares of all classes of a row are added up, as in Brier (1950); with two classes this is
    twice the square of one of them.
    """
    came = np.eye(probabilities.shape[1])[actual]
    return float(np.mean(np.sum((probabilities - came) ** 2, axis=1)))


def _columns(rules: Rules, table: Table) -> Floats:
    """Return the columns of the rules; without a rule one that says nothing stands for them."""
    return rule_columns(rules, table) if len(rules) else np.zeros((table.n_rows, 1))

"""The study `weights`: what logistic weights do to the error and the probabilities of rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from sklearn.linear_model import LogisticRegression

from conjunct.data import Table
from conjunct.estimators import CN2Classifier, LayeredRuleClassifier
from conjunct.estimators.rule_features import rule_columns
from conjunct.evaluate.measures import brier
from conjunct.experiments.figures import Dots, Panel, drawing
from conjunct.experiments.findings import Findings, Grid, cell, text_lines, words_of
from conjunct.experiments.judging import LEAST, TrialSigns
from conjunct.experiments.long_rows import TableRows, mean_over, standard_error, table_rows
from conjunct.experiments.study import Results, make_study
from conjunct.experiments.tables import target_of
from conjunct.experiments.trial import Row, Trial, halved
from conjunct.model import Rules
from conjunct.plots.style import BLUE, ORANGE
from conjunct.types import Floats

WORDS = words_of("weights")
LEARNERS = {"layered": LayeredRuleClassifier, "cn2": CN2Classifier}


def weigh(table: Table, trial: Trial) -> list[Row]:
    """Learn rules from one half of a table, weigh them there, and test on the other half."""
    train, test = halved(table, trial)
    labels, rows = target_of(test).values, list[Row]()
    for name, make in LEARNERS.items():
        learner = make(missing=trial.missing, promises=False, n_jobs=1)
        rules = learner.fit_table(train).rules_
        both = (rules.predict_proba(test), weighted_proba(rules, train, test))
        for weighted, probabilities in enumerate(both):
            error = float(np.mean(probabilities.argmax(axis=1) != labels))
            # As in Brier (1950) the squares of all classes of a row are added up: between 0 and 2.
            score = 2 * brier(probabilities, labels)
            about: Row = {"learner": name, "weighted": weighted}
            rows.append({**about, "error": error, "brier": score, "rules": len(rules)})
    return rows


def weighted_proba(rules: Rules, train: Table, test: Table) -> Floats:
    """Return the probability of every class by logistic regression on the rules.

    The weights are those of scikit-learn's `LogisticRegression` with its default penalty, learned
    from the same rows as the rules. A class without a training row gets the probability 0.
    """
    labels = target_of(train).values
    probabilities = np.zeros((test.n_rows, len(rules.classes)))
    there = np.unique(labels)
    if len(there) == 1:  # nothing to weigh
        probabilities[:, there] = 1.0
        return probabilities
    columns, unseen = (_columns(rules, table) for table in (train, test))
    model = LogisticRegression(solver="newton-cg", max_iter=1000)
    model.fit(columns, labels)
    probabilities[:, there] = model.predict_proba(unseen)
    return probabilities


def _columns(rules: Rules, table: Table) -> Floats:
    """Return the columns of the rules; without a rule one that says nothing stands for them."""
    return rule_columns(rules, table) if len(rules) else np.zeros((table.n_rows, 1))


MEASURES = {"error": "change of the error (points)", "brier": "change of the Brier score"}
"""What is measured, and what the figure calls its change."""

DIGITS = {"error": 1, "brier": 3}
STYLES = {"layered": (BLUE, -0.14), "cn2": (ORANGE, 0.14)}
"""Colour of a learner's points, and their distance from their line, in lines."""

Tables = Sequence[TableRows]


def findings(results: Results) -> Findings:
    """Turn trials into a table for each learner, sign tests and a figure."""
    tables = table_rows(results, "learner", "weighted")
    said = []
    for name in LEARNERS:
        both = sum(all(_change(table, m, name).mean() < 0 for m in MEASURES) for table in tables)
        said.append(WORDS.say("both", count=both, learner=name))
    size = (9.0, round(1.2 + 0.3 * len(tables), 2))
    shown = drawing([_panel(tables, one) for one in MEASURES], size=size, share_y=True)
    facts = {"tables": len(tables), "said": " and ".join(said)}
    return Findings(
        tuple(_sentence(tables, name) for name in LEARNERS),
        tuple(_grid(tables, name) for name in LEARNERS),
        (WORDS.picture("changes", shown, facts),),
    )


def _change(table: TableRows, measure: str, learner: str) -> Floats:
    """Return weighted less unweighted in each trial."""
    return table.change(measure, (learner, 1), (learner, 0))


def _sentence(tables: Tables, learner: str) -> str:
    parts = []
    for measure in MEASURES:
        test = TrialSigns.of(np.array([_change(t, measure, learner).mean() for t in tables]))
        p = cell("{p:p}", {"p": test.p_value}) if len(tables) >= LEAST else "too few tables"
        counts = WORDS.say("counts", lower=test.worse, higher=test.better, p=p)
        before, after = (mean_over(tables, measure, (learner, weighted)) for weighted in (0, 1))
        parts.append(WORDS.say(measure, before=before, after=after, counts=counts))
    return WORDS.say("learner", learner=learner, tables=len(tables), parts="; ".join(parts))


def _grid(tables: Tables, learner: str) -> Grid:
    rows = []
    for table in tables:
        rules = table.values("rules", (learner, 0))
        row: dict[str, Any] = {"table": table.name, "trials": len(rules)}
        row["rules"] = float(rules.mean())
        for measure in MEASURES:
            change = _change(table, measure, learner)
            row[f"{measure}_unweighted"] = table.mean(measure, (learner, 0))
            row[f"{measure}_weighted"] = table.mean(measure, (learner, 1))
            row[f"{measure}_change"] = float(change.mean())
            row[f"{measure}_change_standard_error"] = standard_error(change)
        rows.append(row)
    below = ["mean", ""]
    for measure, digits in DIGITS.items():
        means = (mean_over(tables, measure, (learner, weighted)) for weighted in (0, 1))
        below += [*(f"{mean:.{digits}f}" for mean in means), ""]
    lines = text_lines(WORDS.said["grids"]["learner"]["cells"], rows)
    about = {"learner": learner}
    return WORDS.grid("learner", rows, about, name=learner, lines=lines, extra=[tuple(below)])


def _panel(tables: Tables, measure: str) -> Panel:
    found = []
    for name, (color, shift) in STYLES.items():
        changes = [_change(table, measure, name) for table in tables]
        bars = None if len(changes[0]) < 2 else [standard_error(one) for one in changes]
        lines = [line + shift for line in range(len(tables))]
        means = [float(one.mean()) for one in changes]
        found.append(Dots(name, means, lines, color, size=4, bars=bars))
    names = [table.name for table in tables]
    return Panel("", found, MEASURES[measure], at_x=0, lines=names)


STUDY = make_study("weights", weigh, findings)

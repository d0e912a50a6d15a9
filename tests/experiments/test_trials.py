"""One trial of each study on small tables: what it counts, counted again."""

from __future__ import annotations

import re
from math import comb

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline

from conjunct import CN2Classifier, LayeredRuleClassifier, RuleFeatures
from conjunct.choose import CRITERIA
from conjunct.data import Column, Table, read_table, shipped_table
from conjunct.errors import DataError
from conjunct.estimators import RuleClassifier
from conjunct.estimators.instances import NearestItemsClassifier
from conjunct.evaluate import Laplace
from conjunct.experiments.fluke import findings as fluke_findings
from conjunct.experiments.instances import retain_rows
from conjunct.experiments.layered import STUDY as LAYERED
from conjunct.experiments.made_tables import (
    FLUKE_CHANCES,
    IDLE,
    LONG,
    SHORT,
    made_table,
    make_fluke,
)
from conjunct.experiments.poe import averages, correlation
from conjunct.experiments.poe_curves import findings as curve_findings
from conjunct.experiments.poe_trials import READINGS, compare_endings, two_parts
from conjunct.experiments.single_rules import expected_error, poe_bias, rules_of_beams, rules_of_won
from conjunct.experiments.tables import PUBLIC, paper, target_of
from conjunct.experiments.theories import SEARCHES, learn_theories
from conjunct.experiments.trees import RULES, VERSIONS, slides_rows, try_prunings
from conjunct.experiments.trial import Row, Trial, halves
from conjunct.experiments.weights import weigh, weighted_proba

from .made_up import poe_curves, results_of

LEARNERS = [(ordered, one) for ordered in (False, True) for one in (None, *READINGS)]


def assert_is_of(row: Row, learner: RuleClassifier, train: Table, test: Table) -> None:
    """Check that a row has the error and the size of what is learned."""
    rules = learner.fit_table(train).rules_
    actual = np.array(target_of(test).levels)[target_of(test).values]
    assert row["error"] == pytest.approx(np.mean(rules.predict(test) != actual))
    assert (row["rules"], row["conditions"]) == (len(rules), rules.n_conditions)
    assert float(row["seconds"] or 0) > 0


def test_a_trial_is_a_fit_by_each_learner_on_one_part_tested_on_the_other() -> None:
    table, trial = shipped_table(), Trial("penguins", 4, 9, {"max_width": 8})
    train, test = (table.take(rows) for rows in halves(table, 4, 9))
    for row in learn_theories(table, trial):
        search, criterion = SEARCHES[str(row["search"])]
        learner = LayeredRuleClassifier(search, max_width=8, criterion=criterion, promises=False)
        assert_is_of(row, learner, train, test)
    table = table.take(np.arange(0, 344, 8))
    train, test = (table.take(rows) for rows in two_parts(table, trial))
    for row, (ordered, one) in zip(compare_endings(table, trial), LEARNERS, strict=True):
        options = READINGS[one] if one else {}
        assert_is_of(row, CN2Classifier(ordered=ordered, promises=False, **options), train, test)


def test_the_study_and_the_learner_have_the_same_patience() -> None:
    assert LAYERED.settings["patience"] == CRITERIA["layered"].patience == 3


# poe

DOMINGOS = paper("domingos1998")


def test_the_papers_counts_follow_from_its_table() -> None:
    lines = DOMINGOS["table_1"].values()
    assert sum(line[2] < line[0] for line in lines) == DOMINGOS["lower_error"]
    assert sum(line[6] < line[4] for line in lines) == DOMINGOS["simpler"]
    assert DOMINGOS["tables"] == list(DOMINGOS["names"]) == list(DOMINGOS["table_1"])
    assert set(DOMINGOS["tables"]) <= set(PUBLIC)


def test_averages_by_number_of_attributes_correlate_more_than_single_runs() -> None:
    attributes, points = np.array([10.0, 10, 20, 20]), np.array([-3.0, 1, -1, 3])
    numbers, means = averages(attributes, points)
    assert (numbers.tolist(), means.tolist()) == ([10, 20], [-1, 1])
    assert correlation(numbers, means) == pytest.approx(1)
    assert correlation(attributes, points) == pytest.approx(1 / np.sqrt(5))
    for one, other in (([10.0], [1.0]), ([10.0, 10.0], [1.0, 2.0]), ([1.0, 2.0], [3.0] * 2)):
        assert np.isnan(correlation(np.array(one), np.array(other)))


# poe-bias


def noise(seed: int, n_rows: int = 60) -> Table:
    """Return a table whose classes are drawn at random, a third of them x."""
    random = np.random.default_rng(seed)
    columns = [Column(f"c{i}", "numeric", random.normal(size=n_rows)) for i in range(4)]
    labels = (np.arange(n_rows) % 3 == 0).astype(np.int32)
    return Table(tuple(columns), Column("kind", "nominal", random.permutation(labels), ("y", "x")))


def test_on_noise_the_bias_is_that_of_the_rules_found_there() -> None:
    """Permuting noise gives noise: the mean over other tables of noise comes near it."""
    bias = poe_bias(noise(0), "fails", 2, 20, np.random.default_rng(1))
    assert set(bias) == {0, 1}
    for head, share in ((0, 2 / 3), (1, 1 / 3)):
        others = [
            expected_error(rule) - (1 - share)
            for seed in range(1, 21)
            for rule, _, _ in rules_of_beams(noise(seed), "fails", [2], Laplace)
            if rule.head == head
        ]
        assert bias[head] == pytest.approx(np.mean(others), abs=0.05)


# poe-curves


def test_powers_of_the_chance_of_more_errors_reach_one_half_where_the_page_says() -> None:
    """B is summed up term by term, from one error more than e on."""
    picture = curve_findings(poe_curves()[""]).pictures[0]
    first, last = map(float, re.findall(r"0\.\d{3}", picture.found))
    for rate, m in ((first, 1), (last, 1000)):
        terms = [comb(50, i) * rate**i * (1 - rate) ** (50 - i) for i in range(26, 51)]
        assert sum(terms) ** m == pytest.approx(0.5, abs=0.02)


# fluke


def test_the_domain_is_what_it_says() -> None:
    table = make_fluke(50_000, seed=5)
    yes = np.array([column.values for column in table.columns]) == 1
    won = target_of(table).values == 1
    assert yes.mean(axis=1) == pytest.approx(np.array(SHORT + LONG + IDLE), abs=0.02)
    short, long = yes[:2].all(axis=0), yes[2:6].all(axis=0)
    shares = (won[short].mean(), won[long & ~short].mean(), won[~long & ~short].mean())
    assert shares == pytest.approx(FLUKE_CHANCES, abs=0.02)
    assert made_table("fluke-30").n_rows == 30  # type: ignore[union-attr]


def test_flukes_are_typical() -> None:
    """Most of the first trials have one; in the whole study it is three of four."""
    trials = [
        rules_of_won(make_fluke(276), Trial("fluke-276", number, 0, {"wide": 64}))
        for number in range(8)
    ]
    found = fluke_findings(results_of({"fluke-276": trials}))
    counted = {line[0]: line[1] for line in found.grids[1].data}
    assert counted["all three: a fluke"] >= 5
    assert "short1 = yes and short2 = yes" in found.summary[1]
    assert found.summary[2].startswith("Width 64 finds “if ")


# instances

SMALL = {"max_width": 8, "n_items": 4}


def test_a_trial_has_the_errors_of_the_classifier() -> None:
    table = shipped_table()
    train, test = halves(table, trial=3, seed=5)
    train = np.random.default_rng([5, 3, 1]).permutation(train)
    for row in retain_rows(table, Trial("penguins", 3, 5, SMALL)):
        model = NearestItemsClassifier(4, beam_width=row["width"]).fit_table(table.take(train))
        unseen = table.take(test)
        heads = model.retained_.heads[model.retained_.nearest(unseen)]
        assert row["training_error"] == model.training_error_
        assert row["test_error"] == np.mean(heads != unseen.target.values)
        assert row["scored"] == model.n_scored_


def test_ten_rows_or_one_a_class_are_retained_if_nothing_is_said() -> None:
    many = read_table({"x": range(60), "y": [f"c{n % 12}" for n in range(60)]}, target="y")
    trial = Trial("x", 0, 0, {"max_width": 1})
    for table, count in ((shipped_table(), 10), (many, 12), (many.take(np.arange(6)), 3)):
        assert {row["items"] for row in retain_rows(table, trial)} == {count}


def test_a_missing_vote_is_a_value_of_its_own() -> None:
    """As a value it tells the classes apart; as a gap it is as far from a vote as from a gap."""
    table = read_table({"vote": ["y", None] * 30, "party": ["r", "d"] * 30}, target="party")
    settings = {"max_width": 64, "n_items": 2}
    as_value = [row["test_error"] for row in retain_rows(table, Trial("vote", 0, 0, settings))]
    assert as_value[-1] == 0
    as_gap = [
        next(row["test_error"] for row in retain_rows(table, Trial("other", number, 0, settings)))
        for number in range(8)
    ]
    assert max(as_gap) > 0


# trees


def test_the_slides_numbers_are_theirs_but_for_the_gain_of_x2():
    found = {row["number"]: (row["slides"], row["ours"]) for row in slides_rows()}
    for name in ("H(Y)", "H(Y | X1)", "IG(X1)"):
        theirs, ours = found[name]
        assert ours == pytest.approx(theirs, abs=0.005)
    assert found["IG(X2)"] == (0.15, pytest.approx(0.19087450462110933))
    assert found["IG(a) of a XOR b"] == (0, 0)
    assert found["leaves for XOR, base case three on"] == (1, 1)
    assert found["leaves for XOR, base case three off"] == (4, 4)
    assert found["p_chance of maker"] == (0.135, None)


def test_a_trial_has_a_row_for_every_version():
    rows = list(try_prunings(shipped_table(), Trial("penguins", 0, 0)))
    assert [row["version"] for row in rows] == list(VERSIONS)
    assert all(0 <= row["error"] < 0.2 for row in rows)
    sizes = {row["version"]: row["size"] for row in rows}
    assert sizes["chi-square 0.001"] < sizes["chi-square 0.2"] < sizes["unpruned"]
    others = ("reduced error", "POE", "r_w", *RULES)
    assert max(sizes[version] for version in others) < sizes["unpruned"]


# weights


def cells_of(column: Column) -> np.ndarray:
    if column.kind == "numeric":
        return column.values
    return np.array([*column.levels, None], dtype=object)[column.values]


def test_a_trial_is_the_pipeline_of_the_guide_on_halves() -> None:
    table, one = shipped_table(), Trial("penguins", 2, 7)
    train, test = (table.take(rows) for rows in halves(table, 2, 7))
    labels = [target_of(half).values for half in (train, test)]
    frames = [pd.DataFrame({c.name: cells_of(c) for c in one.columns}) for one in (train, test)]
    rows = {(row["learner"], row["weighted"]): row for row in weigh(table, one)}
    for name, learner in (("layered", LayeredRuleClassifier()), ("cn2", CN2Classifier())):
        model = make_pipeline(RuleFeatures(learner), LogisticRegression(solver="newton-cg"))
        model.fit(frames[0], labels[0])
        assert rows[name, 0]["rules"] == len(model[0].rules_)
        plain = learner.fit(frames[0], labels[0])
        for weighted, classifier in enumerate((plain, model)):
            row = rows[name, weighted]
            wrong = np.mean(classifier.predict(frames[1]) != labels[1])
            shares = classifier.predict_proba(frames[1])
            assert row["error"] == pytest.approx(wrong)
            squares = (shares - np.eye(shares.shape[1])[labels[1]]) ** 2
            assert row["brier"] == pytest.approx(squares.sum(axis=1).mean(), abs=1e-4)


def test_a_table_that_cannot_be_halved_is_refused() -> None:
    one = read_table({"x": [1, 2], "y": ["a", "b"]}, target="y").take(np.array([0]))
    for number in range(3):
        with pytest.raises(DataError, match="loans cannot be halved; it needs at least two rows"):
            weigh(one, Trial("loans", number, 0))
    with pytest.raises(DataError, match="no target"):
        weigh(Table((), n_rows=2), Trial("loans", 0, 0))


def test_without_rules_or_rows_of_a_class_there_is_little_to_weigh() -> None:
    table = read_table({"x": [1, 1, 1, 1], "y": ["a", "a", "a", "b"]}, target="y")
    rules = LayeredRuleClassifier().fit_table(table).rules_
    assert len(rules) == 0
    np.testing.assert_allclose(weighted_proba(rules, table, table), [[0.75, 0.25]] * 4, atol=1e-4)
    alone = table.take(np.array([0, 1]))
    rules = LayeredRuleClassifier().fit_table(alone).rules_
    assert weighted_proba(rules, alone, table).tolist() == [[1.0, 0.0]] * 4
    table = shipped_table()
    two = table.take(np.flatnonzero(target_of(table).values != 1))
    shares = weighted_proba(LayeredRuleClassifier("greedy").fit_table(two).rules_, two, table)
    assert shares.shape == (table.n_rows, 3)
    assert (shares[:, 1] == 0).all()
    np.testing.assert_allclose(shares.sum(axis=1), 1)

"""`RuleTreeClassifier`: its parameters, what it keeps, and that it learns what the slides say."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
from sklearn.datasets import load_iris, load_wine
from sklearn.utils.estimator_checks import parametrize_with_checks

from conjunct import RuleTreeClassifier, load_model
from conjunct.data import Column, Table, shipped_table
from conjunct.errors import ModelError
from conjunct.model import RuleList, Tree
from conjunct.trees import (
    ChiSquarePruning,
    PenaltyPruning,
    ReducedErrorPruning,
    Significant,
    Splitting,
)

GAINING = Splitting(require_gain=True)
PRUNINGS = ("chi2", "reduced_error", "poe", "layered", "penalty", "mdl", None)


@pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning")
@parametrize_with_checks(
    [
        RuleTreeClassifier(
            promises=False,
            criterion=Splitting("gain_ratio", binary=True, require_gain=True),
            pruning="reduced_error",
            missing="value",
            min_coverage=2,
            random_state=0,
        ),
        RuleTreeClassifier(
            promises=False, criterion="accuracy", pruning="penalty", max_leaves=7, max_depth=5
        ),
    ]
)
def test_scikit_learn_check_passes_for_other_parameters(estimator, check):
    check(estimator)


def test_an_exclusive_or_is_learned_unless_every_split_must_gain():
    X, y = np.array([[0, 0], [0, 1], [1, 0], [1, 1]]), np.array([0, 1, 1, 0])
    learned = RuleTreeClassifier(pruning=None).fit(X, y)
    assert learned.predict(X).tolist() == y.tolist()
    assert len(learned.tree_) == 4
    assert len(RuleTreeClassifier(pruning=None, criterion=GAINING).fit(X, y).tree_) == 1


def test_the_first_split_of_the_slides_is_on_x1():
    rows = ("TTT", "TFT", "TTT", "TFT", "FTT", "FFF")
    X = np.array([[letter == "T" for letter in row[:2]] for row in rows], float)
    tree = RuleTreeClassifier(pruning=None).fit(X, [row[2] for row in rows]).tree_
    root = tree.nodes[0]
    assert root.branches[0].attribute == "x0"
    assert root.gain == pytest.approx(0.31668908831502085)


@pytest.mark.parametrize("pruning", PRUNINGS)
@pytest.mark.parametrize("binary", [False, True])
def test_both_engines_and_any_number_of_threads_learn_the_same_tree(pruning, binary):
    table = shipped_table()
    trees = [
        RuleTreeClassifier(
            pruning=pruning,
            criterion=Splitting(binary=binary),
            engine=engine,
            n_jobs=n_jobs,
            promises=False,
            random_state=1,
        )
        .fit_table(table)
        .tree_
        for engine, n_jobs in (("local", 1), ("local", 2), ("numpy", 1))
    ]
    assert trees[0] == trees[1] == trees[2]


@pytest.mark.parametrize("pruning", PRUNINGS)
def test_a_fitted_tree_is_a_theory_that_is_saved_and_read(pruning):
    learner = RuleTreeClassifier(pruning=pruning, random_state=0).fit_table(shipped_table())
    assert isinstance(learner.tree_, Tree)
    assert learner.rules_ is learner.tree_
    assert load_model(learner.tree_.to_json()) == learner.tree_
    assert len(learner.search_record_) == len(learner.tree_)
    assert sum(rule.covered for rule in learner.tree_) == shipped_table().n_rows


def test_pruned_trees_are_smaller_and_the_full_one_makes_no_error():
    X, y = load_wine(return_X_y=True)
    sizes = {
        pruning: len(RuleTreeClassifier(pruning=pruning, random_state=0).fit(X, y).tree_)
        for pruning in PRUNINGS
    }
    full = RuleTreeClassifier(pruning=None).fit(X, y)
    assert full.score(X, y) == 1
    assert max(sizes.values()) == sizes[None]
    assert sizes["layered"] < sizes[None]


def test_a_larger_chance_leaves_a_larger_tree():
    table = shipped_table()
    sizes = [
        len(RuleTreeClassifier(pruning=ChiSquarePruning(chance)).fit_table(table).tree_)
        for chance in (1e-9, 0.05, 1.0)
    ]
    assert sizes == sorted(sizes)
    assert sizes[0] < sizes[2] == len(RuleTreeClassifier(pruning=None).fit_table(table).tree_)


def test_rows_held_out_come_from_the_random_state_and_come_back_into_the_counts():
    X, y = load_iris(return_X_y=True)
    one, same, other = (
        RuleTreeClassifier(pruning="reduced_error", random_state=seed).fit(X, y).tree_
        for seed in (3, 3, 4)
    )
    assert one == same
    assert one.class_counts == other.class_counts == (50, 50, 50)


def test_missing_cells_go_with_most_rows_in_training_and_in_prediction():
    x = Column("x", "nominal", np.array([0, 0, 0, 1, 1, -1, -1], np.int32), ("a", "b"))
    y = Column("y", "nominal", np.array([0, 0, 0, 1, 1, 0, 0], np.int32), ("n", "p"))
    table = Table((x,), y, n_rows=7)
    tree = RuleTreeClassifier(pruning=None).fit_table(table).tree_
    assert [rule.counts for rule in tree] == [(5, 0), (0, 2)]
    assert tree.decide(table).tolist() == y.values.tolist()


def test_missing_can_be_a_value_of_its_own():
    x = Column("x", "numeric", np.array([1.0, 2, 3, 4, np.nan, np.nan, np.nan]))
    y = Column("y", "nominal", np.array([0, 0, 0, 0, 1, 1, 1], np.int32), ("n", "p"))
    table = Table((x,), y, n_rows=7)
    tree = RuleTreeClassifier(missing="value").fit_table(table).tree_
    assert [rule.body for rule in tree] == ["x is missing", "x is known"]
    assert tree.decide(table).tolist() == y.values.tolist()


def test_many_values_win_by_gain_and_not_by_gain_ratio():
    y = np.repeat([0, 1], 20).astype(np.int32)
    number = Column("number", "nominal", np.arange(40, dtype=np.int32), tuple(map(str, range(40))))
    useful = Column("useful", "nominal", np.where(np.arange(40) == 7, 1, y), ("a", "b"))
    weak = Column("weak", "nominal", (np.arange(40) < 7) * 1, ("a", "b"))
    columns = (number, useful, weak)
    table = Table(columns, Column("y", "nominal", y, ("n", "p")), n_rows=40)
    first = {
        criterion: RuleTreeClassifier(criterion=criterion, pruning=None)
        .fit_table(table)
        .tree_.nodes[0]
        .branches[0]
        .attribute
        for criterion in ("gain", "gain_ratio")
    }
    assert first == {"gain": "number", "gain_ratio": "useful"}


def test_binary_splits_ask_for_a_value_or_any_other():
    tree = (
        RuleTreeClassifier(criterion=Splitting(binary=True), pruning=None)
        .fit_table(shipped_table())
        .tree_
    )
    assert {len(node.branches) for node in tree.nodes} == {0, 2}


def test_rules_made_of_it_are_a_list_like_any_other():
    learner = RuleTreeClassifier(pruning=None).fit_table(shipped_table())
    rules = learner.to_rules()
    assert type(rules) is RuleList
    assert len(rules) < len(learner.tree_)
    assert load_model(rules.to_json()) == rules
    assert learner.to_rules("significance").n_conditions <= rules.n_conditions
    assert learner.search_record_ == tuple(rule.search for rule in learner.tree_)
    with pytest.raises(ValueError, match="'simplify' of to_rules must be one of"):
        learner.to_rules("wrong")


def test_a_copy_does_not_carry_the_training_rows():
    learner = RuleTreeClassifier().fit_table(shipped_table())
    copy = pickle.loads(pickle.dumps(learner))
    assert copy.tree_ == learner.tree_
    assert copy.to_rules(simplify=None) == learner.tree_.to_rules()
    with pytest.raises(ModelError, match="fit it again"):
        copy.to_rules()


def test_the_tree_is_the_one_that_was_learned_whenever_it_is_looked_at():
    X, y = load_iris(return_X_y=True)
    looked_at = RuleTreeClassifier(pruning="poe").fit(X, y).tree_
    model = RuleTreeClassifier(pruning="poe").fit(X, y)
    model.set_params(pruning="chi2", missing="value")
    assert model.tree_ == looked_at
    assert model.rules_ is model.tree_
    assert model.search_record_ == tuple(rule.search for rule in looked_at)
    assert len(model.fit(X, y > 0).tree_) == 2


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda m: pickle.loads(pickle.dumps(m))])
def test_a_copy_of_a_tree_that_nobody_looked_at_is_complete(copied):
    X, y = load_wine(return_X_y=True)
    model = RuleTreeClassifier().fit(X, y)
    again = copied(model)
    assert again.tree_ == model.tree_
    assert again.predict(X).tolist() == model.predict(X).tolist()


def test_predicting_and_looking_leave_a_fitted_tree_as_it_is():
    X, y = load_iris(return_X_y=True)
    model = RuleTreeClassifier()
    assert not hasattr(model, "rules_")
    before = dict(vars(model.fit(X, y)))
    model.predict(X)
    assert len(model.tree_) > 1
    assert vars(model).keys() == before.keys()
    assert all(vars(model)[name] is value for name, value in before.items())


@pytest.mark.parametrize("fraction", [0.2, 0.5, 0.7])
def test_the_counts_of_a_tree_pruned_on_held_out_rows_are_those_of_all_rows(fraction):
    table = shipped_table()
    learner = RuleTreeClassifier(pruning=ReducedErrorPruning(fraction), random_state=0).fit_table(
        table
    )
    leaf = learner.tree_.first_match(table)
    for number, rule in enumerate(learner.tree_):
        counts = np.bincount(table.target.values[leaf == number], minlength=len(rule.counts))
        assert rule.counts == tuple(counts.tolist())


def test_the_share_of_rows_that_is_held_out_decides_what_is_grown():
    X, y = load_wine(return_X_y=True)
    trees = [
        RuleTreeClassifier(pruning=how, random_state=1, promises=False).fit(X, y).tree_
        for how in ("reduced_error", ReducedErrorPruning(0.25), ReducedErrorPruning(0.75))
    ]
    assert list(trees[0]) == list(trees[1]) != list(trees[2])
    assert len(trees[2]) < len(trees[1])


@pytest.mark.parametrize("pruning", PRUNINGS)
@pytest.mark.parametrize("most", [1, 2, 5])
def test_there_are_no_more_leaves_than_allowed(pruning, most):
    learner = RuleTreeClassifier(pruning=pruning, max_leaves=most, random_state=0)
    assert len(learner.fit_table(shipped_table()).tree_) <= most
    if pruning is None:
        assert (
            len(
                learner.set_params(criterion=Splitting(binary=True))
                .fit_table(shipped_table())
                .tree_
            )
            == most
        )


def test_accuracy_does_not_see_what_only_prepares_another_split():
    # x0 makes a pure branch of 30 rows but saves no error: "no" is the majority on both sides.
    X = np.array([[0, 0]] * 30 + [[1, 0]] * 30 + [[1, 1]] * 20)
    y = np.array(["no"] * 30 + ["no"] * 20 + ["yes"] * 10 + ["no"] * 11 + ["yes"] * 9)
    by_gain = RuleTreeClassifier(pruning=None, max_depth=1, criterion=GAINING).fit(X, y)
    by_accuracy = by_gain.__class__(
        criterion=Splitting("accuracy", require_gain=True), pruning=None, max_depth=1
    ).fit(X, y)
    assert len(by_gain.tree_) == 2
    assert len(by_accuracy.tree_) == 1


@pytest.mark.parametrize("kind", [ChiSquarePruning, PenaltyPruning])
def test_what_folds_choose_gives_the_same_tree_when_it_is_set(kind):
    chosen = RuleTreeClassifier(pruning=kind("cv"), random_state=4).fit_table(shipped_table())
    given = RuleTreeClassifier(pruning=kind(chosen.pruned_by_)).fit_table(shipped_table())
    assert given.tree_ == chosen.tree_
    assert given.pruned_by_ == chosen.pruned_by_


def test_a_larger_penalty_leaves_a_smaller_tree():
    X, y = load_wine(return_X_y=True)
    sizes = [
        len(RuleTreeClassifier(pruning=PenaltyPruning(share)).fit(X, y).tree_)
        for share in (0.001, 0.02, 0.3, 1.0)
    ]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] > sizes[-1] == 1


def test_rules_by_significance_take_the_chance_of_the_pruning_or_the_one_given():
    X, y = load_wine(return_X_y=True)
    by_chance = ChiSquarePruning("cv")
    learned = RuleTreeClassifier(pruning=by_chance, random_state=0, promises=False).fit(X, y)
    chance = Significant(learned.pruned_by_)
    assert learned.to_rules("significance") == learned.to_rules(chance)
    full = RuleTreeClassifier(pruning=None, promises=False).fit(X, y)
    assert full.to_rules("significance") == full.to_rules(Significant(0.05))
    assert full.to_rules(Significant(1e-12)).n_conditions < full.to_rules().n_conditions
    with pytest.raises(ValueError, match="must be one of 'pessimistic', 'significance', or"):
        full.to_rules("gini")


@pytest.mark.parametrize(
    "params", [{"max_leaves": 0}, {"pruning": "best"}, {"pruning": 0.05}, {"criterion": "gini"}]
)
def test_a_value_that_is_not_allowed_is_named_in_one_sentence(params):
    (name,) = params
    with pytest.raises(ValueError, match=f"The '{name}' parameter of RuleTreeClassifier must be"):
        RuleTreeClassifier(**params).fit([[0], [1]], [0, 1])

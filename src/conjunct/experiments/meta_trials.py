"""One trial with heuristics: decision lists by each of them, tested by cross-validation.

Janssen & Fürnkranz (2007), section 4.
"""

from __future__ import annotations

import hashlib
import json
import warnings
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from importlib import resources

import numpy as np
from sklearn.model_selection import StratifiedKFold

from conjunct.data import Table
from conjunct.errors import DataError
from conjunct.estimators import SeCoClassifier
from conjunct.evaluate import Heuristic, LearnedHeuristic, as_heuristic, shipped_heuristic
from conjunct.experiments.tables import paper, target_of
from conjunct.experiments.trial import Row, Trial, halved, measured
from conjunct.metalearning.examples import Examples
from conjunct.metalearning.recipes import RECIPES
from conjunct.metalearning.recorder import HEURISTICS, recorded_searches
from conjunct.metalearning.training import predicted
from conjunct.model.condition import Missing

CLASSIC = tuple(paper("janssen2007")["table_3"])  # in the order of the paper's Table 3
PREDICTED = {"predicted": "coverage-linear", "predicted by a network": "coverage-mlp-1"}
"""The ways to predict coverage, and the recipe of each."""

COVERAGE, NETWORK_COVERAGE = (tuple(f"{name}, {how}" for name in CLASSIC) for how in PREDICTED)
"""The classic heuristics with predicted positives and negatives."""

LEARNED = tuple(name for name, recipe in RECIPES.items() if recipe.target != "coverage")
FINAL = ("final-linear", "final-linear-4", "final-mlp-1", "learned")
"""Those that predict the precision of the final rule from its counts."""

WITH_LENGTH = {"precision-linear": "precision-linear-length", "final-mlp-1": "final-mlp-1-length"}
"""Heuristics, and the same with the length of the rule as an input."""

COMPARED = (*CLASSIC, *COVERAGE, *NETWORK_COVERAGE, *LEARNED)


@cache
def learned_heuristic(name: str) -> LearnedHeuristic:
    """Return a heuristic that was learned from the training tables by a recipe."""
    if name == "learned":
        return shipped_heuristic(name)
    file = resources.files("conjunct.experiments") / "heuristics.json"
    return LearnedHeuristic.from_json(json.dumps(json.loads(file.read_text("utf-8"))[name]))


def compared_heuristic(name: str) -> Heuristic:
    """Return one of `COMPARED`."""
    recipe = recipe_of(name)
    if recipe is None:
        return as_heuristic(name)
    if recipe in LEARNED:
        return learned_heuristic(recipe)
    return replace(learned_heuristic(recipe), classic=name.split(", ")[0])


def recipe_of(name: str) -> str | None:
    """Return the recipe by which one of `COMPARED` was learned, None for a classic one.

    Examples
    --------
    >>> recipe_of("wra, predicted"), recipe_of("final-linear"), recipe_of("wra")
    ('coverage-linear', 'final-linear', None)
    """
    _, _, how = name.partition(", ")
    return None if name in CLASSIC else PREDICTED.get(how, name)


def heuristics_digest() -> str:
    """Return a digest of all learned heuristics; trials with others are other trials."""
    texts = "".join(learned_heuristic(name).to_json() for name in RECIPES)
    return hashlib.sha256(texts.encode()).hexdigest()[:12]


def record_examples(table: Table, trial: Trial) -> list[Row]:
    """Learn rules on each half of a table and count every rule of every search on the other.

    The rows are those of `conjunct.metalearning.recorder.recorded_searches`.
    """
    missing = trial.missing
    one, other = halved(table, trial)
    return [*recorded_searches(one, other, missing), *recorded_searches(other, one, missing)]


def compare_heuristics(table: Table, trial: Trial) -> list[Row]:
    """Cross-validate decision lists learned by each heuristic, on the same folds."""
    n_folds = int(trial.settings.get("folds", paper("janssen2007")["folds"]))
    folds = list(folds_of(table, n_folds, trial.seed + trial.number))
    examples = Examples.of({trial.table: [record_examples(table, trial)]}, HEURISTICS)
    misses = {name: prediction_miss(learned_heuristic(name), examples) for name in RECIPES}
    return [
        {
            "heuristic": name,
            **validated(compared_heuristic(name), folds, trial.missing),
            **misses.get(recipe_of(name) or "", {"miss": None, "met": None}),
        }
        for name in COMPARED
    ]


def prediction_miss(learned: LearnedHeuristic, examples: Examples) -> dict[str, float | int | None]:
    """Return the mean absolute error of predictions, and how many rules they are made of."""
    useful = examples.for_target(learned.target)
    if not len(useful):
        return {"miss": None, "met": 0}
    guesses = predicted(learned.layers, useful.features(learned.features))
    off = np.abs(guesses - useful.values(learned.target))
    return {"miss": float(off.mean()), "met": len(useful)}


def validated(
    heuristic: Heuristic, folds: list[tuple[Table, Table]], missing: Missing = "fails"
) -> dict[str, float]:
    """Return error, rules, conditions and seconds of decision lists over all folds."""
    found = []
    for train, test in folds:
        learner = SeCoClassifier(heuristic, missing=missing, promises=False, n_jobs=1)
        found.append((measured(learner, train, test), test.n_rows))
    size = len(found)
    return {
        "error": sum(round(one["error"] * n) for one, n in found) / sum(n for _, n in found),
        "rules": sum(one["rules"] for one, _ in found) / size,
        "conditions": sum(one["conditions"] for one, _ in found) / size,
        "seconds": sum(one["seconds"] for one, _ in found),
    }


def folds_of(table: Table, n_folds: int, seed: int) -> Iterator[tuple[Table, Table]]:
    """Yield what to learn from and what to test on, classes spread evenly over the folds."""
    if table.n_rows < n_folds:
        raise DataError(f"{table.name} has too few rows for {n_folds} folds")
    labels = target_of(table).values
    splitter = StratifiedKFold(n_folds, shuffle=True, random_state=seed)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # a class may have fewer rows than folds
        parts = list(splitter.split(labels, labels))
    for train, test in parts:
        yield table.take(train), table.take(test)

"""The heuristics that the study `meta` compares, by name: classic ones, and learned ones."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from functools import cache
from importlib import resources

from conjunct.evaluate import Heuristic, LearnedHeuristic, as_heuristic, shipped_heuristic
from conjunct.experiments.tables import paper
from conjunct.metalearning.recipes import RECIPES

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

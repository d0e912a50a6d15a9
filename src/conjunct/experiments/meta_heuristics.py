"""The heuristics that the study `meta` compares, by name: classic ones, and learned ones."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from functools import cache
from importlib import resources

from conjunct.evaluate import Heuristic, LearnedHeuristic, as_heuristic, shipped_heuristic
from conjunct.experiments.meta_recipes import RECIPES
from conjunct.experiments.published.janssen2007 import TABLE_3

CLASSIC = tuple(TABLE_3)
"""In the order of the paper's Table 3."""

COVERAGE = tuple(f"{name}, predicted" for name in CLASSIC)
"""The same with predicted positives and negatives."""

LEARNED = tuple(name for name in RECIPES if name != "coverage-linear")

COMPARED = (*CLASSIC, *COVERAGE, *LEARNED)


@cache
def learned_heuristic(name: str) -> LearnedHeuristic:
    """Return a heuristic that was learned from the training tables by a recipe.

    Parameters
    ----------
    name : str
        Of the recipe.

    Examples
    --------
    >>> learned_heuristic("precision-linear").target
    'precision'
    """
    if name == "learned":
        return shipped_heuristic(name)
    return LearnedHeuristic.from_json(_text(name))


def compared_heuristic(name: str) -> Heuristic:
    """Return one of `COMPARED`."""
    if name in CLASSIC:
        return as_heuristic(name)
    if name in COVERAGE:
        classic = CLASSIC[COVERAGE.index(name)]
        return replace(learned_heuristic("coverage-linear"), classic=classic)
    return learned_heuristic(name)


def heuristics_digest() -> str:
    """Return a digest of all learned heuristics; trials with others are other trials."""
    texts = "".join(learned_heuristic(name).to_json() for name in RECIPES)
    return hashlib.sha256(texts.encode()).hexdigest()[:12]


def _text(name: str) -> str:
    file = resources.files("conjunct.experiments") / "heuristics" / f"{name}.json"
    return file.read_text(encoding="utf-8")

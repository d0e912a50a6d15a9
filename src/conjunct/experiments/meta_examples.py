"""The study `meta-examples`: rules and how they do on unseen rows, to learn heuristics from."""

from __future__ import annotations

import numpy as np

from conjunct.evaluate import FEATURES, LearnedHeuristic, precision
from conjunct.experiments.findings import Findings, Grid
from conjunct.experiments.meta_tables import TRAINING_TABLES
from conjunct.experiments.meta_trials import record_examples
from conjunct.experiments.published.janssen2007 import (
    EXAMPLES,
    FEATURE_TEXT,
    FINAL_EXAMPLES,
    FORMULA,
    PAPER,
    REPETITIONS,
    TABLE_2,
)
from conjunct.experiments.study import Results, Study
from conjunct.metalearning.examples import Examples
from conjunct.metalearning.influence import influences
from conjunct.metalearning.recipes import MAIN, RECIPES
from conjunct.metalearning.recorder import HEURISTICS
from conjunct.metalearning.training import fit_linear, held_back_error
from conjunct.model.notation import count_text


def findings(results: Results) -> Findings:
    """Count examples, and print the linear formula that they give.

    Parameters
    ----------
    results : Results
        Of any number of trials.
    """
    examples = Examples.of(results.rows, HEURISTICS)
    useful, final = (examples.for_target(target) for target in ("precision", "final precision"))
    if not len(useful):
        return Findings(summary=("There is no example yet.",))
    return Findings(
        summary=(*_counts(examples, useful, final), *_main_features(useful), *_formulas(useful)),
        grids=(
            *(_errors(examples), _influences(useful)),
            *(_by_heuristic(useful), _by_table(examples, useful)),
        ),
    )


def _counts(examples: Examples, useful: Examples, final: Examples) -> list[str]:
    return [
        f"{len(examples):,} rules were met on {count_text(len(examples.tables), 'table')}.",
        f"{len(useful):,} of them cover a row of the other half (published: {EXAMPLES:,}), and of "
        f"these {len(final):,} lead to a rule that does (published: {FINAL_EXAMPLES:,}).",
    ]


def _main_features(useful: Examples) -> list[str]:
    names = [name for name, *_ in _ordered_features(useful)]
    return [
        f"The four features with the largest influence on the predicted precision are "
        f"{', '.join(names[:MAIN])}; n/N is number {names.index('n/N') + 1} of {len(names)}."
    ]


def _ordered_features(useful: Examples) -> list[tuple[str, float, float]]:
    """Return the features by falling influence, each with its spread and its influence."""
    inputs = useful.features(FEATURES)
    found = influences(inputs, useful.values("precision")[:, 0])
    lines = zip(FEATURES, inputs.std(axis=0).tolist(), found.tolist(), strict=True)
    return sorted(lines, key=lambda line: -line[2])


def _formulas(useful: Examples) -> list[str]:
    recipe = RECIPES["precision-linear"]
    layers, used = fit_linear(useful.features(recipe.features), useful.values(recipe.target))
    names = tuple(recipe.features[at] for at in used)
    formula = LearnedHeuristic(recipe.target, layers, names).formula()
    return [
        f"Learned by linear regression: {formula}.",
        f"Published (section 5.1): {FORMULA}.",
    ]


def _errors(examples: Examples) -> Grid:
    """Return the MAE column of Table 2, from the examples of this run."""
    data = []
    for name, known in TABLE_2.items():
        error = held_back_error(examples, RECIPES[name])
        data.append((name, RECIPES[name].learner, error, known.error))
    return Grid(
        name="errors",
        title="Table 2: mean absolute error of the predicted precision",
        columns=("heuristic", "learner", "MAE"),
        lines=tuple(
            (name, learner, "–" if ours is None else f"{ours:.2f} ({known:.2f})")
            for name, learner, ours, known in data
        ),
        data_columns=("heuristic", "learner", "mean_absolute_error", "published_error"),
        data=tuple(data),
        notes=(
            "Published numbers in brackets; they are by 10-fold cross-validation over the "
            "examples. Ours are of one such fold: learned from nine tenths, measured on the rest.",
        ),
    )


def _influences(useful: Examples) -> Grid:
    data = _ordered_features(useful)
    return Grid(
        name="influence",
        title="Influence of the features on the predicted precision of a rule",
        columns=("feature", "standard deviation", "influence"),
        lines=tuple((name, f"{spread:,.2f}", f"{value:.3f}") for name, spread, value in data),
        data_columns=("feature", "standard_deviation", "influence"),
        data=tuple(data),
        notes=(
            "Influence: by how much the prediction of a linear regression with all features moves "
            "when the feature moves by one standard deviation.",
            f"Published: {FEATURE_TEXT}",
        ),
    )


def _by_heuristic(useful: Examples) -> Grid:
    seen = precision(useful.counts["p"], useful.counts["n"])
    unseen = useful.values("precision")[:, 0]
    lines, data = [], []
    for place, name in enumerate(useful.heuristics):
        of = useful.heuristic == place
        if of.any():
            numbers = int(of.sum()), float(seen[of].mean()), float(unseen[of].mean())
            lines.append((name, f"{numbers[0]:,}", *(f"{100 * one:.1f}" for one in numbers[1:])))
            data.append((name, *numbers))
    return Grid(
        name="by-heuristic",
        title="Rules by the heuristic that led to them",
        columns=("heuristic", "rules", "precision % where learned", "on the other half"),
        lines=tuple(lines),
        data_columns=("heuristic", "rules", "precision", "test_precision"),
        data=tuple(data),
    )


def _by_table(examples: Examples, useful: Examples) -> Grid:
    size = len(examples.tables)
    met, kept = (np.bincount(one.table, minlength=size).tolist() for one in (examples, useful))
    return Grid(
        name="by-table",
        title="Rules by table",
        columns=("table", "met", "that cover a row of the other half"),
        lines=tuple(
            (name, f"{one:,}", f"{other:,}")
            for name, one, other in zip(examples.tables, met, kept, strict=True)
        ),
        data_columns=("table", "met", "useful"),
        data=tuple(zip(examples.tables, met, kept, strict=True)),
    )


STUDY = Study(
    name="meta-examples",
    title="Rules and how they do on unseen rows, to learn heuristics from",
    source=f"{PAPER}, section 4",
    tables=TRAINING_TABLES,
    trials=REPETITIONS,
    seconds=4.8,
    run=record_examples,
    findings=findings,
)

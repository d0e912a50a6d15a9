"""The study `meta-examples`: rules and how they do on unseen rows, to learn heuristics from."""

from __future__ import annotations

import numpy as np

from conjunct.evaluate import LearnedHeuristic, precision
from conjunct.experiments.findings import Findings, Grid
from conjunct.experiments.meta_data import Examples
from conjunct.experiments.meta_recipes import RECIPES
from conjunct.experiments.meta_recorder import HEURISTICS, record_examples
from conjunct.experiments.meta_tables import TRAINING_TABLES
from conjunct.experiments.meta_trainers import fit_linear
from conjunct.experiments.published.janssen2007 import (
    EXAMPLES,
    FINAL_EXAMPLES,
    FORMULA,
    PAPER,
    REPETITIONS,
)
from conjunct.experiments.study import Results, Study


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
    recipe = RECIPES["precision-linear"]
    layers, used = fit_linear(useful.features(recipe.features), useful.values(recipe.target))
    formula = LearnedHeuristic(
        recipe.target, layers, tuple(recipe.features[at] for at in used)
    ).formula()
    return Findings(
        summary=(
            f"{len(examples):,} rules were met on {len(examples.tables)} tables; {len(useful):,} "
            f"of them cover a row of the other half (published: {EXAMPLES:,}), and of these "
            f"{len(final):,} lead to a rule that does (published: {FINAL_EXAMPLES:,}).",
            f"Learned by linear regression: {formula}.",
            f"Published (section 5.1): {FORMULA}.",
        ),
        grids=(_by_heuristic(useful), _by_table(examples, useful)),
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
    seconds=15.0,
    run=record_examples,
    findings=findings,
)

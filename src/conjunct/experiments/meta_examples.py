"""The study `meta-examples`: rules and how they do on unseen rows, to learn heuristics from."""

from __future__ import annotations

import numpy as np

from conjunct.evaluate import FEATURES, LearnedHeuristic, precision
from conjunct.experiments.cells import cell
from conjunct.experiments.findings import Findings, Grid, Line, grid
from conjunct.experiments.meta_tables import TRAINING_TABLES
from conjunct.experiments.meta_trials import record_examples
from conjunct.experiments.published import paper
from conjunct.experiments.study import Results, Study
from conjunct.metalearning.examples import Examples
from conjunct.metalearning.influence import influences
from conjunct.metalearning.recipes import MAIN, RECIPES
from conjunct.metalearning.recorder import HEURISTICS
from conjunct.metalearning.training import fit_linear, held_back_error
from conjunct.model.notation import count_text

PAPER = paper("janssen2007")


def findings(results: Results) -> Findings:
    """Count examples, and print the linear formula that they give."""
    examples = Examples.of(results.rows, HEURISTICS)
    useful, final = (examples.for_target(target) for target in ("precision", "final precision"))
    if not len(useful):
        return Findings(summary=("There is no example yet.",))
    features = _features(useful)
    names = [row["feature"] for row in features]
    return Findings(
        summary=(
            f"{len(examples):,} rules were met on {count_text(len(examples.tables), 'table')}.",
            f"{len(useful):,} of them cover a row of the other half (published: "
            f"{PAPER['examples']:,}), and of these {len(final):,} lead to a rule that does "
            f"(published: {PAPER['final_examples']:,}).",
            "The four features with the largest influence on the predicted precision are "
            f"{', '.join(names[:MAIN])}; n/N is number {names.index('n/N') + 1} of {len(names)}.",
            f"Learned by linear regression: {_formula(useful)}.",
            f"Published (section 5.1): {PAPER['formula']}.",
        ),
        grids=(
            *(_errors(examples), _influences(features)),
            *(_by_heuristic(useful), _by_table(examples, useful)),
        ),
    )


def _features(useful: Examples) -> list[Line]:
    """Return the features by falling influence, each with its spread and its influence."""
    inputs = useful.features(FEATURES)
    found = influences(inputs, useful.values("precision")[:, 0])
    lines = zip(FEATURES, inputs.std(axis=0), found, strict=True)
    names = ("feature", "standard_deviation", "influence")
    rows = [dict(zip(names, line, strict=True)) for line in lines]
    return sorted(rows, key=lambda row: -row["influence"])


def _formula(useful: Examples) -> str:
    recipe = RECIPES["precision-linear"]
    layers, used = fit_linear(useful.features(recipe.features), useful.values(recipe.target))
    names = tuple(recipe.features[at] for at in used)
    return LearnedHeuristic(recipe.target, layers, names).formula()


def _errors(examples: Examples) -> Grid:
    """Return the MAE column of Table 2, from the examples of this run."""
    rows = []
    for name, (known, *_) in PAPER["table_2"].items():
        ours = held_back_error(examples, RECIPES[name])
        row = {"heuristic": name, "learner": RECIPES[name].learner, "mean_absolute_error": ours}
        row["published_error"] = known
        both = "{mean_absolute_error:.2f} ({published_error:.2f})"
        rows.append({**row, "_both": "–" if ours is None else cell(both, row)})
    return grid(
        "errors",
        "Table 2: mean absolute error of the predicted precision",
        {"heuristic": "{heuristic}", "learner": "{learner}", "MAE": "{_both}"},
        rows,
        (
            "Published numbers in brackets; they are by 10-fold cross-validation over the "
            "examples. Ours are of one such fold: learned from nine tenths, measured on the rest.",
        ),
    )


def _influences(features: list[Line]) -> Grid:
    return grid(
        "influence",
        "Influence of the features on the predicted precision of a rule",
        {
            "feature": "{feature}",
            "standard deviation": "{standard_deviation:,.2f}",
            "influence": "{influence:.3f}",
        },
        features,
        (
            "Influence: by how much the prediction of a linear regression with all features moves "
            "when the feature moves by one standard deviation.",
            f"Published: {PAPER['feature_text']}",
        ),
    )


def _by_heuristic(useful: Examples) -> Grid:
    seen = precision(useful.counts["p"], useful.counts["n"])
    unseen = useful.values("precision")[:, 0]
    rows = []
    for place, name in enumerate(useful.heuristics):
        of = useful.heuristic == place
        if of.any():
            means = {"precision": seen[of].mean(), "test_precision": unseen[of].mean()}
            rows.append({"heuristic": name, "rules": int(of.sum()), **means})
    return grid(
        "by-heuristic",
        "Rules by the heuristic that led to them",
        {
            "heuristic": "{heuristic}",
            "rules": "{rules:,}",
            "precision % where learned": "{precision:%1}",
            "on the other half": "{test_precision:%1}",
        },
        rows,
    )


def _by_table(examples: Examples, useful: Examples) -> Grid:
    size = len(examples.tables)
    met, kept = (np.bincount(one.table, minlength=size) for one in (examples, useful))
    return grid(
        "by-table",
        "Rules by table",
        {"table": "{table}", "met": "{met:,}", "that cover a row of the other half": "{useful:,}"},
        [
            {"table": name, "met": one, "useful": other}
            for name, one, other in zip(examples.tables, met, kept, strict=True)
        ],
    )


STUDY = Study(
    name="meta-examples",
    title="Rules and how they do on unseen rows, to learn heuristics from",
    source=f"{PAPER['paper']}, section 4",
    tables=TRAINING_TABLES,
    trials=PAPER["repetitions"],
    seconds=4.8,
    run=record_examples,
    findings=findings,
)

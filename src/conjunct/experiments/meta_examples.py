"""The study `meta-examples`: rules and their results on unseen rows, as training examples."""

from __future__ import annotations

import numpy as np

from conjunct.evaluate import FEATURES, LearnedHeuristic, precision
from conjunct.experiments.findings import Findings, Grid, Line, words_of
from conjunct.experiments.long_rows import rows_of
from conjunct.experiments.meta_trials import record_examples
from conjunct.experiments.study import Results, make_study
from conjunct.experiments.tables import paper
from conjunct.metalearning.examples import Examples
from conjunct.metalearning.influence import influences
from conjunct.metalearning.recipes import MAIN, RECIPES
from conjunct.metalearning.recorder import HEURISTICS
from conjunct.metalearning.training import fit_linear, held_back_error
from conjunct.types import Floats

WORDS, PAPER = words_of("meta-examples"), paper("janssen2007")


def findings(results: Results) -> Findings:
    """Count examples, and print the linear formula that they give."""
    examples = Examples.of(results.rows, HEURISTICS)
    useful, final = (examples.for_target(target) for target in ("precision", "final precision"))
    if not len(useful):
        return Findings((WORDS.say("none"),))
    inputs, unseen = useful.features(FEATURES), useful.values("precision")[:, 0]
    spreads, found = inputs.std(axis=0), influences(inputs, unseen)
    columns = {"feature": np.array(FEATURES), "standard_deviation": spreads, "influence": found}
    features = sorted(rows_of(columns), key=lambda row: -row["influence"])
    names = [row["feature"] for row in features]
    recipe = RECIPES["precision-linear"]
    layers, used = fit_linear(useful.features(recipe.features), useful.values(recipe.target))
    inputs_used = tuple(recipe.features[at] for at in used)
    formula = LearnedHeuristic(recipe.target, layers, inputs_used).formula()
    counts = {"useful": len(useful), "final": len(final)}
    place = {"place": names.index("n/N") + 1, "of": len(names)}
    return Findings(
        (
            WORDS.say("met", met=len(examples), tables=len(examples.tables)),
            WORDS.say("useful", {**PAPER, **counts}),
            WORDS.say("features", place, names=", ".join(names[:MAIN])),
            WORDS.say("learned", ours=formula),
            WORDS.say("published", PAPER),
        ),
        (
            WORDS.grid("errors", _errors(examples)),
            WORDS.grid("influence", features, PAPER),
            *_counts(examples, useful, unseen),
        ),
    )


def _counts(examples: Examples, useful: Examples, unseen: Floats) -> tuple[Grid, Grid]:
    """Return the useful rules by heuristic, and those of each table, met and useful."""
    seen = precision(useful.counts["p"], useful.counts["n"])
    rows: list[Line] = []
    for place, name in enumerate(useful.heuristics):
        of = useful.heuristic == place
        if of.any():
            means = {"precision": seen[of].mean(), "test_precision": unseen[of].mean()}
            rows.append({"heuristic": name, "rules": int(of.sum()), **means})
    size = len(examples.tables)
    met, kept = (np.bincount(one.table, minlength=size) for one in (examples, useful))
    by_table = rows_of({"table": np.array(examples.tables), "met": met, "useful": kept})
    return WORDS.grid("by-heuristic", rows), WORDS.grid("by-table", by_table)


def _errors(examples: Examples) -> list[Line]:
    """Return the MAE column of Table 2, from the examples of this run."""
    rows: list[Line] = []
    for name, (known, *_) in PAPER["table_2"].items():
        ours = held_back_error(examples, RECIPES[name])
        row = {"heuristic": name, "learner": RECIPES[name].learner, "mean_absolute_error": ours}
        rows.append({**row, "published_error": known, "_beside": None if ours is None else known})
    return rows


STUDY = make_study("meta-examples", record_examples, findings)

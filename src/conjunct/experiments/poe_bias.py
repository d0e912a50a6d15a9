"""The study `poe-bias`: process-oriented evaluation corrected by what permuted labels show."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from conjunct.experiments.curves import number_or_none, stand_in_notes, tables_with_rules
from conjunct.experiments.findings import Findings, Grid
from conjunct.experiments.permuted_rules import PERMUTATIONS, WIDTH, rules_and_bias
from conjunct.experiments.published.domingos1998 import LISTED, PAPER, TABLES
from conjunct.experiments.rule_results import RuleResults, mean_of, read_results
from conjunct.experiments.study import Results, Row, Study
from conjunct.types import Floats


class Bias(NamedTuple):
    """Error on unseen rows, and how far estimates are off, in points; averages over the trials."""

    error: float
    training: float
    poe: float
    permuted: float
    corrected: float


COLUMNS: Mapping[str, str] = {
    "error": "error, %",
    "training": "training error",
    "poe": "POE",
    "permuted": "permuted labels",
    "corrected": "POE corrected",
}


def bias_of(trials: list[list[Row]]) -> Bias:
    """Return what the rules of one table come to; those without a test row are left out."""
    rules = read_results(trials)
    permuted = np.array([row["poe_bias"] for trial in trials for row in trial], float)
    corrected = np.clip(rules.estimate("poe") - permuted, 0.0, 1.0)
    estimates = (rules.estimate("training"), rules.estimate("poe"), corrected)
    training, poe, after = (_mean(rules, one - rules.error) for one in estimates)
    return Bias(_mean(rules, rules.error), training, poe, _mean(rules, permuted), after)


def _mean(rules: RuleResults, shares: Floats) -> float:
    return 100 * mean_of(rules.over_classes(np.where(np.isnan(rules.error), np.nan, shares)))


def findings(results: Results) -> Findings:
    """Say how far process-oriented evaluation is off, before and after the correction."""
    tables = tables_with_rules(results)
    found = [(table.name, bias_of(results.rows[table.name])) for table in tables]
    if not found:
        return Findings(("No trial has found a rule yet.",))
    means = Bias(*(mean_of(np.array(one)) for one in zip(*(b for _, b in found), strict=True)))
    sizes = [np.abs([getattr(b, name) for _, b in found]) for name in ("poe", "corrected")]
    before, after = (mean_of(one) for one in sizes)
    nearer = int(np.sum(sizes[1] < sizes[0]))
    text = (
        f"POE is off by {means.poe:+.1f} points on unseen rows (size {before:.1f}, average over "
        f"{len(found)} tables). Less the bias that permuted labels show ({means.permuted:+.1f}) it "
        f"is off by {means.corrected:+.1f} (size {after:.1f}), and nearer the truth on {nearer} "
        "tables. The paper says that the bias can be estimated, and gives no numbers."
    )
    return Findings((text,), (_grid([*found, ("average", means)], stand_in_notes(tables)),))


def _grid(found: list[tuple[str, Bias]], notes: tuple[str, ...]) -> Grid:
    return Grid(
        "bias",
        "How far estimates of a rule's error are off, points",
        ("table", *COLUMNS.values()),
        tuple(
            (name, f"{bias.error:.1f}", *(f"{one:+.1f}" for one in bias[1:]))
            for name, bias in found
        ),
        ("table", *COLUMNS),
        tuple((name, *map(number_or_none, bias)) for name, bias in found),
        (
            "Estimate less error on unseen rows: negative where it promises too much.",
            "Permuted labels: expected error of the rule that the same search finds there, less "
            "the share of the other classes. POE corrected: POE less that, between 0 and 1.",
            *notes,
        ),
    )


STUDY = Study(
    name="poe-bias",
    title="Process-oriented evaluation corrected by permuted labels",
    source=f"{PAPER}, section 6 (announced there)",
    tables=TABLES,
    trials=20,
    seconds=1.5,
    run=rules_and_bias,
    findings=findings,
    settings={"width": WIDTH, "permutations": PERMUTATIONS},
    listed=LISTED,
)

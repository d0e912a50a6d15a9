"""The study `poe-bias`: process-oriented evaluation corrected by what permuted labels show."""

from __future__ import annotations

import numpy as np

from conjunct.experiments.findings import Findings, grid
from conjunct.experiments.long_rows import mean_of, stand_in_notes, with_trials
from conjunct.experiments.permuted_rules import PERMUTATIONS, WIDTH, rules_and_bias
from conjunct.experiments.published import listed, paper
from conjunct.experiments.rule_results import read_results
from conjunct.experiments.study import Results, Row, Study
from conjunct.types import Floats

PAPER = paper("domingos1998")
COLUMNS = {
    "error, %": "{error:.1f}",
    "training error": "{training:+.1f}",
    "POE": "{poe:+.1f}",
    "permuted labels": "{permuted:+.1f}",
    "POE corrected": "{corrected:+.1f}",
}


def bias_of(trials: list[list[Row]]) -> dict[str, float]:
    """Return the error on unseen rows, and how far estimates are off, in points.

    Averages over the trials; rules without a test row are left out.
    """
    rules = read_results(trials)
    permuted = np.array([row["poe_bias"] for trial in trials for row in trial], float)
    corrected = np.clip(rules.estimate("poe") - permuted, 0.0, 1.0)

    def mean(shares: Floats) -> float:
        known = np.where(np.isnan(rules.error), np.nan, shares)
        return 100 * mean_of(rules.over_classes(known))

    return {
        "error": mean(rules.error),
        "training": mean(rules.estimate("training") - rules.error),
        "poe": mean(rules.estimate("poe") - rules.error),
        "permuted": mean(permuted),
        "corrected": mean(corrected - rules.error),
    }


def findings(results: Results) -> Findings:
    """Say how far process-oriented evaluation is off, before and after the correction."""
    tables = with_trials(results)
    if not tables:
        return Findings(("No trial has found a rule yet.",))
    found = {table.name: bias_of(results.rows[table.name]) for table in tables}
    columns = {n: np.array([one[n] for one in found.values()]) for n in next(iter(found.values()))}
    means = {name: mean_of(column) for name, column in columns.items()}
    before, after = np.abs(columns["poe"]), np.abs(columns["corrected"])
    text = (
        f"POE is off by {means['poe']:+.1f} points on unseen rows (size {mean_of(before):.1f}, "
        f"average over {len(found)} tables). Less the bias that permuted labels show "
        f"({means['permuted']:+.1f}) it is off by {means['corrected']:+.1f} (size "
        f"{mean_of(after):.1f}), and nearer the truth on {int(np.sum(after < before))} tables. The "
        "paper says that the bias can be estimated, and gives no numbers."
    )
    made = grid(
        "bias",
        "How far estimates of a rule's error are off, points",
        {"table": "{table}", **COLUMNS},
        [{"table": name, **one} for name, one in {**found, "average": means}.items()],
        (
            "Estimate less error on unseen rows: negative where it promises too much.",
            "Permuted labels: expected error of the rule that the same search finds there, less "
            "the share of the other classes. POE corrected: POE less that, between 0 and 1.",
            *stand_in_notes(tables),
        ),
    )
    return Findings((text,), (made,))


STUDY = Study(
    name="poe-bias",
    title="Process-oriented evaluation corrected by permuted labels",
    source=f"{PAPER['paper']}, section 6 (announced there)",
    tables=tuple(PAPER["tables"]),
    trials=20,
    seconds=1.5,
    run=rules_and_bias,
    findings=findings,
    settings={"width": WIDTH, "permutations": PERMUTATIONS},
    listed=listed("domingos1998"),
)

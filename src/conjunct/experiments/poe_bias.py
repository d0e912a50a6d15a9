"""The study `poe-bias`: process-oriented evaluation corrected by what permuted labels show."""

from __future__ import annotations

import numpy as np

from conjunct.experiments.curves import RuleResults
from conjunct.experiments.findings import Findings, words_of
from conjunct.experiments.long_rows import mean_of
from conjunct.experiments.single_rules import PERMUTATIONS, WIDTH, rules_and_bias
from conjunct.experiments.study import Results, make_study
from conjunct.experiments.tables import stand_in_notes
from conjunct.experiments.trial import Row

WORDS = words_of("poe-bias")


def bias_of(trials: list[list[Row]]) -> dict[str, float]:
    """Return the error on unseen rows, and how far estimates are off, in points over the trials."""
    rules = RuleResults.of(trials)
    permuted = rules["poe_bias"]
    shares = {
        "error": rules.error,
        "training": rules.estimate("training") - rules.error,
        "poe": rules.estimate("poe") - rules.error,
        "permuted": np.where(np.isnan(rules.error), np.nan, permuted),
        "corrected": np.clip(rules.estimate("poe") - permuted, 0.0, 1.0) - rules.error,
    }
    return {name: 100 * mean_of(rules.over_classes(one)) for name, one in shares.items()}


def findings(results: Results) -> Findings:
    """Say how far process-oriented evaluation is off, before and after the correction."""
    tables = results.with_rows
    found = {table.name: bias_of(results.rows[table.name]) for table in tables}
    columns = {n: np.array([one[n] for one in found.values()]) for n in next(iter(found.values()))}
    means = {name: mean_of(column) for name, column in columns.items()}
    before, after = np.abs(columns["poe"]), np.abs(columns["corrected"])
    sizes = {"before": mean_of(before), "after": mean_of(after), "tables": len(found)}
    text = WORDS.say("bias", {**means, **sizes}, nearer=int(np.sum(after < before)))
    rows = [{"table": name, **one} for name, one in {**found, "average": means}.items()]
    return Findings((text,), (WORDS.grid("bias", rows, notes=stand_in_notes(tables)),))


SETTINGS = {"width": WIDTH, "permutations": PERMUTATIONS}
STUDY = make_study("poe-bias", rules_and_bias, findings, **SETTINGS)

"""One trial with permuted labels: how far process-oriented evaluation is off where truth is known.

Domingos (1998), section 6: its estimates are biased, and the bias can be estimated. With permuted
labels nothing tells the classes apart, and every rule errs at the share of the other classes.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

import numpy as np

from conjunct.choose import poe_error
from conjunct.data import Table
from conjunct.evaluate import Laplace
from conjunct.experiments.single_rules import missing_in, rule_row, rules_of_beams
from conjunct.experiments.split import halves
from conjunct.experiments.study import Row, Trial
from conjunct.model import Rule
from conjunct.model.condition import Missing, body_cover

WIDTH, PERMUTATIONS = 5, 10


def rules_and_bias(table: Table, trial: Trial) -> list[Row]:
    """Find the best rule of each class in one half, and how far its expected error is off there.

    Parameters
    ----------
    table : Table
        With a target.
    trial : Trial
        Says which halves; ``width`` is the width of the beam, ``permutations`` how often the labels
        of the training half are permuted.

    Returns
    -------
    rows : list of Row
        As of `conjunct.experiments.single_rules.best_rules`, with `poe_bias`: see `poe_bias`.
    """
    train, test = (table.take(rows) for rows in halves(table, trial.number, trial.seed))
    missing, width = missing_in(trial), int(trial.settings.get("width", WIDTH))
    random = np.random.default_rng([trial.seed, trial.number, 2])
    n_permutations = int(trial.settings.get("permutations", PERMUTATIONS))
    bias = poe_bias(train, missing, width, n_permutations, random)
    rows: list[Row] = []
    for rule, weight, n_classes in rules_of_beams(train, missing, [width], Laplace):
        covered = body_cover(rule.conditions, test, missing)
        row = rule_row(rule, weight, n_classes, test, covered)
        rows.append({**row, "poe_bias": bias.get(rule.head, 0.0)})
    return rows


def poe_bias(
    train: Table, missing: Missing, width: int, n_permutations: int, random: np.random.Generator
) -> dict[int, float]:
    """Return the bias of POE for the best rule of every class, from permuted labels.

    It is the mean, over the permutations, of the rule's expected error less the error that every
    rule has there, the share of the other classes. To correct an expected error, take it away.

    Parameters
    ----------
    train : Table
        With a target.
    missing : {"fails", "value"}
        What a missing cell is taken for.
    width : int
        Of the beam.
    n_permutations : int
        How often the labels are permuted.
    random : Generator
        Permutes them.
    """
    assert train.target is not None
    found: dict[int, list[float]] = defaultdict(list)
    for _ in range(n_permutations):
        labels = random.permutation(train.target.values)
        permuted = replace(train, target=replace(train.target, values=labels))
        for rule, weight, _ in rules_of_beams(permuted, missing, [width], Laplace):
            found[rule.head].append(expected_error(rule) - (1.0 - weight))
    return {head: float(np.mean(biases)) for head, biases in found.items()}


def expected_error(rule: Rule) -> float:
    """Return the error to expect of a rule as the best of the candidates that its search tried."""
    return float(poe_error(rule.covered, rule.errors, max(rule.search.tried, 1)))

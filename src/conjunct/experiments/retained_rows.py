"""One trial with retained rows: subsets of one half found by beams, tested on the other half.

Quinlan & Cameron-Jones (1995), section 5.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from conjunct.data import Table
from conjunct.estimators.instances import Distance, Nearness, best_subsets, usual_number_of_items
from conjunct.experiments.single_rules import MAX_WIDTH, widths_up_to
from conjunct.experiments.trial import Row, Trial, halves


def retain_rows(table: Table, trial: Trial) -> Iterator[Row]:
    """Retain rows of one half by beams of growing width, and let them classify the other half."""
    assert table.target is not None
    train_rows, test_rows = halves(table, trial.number, trial.seed)
    rng = np.random.default_rng([trial.seed, trial.number, 1])
    train, test = table.take(rng.permutation(train_rows)), table.take(test_rows)
    assert train.target is not None
    assert test.target is not None
    widths = widths_up_to(int(trial.settings.get("max_width", MAX_WIDTH)))
    n_items = min(int(trial.settings.get("n_items", 0)), train.n_rows)
    n_items = n_items or usual_number_of_items(len(table.target.levels), train.n_rows)
    is_value = trial.missing == "value"
    distance = Distance.of(train, "value" if is_value else "differs")
    found = best_subsets(Nearness.of(train, distance), n_items, widths)
    apart = distance.between(test, train)
    for width, subset in zip(widths, found, strict=True):
        nearest = subset.rows[apart[:, subset.rows].argmin(axis=1)]
        wrong = train.target.values[nearest] != test.target.values
        yield {
            "width": width,
            "items": n_items,
            "scored": subset.scored,
            "training_error": subset.errors / train.n_rows,
            "test_error": float(wrong.mean()),
        }

"""A card in whole points, and what that loses."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from conjunct.data import Table
from conjunct.model import ScoreCard
from conjunct.model.notation import amount_text, count_text
from conjunct.types import Floats

UNITS = (1, 2, 3, 5, 10, 20, 50, 100)
"""Points to the nat that are tried, coarsest first."""
MOST_LOST = 0.005
"""Nats a row that rounding may lose."""
MOST_CHANGED = 0.01
"""Share of the rows that may change class."""


def rounded_card(card: ScoreCard, table: Table) -> ScoreCard:
    """Return a card in the coarsest unit that loses next to nothing, with a note of what it loses.

    Parameters
    ----------
    card : ScoreCard
        In real points.
    table : Table
        The training rows.
    """
    before = card.predict_proba(table)
    allowed = _nats(before, table) + MOST_LOST
    for unit in UNITS:
        rounded = card.rounded(unit)
        after = rounded.predict_proba(table)
        other = np.flatnonzero(before.argmax(axis=1) != after.argmax(axis=1))
        changed = table.take(other).n_counted
        if _nats(after, table) <= allowed and changed <= MOST_CHANGED * table.n_counted:
            break
    note = (
        f"Points are rounded to whole numbers, {unit} to the nat: {_nats(after, table):.3f} nats a "
        f"training row instead of {_nats(before, table):.3f}, and {amount_text(changed)} of "
        f"{count_text(table.n_counted, 'row')} change class."
    )
    return replace(rounded, notes=(*rounded.notes, note))


def _nats(probabilities: Floats, table: Table) -> float:
    assert table.target is not None
    own = probabilities[np.arange(table.n_rows), table.target.values]
    nats = -np.log(np.maximum(own, 1e-300))
    return float(np.average(nats, weights=table.weights)) if len(own) else 0.0

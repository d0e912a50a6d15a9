"""The effect of edits on the decisions about rows: error and log loss before and after."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

import numpy as np

from conjunct.estimators.rows_of_model import ModelRows, rows_of_model
from conjunct.evaluate.measures import LEAST
from conjunct.model import Rules
from conjunct.model.notation import Label
from conjunct.types import Ints


class EditedFit(NamedTuple):
    """How a model does on rows, with their weights.

    Parameters
    ----------
    error : float
        Share of the rows that are predicted wrongly.
    log_loss : float
        Log loss in nats per row; probabilities below a millionth count as a millionth.
    n_rules, n_conditions : int
        Numbers of rules and conditions of the model.
    """

    error: float
    log_loss: float
    n_rules: int
    n_conditions: int


@dataclass(frozen=True, eq=False)
class EditEffect:
    """The effect of edits.

    Parameters
    ----------
    before, after : EditedFit
        How the two models do on the rows.
    classes : tuple
        The classes.
    rows : ndarray of int
        Numbers of the rows whose class changes, from 1.
    was, now : ndarray of int
        Their classes before and after, as positions.
    """

    before: EditedFit
    after: EditedFit
    classes: tuple[Label, ...]
    rows: Ints
    was: Ints
    now: Ints

    def moves(self) -> Iterator[tuple[Label, Label, list[int]]]:
        """Yield the class before, the class after, and the rows that change between them."""
        order = np.lexsort((self.rows, self.now, self.was))
        moved = np.stack((self.was, self.now, self.rows))[:, order].T.tolist()
        for (was, now), group in groupby(moved, key=lambda one: (one[0], one[1])):
            yield self.classes[was], self.classes[now], [row for *_, row in group]

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, ready for JSON."""
        moves = [{"from": was, "to": now, "rows": rows} for was, now, rows in self.moves()]
        return {
            "before": self.before._asdict(),
            "after": self.after._asdict(),
            "rows_changed": len(self.rows),
            "changes": moves,
        }


def edit_effect(before: Rules, after: Rules, X: Any, y: Any = None) -> EditEffect:
    """Compare a model before and after it was edited, on the same rows.

    Parameters
    ----------
    before, after : Rules
        Models of the same classes.
    X, y
        The rows, as for `Rules.refit`.
    """
    rows = rows_of_model(after, X, y)
    was, now = before.decide(rows.table), after.decide(rows.table)
    changed = np.flatnonzero(was != now)
    return EditEffect(
        _fit(before, rows, was),
        _fit(after, rows, now),
        after.classes,
        changed + 1,
        was[changed],
        now[changed],
    )


def _fit(rules: Rules, rows: ModelRows, decided: Ints) -> EditedFit:
    weights, labels = rows.weights, rows.labels
    shares = rules.predict_proba(rows.table)[np.arange(len(labels)), labels]
    nats = -np.log(np.maximum(shares, LEAST))
    error = float(weights[decided != labels].sum() / weights.sum())
    return EditedFit(
        error, float((weights * nats).sum() / weights.sum()), len(rules), rules.n_conditions
    )

"""Categories of rows to predict that did not occur in training."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import numpy as np

from conjunct.data.table import Table
from conjunct.model.notation import name_text, values_text
from conjunct.model.rules import Rules
from conjunct.model.score_card import ScoreCard
from conjunct.model.tree import Tree


def known_values(rules: Rules, name: str) -> tuple[str, ...] | None:
    """Return the categories of a column in training; None if the model does not know them all."""
    if isinstance(rules, ScoreCard) and name in rules.seen:
        return rules.seen[name]
    found = None if rules.training is None else rules.training.attributes.get(name)
    if found is None or found.kind != "nominal" or not found.counts or found.n_others:
        return None
    return found.values


def unseen_values(rules: Rules, table: Table) -> dict[str, Counter[str]]:
    """Count the rows of each category that did not occur in training, by attribute.

    Parameters
    ----------
    rules : Rules
        A model.
    table : Table
        Rows with the columns that the rules use.

    Returns
    -------
    found : dict of str to Counter
        Without attributes whose categories are all known.

    Examples
    --------
    >>> from conjunct.data.table import Column
    >>> from conjunct.model.distribution import Distribution
    >>> from conjunct.model.rule_list import RuleList
    >>> from conjunct.model.condition import Condition
    >>> from conjunct.model.training import TrainingFacts
    >>> city = {"city": Distribution("nominal", 0, (4, 6), values=("Bonn", "Rome"))}
    >>> facts = TrainingFacts("t", 10, "CN2Classifier", {}, (), "0.2.0", city)
    >>> rules = RuleList((), ("no", "yes"), 0, (7, 3), {}, training=facts).add("city = Bonn")
    >>> rows = Table((Column("city", "nominal", np.array([0, 1, 1, -1]), ("Bonn", "Oslo")),))
    >>> unseen_values(rules, rows)
    {'city': Counter({'Oslo': 2})}
    """
    found: dict[str, Counter[str]] = {}
    for name in rules.attributes:
        column, known = table.column(name), known_values(rules, name)
        if known is None or column.kind != "nominal":
            continue
        new = {code: level for code, level in enumerate(column.levels) if level not in set(known)}
        if not new:
            continue
        rows = np.bincount(column.values + 1, minlength=len(column.levels) + 1)[1:].tolist()
        counted = Counter({level: rows[code] for code, level in new.items() if rows[code]})
        if counted:
            found[name] = counted
    return found


def unseen_text(rules: Rules, unseen: Mapping[str, Mapping[str, float]]) -> str:
    """Write one note on the categories that did not occur in training; empty without any."""
    if not unseen:
        return ""
    named = [f"{name_text(name)} = {values_text(values)}" for name, values in unseen.items()]
    effect = (
        "Such a cell goes to the branch marked *."
        if isinstance(rules, Tree)
        else "Such a cell meets only conditions with ≠."
    )
    return f"Not seen in training: {'; '.join(named)}. {effect}"
